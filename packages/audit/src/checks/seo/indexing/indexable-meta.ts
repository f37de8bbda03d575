import { intendedOutcome, metaStatements } from '../../../readings/robots/robots-statements.ts';
import type { Check } from '../../check.ts';

/**
 * Robots meta tags in the head. Several tags are combined and the most restrictive wins, as Google
 * documents it.
 */
export const indexableMeta: Check = {
  id: 'indexable-meta',
  category: 'seo',
  importance: 'high',
  family: 'indexing',
  title: 'Robots meta tags allow indexing',
  advice:
    'Remove noindex (or none, or the past unavailable_after date) from <meta name="robots"> if the page should appear in search results.',
  why: 'Such a tag can keep the page out of search results, where people would otherwise find it.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: 'A robots meta tag tells search engines not to index the page.',
    indexability: true,
  },
  run: (facts) => intendedOutcome(metaStatements(facts), 'robots meta tag', facts),
};
