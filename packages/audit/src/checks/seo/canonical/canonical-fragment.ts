import { canonicalLinksOf } from '../../../readings/canonical-links.ts';
import type { Check } from '../../check.ts';

/** Search engines index pages without the part of the URL after `#`. */
export const canonicalFragment: Check = {
  id: 'canonical-fragment',
  category: 'seo',
  importance: 'low',
  family: 'canonical',
  title: 'The canonical link names a whole page',
  advice:
    'Remove “#” and everything after it from the canonical link: Google indexes whole pages, not parts of them.',
  why: 'Search engines list whole pages, so a link to a part of one does not clearly say which URL to show in results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const links = canonicalLinksOf(facts);
    if (links.length === 0) return { status: 'na', summary: 'The page has no canonical link.' };
    const bad = links.filter(({ href }) => href.includes('#'));
    const [first] = bad;
    if (!first) return { status: 'pass', summary: 'The canonical URL contains no “#”.' };
    return {
      status: 'warn',
      summary: `Search engines ignore the fragment of the canonical link: ${first.href.slice(first.href.indexOf('#'))}`,
      value: first.href,
      evidence: bad.slice(0, 25).map(({ evidence }) => evidence),
    };
  },
};
