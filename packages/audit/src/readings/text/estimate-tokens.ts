import type { PageFacts } from '../../page/page-facts.ts';
import { memoize } from '../memoize.ts';
import { type Script, scriptsOf } from './scripts.ts';

/**
 * Letters and vowel signs per token of a language model, with the spaces and punctuation between them. Measured
 * with OpenAI's encoding o200k_base (https://github.com/openai/tiktoken) on the Universal Declaration of Human
 * Rights in 40 languages (https://www.unicode.org/udhr/); for Latin, on web pages. Other models differ by about
 * a third. Vietnamese needs three times as many tokens, German a tenth more than English.
 */
const lettersPerToken: Readonly<Record<Script, number>> = {
  latin: 3.3,
  greek: 2.3,
  cyrillic: 2.8,
  armenian: 3.1,
  hebrew: 2.1,
  arabic: 2.5,
  devanagari: 2.7,
  bengali: 2.5,
  gurmukhi: 1.6,
  gujarati: 2.4,
  // Not among the texts; as Gurmukhi, the next smaller script.
  oriya: 1.6,
  tamil: 2.6,
  telugu: 1.9,
  kannada: 2.2,
  malayalam: 2.6,
  sinhala: 1.5,
  thai: 2.3,
  lao: 0.5,
  myanmar: 1.8,
  georgian: 3.1,
  hangul: 1.3,
  khmer: 1.6,
  hiragana: 1.1,
  katakana: 1.1,
  han: 1.1,
};

/**
 * How many tokens the visible text of a page has for a language model, rounded to two digits: an estimate from
 * its letters. Only the first 100,000 characters of the text count.
 */
export const estimateTokens = memoize((page: PageFacts): number => {
  const letters = Object.entries(scriptsOf(page)) as readonly (readonly [Script, number])[];
  const tokens = letters.reduce((sum, [script, count]) => sum + count / lettersPerToken[script], 0);
  return Number(tokens.toPrecision(2));
});
