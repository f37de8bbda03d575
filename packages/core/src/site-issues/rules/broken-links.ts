import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { finalOf, isBrokenPage, sourcesOf } from './pages.ts';
import { uncheckedLinkTargets, uncheckedMissing } from './unchecked.ts';
import { pagesLink, statusText, urlText } from './words.ts';

/** Links lead to pages that exist, also through redirects. */
export const brokenLinks: SiteRule = {
  id: 'broken-links',
  importance: 'high',
  title: 'Links within the site lead to existing pages',
  advice:
    'Change or remove the links to the broken URL on the listed pages. If its page has moved, redirect (301) the URL to the new one.',
  why: 'Visitors who click such a link get an error instead of the content, and search engines cannot go on from there.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  unchecked: (site) => uncheckedMissing(site) ?? uncheckedLinkTargets(site),
  *find(site) {
    const redirects = yield* redirectsToBroken(site);
    for (const [index, page] of site.pages.entries()) {
      yield null;
      if (!isBrokenPage(page)) continue;
      const sources = new Set(sourcesOf(site, index));
      for (const redirect of redirects.get(index) ?? []) {
        yield null;
        for (const source of sourcesOf(site, redirect)) sources.add(source);
      }
      if (sources.size === 0) continue;
      yield {
        summary: `${pagesLink(sources.size)} to ${urlText(page.url)}, which responds with ${statusText(page)}.`,
        pages: [...sources],
        target: page.url,
      };
    }
  },
};

/** The redirects that lead to broken pages, by page. */
function* redirectsToBroken(site: Site): Generator<null, Map<number, number[]>> {
  const redirects = new Map<number, number[]>();
  for (const [index, { state }] of site.pages.entries()) {
    yield null;
    if (state !== 'redirected') continue;
    const final = finalOf(site, index);
    const page = final === undefined ? undefined : site.pages.get(final);
    if (final === undefined || page === undefined || !isBrokenPage(page)) continue;
    addToList(redirects, final, index);
  }
  return redirects;
}
