/** Patterns of WHATWG MIME Sniffing §7.1, and a few more. */
const beginning =
  /^(?:<!--|<\?xml|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[\s>])/i;

/** Whether bytes without a media type are HTML. Only white space counts as an empty page. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  // In UTF-16, ASCII characters contain a NUL byte.
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').replaceAll('\0', '');
  const text = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart();
  return text === '' || beginning.test(text);
}
