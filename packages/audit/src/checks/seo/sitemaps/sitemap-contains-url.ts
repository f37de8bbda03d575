import type { Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import { missingPageTextOf } from '../../../readings/missing-page-text.ts';
import { refusals } from '../../../readings/response-status.ts';
import { obstacleToIndexing } from '../../../readings/robots/obstacle-to-indexing.ts';
import type { Check } from '../../check.ts';

/** A sitemap lists the pages that should be indexed, and no others. */
export const sitemapContainsUrl: Check = {
  id: 'sitemap-contains-url',
  category: 'seo',
  importance: 'low',
  isAtRoot: true,
  family: 'sitemap',
  title: 'The sitemap lists this page',
  advice:
    'Add the canonical URL of every page that should appear in search results to the sitemap. Leave out pages with noindex, pages that robots.txt blocks and pages whose canonical link names another page.',
  why: 'Search engines may find a page later if it is missing in the list of pages that should appear in search results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  run: (facts): Outcome => {
    const { sitemap, response } = facts;
    if (sitemap.kind === 'none') return { status: 'na', summary: 'The site has no sitemap.' };
    const obstacle = obstacleToIndexing(facts);
    const value = { listed: sitemap.listsPage, obstacle: obstacle?.kind ?? null };
    const pageEvidence = urlEvidence(response.finalUrl);
    if (refusals.has(response.status)) {
      const summary = `The server refused the request (status ${response.status}), so it is unknown whether the page belongs in a sitemap.`;
      return { status: 'error', summary, value };
    }
    if (sitemap.listsPage) {
      if (obstacle === null) {
        return { status: 'pass', summary: 'The URL of this page is in the sitemap.', value };
      }
      const summary = `The sitemap lists this page, although it ${obstacle.text}.`;
      // The check `canonical-other` reports the canonical link.
      const status = obstacle.kind === 'not_canonical' ? 'na' : 'warn';
      return { status, summary, value, evidence: [pageEvidence, ...obstacle.evidence] };
    }
    if (obstacle !== null) {
      const summary = `The page ${obstacle.text}, so it does not belong in a sitemap.`;
      return { status: 'na', summary, value };
    }
    if (missingPageTextOf(facts) !== null) {
      const summary = 'The page says that it does not exist, so it does not belong in a sitemap.';
      return { status: 'na', summary, value };
    }
    if (sitemap.listsPage === null) {
      const summary =
        sitemap.unread > 0
          ? `The page is not in the sitemaps that were read; ${sitemap.unread} more ${sitemap.unread === 1 ? 'was' : 'were'} not read.`
          : 'The sitemap could not be read completely.';
      return { status: 'error', summary, value };
    }
    // The check `sitemap-valid` reports sitemaps without entries.
    if (sitemap.urls === 0) {
      return { status: 'na', summary: 'The sitemap has no entries.', value };
    }
    return {
      status: 'fail',
      summary: 'No sitemap of the site lists this page.',
      value,
      evidence: [pageEvidence],
    };
  },
};
