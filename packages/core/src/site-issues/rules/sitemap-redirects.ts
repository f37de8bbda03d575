import type { SiteRule } from '../site-rule.ts';
import { hasMoved, sitemapReason } from './pages.ts';
import { urlsSentToStart } from './sent-to-start.ts';
import { uncheckedListed } from './unchecked.ts';
import { urlText } from './words.ts';

/** The sitemap lists final URLs. Temporary redirects may choose a language for the visitor, and `redirects-to-start` has the removed pages. */
export const sitemapRedirects: SiteRule = {
  id: 'sitemap-redirects',
  importance: 'low',
  title: 'The sitemap lists final URLs',
  advice: 'Replace the URL in the sitemap with the one that it redirects to.',
  why: 'Search engines are sent to an old URL first and need a second request to get to the page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  unknown: sitemapReason,
  unchecked: uncheckedListed,
  *find(site) {
    const sent = yield* urlsSentToStart(site);
    for (const [index, page] of site.pages.entries()) {
      yield null;
      if (!page.inSitemap || !hasMoved(page) || sent.has(index)) continue;
      yield {
        summary: `${urlText(page.url)} is in the sitemap and redirects to ${urlText(page.location ?? '')}.`,
        pages: [index],
      };
    }
  },
};
