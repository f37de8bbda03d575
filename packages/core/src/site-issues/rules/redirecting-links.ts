import { gapOf } from '../gaps.ts';
import type { SiteRule } from '../site-rule.ts';
import { finalOf, hasMoved, isBrokenPage, redirectsReason, sourcesOf } from './pages.ts';
import { urlsSentToStart } from './sent-to-start.ts';
import { uncheckedLinkTargets } from './unchecked.ts';
import { pagesLink, urlText } from './words.ts';

/**
 * Links name the final URLs of pages of the site. Only permanent redirects count, and only those within the site:
 * others are made for links, such as those to a login, or that count clicks. Removed pages that redirect to the start
 * page are `redirects-to-start`.
 */
export const redirectingLinks: SiteRule = {
  id: 'redirecting-links',
  importance: 'low',
  title: 'Links within the site lead directly to pages',
  advice:
    'Change the href of the links on the listed pages to the URL that the redirect leads to. If a menu or template has the link, change it there once.',
  why: 'Each click takes a detour that makes visitors wait, until the link names the new address.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  unknown: redirectsReason,
  unchecked: uncheckedLinkTargets,
  *find(site) {
    const sent = yield* urlsSentToStart(site);
    for (const [index, page] of site.pages.entries()) {
      yield null;
      if (!hasMoved(page) || sent.has(index)) continue;
      const final = site.pages.get(finalOf(site, index) ?? -1);
      // Links to broken pages and to loops are other issues, and what was not requested may be one.
      if (final === undefined || isBrokenPage(final)) continue;
      if (gapOf(final) === 'not_requested') continue;
      const pages = sourcesOf(site, index);
      if (pages.length === 0) continue;
      yield {
        summary: `${pagesLink(pages.length)} to ${urlText(page.url)}, which redirects to ${urlText(final.url)}.`,
        pages,
        target: page.url,
      };
    }
  },
};
