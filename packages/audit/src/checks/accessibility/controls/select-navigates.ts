import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

const navigates =
  /\sonchange\s*=\s*(?:"[^"]{0,150}|'[^']{0,150}|[^\s"'>]{0,150})(?:\blocation\b|\.submit\(|\bwindow\.open\()/i;

/**
 * No list opens a page when an option is chosen: with the arrow keys, each option on the way is one.
 *
 * @remarks Only onchange attributes are read.
 */
export const selectNavigates: Check = {
  id: 'select-navigates',
  category: 'accessibility',
  importance: 'info',
  title: 'Lists of options wait for a button before they open a page',
  advice:
    'Add a button such as "Go" next to the <select>, and open the page from it, instead of in onchange. With a keyboard, some browsers choose each option on the way.',
  why: 'People who use a keyboard go through the options one by one, and may leave the page at the first of them.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H84',
  run: ({ page }) => {
    const lists = page.controls.filter(
      ({ element, hidden }) => element === 'select' && hidden === 'no',
    );
    const found = lists.filter(({ html }) => navigates.test(html));
    return faultsOutcome(lists.length, found, {
      none: 'The page has no <select>.',
      fault: 'Lists that open a page',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'list opens' : 'lists open'} a page or send${all === 1 ? 's' : ''} a form as soon as an option is chosen.`,
      value: { lists: lists.length, navigating: found.length },
    });
  },
};
