import type { Outcome } from '../../../outcome.ts';
import { canonicalVerdictOf } from '../../../probes/canonical-verdict.ts';
import { canonicalLinksOf } from '../../../readings/canonical-links.ts';
import { canonicalRelationOf } from '../../../readings/canonical-relation.ts';
import { isAmp } from '../../../readings/is-amp.ts';
import { isLeftPrivate } from '../../../readings/own-url.ts';
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
  why: 'The page asks search engines to show another one in its place, so it may not appear in search results itself.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  gate: {
    cap: 79,
    triggeredBy: 'warn',
    reason: 'The canonical link names another page, so this page will probably not be indexed.',
    indexability: false,
  },
  samples: ['canonical'],
  run: (facts): Outcome => {
    const relation = canonicalRelationOf(facts);
    // Search engines ignore conflicting links; the check `canonical` reports those.
    if (relation === null) {
      return {
        status: 'na',
        summary: 'The page has no canonical link, or several different ones.',
      };
    }
    const { kind, target } = relation;
    if (isLeftPrivate(facts, target)) {
      const summary = 'The canonical link names a private address, which search engines ignore.';
      return { status: 'na', summary, value: target };
    }
    if (kind === 'other' && isAmp(facts.page)) {
      return {
        status: 'pass',
        summary: `The AMP page names the page that it is a form of: ${target}`,
        value: target,
      };
    }
    if (kind !== 'other') return { status: 'pass', summary: ownSummaries[kind], value: target };
    const verdict = canonicalVerdictOf(facts);
    if (verdict.kind === 'back') {
      const summary = `The canonical link points to ${target}, which redirects back to this page.`;
      return { status: 'pass', summary, value: target };
    }
    // The check `canonical-target` reports it. It is not known which page search engines then choose.
    if (verdict.kind === 'unindexable') {
      const summary = `The canonical link points to ${target}, which cannot be indexed.`;
      return { status: 'na', summary, value: target };
    }
    return {
      status: 'warn',
      summary: `The canonical link points to ${target}, so this page will probably not be indexed.`,
      value: target,
      evidence: canonicalLinksOf(facts).map(({ evidence }) => evidence),
    };
  },
};

const ownSummaries = {
  self: 'The canonical URL is the URL of this page.',
  // This is a purpose of canonical links: URLs with campaign parameters should not be indexed.
  untracked: 'The canonical link points to this page without its tracking parameters.',
  https: 'The canonical link points to this page with https.',
  // The check `canonical-https` reports it.
  http: 'The canonical link points to this page with http.',
} as const;
