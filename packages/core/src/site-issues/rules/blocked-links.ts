import type { SiteRule } from '../site-rule.ts';
import { sourcesOf } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { pagesLink, urlText } from './words.ts';

/** Followed links lead to pages that may be crawled. Carts and searches are often blocked on purpose: a note. */
export const blockedLinks: SiteRule = {
  id: 'blocked-links',
  importance: 'info',
  title: 'robots.txt lets crawlers request linked pages',
  advice:
    'If search engines should show the page, remove the line that blocks it from robots.txt. If it is blocked on purpose, such as a cart, there is nothing to do.',
  why: 'Search engines that keep to the same line cannot read these pages, so what is on them is not found.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
  unknown: ({ isCrawl }) =>
    isCrawl ? null : 'Only a crawl asks robots.txt about the pages that are linked.',
  unchecked: uncheckedLinks,
  *find(site) {
    for (const [index, { url, skipReason }] of site.pages.entries()) {
      yield null;
      if (skipReason !== 'robots_txt') continue;
      const pages = sourcesOf(site, index, ({ nofollow }) => !nofollow);
      if (pages.length === 0) continue;
      yield {
        summary: `${pagesLink(pages.length)} to ${urlText(url)}, which robots.txt blocks for this crawler.`,
        pages,
        target: url,
      };
    }
  },
};
