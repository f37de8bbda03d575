import { elementsEvidence } from '../../../readings/evidence.ts';
import { headingsOf } from '../../../readings/heading-list.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 120 characters is ours: on 69 of 73 real pages every heading is shorter, as of 2026-11. */
const longest = 120;
/** Deeper levels are not checked. */
const deepest = 2;

const adviceFor = (max: number) =>
  `Shorten the quoted headings, and move the rest into the text below. No standard sets a limit: the ${max} characters are that of this report.`;

/** Headings of the first two levels are short enough to read at a glance. */
export const headingLength: Check<'max'> = {
  id: 'heading-length',
  category: 'seo',
  importance: 'info',
  family: 'headings',
  title: 'Headings are short',
  advice: adviceFor(longest),
  why: 'Visitors skim headings to find what they need, which takes longer if a heading is as long as a paragraph.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels.html',
  options: {
    max: {
      default: longest,
      min: 10,
      max: 500,
      unit: 'characters',
      description: 'Longer headings of level 1 and 2 are a warning.',
    },
  },
  run: ({ page }, { max }) => {
    const headings = headingsOf(page).filter(
      ({ level, text, hiddenFromAll }) => level <= deepest && text !== '' && !hiddenFromAll,
    );
    const { length } = headings;
    if (length === 0) {
      return { status: 'na', summary: 'The page has no headings of level 1 or 2.' };
    }
    const long = headings
      .map(({ tag, text }) => ({ tag, text, characters: charactersOf(text, max) }))
      .filter(({ characters }) => characters > max)
      .sort((a, b) => b.characters - a.characters);
    const value = { headings: length, long: long.length, longest: long[0]?.characters ?? null };
    if (long.length === 0) {
      return {
        status: 'pass',
        summary: `No <h1> or <h2> is longer than ${max} characters.`,
        value,
      };
    }
    return {
      status: 'warn',
      summary: `${long.length} of ${length} <h1> and <h2> headings ${long.length === 1 ? 'is' : 'are'} longer than ${max} characters.`,
      value,
      evidence: elementsEvidence(long),
      advice: adviceFor(max),
    };
  },
};

/** The number of code points after normalisation, so that combining characters do not count. */
function charactersOf(text: string, max: number): number {
  if (text.length <= max || !/[^\0-\u02ff]/.test(text)) return text.length;
  let characters = 0;
  const composed = text.normalize('NFC');
  for (let at = 0; at < composed.length; at++) {
    // Skips the second half of a surrogate pair.
    if ((composed.charCodeAt(at) & 0xfc00) !== 0xdc00) characters++;
  }
  return characters;
}
