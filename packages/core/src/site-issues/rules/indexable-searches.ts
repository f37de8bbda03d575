import { isSearch } from '@sitegrade/audit';
import type { SiteRule } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { isIndexable, unreadReason } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { count, urlText } from './words.ts';

/** Results of the site's own search, by their URL, are kept out of search engines. */
export const indexableSearches: SiteRule = {
  id: 'indexable-searches',
  importance: 'low',
  title: 'Results of the search on the site stay out of search engines',
  advice:
    'Add noindex to the page with the results, or block its URL in robots.txt if search engines request it too often. If a list of results should be found, give it a separate page with a text.',
  why: 'There may be a page for each word that anyone enters, and these take the place of pages with content.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  unknown: unreadReason,
  unchecked: uncheckedLinks,
  *find(site) {
    const found = new Map<string, number[]>();
    for (const [index, { url }] of site.pages.entries()) {
      yield null;
      if (!isSearch(url) || !isIndexable(site, index)) continue;
      const [path = ''] = url.split('?', 1);
      addToList(found, path, index);
    }
    for (const [path, pages] of found) {
      yield null;
      const example = urlText(site.pages.get(pages[0] ?? -1)?.url);
      yield {
        summary: `Search engines may show ${count(pages.length, 'page', 'pages')} with results of the search on the site, such as ${example}.`,
        pages,
        key: path,
      };
    }
  },
};
