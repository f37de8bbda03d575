import { countText } from '../../readings/count-text.ts';
import { shortList } from '../../readings/evidence.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import { renderLimits } from '../../render/render-limits.ts';
import type { Check } from '../check.ts';

/**
 * Scripts run without an error that no one catches.
 *
 * @remarks We count errors that scripts do not catch, and no failed requests.
 */
export const scriptErrors: Check = {
  id: 'script-errors',
  category: 'miscellaneous',
  importance: 'low',
  reads: 'browser',
  title: 'Scripts run without errors',
  advice:
    'Open the console of the browser (F12), reload the page, and correct the first error: later ones often follow from it.',
  why: 'A script that ends with an error does not do the rest of its work: menus, forms or the cart may not respond.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/errors-in-console',
  run: (facts) => {
    const { scriptErrors: errors = [], requests = [] } = renderedOf(facts) ?? {};
    if (requests.length >= renderLimits.requests) {
      const summary =
        'The page sent so many requests that some were refused: scripts may fail because of that.';
      return { status: 'na', summary };
    }
    const [first] = errors;
    if (first === undefined) {
      return { status: 'pass', summary: 'No script of the page ended with an error.' };
    }
    const count = errors.length;
    return {
      status: 'warn',
      summary: `${countText(count)} ${count === 1 ? 'error' : 'errors'} of scripts: ${first}`,
      value: shortList(errors),
    };
  },
};
