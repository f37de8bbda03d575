import { tagsEvidence } from '../../../readings/evidence.ts';
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
    if (lists.length === 0) return { status: 'na', summary: 'The page has no <select>.' };
    const found = lists.filter(({ html }) => navigates.test(html));
    const value = { lists: lists.length, navigating: found.length };
    if (found.length === 0) {
      return { status: 'pass', summary: `Lists that open a page: 0 of ${lists.length}.`, value };
    }
    return {
      status: 'warn',
      summary: `${found.length} of ${lists.length} ${lists.length === 1 ? 'list opens' : 'lists open'} a page or send${lists.length === 1 ? 's' : ''} a form as soon as an option is chosen.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};
