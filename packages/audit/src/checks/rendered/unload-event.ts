import { countText } from '../../readings/count-text.ts';
import { shortList, urlEvidence, withoutQuery } from '../../readings/evidence.ts';
import { isTurnedOff } from '../../readings/permissions-policy.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import { scriptsNotListed } from '../../readings/scripts-not-listed.ts';
import type { Check } from '../check.ts';

/**
 * No script waits for the event `unload`, which keeps a page out of the back/forward cache.
 *
 * @remarks Cache-Control: no-store, which some browsers accept by now, is left out.
 */
export const unloadEvent: Check = {
  id: 'unload-event',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'The page is shown at once after a click on Back',
  advice:
    'Replace the event unload by pagehide in the quoted scripts, or update them. Permissions-Policy: unload=() turns it off for all.',
  why: 'Desktop browsers load such a page again after a click on Back, instead of showing it at once.',
  source: 'https://web.dev/articles/bfcache',
  run: (facts) => {
    const scripts = renderedOf(facts)?.scripts ?? null;
    if (scripts === null) return scriptsNotListed;
    const { unload } = scripts;
    const value = shortList(unload.map(withoutQuery));
    if (unload.length === 0) {
      return { status: 'pass', summary: 'No script listens to the event unload.', value };
    }
    if (isTurnedOff(facts, 'unload')) {
      const summary = 'The Permissions-Policy of the page turns the event unload off.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${countText(unload.length)} ${unload.length === 1 ? 'script listens' : 'scripts listen'} to the event unload, so that browsers may not keep the page for the button Back.`,
      value,
      evidence: unload
        .map((url) => (url === '' ? facts.response.finalUrl : withoutQuery(url)))
        .map(urlEvidence),
    };
  },
};
