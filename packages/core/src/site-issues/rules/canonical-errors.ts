import type { Site, SitePage } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { canonicalsTo } from './canonicals.ts';
import { finalOf, hasMoved, isBrokenPage, isInLoop } from './pages.ts';
import { uncheckedCanonicals, uncheckedMissing } from './unchecked.ts';
import { statusText, urlText } from './words.ts';

/** Canonical links lead to pages that exist. */
export const canonicalErrors: SiteRule = {
  id: 'canonical-errors',
  importance: 'high',
  title: 'Canonical links lead to existing pages',
  advice:
    'Change the <link rel="canonical"> of the listed pages to a URL that exists: usually their own.',
  why: 'These pages recommend a URL that has no page, so search engines have to choose by themselves which one to show.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: (site) => uncheckedMissing(site) ?? uncheckedCanonicals(site),
  find: (site) => canonicalsTo(site, (target, index) => errorAt(site, target, index)),
};

/** What is wrong with the target of a canonical link that shows no page; `null` if it may show one. */
function errorAt(site: Site, target: SitePage, index: number): string | null {
  if (isBrokenPage(target)) return `responds with ${statusText(target)}`;
  if (!hasMoved(target)) return null;
  if (isInLoop(site, index)) return 'redirects in a loop';
  const final = site.pages.get(finalOf(site, index) ?? -1);
  if (final === undefined || !isBrokenPage(final)) return null;
  return `redirects to ${urlText(final.url)}, which responds with ${statusText(final)}`;
}
