/**
 * What is not in a text that differs from its comparable form in case alone: white space that is collapsed, and
 * other characters than those of ASCII, Latin letters with accents, dashes and quotation marks.
 */
const unusual = /[^ -~À-ÿ–—‘-‟•]| {2}|^ | $/;

/** A text in the form in which case, white space and compatibility characters make no difference. */
export function comparableText(text: string): string {
  if (!unusual.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
