import { tagEvidence } from '../../readings/evidence.ts';
import { isClassicScript } from '../../readings/media-type.ts';
import { isConsentScript } from '../../readings/trackers.ts';
import type { Check } from '../check.ts';

/**
 * Browsers show nothing until the scripts in the head have loaded and run, unless they are deferred. Tools that ask
 * for consent have to run first, and are left out.
 */
export const jsRenderBlocking: Check = {
  id: 'js-render-blocking',
  category: 'performance',
  importance: 'low',
  reads: 'source',
  title: 'Scripts in the <head> let the page appear while they load',
  advice:
    'Add defer (or async, if the order does not matter) to the quoted scripts, but not to those that inline scripts use, such as jQuery: <script src="app.js" defer>. Then test the page.',
  why: 'Visitors see an empty window until these scripts have been loaded and run.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources',
  run: ({ page }) => {
    const scripts = page.scripts.filter(({ src, inHead }) => inHead && src?.trim());
    const blocking = scripts.filter(
      ({ src, async, defer, nomodule, type }) =>
        !async && !defer && !nomodule && isClassicScript(type) && !isConsentScript(src ?? ''),
    );
    const value = { scripts: scripts.length, blocking: blocking.length };
    if (blocking.length === 0) {
      const summary = `Render-blocking scripts in the <head>: 0 of ${scripts.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${blocking.length} ${blocking.length === 1 ? 'script' : 'scripts'} in the <head> must load and run before browsers show the page.`,
      value,
      evidence: blocking.map(tagEvidence),
    };
  },
};
