const space = new Set(['\t', '\n', '\f', '\r', ' ']);

/**
 * The label in the `content` of a `<meta http-equiv="content-type">`, as written; `null` where there
 * is none.
 * Source: https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements
 */
export function metaContentCharset(content: string): string | null {
  const lower = content.toLowerCase();
  let at = 0;
  for (;;) {
    const found = lower.indexOf('charset', at);
    if (found === -1) return null;
    at = skipSpace(content, found + 'charset'.length);
    if (content[at] === '=') break;
  }
  at = skipSpace(content, at + 1);
  const quote = content[at];
  if (quote === '"' || quote === "'") {
    const end = content.indexOf(quote, at + 1);
    return end === -1 ? null : content.slice(at + 1, end);
  }
  let end = at;
  while (end < content.length && content[end] !== ';' && !space.has(content[end] ?? '')) end++;
  return end === at ? null : content.slice(at, end);
}

function skipSpace(content: string, from: number): number {
  let at = from;
  while (space.has(content[at] ?? '')) at++;
  return at;
}
