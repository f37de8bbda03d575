/** How a text is written where it is cut. */
interface CutOptions {
  /** Escapes a character. Of a cut text, none is escaped in part. */
  readonly encode?: (character: string) => string;
  /** What a character that is escaped counts; its UTF-16 code units by default. */
  readonly lengthOf?: (encoded: string) => number;
}

/**
 * Cuts a text to a length that it has with all of its escapes, after a whole code point, with `…` as its end.
 *
 * @param max - The maximum length, at least 1.
 */
export function cutText(
  text: string,
  max: number,
  { encode = (character) => character, lengthOf = ({ length }) => length }: CutOptions = {},
): string {
  let written = '';
  let beforeEllipsis = '';
  let length = 0;
  for (const character of text) {
    const encoded = encode(character);
    length += lengthOf(encoded);
    if (length > max) return `${beforeEllipsis.trimEnd()}…`;
    written += encoded;
    if (length < max) beforeEllipsis = written;
  }
  return written;
}

/**
 * Writes a text on one line, without what would let it change the text around it: control characters, lone surrogates,
 * and characters that are not shown, such as those that change the direction of writing. What joins an emoji stays.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?!\u200d)\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
