import { isBroken } from '../broken.ts';
import { listPlaceOf } from '../list-place.ts';
import type { Site, SiteLink, SitePage } from '../site.ts';
import { variantKey } from './url-keys.ts';

/** Whether search engines may show the page, under its own URL. */
export function isIndexable(site: Site, index: number): boolean {
  return site.pages.get(index)?.kind === 'page' && mayBeShown(site, index);
}

/** The same for targets of links, too, which are not pages of the crawl. */
function mayBeShown(site: Site, index: number): boolean {
  const page = site.pages.get(index);
  if (page === undefined || page.kind === 'image' || page.state !== 'done') return false;
  if (page.outline === null || page.outline.noindex || page.outline.refreshes) return false;
  return isOwnCanonical(site, index);
}

/** Whether it can be said of a page or a target which versions in other languages it names. */
export function isKnownVersion(site: Site, index: number): boolean {
  return mayBeShown(site, index) && site.pages.get(index)?.outline?.needsScripts === false;
}

/**
 * Whether a page is the one that its canonical link leads to, also through redirects: a static host sends `/a` back to
 * `/a/`. Another spelling of its URL that is not a URL of the site is taken for one that does, and a canonical link to
 * what does not exist is ignored, as search engines do.
 */
export function isOwnCanonical(site: Site, index: number): boolean {
  const canonical = site.canonicalOf(index);
  if (canonical !== undefined) {
    return (
      canonical === index || finalOf(site, canonical) === index || hasBrokenCanonical(site, index)
    );
  }
  const { url = '', outline = null } = site.pages.get(index) ?? {};
  const named = outline?.canonical ?? null;
  return named !== null && variantKey(named) === variantKey(url);
}

/** Whether the canonical link of a page leads to what does not exist, also through redirects. */
export function hasBrokenCanonical(site: Site, index: number): boolean {
  const canonical = site.canonicalOf(index);
  const final = canonical === undefined ? undefined : finalOf(site, canonical);
  const target = site.pages.get(final ?? -1);
  return target !== undefined && isBrokenPage(target);
}

/** Whether a page can be compared with others: it can be indexed, and its texts are known. */
export function isComparable(site: Site, index: number): boolean {
  return isIndexable(site, index) && site.pages.get(index)?.outline?.needsScripts === false;
}

/** Whether it is a page of a list, but not the first one: `/blog?page=2`. */
export function isFurtherPage(site: Site, index: number): boolean {
  if (site.listOf(index) === undefined) return false;
  return listPlaceOf(site.pages.get(index)?.url ?? '') !== null;
}

/** The main language of a page: `de` for `de-AT`; empty if it declares none. */
export function languageOf({ outline }: SitePage): string {
  return outline?.language?.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** Temporary redirects (RFC 9110 §15.4), which are made for links, such as those to a login. */
const temporary: ReadonlySet<number | null> = new Set([302, 303, 307]);

/** Whether the URL has moved, by a permanent redirect or by a page that browsers replace at once, which is as good as one. */
export function hasMoved({ state, httpStatus }: SitePage): boolean {
  return state === 'redirected' && httpStatus !== null && !temporary.has(httpStatus);
}

/** Whether the URL redirects for the time being. */
export function hasMovedForNow({ state, httpStatus }: SitePage): boolean {
  return state === 'redirected' && temporary.has(httpStatus);
}

/** Whether a request for it failed for everyone. */
export function isBrokenPage({ state, httpStatus }: SitePage): boolean {
  return state === 'failed' && isBroken(httpStatus);
}

/** The page that a redirect leads to; `undefined` if it does not lead to another page of the site. */
export function targetOf(site: Site, index: number): number | undefined {
  const page = site.pages.get(index);
  if (page?.state !== 'redirected' || page.location === null) return undefined;
  const to = site.indexOf(page.location);
  return to === index ? undefined : to;
}

/** More redirects than any browser or search engine follows. */
const mostRedirects = 100;

/** The page at the end of redirects; `undefined` if they do not end in the site. */
export function finalOf(site: Site, index: number): number | undefined {
  let at: number | undefined = index;
  for (let redirects = 0; redirects <= mostRedirects && at !== undefined; redirects++) {
    if (site.pages.get(at)?.state !== 'redirected') return at;
    at = targetOf(site, at);
  }
  return undefined;
}

/** Whether redirects lead from this URL in a circle, which may begin later. */
export function isInLoop(site: Site, index: number): boolean {
  const seen = new Set<number>();
  let at: number | undefined = index;
  while (at !== undefined && !seen.has(at)) {
    if (seen.size > mostRedirects) return false;
    seen.add(at);
    const { state, location, url } = site.pages.get(at) ?? {};
    if (state === 'redirected' && location === url) return true;
    at = targetOf(site, at);
  }
  return at !== undefined;
}

/** The pages with a link to this one that meets a condition. */
export function sourcesOf(
  site: Site,
  index: number,
  isMeant: (link: SiteLink) => boolean = () => true,
): number[] {
  const sources: number[] = [];
  for (const link of site.linksTo(index)) {
    if (!link.isImage && isMeant(link)) sources.push(link.from);
  }
  return sources;
}

/** Why rules about redirects cannot be decided: reports do not keep their statuses. `null` if they can. */
export function redirectsReason({ isCrawl }: Site): string | null {
  return isCrawl ? null : 'Redirects are not known: only a crawl requests them one by one.';
}

/** Why rules about what pages contain cannot be decided; `null` if they can. */
export function unreadReason({ outlines }: Site): string | null {
  return outlines === 0 ? 'No page was read.' : null;
}

/** Why rules about sitemaps cannot be decided; `null` if they can. */
export function sitemapReason({ sitemaps }: Site): string | null {
  if (sitemaps === 'none') return 'The site has no sitemap.';
  return sitemaps === 'unknown' ? 'The sitemaps were not read.' : null;
}
