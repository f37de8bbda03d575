import { maxEvidence, shortList, urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * @remarks That 10 words and 50 letters in capitals are a text to read, not a heading or a label, is ours; no criterion
 * of WCAG limits them.
 */
const least = { letters: 50, words: 10, separators: 3 } as const;
/** Between the entries of a menu or ticker, which is not a sentence: a sign of its kind, or one between spaces. */
const separator = /[|•·»›/]|(?<=\s)[^\p{L}\p{N}\p{P}\s]+(?=\s)|(?<=\s)[-–—*]+(?=\s)/gu;
/** From this share of words on that have a number beside them, they are codes, such as the prices of shares. */
const mostNumbers = 1 / 3;
/** Letters from which on a word is certainly not the symbol of a share, an abbreviation or a code. */
const longWord = 6;
/** Share of such words that every text of sentences has. */
const leastLong = 1 / 15;

/**
 * Sentences are not typed in capitals. Symbols of shares, abbreviations and codes are not sentences, and neither is a
 * few words that a ticker repeats. Whether a style sheet turns text into capitals is not visible here.
 */
export const uppercaseText: Check = {
  id: 'uppercase-text',
  category: 'accessibility',
  importance: 'info',
  title: 'Sentences are written in lower case',
  advice:
    'Write sentences in lower case, and use <strong> for what is important: long texts in capitals are harder to read.',
  why: 'Long texts in capital letters are harder to read than ordinary sentences.',
  source: 'https://webaim.org/techniques/fonts/',
  run: ({ page }) => {
    const lines = page.text.split('\n').filter(isShouted);
    const value = { texts: shortList(lines.map((line) => line.slice(0, 100))) };
    if (lines.length === 0) {
      return {
        status: 'pass',
        summary: `Texts of ${least.words} words or more in capitals only: 0.`,
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${lines.length} ${lines.length === 1 ? 'text has' : 'texts have'} ${least.words} words or more in capitals only: "${lines[0]?.slice(0, 60)}…".`,
      value,
      evidence: lines.slice(0, maxEvidence).map((line) => urlEvidence(line.slice(0, 200))),
    };
  },
};

function isShouted(line: string): boolean {
  if (line.length < least.letters || /[a-z]/.test(line)) return false;
  if (line !== line.toUpperCase()) return false;
  if ((line.match(separator)?.length ?? 0) >= least.separators) return false;
  const letters = line.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters < least.letters) return false;
  const words = line.match(/\p{Lu}{2,}/gu) ?? [];
  return new Set(words).size >= least.words && !areCodes(line, words);
}

/** Whether the words of a line are short as those of tickers and lists of codes, or numbers are between them. */
function areCodes(line: string, words: readonly string[]): boolean {
  const numbers = line.match(/(?<!\S)\S*\d\S*/g)?.length ?? 0;
  if (numbers >= words.length * mostNumbers) return true;
  const long = words.filter(({ length }) => length >= longWord).length;
  return long < words.length * leastLong;
}
