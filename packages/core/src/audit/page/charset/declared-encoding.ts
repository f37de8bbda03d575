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
