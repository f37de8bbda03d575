import type { Check, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';
import { refusals } from '../indexing/http-status.ts';
import { obstacleToIndexing } from '../indexing/indexing.ts';

/** A sitemap lists the pages that are to be found, and no others. */
export const sitemapContainsUrl: Check = {
  id: 'sitemap-contains-url',
  category: 'seo',
  importance: 'low',
  title: 'The sitemap lists this page',
  advice:
    'List in the sitemap the canonical address of every page that is meant to be found, and leave out pages with noindex, those that robots.txt disallows and those with another canonical page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  run: (facts): Outcome => {
    const { sitemap, response } = facts;
    if (sitemap.kind === 'none') return { status: 'na', summary: 'The site has no sitemap.' };
    const obstacle = obstacleToIndexing(facts);
    const value = { listed: sitemap.listsPage, obstacle: obstacle?.kind ?? null };
    const own = urlEvidence(response.finalUrl);
    if (refusals.has(response.status)) {
      const summary = `The page was refused to us (status ${response.status}): whether it belongs in a sitemap is not known.`;
      return { status: 'error', summary, value };
    }
    if (sitemap.listsPage) {
      if (obstacle === null) {
        return { status: 'pass', summary: 'The sitemap lists this page.', value };
      }
      const summary = `The sitemap lists this page, which ${obstacle.text}.`;
      return { status: 'warn', summary, value, evidence: [own, ...obstacle.evidence] };
    }
    if (obstacle !== null) {
      const summary = `The page ${obstacle.text}, so it belongs in no sitemap.`;
      return { status: 'na', summary, value };
    }
    if (sitemap.listsPage === null) {
      const summary =
        sitemap.unread > 0
          ? `The page is not in the sitemaps that were read; ${sitemap.unread} more ${sitemap.unread === 1 ? 'was' : 'were'} not.`
          : 'The sitemap could not be read whole.';
      return { status: 'error', summary, value };
    }
    return {
      status: 'fail',
      summary: 'No sitemap of the site lists this page.',
      value,
      evidence: [own],
    };
  },
};
