import { isChanging, isForVisitor, isStartName, languageInPath } from '@sitegrade/audit';
import type { Site, SitePage } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { finalOf, hasMovedForNow, isIndexable, redirectsReason, sourcesOf } from './pages.ts';
import { urlsSentToStart } from './sent-to-start.ts';
import { uncheckedLinkTargets } from './unchecked.ts';
import { pagesLink, urlText } from './words.ts';

/** If more URLs redirect to one page, except the start page, that is a login, a question about age or the like. */
const mostToOnePage = 2;

/**
 * Followed links lead to pages without temporary redirects. Those that depend on the visitor (logins, languages, carts)
 * or that are made to change (`/latest`) are left out. The others may be meant, so this is a note.
 */
export const temporaryLinks: SiteRule = {
  id: 'temporary-links',
  importance: 'info',
  title: 'Links within the site lead to pages without temporary redirects',
  advice:
    'If the page has moved for good, make the redirect permanent (301) and change the links to the URL that it leads to. If the page will come back to its old URL, leave both as they are.',
  why: 'As long as the redirect says that the page will come back, search engines may keep showing the old URL.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  unknown: redirectsReason,
  unchecked: uncheckedLinkTargets,
  *find(site) {
    const sent = yield* urlsSentToStart(site);
    const counts = new Uint32Array(site.pages.length);
    const found: number[] = [];
    for (const [index, page] of site.pages.entries()) {
      yield null;
      if (page.kind !== 'page' || !hasMovedForNow(page)) continue;
      const final = finalOf(site, index);
      if (final === undefined) continue;
      counts[final] = (counts[final] ?? 0) + 1;
      if (sent.has(index) || !isIndexable(site, final)) continue;
      if (!isMeant(page, site.pages.get(final)?.url ?? '')) found.push(index);
    }
    for (const index of found) {
      yield null;
      const finding = findingOf(site, index, counts);
      if (finding !== null) yield finding;
    }
  },
};

function findingOf(site: Site, index: number, counts: Uint32Array) {
  const { url = '', httpStatus } = site.pages.get(index) ?? {};
  const final = finalOf(site, index) ?? -1;
  const to = site.pages.get(final)?.url ?? '';
  if ((counts[final] ?? 0) > mostToOnePage && !isStartName(to)) return null;
  const pages = sourcesOf(site, index, ({ nofollow }) => !nofollow);
  if (pages.length === 0) return null;
  return {
    summary: `${pagesLink(pages.length)} to ${urlText(url)}, which redirects to ${urlText(to)} for the time being (status ${httpStatus}).`,
    pages,
    target: url,
  };
}

/** Whether a redirect is usually made to be temporary. */
function isMeant({ url }: SitePage, to: string): boolean {
  if (url.includes('?') || to.includes('?')) return true;
  if (isStartName(url) || isForVisitor(url) || isForVisitor(to) || isChanging(url)) return true;
  return languageInPath(to) !== null && languageInPath(to) !== languageInPath(url);
}
