import type { Result } from '../audit/audit.ts';
import type { PageOutline } from '../audit/page-outline.ts';
import type { List } from '../listing/listing.ts';
import type { ApiKey } from './api-key.ts';
import type { CheckInfo } from './check-info.ts';
import type { CrawlStore } from './crawl-store.ts';
import type { DeletedPart } from './deleted-part.ts';
import type { GuessStore } from './guess-store.ts';
import type { DoneAttempt, IdempotencyStore } from './idempotency-store.ts';
import type { JobLease, JobStore } from './job-store.ts';
import type { Report, ReportDetails, ReportSummary } from './report.ts';
import type { ReportListQuery } from './report-listing.ts';
import type { SessionStore } from './session-store.ts';
import type { HistoryDay, Privacy, Website } from './website.ts';
import type { WebsiteListQuery } from './website-listing.ts';

/**
 * Where sitegrade stores its data. Every method is atomic by itself and the interface has no
 * transaction: what must happen together is one method. A missing id and another owner's id give the
 * same result: `undefined` or `false`. A store that cannot be reached throws a `SitegradeError` with code
 * `overloaded`. `describeStore` of `@sitegrade/testing` is this contract as tests.
 */
export interface Store {
  readonly reports: ReportStore;
  readonly websites: WebsiteStore;
  readonly apiKeys: ApiKeyStore;
  readonly idempotencyKeys: IdempotencyStore;
  readonly guesses: GuessStore;
  readonly sessions: SessionStore;
  readonly jobs: JobStore;
  readonly crawls: CrawlStore;
  readonly maintenance: MaintenanceStore;
  /** Brings the tables up to date. Safe to call at every start, by many processes at once. */
  migrate(): Promise<void>;
  /** Closes what the store itself opened. What the host passed in stays open. */
  close(): Promise<void>;
}

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
  /** The report with this share token, of any owner. A string that is no token finds nothing. */
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
   * newest first. Does not read the other reports. The total is the number of URLs.
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
   * The checks of the ruleset, so that a store need not store their texts with every report. What `checks`
   * contains counts, also where it differs. By default unknown.
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

/**
 * Websites. A website is created with its first report and stays when its last one is deleted.
 * The latest report is the one with the highest id; averages round halves up to one decimal.
 */
export interface WebsiteStore {
  find(ownerId: string, id: number): Promise<Website | undefined>;
  /** The website with this share token, of any owner. A string that is no token finds nothing. */
  findByShareToken(
    token: string,
  ): Promise<{ readonly ownerId: string; readonly website: Website } | undefined>;
  /** The hash of the website's password; `undefined` if it has none, or there is no such website. */
  findPasswordHash(ownerId: string, id: number): Promise<string | undefined>;
  list(ownerId: string, query: WebsiteListQuery): Promise<List<Website>>;
  /**
   * The reports of a website by the day (UTC) of their creation, oldest first: of the latest `maxDays` days
   * that have reports. `undefined` if there is no such website.
   */
  history(ownerId: string, id: number, maxDays: number): Promise<readonly HistoryDay[] | undefined>;
  /**
   * Applies `change` and sets `updatedAt` to `change.updatedAt` or, if that is not later than before,
   * to one millisecond more: no two updates have the same. Nothing else sets `updatedAt`. Leaving
   * privacy `password` deletes the password. Changes nothing unless the outcome is `updated`.
   */
  update(
    ownerId: string,
    id: number,
    change: WebsiteChange,
    onlyIf?: WebsiteCondition,
  ): Promise<WebsiteUpdate>;
  /**
   * Replaces the share token, so that the old one finds nothing. Does not set `updatedAt`. `false` if there
   * was no website.
   */
  renewShareToken(ownerId: string, id: number, token: string): Promise<boolean>;
  /**
   * Deletes the website, its reports and its crawls: from then on, nothing finds or counts any of them, and the next report
   * of the domain creates another website. The rows of many reports may stay until `deleteHidden` deletes them.
   */
  delete(ownerId: string, id: number, onlyIf?: WebsiteCondition): Promise<WebsiteDeletion>;
}

/**
 * Checks a website at the moment it would be changed: until then nothing else may change it or its
 * reports. A store that retries calls it again, so it must have no side effects.
 */
export type WebsiteCondition = (current: Website) => boolean;

/** A change to a website. */
export interface WebsiteChange {
  readonly privacy?: Privacy;
  /** Hash of the new password. Has no effect unless privacy is, or becomes, `password`. */
  readonly passwordHash?: string;
  readonly updatedAt: Date;
}

/**
 * The outcome of {@link WebsiteStore.update}, checked in this order: `missing` if there is no such
 * website, `condition_failed` if the condition returned `false`, `password_required` if privacy would
 * be `password` with no password sent or stored.
 */
export type WebsiteUpdate =
  | { readonly outcome: 'updated'; readonly website: Website }
  | { readonly outcome: 'missing' | 'condition_failed' | 'password_required' };

/** The outcome of {@link WebsiteStore.delete}. */
export type WebsiteDeletion =
  | {
      readonly outcome: 'deleted';
      readonly domain: string;
      /** How many reports were deleted with it, also those that are only hidden yet. */
      readonly reportsCount: number;
    }
  | { readonly outcome: 'missing' | 'condition_failed' };

/** API keys, found by the SHA-256 of the key. */
export interface ApiKeyStore {
  insert(key: NewApiKey): Promise<ApiKey>;
  /** The key with this digest, also if it is expired or revoked: the caller checks that. */
  findByDigest(digest: Uint8Array): Promise<(ApiKey & { readonly digest: Uint8Array }) | undefined>;
  /** The owner's keys, newest first; all owners' keys if `ownerId` is `undefined`. */
  list(ownerId: string | undefined): Promise<readonly ApiKey[]>;
  /** Records when the key was last used. */
  recordUse(id: number, usedAt: Date): Promise<void>;
  /** Revokes the key. `false` if the owner has no such key; a second call changes nothing. */
  revoke(ownerId: string, id: number, revokedAt: Date): Promise<boolean>;
}

/** An API key to insert. */
export interface NewApiKey {
  readonly ownerId: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256 of the whole key, 32 bytes. Unique. */
  readonly digest: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/**
 * Maintenance over all owners, for the operator. A method does one bounded part and returns where to
 * continue; `deleteOldReports` and `reconcileCounters` run all parts. A part deletes at most 1,000 rows of
 * a table, and fewer if that would hold others up.
 */
export interface MaintenanceStore {
  /** Deletes the outdated reports among the next ones by id and updates the counters. */
  deleteOutdated(query: OutdatedQuery): Promise<OutdatedPart>;
  /**
   * Deletes some of the reports that were hidden by deleting their website: of this owner, or of all owners if
   * `ownerId` is `undefined`. Several callers may delete at the same time. When it is done, none of the owner's
   * are left; without an owner, none that other callers are not deleting.
   */
  deleteHidden(ownerId: string | undefined): Promise<DeletedPart>;
  /**
   * Deletes some of what an owner has of one kind, and updates the counters. Websites are deleted as by
   * `websites.delete`.
   */
  deleteOwned(ownerId: string, kind: OwnedKind): Promise<DeletedPart>;
  /** Deletes some of the expired idempotency keys and returns how many. */
  deleteExpiredIdempotencyKeys(query: ExpiredQuery): Promise<number>;
  /** Compares the counters of the next websites by id with their reports. */
  reconcileWebsites(query: ReconcileQuery<number>): Promise<ReconciledPart<number>>;
  /** Compares the totals of the next owners with their websites, and the counters of their jobs with the jobs. */
  reconcileOwners(query: ReconcileQuery<string>): Promise<ReconciledPart<string>>;
}

/**
 * What an owner has. Sessions are deleted with their API key, reports are hidden with their website, crawls are
 * deleted as by `crawls.delete`, with the counters of their quota, and totals
 * stay while the owner has websites or jobs.
 */
export type OwnedKind = 'apiKeys' | 'jobs' | 'crawls' | 'idempotencyKeys' | 'websites' | 'totals';

/** Which reports are outdated: those that meet either condition. */
export interface OutdatedQuery {
  /** Only of this owner. */
  readonly ownerId?: string;
  readonly createdBefore?: Date;
  /** How many reports of the same owner and URL have to be newer, by id. */
  readonly keepPerUrl?: number;
  /** Where to continue: 0 at first, then the last part's `last`. */
  readonly after: number;
  /** How many reports to examine. */
  readonly limit: number;
}

/** Which keys have expired. */
export interface ExpiredQuery {
  readonly expiredAt: Date;
  /** How many to delete, at most. */
  readonly limit: number;
}

/** The result of one part of deleting. */
export interface OutdatedPart {
  readonly deleted: number;
  /** The last id examined; `undefined` if none were left. */
  readonly last: number | undefined;
}

/** Which counters to compare, and whether to repair those that differ. */
export interface ReconcileQuery<Key> {
  /** Where to continue: 0 or an empty string at first, then the last part's `last`. */
  readonly after: Key;
  readonly limit: number;
  readonly repair: boolean;
}

/** The result of one part of comparing. */
export interface ReconciledPart<Key> {
  readonly checked: number;
  readonly drifts: readonly CounterDrift[];
  /** The last one compared; `undefined` if none were left. */
  readonly last: Key | undefined;
}

/** Counters that differ from what the rows add up to. */
export interface CounterDrift {
  readonly ownerId: string;
  /** The website whose counters these are; `undefined` for the totals and the jobs of the owner. */
  readonly websiteId: number | undefined;
  /** By the counter's name, only those that differ. */
  readonly counters: Readonly<
    Record<string, { readonly stored: number; readonly counted: number }>
  >;
}
