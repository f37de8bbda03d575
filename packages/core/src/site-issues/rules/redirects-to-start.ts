import type { SiteRule } from '../site-rule.ts';
import { redirectsReason } from './pages.ts';
import { sentToStart } from './sent-to-start.ts';
import { uncheckedLinkTargets } from './unchecked.ts';
import { count, urlText } from './words.ts';

/** Removed pages do not redirect to the start page: search engines take such redirects for missing pages. */
export const redirectsToStart: SiteRule = {
  id: 'redirects-to-start',
  importance: 'medium',
  title: 'Removed pages redirect to a page that replaces them',
  advice:
    'Redirect (301) each of the listed URLs to the page that replaces it. Where there is none, respond with status 404 or 410, and remove the links to it.',
  why: 'Visitors land on a page that they did not look for, and search engines treat the old URLs as missing pages.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  unknown: (site) =>
    redirectsReason(site) ??
    (site.indexOf(`${site.origin}/`) === undefined ? 'The start page is not known.' : null),
  unchecked: uncheckedLinkTargets,
  *find(site) {
    const sent = yield* sentToStart(site);
    for (const [to, pages] of sent) {
      yield null;
      const target = site.pages.get(to)?.url ?? '';
      const example = site.pages.get(pages[0] ?? -1)?.url;
      yield {
        summary: `${count(pages.length, 'URL', 'URLs')} of other pages redirect to the start page ${urlText(target)}, such as ${urlText(example)}.`,
        pages,
        target,
      };
    }
  },
};
