/**
 * Characters of a text: code points of its composed form. Bytes or UTF-16 units would call a title
 * in Hindi or with emoji long when it is not.
 */
export function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}
