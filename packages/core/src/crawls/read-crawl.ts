import type { Crawl, CrawledUrl } from '../store/crawl.ts';
import type { SiteIssue } from '../store/site-issue.ts';

/** What a comparison needs of a crawl, which may be stored or not. */
export interface ComparableCrawl
  extends Pick<Crawl, 'origin' | 'score' | 'rulesetVersion' | 'maxPages' | 'include' | 'exclude'> {
  readonly end: string | null;
  readonly source: string;
}

/** A crawl with what it has found, stored or not. */
export interface CrawlFindings<Compared extends ComparableCrawl = Crawl> {
  readonly crawl: Compared;
  /** What a sentence calls it: `crawl 7`. */
  readonly name: string;
  /** With all of their findings, not only the first ones. */
  readonly issues: readonly Omit<
    SiteIssue,
    'category' | 'advice' | 'why' | 'source' | 'reason' | 'pagesCount' | 'failedCount' | 'gain'
  >[];
  /** All URLs that it found, also images and those that it did not request. */
  readonly urls: readonly ComparableUrl[];
}

/** What a comparison needs of a URL of a crawl. */
export interface ComparableUrl extends Pick<CrawledUrl, 'url' | 'score' | 'httpStatus'> {
  readonly state: string;
  readonly skipReason: string | null;
}

/** A crawl whose URLs are read in order. */
export interface ReadCrawl<Compared extends ComparableCrawl = ComparableCrawl>
  extends Omit<CrawlFindings<Compared>, 'urls'> {
  /** Chunks of its URLs by code point, each URL once. Images, too. */
  readonly rows: AsyncIterable<readonly ReadRow[]>;
}

/** A URL of a crawl. */
export interface ReadRow {
  /** The number of the URL in its crawl; 0 if it has none. */
  readonly id: number;
  readonly url: string;
  readonly known: Known;
}

/** What a crawl knows of a URL: the score of a page, that it is not a page, or that it was not examined. */
type Known = number | 'no page' | 'not examined';

/** A row for a URL of a crawl, from what is stored of it. */
export function toReadRow({ id, url, ...row }: ComparableUrl & { readonly id: number }): ReadRow {
  return { id, url, known: knownOf(row) };
}

/** What a crawl knows of one of its URLs. */
function knownOf({ state, score, skipReason, httpStatus }: Omit<ComparableUrl, 'url'>): Known {
  if (state === 'done') return score ?? 'no page';
  if (state === 'redirected') return 'no page';
  // Other errors may be temporary.
  if (state === 'failed')
    return httpStatus === 404 || httpStatus === 410 ? 'no page' : 'not examined';
  const isKnown = skipReason === 'robots_txt' || skipReason === 'not_html';
  return isKnown ? 'no page' : 'not examined';
}

/** What a crawl knows of a URL that may not belong to it. */
export function knownBy({ crawl }: ReadCrawl, row: ReadRow | undefined): Known {
  return row?.known ?? (crawl.end === 'complete' ? 'no page' : 'not examined');
}
