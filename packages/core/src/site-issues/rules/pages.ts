import { isBroken } from '../broken.ts';
import type { Site, SiteLink, SitePage } from '../site.ts';

/** The page that a page names as canonical: itself if it names none, `undefined` if that is not in the site. */
export function canonicalOf(site: Site, place: number): number | undefined {
  const canonical = site.pages[place]?.outline?.canonical ?? null;
  return canonical === null ? place : site.placeOf(canonical);
}

/** Whether search engines may show the page, under its own URL. */
export function isIndexable(site: Site, place: number): boolean {
  const page = site.pages[place];
  if (page?.kind !== 'page' || page.state !== 'done' || page.outline === null) return false;
  return !page.outline.noindex && canonicalOf(site, place) === place;
}

/** Whether a page can be compared with others: it can be indexed, and its texts are known. */
export function isComparable(site: Site, place: number): boolean {
  return isIndexable(site, place) && site.pages[place]?.outline?.needsScripts === false;
}

/** The main language of a page: `de` for `de-AT`; empty if it declares none. */
export function languageOf({ outline }: SitePage): string {
  return outline?.language?.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** Whether the URL has moved: temporary redirects are made for links, such as those to a login. */
export function hasMoved({ state, httpStatus }: SitePage): boolean {
  return state === 'redirected' && (httpStatus === 301 || httpStatus === 308);
}

/** Whether a request for it failed for everyone. */
export function isBrokenPage({ state, httpStatus }: SitePage): boolean {
  return state === 'failed' && isBroken(httpStatus);
}

/** The page that a redirect leads to; `undefined` if it leads to no other page of the site. */
export function targetOf(site: Site, place: number): number | undefined {
  const page = site.pages[place];
  if (page?.state !== 'redirected' || page.location === null) return undefined;
  const to = site.placeOf(page.location);
  return to === place ? undefined : to;
}

/** More redirects than any browser or search engine follows. */
const mostRedirects = 100;

/** The page at the end of redirects; `undefined` if they do not end in the site. */
export function finalOf(site: Site, place: number): number | undefined {
  let at: number | undefined = place;
  for (let redirects = 0; redirects <= mostRedirects && at !== undefined; redirects++) {
    if (site.pages[at]?.state !== 'redirected') return at;
    at = targetOf(site, at);
  }
  return undefined;
}

/** The pages with a link to this one that meets a condition. */
export function sourcesOf(
  site: Site,
  place: number,
  isMeant: (link: SiteLink) => boolean = () => true,
): number[] {
  const sources: number[] = [];
  for (const link of site.linksTo(place)) {
    if (!link.isImage && isMeant(link)) sources.push(link.from);
  }
  return sources;
}

/** Why rules about missing links cannot be decided; `null` if they can. */
export function incompleteReason({ isComplete }: Site): string | null {
  return isComplete ? null : 'Not every page and link of the site is known.';
}

/** Why rules about sitemaps cannot be decided; `null` if they can. */
export function sitemapReason({ sitemaps }: Site): string | null {
  if (sitemaps === 'none') return 'The site has no sitemap.';
  return sitemaps === 'unknown' ? 'The sitemaps were not read.' : null;
}
