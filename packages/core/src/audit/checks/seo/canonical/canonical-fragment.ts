import type { Check } from '../../check.ts';
import { canonicalLinksOf } from './canonical-links.ts';

/** Search engines know pages without the part of the address behind `#`. */
export const canonicalFragment: Check = {
  id: 'canonical-fragment',
  category: 'seo',
  importance: 'low',
  title: 'The canonical link has no fragment',
  advice:
    'Leave out of the canonical link what follows “#”: Google does not take parts of a page for pages.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const links = canonicalLinksOf(facts);
    if (links.length === 0)
      return { status: 'na', summary: 'The page declares no canonical link.' };
    const bad = links.filter(({ href }) => href.includes('#'));
    const [first] = bad;
    if (!first) return { status: 'pass', summary: 'The canonical link has no fragment.' };
    return {
      status: 'warn',
      summary: `The canonical link has a fragment, which search engines leave out: ${first.href.slice(first.href.indexOf('#'))}`,
      value: first.href,
      evidence: bad.slice(0, 25).map(({ evidence }) => evidence),
    };
  },
};
