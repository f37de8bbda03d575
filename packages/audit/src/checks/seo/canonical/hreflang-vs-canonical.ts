import { canonicalLinksOf } from '../../../readings/canonical-links.ts';
import { canonicalRelationOf } from '../../../readings/canonical-relation.ts';
import { languageVersionsOf } from '../../../readings/language-versions.ts';
import { comparableOwnUrlOf } from '../../../readings/own-url.ts';
import type { Check } from '../../check.ts';

/**
 * A page cannot be a language version and a copy of another page at the same time. The check
 * `canonical-other` counts in the score, this one explains.
 */
export const hreflangVsCanonical: Check = {
  id: 'hreflang-vs-canonical',
  category: 'seo',
  importance: 'info',
  family: 'hreflang',
  title: 'The listed language version is the canonical page',
  advice:
    'Make every language version declare itself as canonical, and list canonical URLs in the hreflang links. Otherwise search engines get contradicting signals.',
  why: 'The page recommends one URL for its language and another one in general, so search engines may follow either of them.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    const relation = canonicalRelationOf(facts);
    if (versions.length === 0 || relation === null) {
      return { status: 'na', summary: 'The page has no hreflang links or no canonical link.' };
    }
    const pageUrl = comparableOwnUrlOf(facts);
    const entry = versions.find(({ url }) => url === pageUrl);
    if (!entry || relation.kind !== 'other') {
      return {
        status: 'pass',
        summary: 'The hreflang links do not contradict the canonical link.',
      };
    }
    return {
      status: 'warn',
      summary: `The page lists itself as the version for ${entry.code}, but declares ${relation.target} as canonical.`,
      value: { hreflang: pageUrl, canonical: relation.target },
      evidence: [entry.evidence, ...canonicalLinksOf(facts).map(({ evidence }) => evidence)].slice(
        0,
        25,
      ),
    };
  },
};
