import type { SiteRule } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { finalOf, hasMoved, redirectsReason, targetOf } from './pages.ts';
import { uncheckedLinkTargets } from './unchecked.ts';
import { count, urlText } from './words.ts';

/** Redirects lead to the final URL at once. Temporary ones may be steps of a login. */
export const redirectChains: SiteRule = {
  id: 'redirect-chains',
  importance: 'low',
  title: 'Redirects lead to their final URL in one step',
  advice: 'Change the redirects of the listed URLs so that they lead straight to the final URL.',
  why: 'Each further step makes visitors wait, and search engines may give up before they get to the page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  unknown: redirectsReason,
  unchecked: uncheckedLinkTargets,
  *find(site) {
    const sources = new Map<number, number[]>();
    for (const [index, page] of site.pages.entries()) {
      yield null;
      const next = targetOf(site, index);
      const middle = next === undefined ? undefined : site.pages.get(next);
      if (next === undefined || middle === undefined) continue;
      // What never ends is a loop.
      if (!hasMoved(page) || !hasMoved(middle) || finalOf(site, next) === undefined) continue;
      addToList(sources, next, index);
    }
    for (const [next, pages] of sources) {
      yield null;
      const { url, location } = site.pages.get(next) ?? { url: '', location: '' };
      yield {
        summary: `${count(pages.length, 'URL redirects', 'URLs redirect')} to ${urlText(url)}, which redirects again, to ${urlText(location ?? '')}.`,
        pages,
        target: url,
      };
    }
  },
};
