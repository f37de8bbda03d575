import type { PageOutline, Result } from '@sitegrade/audit';
import type { JobError } from './job.ts';
import type { ReportDetails } from './report.ts';

/** The states of a crawl, as of a job. The last three are final. */
export const crawlStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const;

/** The state of a crawl: `done` when its issues are stored, also if it ended before all pages were crawled. */
export type CrawlStatus = (typeof crawlStatuses)[number];

/** Where the URLs of a crawl are from. */
export const crawlSources = ['links', 'sitemap', 'both'] as const;

/** `links`: only pages that are linked. `sitemap`: the start page and the pages in the sitemaps only. */
export type CrawlSource = (typeof crawlSources)[number];

/** Which pages a crawl reads. */
export const recrawls = ['all', 'changed'] as const;

/**
 * `all`: every page. `changed`: those that have changed since the crawl before, and a thirtieth of the others; the rest
 * keeps its results.
 */
export type Recrawl = (typeof recrawls)[number];

/**
 * Why a crawl that was to read changed pages only reads all. `no_previous_crawl`: no crawl of the website with the same
 * origin, `source`, `include`, `exclude` and `maxPages` is done. `ruleset_changed`: that crawl was checked with another
 * ruleset. `site_changed`: robots.txt, the sitemaps, the certificate or other facts of the site that all pages depend
 * on are not the same, or the settings of the server. `own_headers`: it sends its own headers.
 */
export type FullReason = 'no_previous_crawl' | 'ruleset_changed' | 'site_changed' | 'own_headers';

/**
 * Why a crawl ended. `complete`: every page that it found and was allowed to crawl was crawled. `max_pages`: it
 * had as many pages as it may have. `frontier_full`: it found ten times as many URLs, and at least 1,000; or before it
 * had its pages, as many URLs again, and at least a hundred, turned out not to be pages. `time_limit`: it was
 * worked on for six hours, or for six hours for each 10,000 pages that it may have if these are more.
 * `refused`: the site refused ten requests in a row, or did not respond. `robots_txt`: robots.txt forbids the start
 * page, or does not respond. `start_failed`: the start page could not be fetched. `interrupted`: workers died too often.
 */
const crawlEnds = [
  'complete',
  'max_pages',
  'frontier_full',
  'time_limit',
  'refused',
  'robots_txt',
  'start_failed',
  'interrupted',
] as const;

export type CrawlEnd = (typeof crawlEnds)[number];

/** The states of a page of a crawl. The first two are not final. */
export const crawlPageStates = [
  'queued',
  'running',
  'done',
  'redirected',
  'failed',
  'skipped',
] as const;

/**
 * The state of a page. `done`: it has a score. `redirected`: it redirects, and its target is another page of the
 * crawl, or on another site. `failed`: its status is an error, or there was no response. `skipped`: it was not
 * requested, or is not an HTML page.
 */
export type CrawlPageState = (typeof crawlPageStates)[number];

/**
 * Why a page was skipped. `robots_txt`: robots.txt blocks it. `excluded`: by `include` or `exclude` of the crawl.
 * `max_pages`: the crawl had enough pages, or too many URLs that are not pages. `too_deep`: it is more than 100 clicks
 * from the start page.
 * `query_variants`: the crawl has many pages of its path that differ in the query only. `repeating_path`: its path
 * repeats itself. `not_html`: it is another kind of file. `ended`: the crawl ended before it was its turn.
 */
export const skipReasons = [
  'robots_txt',
  'excluded',
  'max_pages',
  'too_deep',
  'query_variants',
  'repeating_path',
  'not_html',
  'ended',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/** What is crawled. */
export interface CrawlScope {
  /** How many pages it has at most: 1 to the operator's limit, which is 10,000 by default and 100,000 at most. */
  readonly maxPages: number;
  /** Only paths that match one of these patterns, as in robots.txt; all if empty. The start page is always crawled. */
  readonly include: readonly string[];
  /** No paths that match one of these patterns. */
  readonly exclude: readonly string[];
  readonly source: CrawlSource;
}

/** How far a crawl is. Numbers of URLs, images not included. */
export interface CrawlProgress {
  /** All URLs that were found: the sum of the others. */
  readonly discovered: number;
  readonly queued: number;
  readonly running: number;
  readonly done: number;
  /** How many of them have the results of the crawl before. */
  readonly unchanged: number;
  readonly redirected: number;
  readonly failed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Pages that are `done`, by result. */
  readonly results: Readonly<Record<Result, number>>;
  /** The sum of their scores. */
  readonly scoreSum: number;
}

/** A crawl of a website: many pages, and the issues that only many pages show. */
export interface Crawl extends CrawlScope {
  readonly id: number;
  /** The website; `null` until the final URL of the start page is known. It is created with the crawl. */
  readonly websiteId: number | null;
  /** The domain of the website; `null` until it is known. */
  readonly domain: string | null;
  /** The URL of the start page, normalised. Without a scheme if there was none. */
  readonly url: string;
  /** `https://example.com`: the origin of the start page's final URL; `null` until it is known. */
  readonly origin: string | null;
  readonly status: CrawlStatus;
  /** Why it ended; `null` until then, and for one that was canceled. */
  readonly end: CrawlEnd | null;
  /** Why it `failed`; `null` otherwise. */
  readonly error: JobError | null;
  readonly progress: CrawlProgress;
  /** Which pages it reads. */
  readonly recrawl: Recrawl;
  /**
   * The crawl whose results it keeps for pages that have not changed, which may be deleted since; `null` until it is
   * started, and if it reads all pages.
   */
  readonly previousId: number | null;
  /** Why it reads all pages although only changed ones were asked for; otherwise `null`. */
  readonly fullReason: FullReason | null;
  /** The score of the site, 0 to 100; `null` until it is done, or if no page has a score. */
  readonly score: number | null;
  readonly result: Result | null;
  /**
   * The ruleset that its pages were checked with; `null` until it is started. Several, joined by `, `, if workers had
   * different ones: then its scores are not compared with others.
   */
  readonly rulesetVersion: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** A page of a crawl in a list. */
export interface CrawlPageSummary {
  /** The number of the page in its crawl, from 1: by the level that found it, then by URL. */
  readonly id: number;
  readonly url: string;
  readonly state: CrawlPageState;
  readonly skipReason: SkipReason | null;
  /** Why it `failed`; `null` otherwise. */
  readonly error: JobError | null;
  /** Clicks from the start page; `null` if it is not linked, or not known yet. */
  readonly depth: number | null;
  /** How many other crawled pages link to it; `null` until the crawl is done. */
  readonly inlinks: number | null;
  /** Whether the sitemaps of the site list it. */
  readonly inSitemap: boolean;
  /** The status of the response; `null` without one. */
  readonly httpStatus: number | null;
  /** The target if it is `redirected`, otherwise `null`. */
  readonly location: string | null;
  readonly title: string | null;
  readonly score: number | null;
  readonly result: Result | null;
  /** What to fix first, in a sentence: what the first of its findings says; `null` if it has none. */
  readonly worst: string | null;
  /** The ids of the checks that failed or warned, the one to fix first at first. */
  readonly findings: readonly string[];
  /** Whether it has the results of the crawl before, because it has not changed. */
  readonly isUnchanged: boolean;
}

/** A page of a crawl: `details` only if it is `done`. */
export interface CrawlPage extends CrawlPageSummary {
  readonly details: ReportDetails | null;
}

/** A URL of a crawl with what issues across pages need. */
export interface CrawledUrl
  extends Pick<
    CrawlPageSummary,
    | 'id'
    | 'url'
    | 'state'
    | 'skipReason'
    | 'depth'
    | 'inSitemap'
    | 'httpStatus'
    | 'location'
    | 'score'
  > {
  readonly kind: CrawlUrlKind;
  /** The number of the step that found it: 0 for the start page. URLs are numbered by level. */
  readonly level: number;
  /** Of a page or a target that is `done`, otherwise `null`. */
  readonly outline: PageOutline | null;
}

/**
 * Images are requested after the pages, to find broken ones, and so are the targets of canonical links and language
 * versions that are not pages of the crawl; they are not in lists of pages, and have no score.
 */
export type CrawlUrlKind = 'page' | 'image' | 'target';
