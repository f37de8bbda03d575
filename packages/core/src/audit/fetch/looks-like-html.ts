/** The beginnings of WHATWG MIME Sniffing §7.1, which a space or `>` has to follow, and a few more. */
const beginning =
  /^(?:<!--|<\?xml|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[\s>])/i;

/** Whether bytes that nobody calls HTML are HTML. Nothing but white space counts as an empty page. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  // NUL is what UTF-16 puts between letters of markup.
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').replaceAll('\0', '');
  const text = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart();
  return text === '' || beginning.test(text);
}
