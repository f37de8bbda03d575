import type { Outcome } from '../../../outcome.ts';
import { canonicalVerdictOf } from '../../../probes/canonical-verdict.ts';
import { canonicalLinksOf } from '../../../readings/canonical-links.ts';
import { canonicalRelationOf } from '../../../readings/canonical-relation.ts';
import { isHttps } from '../../../readings/response-headers.ts';
import type { Check } from '../../check.ts';

/**
 * The canonical link of an https page names it with https.
 *
 * @remarks Search engines treat both URLs as one page and prefer https, above all if http redirects to it. That this
 * then costs little is our conclusion: the page is indexed nevertheless.
 */
export const canonicalHttps: Check = {
  id: 'canonical-https',
  category: 'seo',
  importance: 'low',
  family: 'canonical',
  title: 'The canonical link names the page with https',
  advice: 'Change http:// to https:// in the href of <link rel="canonical">.',
  why: 'The canonical link recommends the unencrypted version of the page, so search engines may show that one in results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  samples: ['canonical'],
  run: (facts): Outcome => {
    if (!isHttps(facts)) return { status: 'na', summary: 'The page itself is served over http.' };
    const relation = canonicalRelationOf(facts);
    if (relation === null) {
      return {
        status: 'na',
        summary: 'The page has no canonical link, or several different ones.',
      };
    }
    const { kind, target } = relation;
    if (kind === 'other') {
      return { status: 'na', summary: 'The canonical link names another page.' };
    }
    if (kind !== 'http') {
      return { status: 'pass', summary: 'The canonical link starts with https://.', value: target };
    }
    const verdict = canonicalVerdictOf(facts);
    // The check `canonical-target` reports it.
    if (verdict.kind === 'unindexable') {
      return { status: 'na', summary: 'The canonical URL with http:// cannot be indexed.' };
    }
    const redirects = verdict.kind === 'back' ? ', which redirects back to https://' : '';
    return {
      status: 'warn',
      summary: `The canonical link names this page with http://${redirects}.`,
      value: target,
      evidence: canonicalLinksOf(facts).map(({ evidence }) => evidence),
    };
  },
};
