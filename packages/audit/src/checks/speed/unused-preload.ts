import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence } from '../../outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { tagEvidence, urlEvidence } from '../../readings/evidence.ts';
import { measuredSpeedOf, speedNotMeasured } from '../../readings/speed-metric.ts';
import { resolveUrl } from '../../url/resolve-url.ts';
import type { Check } from '../check.ts';

/** Hints that are compared: far more than pages have. */
const mostHints = 200;

/** What is preloaded is used: otherwise it takes the connection from what is. */
export const unusedPreload: Check = {
  id: 'unused-preload',
  category: 'performance',
  importance: 'low',
  reads: 'speed',
  title: 'Preloaded files are used',
  advice:
    'Remove the quoted <link rel="preload">, or correct it: its URL, its as and its crossorigin must be those of the file that the page loads.',
  why: 'The browser loads the file first, and does not use it: what visitors wait for comes later.',
  source: 'https://web.dev/articles/preload-critical-assets',
  run: (facts) => {
    const speed = measuredSpeedOf(facts);
    if (speed === null) return speedNotMeasured;
    const { unusedPreloads } = speed;
    const preloads = preloadsOf(facts);
    if (unusedPreloads.length === 0) {
      return preloads.length === 0
        ? { status: 'na', summary: 'The page preloads nothing.' }
        : { status: 'pass', summary: 'Everything that is preloaded is used.' };
    }
    const count = unusedPreloads.length;
    const evidence: Evidence[] = unusedPreloads.map((url) => {
      const preload = preloads.find((each) => each.url === url);
      return preload === undefined ? urlEvidence(url) : tagEvidence(preload.tag);
    });
    return {
      status: 'warn',
      summary: `${countText(count)} preloaded ${count === 1 ? 'file is' : 'files are'} not used within a few seconds.`,
      value: { unused: count },
      evidence,
    };
  },
};

function preloadsOf({ page, urls }: AuditFacts) {
  const links = page.links.filter(({ rel, href }) => href && rel.includes('preload'));
  return links.slice(0, mostHints).flatMap((tag) => {
    const url = resolveUrl(tag.href ?? '', urls.base.href)?.url.href;
    return url === undefined ? [] : [{ tag, url }];
  });
}
