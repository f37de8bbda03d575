import type { Site, SitePage } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { canonicalsTo } from './canonicals.ts';
import { loopsOf } from './loops.ts';
import {
  finalOf,
  hasMoved,
  isBrokenPage,
  isInLoop,
  isOwnCanonical,
  redirectsReason,
} from './pages.ts';
import { uncheckedCanonicals } from './unchecked.ts';
import { urlText } from './words.ts';

/** Canonical links lead to final URLs: not to a redirect, and not to a page that names another one as canonical. */
export const canonicalRedirects: SiteRule = {
  id: 'canonical-redirects',
  importance: 'medium',
  title: 'Canonical links lead to final URLs',
  advice:
    'Change the <link rel="canonical"> of the listed pages to the URL that the redirect, or the canonical link of that URL, leads to. Pages that name each other must agree on one of them.',
  why: 'The recommended URL passes search engines on to another one, so they may choose by themselves which one to show.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: (site) => redirectsReason(site) ?? uncheckedCanonicals(site),
  *find(site) {
    const inLoops = new Set<number>();
    for (const pages of loopsOf(site, (index) => canonicalOf(site, index))) {
      yield null;
      // What names itself is right.
      if (pages === null || pages.length === 1) continue;
      for (const index of pages) inLoops.add(index);
      const url = urlText(site.pages.get(pages[0] ?? -1)?.url);
      yield {
        summary: `${pages.length.toLocaleString('en')} pages name each other as canonical in a loop, such as ${url}.`,
        pages,
      };
    }
    yield* canonicalsTo(site, (target, index) =>
      inLoops.has(index) ? null : passesOn(site, target, index),
    );
  },
};

/** Where the canonical link of a page leads, after redirects, if search engines follow it. */
function canonicalOf(site: Site, index: number): number | undefined {
  const page = site.pages.get(index);
  if (page?.state !== 'done' || page.outline === null || page.outline.noindex) return undefined;
  const canonical = site.canonicalOf(index);
  return canonical === undefined ? undefined : finalOf(site, canonical);
}

function passesOn(site: Site, page: SitePage, index: number): string | null {
  if (hasMoved(page)) {
    const final = site.pages.get(finalOf(site, index) ?? -1);
    // `canonical-errors` reports what shows no page.
    const isError = final === undefined ? isInLoop(site, index) : isBrokenPage(final);
    return isError ? null : `redirects to ${urlText(page.location ?? '')}`;
  }
  if (page.state !== 'done' || page.outline === null || page.outline.noindex) return null;
  if (isOwnCanonical(site, index)) return null;
  return `names ${urlText(page.outline.canonical ?? '')} as its canonical URL`;
}
