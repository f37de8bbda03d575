import type { SiteRule } from '../site-rule.ts';
import { isBrokenPage, sitemapReason } from './pages.ts';
import { uncheckedListed, uncheckedMissing } from './unchecked.ts';
import { statusText, urlText } from './words.ts';

/** Pages in the sitemap exist. */
export const sitemapErrors: SiteRule = {
  id: 'sitemap-errors',
  importance: 'medium',
  title: 'Pages in the sitemap exist',
  advice:
    'Remove the URL from the sitemap, or restore its page. If the page has moved, list its new URL.',
  why: 'The list sends search engines to something that does not exist, which takes time that real pages could have.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  unknown: sitemapReason,
  unchecked: (site) => uncheckedMissing(site) ?? uncheckedListed(site),
  *find({ pages }) {
    for (const [index, page] of pages.entries()) {
      yield null;
      if (!page.inSitemap || !isBrokenPage(page)) continue;
      yield {
        summary: `${urlText(page.url)} is in the sitemap and responds with ${statusText(page)}.`,
        pages: [index],
      };
    }
  },
};
