import { normalizeEncoding } from '@exodus/bytes/encoding.js';

/**
 * The encoding that a label inside the page names; `null` for an unknown label. A page in which the
 * label could be read is not UTF-16, so a UTF-16 label means UTF-8.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function declaredEncoding(label: string): string | null {
  const encoding = normalizeEncoding(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

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
