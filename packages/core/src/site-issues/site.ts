import type { PageOutline } from '../audit/page-outline.ts';
import type { CrawledUrl } from '../crawls/crawl.ts';

/** A link of the site, by the places of both pages in {@link Site.pages}. */
export interface SiteLink {
  readonly from: number;
  readonly to: number;
  readonly nofollow: boolean;
  /** Whether it is written with another scheme or host (`http://`, `www.`) than the site's own. */
  readonly isVariant: boolean;
}

/** A URL of the site, without the links of its outline. */
export interface SitePage extends Omit<CrawledUrl, 'outline'> {
  readonly outline: Omit<PageOutline, 'links' | 'images'> | null;
}

/**
 * The pages of a website and the links among them, for rules that compare pages. Made from a crawl, or from the
 * latest report of each URL.
 */
export interface Site {
  /** `https://example.com`. */
  readonly origin: string;
  /** The URLs, by code point: first all pages, then all images. */
  readonly pages: readonly SitePage[];
  /** The place of a URL in `pages`; `undefined` if it is not one of them. Variants of the origin find its page. */
  placeOf(url: string): number | undefined;
  /** The links of a page, at most one to each other. */
  linksOf(place: number): Iterable<SiteLink>;
  /** The links to a page or an image, without its own. */
  linksTo(place: number): Iterable<SiteLink>;
  /** How many other pages link to it. */
  inlinks(place: number): number;
  /** Whether every page of the site is known: a crawl that followed links and was `complete`. */
  readonly isComplete: boolean;
  /** Whether the sitemaps were read, completely; `none` if there are none. */
  readonly sitemaps: 'complete' | 'partial' | 'none' | 'unknown';
}
