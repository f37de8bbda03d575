import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { obstacleToIndexing } from '../indexing/indexing.ts';
import { canonicalLinksOf, canonicalTagsOf } from './canonical-links.ts';

/** Every address has copies, with a campaign's parameters if nothing else: a canonical link says which one counts. */
export const canonicalMissing: Check = {
  id: 'canonical-missing',
  category: 'seo',
  importance: 'low',
  title: 'The page has a canonical link',
  advice:
    'Add <link rel="canonical" href="https://example.com/page"> with the own address of the page to its <head>, so that copies of the page under other addresses count for it.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    if (canonicalLinksOf(facts).length > 0) {
      return { status: 'pass', summary: 'The page has a canonical link.' };
    }
    const obstacle = obstacleToIndexing(facts);
    if (obstacle !== null) {
      return { status: 'na', summary: `The page ${obstacle.text} and needs no canonical link.` };
    }
    const unread = [
      ...canonicalTagsOf(facts.page).map(({ tag }) => tag),
      ...facts.page.links.filter(
        ({ rel, inHead, href }) => !inHead && rel.includes('canonical') && href?.trim(),
      ),
    ];
    return {
      status: 'warn',
      summary:
        unread.length > 0
          ? 'The page has no canonical link that search engines read: it is outside the <head>, or has attributes for which they leave it out.'
          : 'The page has no canonical link.',
      evidence: unread.slice(0, 25).map(tagEvidence),
    };
  },
};
