import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** The Tab key moves through the page in the order of the HTML. */
export const tabindexPositive: Check = {
  id: 'tabindex-positive',
  category: 'accessibility',
  importance: 'low',
  title: 'The Tab key follows the order of the page',
  advice:
    'Replace tabindex values above 0 with tabindex="0", or remove them from links, buttons and fields, and put the elements in the order in which visitors should reach them.',
  why: 'The Tab key jumps back and forth across the page, so people who use a keyboard lose track of where they are.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/tabindex#accessibility_concerns',
  run: ({ page }) => {
    const placed = page.keyboard.filter(
      ({ tabindex, hidden }) => tabindex !== null && hidden === 'no',
    );
    const value = { elements: placed.length };
    if (placed.length === 0) {
      return { status: 'pass', summary: 'Elements with a tabindex above 0: 0.', value };
    }
    return {
      status: 'warn',
      summary: `${placed.length} ${placed.length === 1 ? 'element comes' : 'elements come'} before everything else when visitors press Tab: tabindex is above 0.`,
      value,
      evidence: tagsEvidence(placed),
    };
  },
};
