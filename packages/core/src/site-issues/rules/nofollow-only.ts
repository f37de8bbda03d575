import type { SiteRule } from '../site-rule.ts';
import { isFurtherPage, isIndexable } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { waysTo } from './ways.ts';
import { urlText } from './words.ts';

/**
 * Pages that are linked have a link without nofollow. A crawl requests those without one only if a sitemap lists them:
 * whether the others may be indexed is not known. What other pages name as canonical, or as a version in another language, is found without a link.
 */
export const nofollowOnly: SiteRule = {
  id: 'nofollow-only',
  importance: 'low',
  title: 'Every page has a link that search engines follow',
  advice:
    'Remove nofollow from the links to the page, or from the robots tag of the pages that have these links. If search engines should not show it, add noindex to the page instead: nofollow does not keep it out of search results.',
  why: 'Search engines may not use such links, so they rarely visit the page and do not see that it matters.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  unknown: uncheckedLinks,
  unchecked: ({ hasUnlistedNofollow }) =>
    hasUnlistedNofollow
      ? 'URLs that are linked with nofollow only, and that no sitemap lists, were not requested.'
      : null,
  *find(site) {
    const { counts, areFollowed } = yield* waysTo(site);
    for (const [index, { url, level }] of site.pages.entries()) {
      yield null;
      if (level === 0 || counts[index] === 0 || areFollowed[index] === 1) continue;
      if (!isIndexable(site, index) || isFurtherPage(site, index)) continue;
      yield { summary: `All links to ${urlText(url)} have nofollow.`, pages: [index] };
    }
  },
};
