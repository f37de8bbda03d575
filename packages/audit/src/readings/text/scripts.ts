import type { PageFacts } from '../../page/page-facts.ts';
import { memoize } from '../memoize.ts';

/** A script of letters; Han, Hiragana, Katakana and Hangul are separate. */
export type Script = (typeof blocks)[number][2];

/**
 * Unicode blocks of letters in order: first and last code point, script.
 * Source: https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt
 */
const blocks = [
  [0x41, 0x5a, 'latin'],
  [0x61, 0x7a, 'latin'],
  [0xaa, 0xaa, 'latin'],
  [0xba, 0xba, 'latin'],
  [0xc0, 0xd6, 'latin'],
  [0xd8, 0xf6, 'latin'],
  [0xf8, 0x2af, 'latin'],
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x531, 0x58f, 'armenian'],
  [0x5d0, 0x5ff, 'hebrew'],
  [0x620, 0x6ff, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0x980, 0x9ff, 'bengali'],
  [0xa00, 0xa7f, 'gurmukhi'],
  [0xa80, 0xaff, 'gujarati'],
  [0xb00, 0xb7f, 'oriya'],
  [0xb80, 0xbff, 'tamil'],
  [0xc00, 0xc7f, 'telugu'],
  [0xc80, 0xcff, 'kannada'],
  [0xd00, 0xd7f, 'malayalam'],
  [0xd80, 0xdff, 'sinhala'],
  [0xe01, 0xe4e, 'thai'],
  [0xe81, 0xedf, 'lao'],
  [0x1000, 0x109f, 'myanmar'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1780, 0x17dd, 'khmer'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x3041, 0x309f, 'hiragana'],
  [0x30a1, 0x30ff, 'katakana'],
  [0x3130, 0x318f, 'hangul'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7a3, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  // High surrogates: of the higher planes, pages use hardly any letters except rare Han.
  [0xd840, 0xd888, 'han'],
] as const;

const scripts: readonly Script[] = [...new Set(blocks.map(([, , script]) => script))];
const none = 255;
/** The script of each UTF-16 unit, as its index. */
const scriptOfUnit = new Uint8Array(65_536).fill(none);
for (const [first, last, script] of blocks) {
  scriptOfUnit.fill(scripts.indexOf(script), first, last + 1);
}

const noLetters = Object.fromEntries(scripts.map((script) => [script, 0])) as Record<
  Script,
  number
>;

/** The number of letters of each script in a text; 0 for scripts that do not occur. */
function countScripts(text: string): Readonly<Record<Script, number>> {
  const counts = new Uint32Array(none + 1);
  for (let at = 0; at < text.length; at++) {
    const index = scriptOfUnit[text.charCodeAt(at)] ?? none;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const result = { ...noLetters };
  for (let index = 0; index < scripts.length; index++) {
    const [script, count] = [scripts[index], counts[index] ?? 0];
    if (script !== undefined && count > 0) result[script] = count;
  }
  return result;
}

/** The number of letters of each script in a page's text. */
export const scriptsOf = memoize(({ text }: PageFacts) => countScripts(text));
