import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';
import { headingsOf } from './heading-list.ts';

/** Steps that are told in the value. */
const maxTold = 25;

/**
 * Headings go down by one level at a time. Back up they may go by any number, and where the first of
 * a page begins is free: menus stand before the main heading.
 */
export const headingOrder: Check = {
  id: 'heading-order',
  category: 'seo',
  importance: 'low',
  title: 'No level of headings is left out',
  advice:
    'Follow each heading with one of its own level, of the next one, or of any above: after <h2> comes <h3>, not <h4>. Choose levels by structure, and sizes with style sheets.',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  run: ({ page }) => {
    const headings = headingsOf(page).filter(({ announced }) => announced);
    if (headings.length < 2) {
      return { status: 'na', summary: 'The page has fewer than two headings.' };
    }
    const jumps = headings.flatMap(({ tag, level }, index) => {
      const before = headings[index - 1]?.level ?? level;
      return level > before + 1 ? [{ tag, step: `h${before} → h${level}` }] : [];
    });
    const value = jumps.slice(0, maxTold).map(({ step }) => step);
    if (jumps.length === 0) {
      return { status: 'pass', summary: 'The headings leave out no level.', value };
    }
    return {
      status: 'warn',
      summary: `The headings leave out a level ${jumps.length === 1 ? 'once' : `${jumps.length} times`}.`,
      value,
      evidence: tagsEvidence(jumps),
      points: 1 - jumps.length / (headings.length - 1),
    };
  },
};
