import type { PageFacts } from '../../page/page-facts.ts';
import { memoize } from './once.ts';
import { type Script, scriptsOf } from './scripts.ts';
import { isWordPair, unitKind, unitKinds } from './word-characters.ts';

/**
 * Average characters per word in scripts without spaces between words; exact enough to distinguish short
 * from long texts. Han and kana: translators estimate two characters for an English word. The others:
 * about four letters and signs.
 */
const unspaced: readonly (readonly [Script, number])[] = [
  ['han', 2],
  ['hiragana', 2],
  ['katakana', 2],
  ['thai', 4],
  ['lao', 4],
  ['khmer', 4],
  ['myanmar', 4],
];

/** Scripts with vowel signs that are not letters, so that a run of letters is less than a word. */
const signed = [
  ...['devanagari', 'bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada'],
  ...['malayalam', 'sinhala'],
] as readonly Script[];

/** The words of a page's visible text, including scripts without spaces between words. */
export const countPageWords = memoize((page: PageFacts): number => {
  const { text, words } = page;
  const scripts = scriptsOf(page);
  // Soft hyphens are inside words.
  const isBroken = text.includes('\u00ad');
  const isSigned = signed.some((script) => scripts[script] > 0);
  const isUnspaced = unspaced.some(([script]) => scripts[script] > 0);
  if (!isBroken && !isSigned && !isUnspaced) return words;
  let count = countRuns(isBroken ? text.replaceAll('\u00ad', '') : text);
  for (const [script, characters] of unspaced) count += scripts[script] / characters;
  return Math.ceil(count);
});

/** Counts runs of letters, signs and digits, except runs in scripts without spaces between words. */
function countRuns(text: string): number {
  const { none, high, letter, hiragana } = unitKinds;
  let runs = 0;
  let isRun = false;
  let isSeparated = true;
  for (let at = 0; at < text.length; at++) {
    let kind: number = unitKind(text.charCodeAt(at));
    const isPair = kind === high && isWordPair(text, at);
    if (kind === high) kind = isPair ? letter : none;
    if (isPair) at++;
    if (kind >= hiragana) {
      isRun = true;
      if (kind !== letter) isSeparated = false;
    } else if (isRun) {
      if (isSeparated) runs++;
      isRun = false;
      isSeparated = true;
    }
  }
  return isRun && isSeparated ? runs + 1 : runs;
}
