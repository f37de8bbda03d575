import { elementsEvidence } from '../../../readings/evidence.ts';
import { headingsOf } from '../../../readings/heading-list.ts';
import type { Check } from '../../check.ts';

/** Headings have text. Those that are hidden from assistive technology do not count. */
export const headingEmpty: Check = {
  id: 'heading-empty',
  category: 'accessibility',
  importance: 'low',
  family: 'headings',
  title: 'Every heading has text',
  advice:
    'Add text to the quoted headings or remove them. Use style sheets, not empty headings, for spacing.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ffd0e9/',
  run: ({ page }) => {
    const headings = headingsOf(page).filter(
      ({ announced, awaitsScript, name }) => announced && !(awaitsScript && name === ''),
    );
    const { length } = headings;
    if (length === 0) return { status: 'na', summary: 'The page has no headings.' };
    const empty = headings.filter(({ name }) => name === '');
    const value = { headings: length, empty: empty.length };
    if (empty.length === 0) {
      return { status: 'pass', summary: `Empty headings: 0 of ${length}.`, value };
    }
    return {
      status: empty.length === length ? 'fail' : 'warn',
      summary: `${empty.length} of ${length} ${length === 1 ? 'heading' : 'headings'} ${empty.length === 1 ? 'is' : 'are'} empty.`,
      value,
      evidence: elementsEvidence(empty),
      points: (length - empty.length) / length,
    };
  },
};
