import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome, Status } from '../../outcome.ts';
import type { LinkedPage } from '../../probes/probe-facts.ts';
import {
  isPermanentFailure,
  obstacleOf,
  reasonText,
  requestFailed,
  shortUrl,
  statusMeaning,
} from '../../probes/probe-verdicts.ts';
import { canonicalLinksOf } from '../../readings/canonical-links.ts';
import { comparableUrl } from '../../url/comparable-url.ts';
import type { Check } from '../check.ts';

/** A canonical link to another page names a page that search engines can index. */
export const canonicalTarget: Check = {
  id: 'canonical-target',
  category: 'seo',
  importance: 'medium',
  family: 'canonical',
  title: 'The canonical page can be indexed',
  advice:
    'Point the canonical link to the final URL of a page that can be indexed: status 200, no redirect, no noindex, not blocked by robots.txt.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/canonicalization-troubleshooting',
  samples: ['canonical'],
  run: (facts): Outcome => {
    const { canonical } = facts.probes;
    if (canonical === null) {
      return { status: 'na', summary: 'The canonical link names no other page.' };
    }
    const url = shortUrl(canonical.url);
    const fault = (status: Status, what: string): Outcome => ({
      status,
      summary: `The canonical page ${url} ${what}.`,
      value: { url, ...(canonical.kind === 'response' && { status: canonical.status }) },
      evidence: canonicalLinksOf(facts).map(({ evidence }) => evidence),
    });
    if (canonical.kind === 'disallowed') return fault('fail', 'is blocked by robots.txt');
    if (canonical.kind !== 'response') {
      if (isPermanentFailure(canonical))
        return fault('fail', `cannot be reached: ${reasonText(canonical)}`);
      return requestFailed('The canonical page', canonical);
    }
    const { status } = canonical;
    const meaning = statusMeaning(status);
    if (meaning === 'missing') return fault('fail', `has status ${status}`);
    if (meaning === 'unclear') {
      return { status: 'error', summary: `The canonical page responded with status ${status}.` };
    }
    const obstacle = obstacleOf(canonical, facts.now);
    if (obstacle !== null) return fault('fail', obstacle);
    const redirect = redirectOf(canonical, facts);
    if (redirect !== null) return fault('warn', redirect);
    return {
      status: 'pass',
      summary: `${url} responds with status ${status} and allows indexing.`,
      value: { url, status },
    };
  },
};

function redirectOf({ redirects, finalUrl }: LinkedPage, { response }: AuditFacts): string | null {
  if (redirects.length === 0) return null;
  const isBack = comparableUrl(new URL(finalUrl)) === comparableUrl(new URL(response.finalUrl));
  return isBack ? 'redirects back to this page' : `redirects to ${shortUrl(finalUrl)}`;
}
