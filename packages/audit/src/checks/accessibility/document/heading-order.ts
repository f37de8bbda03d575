import { elementsEvidence } from '../../../readings/evidence.ts';
import { headingsOf } from '../../../readings/heading-list.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import type { Check } from '../../check.ts';

/** The number of skipped levels in the value at most. */
const maxListed = 25;

/**
 * Headings go down one level at a time. They may go up by any number of levels, and the first heading
 * may have any level: menus come before the main heading.
 */
export const headingOrder: Check = {
  id: 'heading-order',
  category: 'accessibility',
  importance: 'low',
  family: 'headings',
  title: 'Heading levels follow each other in order',
  advice:
    'Change the quoted headings so that each is at most one level below the one before: after <h2> comes <h3>, not <h4>. Choose levels by structure, and set sizes with style sheets.',
  why: 'People with screen readers move from heading to heading; after a skipped level they may think that a part is missing.',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  run: ({ page }) => {
    const headings = headingsOf(page).filter(({ announced }) => announced);
    if (headings.length < 2) {
      return { status: 'na', summary: 'The page has fewer than two headings.' };
    }
    const jumps = headings.flatMap(({ tag, level, name, text }, index) => {
      const before = headings[index - 1]?.level ?? level;
      // The check `heading-empty` asks to remove empty headings.
      return level > before + 1 && name !== ''
        ? [{ tag, text, step: `h${before} → h${level}` }]
        : [];
    });
    const value = jumps.slice(0, maxListed).map(({ step }) => step);
    if (jumps.length === 0) {
      const summary = `Skipped levels in ${headings.length} headings: none.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `The headings skip a level ${jumps.length === 1 ? 'once' : `${jumps.length} times`}: ${value[0]}.`,
      value,
      evidence: elementsEvidence(jumps),
      points: pointsOfShare(jumps.length, headings.length - 1),
    };
  },
};
