import type { Outcome } from '../../../outcome.ts';
import { canonicalLinksOf } from '../../../readings/canonical-links.ts';
import { comparableOwnUrlOf } from '../../../readings/own-url.ts';
import { withoutTracking } from '../../../url/comparable-url.ts';
import type { Check } from '../../check.ts';

/** Search engines show the canonical page: if that is another page, this one does not appear. */
export const canonicalOther: Check = {
  id: 'canonical-other',
  category: 'seo',
  importance: 'medium',
  family: 'canonical',
  title: 'The canonical link points to this page',
  advice:
    'Point the canonical link to the URL of this page if it should appear in search results. If the page is a deliberate copy, change nothing.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  gate: {
    cap: 79,
    triggeredBy: 'warn',
    reason: 'The canonical link names another page, so this page will probably not be indexed.',
    indexability: false,
  },
  run: (facts): Outcome => {
    const links = canonicalLinksOf(facts);
    const targets = [...new Set(links.flatMap(({ url }) => (url === null ? [] : [url])))];
    const [target] = targets;
    // Search engines ignore conflicting links; the check `canonical` reports those.
    if (target === undefined || targets.length > 1) {
      return {
        status: 'na',
        summary: 'The page has no canonical link, or several different ones.',
      };
    }
    const pageUrl = comparableOwnUrlOf(facts);
    if (target === pageUrl) {
      return {
        status: 'pass',
        summary: 'The canonical URL is the URL of this page.',
        value: target,
      };
    }
    // This is a purpose of canonical links: URLs with campaign parameters should not be indexed.
    if (target === withoutTracking(pageUrl)) {
      const summary = 'The canonical link points to this page without its tracking parameters.';
      return { status: 'pass', summary, value: target };
    }
    if (target === pageUrl.replace(/^http:/, 'https:')) {
      const summary = 'The canonical link points to this page with https.';
      return { status: 'pass', summary, value: target };
    }
    return {
      status: 'warn',
      summary: `The canonical link points to ${target}, so this page will probably not be indexed.`,
      value: target,
      evidence: links.map((link) => link.evidence),
    };
  },
};
