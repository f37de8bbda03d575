import type { Site, SitePage } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { isBrokenPage, isFurtherPage, isIndexable } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { urlText } from './words.ts';

const mostClicks = 3;

/** Pages are at most three clicks away from the start page. */
export const deepPages: SiteRule = {
  id: 'deep-pages',
  importance: 'low',
  title: 'Every page is at most three clicks away from the start page',
  advice:
    'Link to the page, or to the list that contains it, from the start page, a menu or a category.',
  why: 'Few visitors click that often, and search engines may take a page far from the start for less important.',
  source:
    'https://developers.google.com/search/docs/specialty/ecommerce/help-google-understand-your-ecommerce-site-structure',
  unchecked: uncheckedLinks,
  *find(site) {
    const reason = yield* unknownReason(site);
    if (reason !== null) {
      yield reason;
      return;
    }
    for (const [index, { url, depth }] of site.pages.entries()) {
      yield null;
      if (depth === null || depth <= mostClicks) continue;
      if (!isIndexable(site, index) || isFurtherPage(site, index)) continue;
      yield {
        summary: `${urlText(url)} is ${depth.toLocaleString('en')} clicks away from the start page.`,
        pages: [index],
      };
    }
  },
};

function* unknownReason({ pages, hasUnlistedLinks }: Site): Generator<null, string | null> {
  let isStartKnown = false;
  let hasShortcuts = hasUnlistedLinks;
  for (const [, page] of pages.entries()) {
    yield null;
    isStartKnown ||= page.depth === 0;
    hasShortcuts ||= isShortcut(page);
  }
  if (!isStartKnown) return 'The start page is not known.';
  return hasShortcuts
    ? `Not every page that is less than ${mostClicks} clicks away from the start page was read.`
    : null;
}

/** Whether a page that was not read may link to deeper ones. From three clicks on, it shows no shortcut. */
function isShortcut(page: SitePage): boolean {
  const { kind, depth, state, skipReason, outline } = page;
  if (kind === 'image' || depth === null || depth >= mostClicks) return false;
  if (state === 'done') return outline === null || outline.isCut || outline.needsScripts;
  if (state === 'redirected' || isBrokenPage(page)) return false;
  return skipReason !== 'robots_txt' && skipReason !== 'not_html';
}
