import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import {
  hasBrokenCanonical,
  isComparable,
  isFurtherPage,
  sitemapReason,
  sourcesOf,
} from './pages.ts';
import { uncheckedLinks, uncheckedSitemaps } from './unchecked.ts';
import { variantKey } from './url-keys.ts';
import { pagesLink, urlText } from './words.ts';

/** If a sitemap lists less than this share of the pages, it is made for some of them only, such as news. */
const leastShare = 1 / 2;

/**
 * Pages that are linked and can be indexed are in the sitemap, except those that say that they do not exist. Pages with a query count only if they name
 * themselves as canonical.
 */
export const missingFromSitemap: SiteRule = {
  id: 'missing-from-sitemap',
  importance: 'low',
  title: 'The sitemap lists the pages of the site',
  advice:
    'Add the page to the sitemap, or let the CMS or build create the sitemap from all published pages. If search engines should not show the page, add noindex to it.',
  why: 'Search engines may notice pages later, and changes on them, if the list leaves them out.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  unknown: (site) => sitemapReason(site) ?? uncheckedSitemaps(site),
  unchecked: uncheckedLinks,
  *find(site) {
    const missing: number[] = [];
    const listed = new Set<string>();
    for (const [, { url, inSitemap }] of site.pages.entries()) {
      yield null;
      if (inSitemap) listed.add(variantKey(url));
    }
    let expected = 0;
    for (const [index, { url, inSitemap }] of site.pages.entries()) {
      yield null;
      if (!isExpected(site, index)) continue;
      expected++;
      if (!inSitemap && !listed.has(variantKey(url))) missing.push(index);
    }
    if (expected - missing.length < leastShare * expected) {
      yield 'The sitemaps list fewer than half of the pages: they may be made for some of them only, such as news.';
      return;
    }
    for (const index of missing) {
      yield null;
      const links = sourcesOf(site, index, ({ nofollow }) => !nofollow).length;
      if (links === 0) continue;
      yield {
        summary: `${pagesLink(links)} to ${urlText(site.pages.get(index)?.url)}, which is not in the sitemap.`,
        pages: [index],
      };
    }
  },
};

function isExpected(site: Site, index: number): boolean {
  const { url = '', outline = null } = site.pages.get(index) ?? {};
  if (!isComparable(site, index) || isFurtherPage(site, index)) return false;
  // Which URL it should name is not known.
  if (outline?.saysMissing || hasBrokenCanonical(site, index)) return false;
  return outline?.canonical !== null || !url.includes('?');
}
