import { headerStatements, intendedOutcome } from '../../../readings/robots/robots-statements.ts';
import type { Check } from '../../check.ts';

/**
 * The X-Robots-Tag header. It may repeat, and a crawler's name, in any case, limits the directives
 * that follow it to that crawler.
 */
export const indexableHeader: Check = {
  id: 'indexable-header',
  category: 'seo',
  importance: 'high',
  family: 'indexing',
  title: 'The X-Robots-Tag header allows indexing',
  advice:
    'Remove noindex (or none, or the past unavailable_after date) from the X-Robots-Tag header if the page should appear in search results. The header is set in the web server, a plugin or the CDN.',
  why: 'Such a header can keep the page out of search results, and no one notices it by looking at the page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: 'An X-Robots-Tag header tells search engines not to index the page.',
    indexability: true,
  },
  run: (facts) => intendedOutcome(headerStatements(facts), 'X-Robots-Tag header', facts),
};
