import type { Outcome, Status } from '../../outcome.ts';
import { canonicalVerdictOf, redirectTargetOf } from '../../probes/canonical-verdict.ts';
import { isPrivateAddress, requestFailed, shortUrl } from '../../probes/probe-verdicts.ts';
import { canonicalLinksOf } from '../../readings/canonical-links.ts';
import { canonicalRelationOf } from '../../readings/canonical-relation.ts';
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
  why: 'The page recommends a URL that search engines may be unable to show, so they may choose another one by themselves.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/canonicalization-troubleshooting',
  samples: ['canonical'],
  run: (facts): Outcome => {
    const { canonical } = facts.probes;
    const verdict = canonicalVerdictOf(facts);
    if (canonical === null || verdict.kind === 'none') {
      return { status: 'na', summary: 'The canonical link names no other page.' };
    }
    const url = shortUrl(canonical.url);
    const value = { url, ...(canonical.kind === 'response' && { status: canonical.status }) };
    const outcome = (status: Status, what: string): Outcome => ({
      status,
      summary: `The canonical page ${url} ${what}.`,
      value,
      ...(status !== 'pass' && {
        evidence: canonicalLinksOf(facts).map(({ evidence }) => evidence),
      }),
    });
    const relation = canonicalRelationOf(facts)?.kind;
    switch (verdict.kind) {
      case 'not_requested':
        // The check `canonical` reports it.
        if (isPrivateAddress(verdict.failure))
          return { status: 'na', summary: 'The canonical link names a private address.' };
        return requestFailed('The canonical page', verdict.failure);
      case 'unclear':
        return {
          status: 'error',
          summary: `The canonical page responded with status ${verdict.status}.`,
        };
      case 'unindexable':
        return outcome('fail', verdict.what);
      case 'back':
        // The check `canonical-https` reports it.
        return outcome(relation === 'http' ? 'pass' : 'warn', 'redirects back to this page');
      case 'indexable': {
        const redirect = redirectTargetOf(verdict.page);
        if (redirect === null) {
          return outcome('pass', `responds with status ${verdict.page.status} and allows indexing`);
        }
        // The check `canonical-other` reports a link to another page.
        return outcome(relation === 'other' ? 'pass' : 'warn', `redirects to ${redirect}`);
      }
    }
  },
};
