import type { TimeSlices } from '../audit/time-slices.ts';
import type { CrawledUrl } from '../crawls/crawl.ts';
import type { Site } from './site.ts';

/** What a site is made from. */
export interface SiteSource {
  /** `https://example.com`. */
  readonly origin: string;
  /** Other origins, known to redirect to the same path on `origin`: `http://example.com`. */
  readonly variants: ReadonlySet<string>;
  /** All URLs, in any order. Outlines are not read. */
  readonly urls: readonly CrawledUrl[];
  /** The same URLs, or those with an outline, in any order; each is read once. */
  readonly outlines: AsyncIterable<CrawledUrl> | Iterable<CrawledUrl>;
  /** Whether the URLs are all pages of the site: a crawl that followed links and was `complete`. */
  readonly isComplete: boolean;
  readonly sitemaps: Site['sitemaps'];
}

/**
 * Connects the URLs of a website by their links, in slices. Keeps no outline: a link takes ten bytes, and at most
 * eight million links are kept.
 *
 * @throws the reason of the slices' signal if it is aborted.
 */
export declare function buildSite(source: SiteSource, slices: TimeSlices): Promise<Site>;
