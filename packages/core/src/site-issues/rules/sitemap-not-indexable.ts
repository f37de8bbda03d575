import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { isOwnCanonical, sitemapReason } from './pages.ts';
import { uncheckedListed } from './unchecked.ts';
import { urlText } from './words.ts';

/** Search engines may show the pages in the sitemap. */
export const sitemapNotIndexable: SiteRule = {
  id: 'sitemap-not-indexable',
  importance: 'medium',
  title: 'Search engines may index the pages in the sitemap',
  advice:
    'Decide for each page: remove it from the sitemap, or remove the noindex, the canonical link or the line of robots.txt that keeps it out of search results.',
  why: 'The site asks search engines to show a page and to leave it out at once, and one of both is usually a mistake.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  unknown: sitemapReason,
  unchecked: uncheckedListed,
  *find(site) {
    for (const [index, { url, inSitemap }] of site.pages.entries()) {
      yield null;
      const obstacle = inSitemap ? obstacleOf(site, index) : null;
      if (obstacle === null) continue;
      yield { summary: `${urlText(url)} is in the sitemap, but ${obstacle}.`, pages: [index] };
    }
  },
};

function obstacleOf(site: Site, index: number): string | null {
  const page = site.pages.get(index);
  if (page?.skipReason === 'robots_txt') return 'robots.txt blocks it for this crawler';
  if (!page?.outline) return null;
  if (page.outline.noindex) return 'has noindex';
  // Of one that is not known to redirect back, the sitemap lists another spelling.
  if (site.canonicalOf(index) !== undefined && isOwnCanonical(site, index)) return null;
  return `names ${urlText(page.outline.canonical ?? '')} as its canonical URL`;
}
