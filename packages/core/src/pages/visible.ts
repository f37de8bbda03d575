/** Control characters, bidirectional controls, line separators and lone surrogates. */
const invisible = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Text of an analysed page, with characters that would change how the text around them looks written as
 * their code point, such as `<U+202E>`.
 */
export function visible(text: string): string {
  return text.replace(invisible, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `<U+${code}>`;
  });
}
