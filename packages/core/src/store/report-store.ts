import type { PageOutline, Result } from '@sitegrade/audit';
import type { List } from '../listing/listing.ts';
import type { CheckInfo } from './check-info.ts';
import type { DoneAttempt } from './idempotency-store.ts';
import type { JobLease } from './job-store.ts';
import type { Report, ReportDetails, ReportSummary } from './report.ts';
import type { ReportListQuery } from './report-listing.ts';
import type { Privacy } from './website.ts';

/** Reports, with the counters of the websites they belong to. */
export interface ReportStore {
  /**
   * Finds or creates the owner's website of `domain`, inserts the report and updates the website's
   * counters, all or nothing. Ids increase, may skip numbers, and are never reused. A website created
   * here has the report's `createdAt` for both its times; an existing one keeps its own.
   */
  create(report: NewReport): Promise<Report>;
  /**
   * The same, and records the report with what it was created for: assigns the key of an attempt to it, or
   * ends a leased job of the same owner as `done`. Both or neither: `undefined`, without storing anything, if
   * the attempt no longer holds its key, or the lease has ended.
   */
  createOnce(report: NewReport, claim: DoneAttempt | JobLease): Promise<Report | undefined>;
  find(ownerId: string, id: number): Promise<Report | undefined>;
  /** The owner's report of the same URL with the next lower id. */
  findPrevious(ownerId: string, report: Pick<Report, 'id' | 'url'>): Promise<Report | undefined>;
  /** The report with this share token, of any owner. A string that is not a token finds nothing. */
  findByShareToken(
    token: string,
  ): Promise<{ readonly ownerId: string; readonly report: Report } | undefined>;
  /**
   * One page of the owner's reports that match all filters. `url` has the URLs to match, `createdFrom` and
   * `createdTo` are inclusive.
   */
  list(ownerId: string, query: ReportListQuery): Promise<List<ReportSummary>>;
  /**
   * The latest report, the one with the highest id, of each URL of a website: lowest score first, then
   * newest first, or all newest first. Does not read the other reports. The total is the number of URLs.
   */
  latestByUrl(
    ownerId: string,
    websiteId: number,
    query: LatestByUrlQuery,
  ): Promise<List<ReportSummary>>;
  /**
   * The latest report of the next URLs of a website, by code point of the URL. Reads no other details. None if
   * there is no such website.
   */
  readOutlines(
    ownerId: string,
    websiteId: number,
    query: OutlinesQuery,
  ): Promise<readonly ReportOutline[]>;
  /** Replaces the share token, so that the old one finds nothing. `false` if there was no report. */
  renewShareToken(ownerId: string, id: number, token: string): Promise<boolean>;
  /**
   * Keeps the pictures of a report, unless it has some already, and deletes the oldest of the owner beyond those of the
   * newest `most` reports. Nothing if there is no such report. Pictures are deleted with their report.
   *
   * @param image - JPEGs, one after the other, of at most 166,000 bytes.
   */
  keepScreenshot(ownerId: string, id: number, image: Uint8Array, most: number): Promise<void>;
  findScreenshot(ownerId: string, id: number): Promise<Uint8Array | undefined>;
  /** Deletes the report and updates its website's counters. `false` if there was none. */
  delete(ownerId: string, id: number): Promise<boolean>;
}

/** Which outlines to read. */
export interface OutlinesQuery {
  /** The URL after which to begin; empty at first. */
  readonly after: string;
  /** How many to read, at most. */
  readonly limit: number;
}

/** The latest report of a URL, for issues across pages. */
export interface ReportOutline
  extends Pick<Report, 'id' | 'url' | 'finalUrl' | 'httpStatus' | 'score'> {
  /** `null` if the report was stored without one. */
  readonly outline: PageOutline | null;
}

/** Which of the latest reports to return. */
export interface LatestByUrlQuery {
  /** How many reports to return, at most; at least 1. */
  readonly limit: number;
  /**
   * How many URLs to examine. If the website has more, only the last ones by code point are examined, and
   * the total is `maxUrls` with the relation `gte`.
   */
  readonly maxUrls: number;
  /** `id`: newest first, regardless of the score. Default: `score`. */
  readonly sortBy?: 'score' | 'id';
}

/** A report to insert. Its texts contain no NUL and no lone surrogate. */
export interface NewReport extends ReportDetails {
  readonly ownerId: string;
  readonly url: string;
  readonly finalUrl: string;
  readonly domain: string;
  readonly title: string | null;
  /** An integer from 0 to 100. */
  readonly score: number;
  readonly result: Result;
  readonly httpStatus: number;
  readonly rulesetVersion: string;
  /**
   * The checks of the ruleset, so that a store need not store their texts with every report. Where
   * `checks` differs, it takes precedence. Unknown by default.
   */
  readonly rulesetChecks?: readonly CheckInfo[];
  /** What issues across pages need of the page. Without it, the report is not part of them. */
  readonly outline?: PageOutline;
  /** Unique among all reports; 1 to 64 characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`. */
  readonly shareToken: string;
  readonly createdAt: Date;
  /** Privacy of the website if this report creates it. */
  readonly defaultPrivacy: Privacy;
  /** Share token of the website if this report creates it. Unique among all websites; as `shareToken`. */
  readonly websiteShareToken: string;
}
