import type { PageFacts } from '../page/page-facts.ts';
import { once } from './once.ts';
import { countScripts, type Script } from './scripts.ts';

/**
 * Characters that make one word, on average, where no spaces part words; enough to tell a short text
 * from a long one. Han and kana: translators reckon about two characters for an English word. The
 * others: about four letters and signs.
 */
const charactersPerWord: ReadonlyMap<Script, number> = new Map([
  ['han', 2],
  ['hiragana', 2],
  ['katakana', 2],
  ['thai', 4],
  ['lao', 4],
  ['khmer', 4],
  ['myanmar', 4],
]);

/** Scripts whose vowel signs are no letters, so that a run of letters is less than a word. */
const signed = /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
const unspaced = /[\u3041-\u30ff\u3400-\u9fff]/;
/** All the scripts that do not part words. */
const unparted = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff]/;

/** The words of a page's visible text, also where the script does not part them. */
export const countPageWords = once(({ text, words }: PageFacts): number => {
  // Soft hyphens are within words.
  const isBroken = text.includes('\u00ad');
  if (!isBroken && !signed.test(text) && !unspaced.test(text)) return words;
  const plain = isBroken ? text.replaceAll('\u00ad', '') : text;
  const runs = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let count = runs.filter((run) => !unparted.test(run)).length;
  const scripts = countScripts(plain);
  for (const [script, characters] of charactersPerWord) count += scripts[script] / characters;
  return Math.ceil(count);
});
