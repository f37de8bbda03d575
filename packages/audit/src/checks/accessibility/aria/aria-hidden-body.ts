import { tagEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** The page as a whole is not hidden from assistive technology. */
export const ariaHiddenBody: Check = {
  id: 'aria-hidden-body',
  category: 'accessibility',
  importance: 'high',
  title: 'Screen readers can read the page',
  advice: 'Remove aria-hidden="true" from the <body>: screen readers skip all that is in it.',
  why: 'The whole page is silent for people with screen readers: none of it is read aloud to them.',
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
