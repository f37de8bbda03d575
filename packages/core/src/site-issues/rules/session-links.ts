import type { SiteRule } from '../site-rule.ts';
import { unreadReason } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { count, quote } from './words.ts';

/** Links do not hold the session of a visitor: each visit has other URLs for the same pages then. */
export const sessionLinks: SiteRule = {
  id: 'session-links',
  importance: 'medium',
  title: 'Links are the same for every visitor',
  advice:
    'Keep the session in a cookie, and turn off that the server or the shop adds it to links: in PHP session.use_trans_sid, in Java servlets the tracking mode URL.',
  why: 'Search engines find the pages under new URLs at each visit, and anyone who gets such a link may take over the visit.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  unknown: unreadReason,
  unchecked: uncheckedLinks,
  *find({ sessionLinks }) {
    for (const [name, pages] of sessionLinks) {
      yield null;
      yield {
        summary: `${count(pages.size, 'page has', 'pages have')} links with the session of a visitor, in ${quote(name)}.`,
        pages: [...pages.values()],
        key: name,
      };
    }
  },
};
