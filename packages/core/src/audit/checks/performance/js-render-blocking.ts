import type { Check } from '../check.ts';
import { tagEvidence } from '../evidence.ts';
import { isClassicScript } from '../script-types.ts';

/** Nothing is shown until the scripts in the head have come and run, unless they may wait. */
export const jsRenderBlocking: Check = {
  id: 'js-render-blocking',
  category: 'performance',
  importance: 'low',
  title: 'No script in the head keeps the page from being shown',
  advice:
    'Add defer (or async, where the order does not matter) to the quoted scripts, as in <script src="app.js" defer>.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources',
  run: ({ page }) => {
    const scripts = page.scripts.filter(({ src, inHead }) => inHead && src?.trim());
    const blocking = scripts.filter(
      ({ async, defer, nomodule, type }) => !async && !defer && !nomodule && isClassicScript(type),
    );
    const value = { scripts: scripts.length, blocking: blocking.length };
    if (blocking.length === 0) {
      return { status: 'pass', summary: 'No script in the head blocks rendering.', value };
    }
    return {
      status: 'warn',
      summary: `The page is not shown until ${blocking.length} ${blocking.length === 1 ? 'script' : 'scripts'} in its head ${blocking.length === 1 ? 'has' : 'have'} been loaded and run.`,
      value,
      evidence: blocking.map(tagEvidence),
    };
  },
};
