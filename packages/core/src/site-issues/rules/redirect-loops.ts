import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { loopsOf } from './loops.ts';
import { hasMoved, redirectsReason, targetOf } from './pages.ts';
import { uncheckedLinkTargets } from './unchecked.ts';
import { urlText } from './words.ts';

/** Redirects end at a page. Temporary ones may only need cookies. */
export const redirectLoops: SiteRule = {
  id: 'redirect-loops',
  importance: 'high',
  title: 'Redirects end at a page',
  advice:
    'Remove the redirect of one of the listed URLs, so that it shows the page. Often a rule for slashes, http or www contradicts another one.',
  why: 'Browsers stop and show an error, so visitors and search engines never get to a page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  unknown: redirectsReason,
  unchecked: uncheckedLinkTargets,
  *find(site) {
    for (const pages of loopsOf(site, (index) => movedTo(site, index))) {
      yield null;
      if (pages === null) continue;
      const url = urlText(site.pages.get(pages[0] ?? -1)?.url);
      yield {
        summary:
          pages.length === 1
            ? `${url} redirects to itself.`
            : `${pages.length.toLocaleString('en')} URLs redirect to each other in a loop, such as ${url}.`,
        pages,
      };
    }
  },
};

/** Where a permanent redirect leads to. To itself only as written: `http://` may show a page. */
function movedTo(site: Site, index: number): number | undefined {
  const page = site.pages.get(index);
  if (page === undefined || !hasMoved(page)) return undefined;
  return page.location === page.url ? index : targetOf(site, index);
}
