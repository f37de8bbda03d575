import { maxEvidence, shortList, urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Letters and words from which on a line in capitals is a text to read, not a heading or a label. */
const least = { letters: 50, words: 10, separators: 3 } as const;
/** Between the entries of a menu, which is no sentence. */
const separator = /[|•·»›/]/g;

/** Sentences are not typed in capitals. Whether a style sheet turns them into capitals is not visible here. */
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
  return letters >= least.letters && (line.match(/\p{Lu}{2,}/gu)?.length ?? 0) >= least.words;
}
