import { tagEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** The page as a whole is not hidden from assistive technology. */
export const ariaHiddenBody: Check = {
  id: 'aria-hidden-body',
  category: 'accessibility',
  importance: 'high',
  title: 'The page is not hidden from screen readers',
  advice: 'Remove aria-hidden="true" from the <body>: screen readers skip all that is in it.',
  source: 'https://www.w3.org/TR/html-aria/#el-body',
  run: ({ page }) => {
    const body = page.aria.find(
      ({ element, names, values }) =>
        element === 'body' && values[names.indexOf('aria-hidden')]?.trim().toLowerCase() === 'true',
    );
    if (body === undefined || body.bound.includes('aria-hidden')) {
      return { status: 'pass', summary: 'The <body> has no aria-hidden="true".' };
    }
    return {
      status: 'fail',
      summary: 'The <body> has aria-hidden="true", which hides all of the page.',
      evidence: [tagEvidence(body)],
    };
  },
};
