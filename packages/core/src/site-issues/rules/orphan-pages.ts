import type { SiteRule } from '../site-rule.ts';
import { isFurtherPage, isIndexable, sitemapReason } from './pages.ts';
import { uncheckedLinks, uncheckedSitemaps } from './unchecked.ts';
import { waysTo } from './ways.ts';
import { urlText } from './words.ts';

/** Pages in the sitemap are linked. Links with nofollow count, and so do redirects and language versions. */
export const orphanPages: SiteRule = {
  id: 'orphan-pages',
  importance: 'medium',
  title: 'Every page in the sitemap is linked from another page',
  advice:
    'Link to the page with <a href> from a menu, a list or a related page. If no one needs it any more, remove it and its entry in the sitemap.',
  why: 'Visitors who browse the site cannot get to such a page, and search engines know it only from the sitemap.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  unknown: (site) => sitemapReason(site) ?? uncheckedLinks(site),
  unchecked: uncheckedSitemaps,
  *find(site) {
    const { counts } = yield* waysTo(site);
    for (const [index, { url, inSitemap, level }] of site.pages.entries()) {
      yield null;
      if (!inSitemap || level === 0 || counts[index] !== 0) continue;
      if (!isIndexable(site, index) || isFurtherPage(site, index)) continue;
      yield {
        summary: `No page links to ${urlText(url)}, which is in the sitemap.`,
        pages: [index],
      };
    }
  },
};
