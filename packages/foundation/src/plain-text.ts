/**
 * Control characters, bidirectional controls, lone surrogates and other characters without a shape, except
 * those within words and emoji: joiners, the soft hyphen and tags of flags. More tags, and variation selectors
 * after another one, show nothing but could hold a text that a language model reads.
 */
const invisible =
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]|(?<=\p{Variation_Selector})\p{Variation_Selector}|(?!\u00ad|\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A text of an analysed page on one line. It cannot control a terminal or reorder the text around it. */
export function plainText(text: string): string {
  return withoutControls(text.replace(/\s+/g, ' ').trim());
}

/** The same for a file of several lines, whose line breaks and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(/[^\r\n\t]+/g, withoutControls);
}

function withoutControls(text: string): string {
  return text.replace(invisible, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `<U+${code}>`;
  });
}
