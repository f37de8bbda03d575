import { normalizeEncoding } from '@exodus/bytes/encoding.js';

/**
 * The encoding that a label inside the page stands for; `null` for a label that names none. A page
 * that could be read to find the label is not in UTF-16, so that means UTF-8 there.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function declaredEncoding(label: string): string | null {
  const encoding = normalizeEncoding(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}
