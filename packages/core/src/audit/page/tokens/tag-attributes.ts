import { valueLimit } from '../../url/resolve-url.ts';
import { decodeAttribute } from './character-references.ts';
import { matchesNameAt } from './names.ts';
import type { TagToken } from './tag-token.ts';

/** Characters of the source that {@link valueLimit} decoded ones may take at most. */
const sourceLimit = 33 * valueLimit;

/** Value of the first attribute of this name, references decoded; `null` where there is none. */
export function attributeOf(token: TagToken, name: string): string | null {
  const { text, offsets } = token;
  for (let index = 0; index < 4 * token.attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    if (end - start !== name.length || !matchesNameAt(text, name, start)) continue;
    return valueBetween(text, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0);
  }
  return null;
}

/** Whether a tag has an attribute of this name. */
export function hasAttribute(token: TagToken, name: string): boolean {
  const { text, offsets } = token;
  for (let index = 0; index < 4 * token.attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    if (end - start === name.length && matchesNameAt(text, name, start)) return true;
  }
  return false;
}

/** Cuts a string to a length, without splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The attribute value between two offsets, references decoded, cut. */
export function valueBetween(text: string, start: number, end: number): string {
  const source = text.slice(start, Math.min(end, start + sourceLimit));
  const lines = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  return cut(decodeAttribute(lines, valueLimit), valueLimit);
}
