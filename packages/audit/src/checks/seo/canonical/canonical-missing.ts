import { canonicalLinksOf, canonicalTagsOf } from '../../../readings/canonical-links.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { obstacleToIndexing } from '../../../readings/robots/obstacle-to-indexing.ts';
import { isStreamed } from '../../../readings/streamed-parts.ts';
import type { Check } from '../../check.ts';

/**
 * Every page has copies, at least with tracking parameters. A canonical link declares the URL to index.
 */
export const canonicalMissing: Check = {
  id: 'canonical-missing',
  category: 'seo',
  importance: 'low',
  family: 'canonical',
  capsFamily: true,
  title: 'The page has a canonical link',
  advice:
    'Add <link rel="canonical" href="https://example.com/page"> with the page’s own URL to the <head>, so that search engines merge copies of the page under other URLs.',
  why: 'If a page can be reached by several URLs, search engines choose which one to show, and it may be the wrong one.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const [first] = canonicalLinksOf(facts);
    if (first !== undefined) {
      return {
        status: 'pass',
        summary: `The page declares ${shorten(first.href, 200)} as canonical.`,
      };
    }
    const obstacle = obstacleToIndexing(facts);
    if (obstacle !== null) {
      return { status: 'na', summary: `The page ${obstacle.text}, so it needs no canonical link.` };
    }
    const ignored = [
      ...canonicalTagsOf(facts.page).map(({ tag }) => tag),
      ...facts.page.links.filter(
        ({ rel, inHead, href }) => !inHead && rel.includes('canonical') && href?.trim(),
      ),
    ];
    // The checks `canonical-attributes`, `head-broken` and `meta-outside-head` report it.
    const [outside] = ignored;
    if (outside !== undefined) {
      return {
        status: 'na',
        summary: isStreamed(facts.page, outside)
          ? 'The page has a canonical link that React streams into its <body>.'
          : 'The page has a canonical link that search engines ignore.',
        evidence: ignored.slice(0, 25).map(tagEvidence),
      };
    }
    return { status: 'warn', summary: 'The page has no canonical link.' };
  },
};
