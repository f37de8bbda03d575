import type { Check } from '../../check.ts';
import { judgeStatements } from './judge-statements.ts';
import { metaStatements } from './robots-statements.ts';

/**
 * Robots meta tags in the head. Several tags are combined and the most restrictive wins, as Google
 * documents it.
 */
export const indexableMeta: Check = {
  id: 'indexable-meta',
  category: 'seo',
  importance: 'high',
  title: 'No robots meta tag keeps the page out of search',
  advice:
    'Remove noindex (or none, or the past unavailable_after date) from the robots meta tag, if the page is meant to be found.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  gate: {
    cap: 49,
    closesOn: 'fail',
    reason: 'A robots meta tag tells search engines not to index the page.',
    indexability: true,
  },
  run: (facts) => judgeStatements(metaStatements(facts), 'robots meta tag', facts.now),
};
