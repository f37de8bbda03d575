/**
 * The font sizes and the space of Google's desktop results, in pixels. Google publishes neither: titles
 * are in Arial at 20 px in a column of 600 px, and tools expect the cut at 561 (Screaming Frog) to 600.
 * Descriptions have 14 px; Screaming Frog expects their cut at 985, as of 2026-11.
 * @see https://www.screamingfrog.co.uk/page-title-meta-description-lengths-by-pixel-width/
 */
export const searchResultLimits = {
  title: { fontSize: 20, pixels: 600 },
  url: { fontSize: 14, pixels: 600 },
  description: { fontSize: 14, pixels: 985 },
} as const;

/**
 * By how much a width may exceed the space: fonts and browsers differ by a few hundredths from the widths
 * that are added up here, so a smaller excess is not a finding.
 */
const tolerance = 1.03;

/** Whether a text is certainly wider than its space in search results; both in pixels. */
export function isTooWide(pixels: number, space: number): boolean {
  return pixels > space * tolerance;
}

/** The size of a font and the space for a text, both in pixels. */
interface TextBox {
  readonly fontSize: number;
  readonly pixels: number;
}

/**
 * Widths of Arial's characters in thousandths of the font size, those of the most frequent widths. Arial
 * has the widths of Helvetica, which Adobe publishes in its "Core 14 AFM Files".
 */
const widthClasses: readonly (readonly [width: number, characters: string])[] = [
  [191, "'"],
  [222, 'ijl’‘'],
  [260, '|'],
  [278, ' !,./:;I[\\]ft\u00a0·'],
  [333, '"()*-`r{}“”„‹›'],
  [500, 'Jckszvxy'],
  [556, '–'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, 'ABEKPSVXY&'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'mM'],
  [889, '%'],
  [944, 'W'],
  [1000, '—…™'],
  [1015, '@'],
];

const widths = new Map(
  widthClasses.flatMap(([width, characters]) =>
    [...characters].map((character) => [character, width] as const),
  ),
);

/** Digits, most small letters, and most letters of Latin, Greek and Cyrillic. */
const usual = 556;
/** Upper-case letters with accents, and those of Greek and Cyrillic. */
const upperCase = 700;
/** Chinese, Japanese and Korean characters, full-width forms and pictures fill a square. */
const square = 1000;

const invisible = /[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u;
const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const capital = /\p{Lu}/u;

/** The width of a text in Arial, in pixels, without kerning. */
export function pixelWidthOf(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text.normalize('NFC')) width += widthOf(character);
  return Math.round((width * fontSize) / 1000);
}

function widthOf(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  if (character < '\x7f' && character >= ' ') return usual;
  if (invisible.test(character)) return 0;
  if (fullWidth.test(character)) return square;
  return capital.test(character) ? upperCase : usual;
}

/** A text as a box of one or more lines shows it: cut after a word, with an ellipsis, if it is too wide. */
export function cutToWidth(text: string, { fontSize, pixels }: TextBox): string {
  const space = (pixels * 1000) / fontSize;
  const ellipsis = widthOf('…');
  let width = 0;
  let at = 0;
  let fits = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > space) return `${upToWord(text, fits)}…`;
    at += character.length;
    if (width + ellipsis <= space) fits = at;
  }
  return text;
}

/** The part of a cut text that ends with a word, unless that loses much of it: not all scripts have spaces. */
function upToWord(text: string, end: number): string {
  const part = text.slice(0, end);
  const space = /\s/.test(text.charAt(end)) ? end : part.lastIndexOf(' ');
  const words = space > end * 0.7 ? part.slice(0, space) : part;
  return words.replace(/[\s,;:|–—-]{1,20}$/, '');
}
