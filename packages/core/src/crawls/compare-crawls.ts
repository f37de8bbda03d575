import type { Result } from '../audit/audit.ts';
import type { Importance } from '../audit/checks/check.ts';
import type { Context } from '../context.ts';
import type { SiteFinding } from '../site-issues/site-issue.ts';
import type { Crawl } from './crawl.ts';

/** The beginning of a list, and how long it is. */
export interface CappedList<Row> {
  /** How many rows there are. */
  readonly total: number;
  /** At most 1,000 of them. */
  readonly rows: readonly Row[];
}

/** A page that only one of two crawls has. */
export interface ComparedPage {
  readonly url: string;
  readonly score: number | null;
  readonly result: Result | null;
}

/** A page with different scores in two crawls. */
export interface ChangedPage {
  readonly url: string;
  readonly from: number;
  readonly to: number;
}

/** A finding that only one of two crawls has. */
export interface ComparedFinding extends SiteFinding {
  /** The id of its issue. */
  readonly issue: string;
  readonly importance: Importance;
  /** The title of its issue. */
  readonly title: string;
}

/** Two crawls of a website side by side. */
export interface CrawlComparison {
  readonly from: Crawl;
  readonly to: Crawl;
  /** The score of the later crawl less that of the earlier one; `null` if they cannot be compared. */
  readonly score: number | null;
  /** Why scores cannot be compared, in a sentence; `null` if they can. */
  readonly scoreReason: string | null;
  /** Pages that only the later crawl has a score for, by URL. */
  readonly newPages: CappedList<ComparedPage>;
  /** Pages that only the earlier crawl has a score for, by URL. */
  readonly gonePages: CappedList<ComparedPage>;
  /** Those whose score fell most come first; `null` if scores cannot be compared. */
  readonly changedPages: CappedList<ChangedPage> | null;
  /** Findings of the earlier crawl that are fixed, in order of importance. */
  readonly fixed: CappedList<ComparedFinding>;
  /** Findings of the later crawl that the earlier one did not have, in order of importance. */
  readonly found: CappedList<ComparedFinding>;
  /** Why some findings are neither fixed nor new, in sentences: what one of the crawls did not examine. */
  readonly notes: readonly string[];
}

/**
 * Compares two crawls of a website.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of both crawls.
 * @param ids - The id of the crawl to compare, `to`, and of the one to compare it with, `from`.
 * @throws SitegradeError `not_found` if the owner has no crawl with one of the ids; `conflict` if one of them is
 * not done; `invalid_input` if they are of different websites.
 * @example
 * ```ts
 * const { score, fixed, found } = await compareCrawls(context, 'user-1', { from: 3, to: 7 });
 * console.log(score, fixed.total, found.total);
 * ```
 */
export declare function compareCrawls(
  context: Context,
  ownerId: string,
  ids: { readonly from: number; readonly to: number },
): Promise<CrawlComparison>;

/**
 * Finds the crawl of the same website before this one that is done.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawl - A crawl of the owner; only its id and website matter.
 * @returns the crawl, or `undefined` if this is the first one.
 */
export declare function findPreviousCrawl(
  context: Context,
  ownerId: string,
  crawl: Pick<Crawl, 'id' | 'websiteId'>,
): Promise<Crawl | undefined>;
