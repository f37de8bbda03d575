import type { ApiKey } from './api-keys/api-key.ts';
import type { Result } from './audit/result.ts';
import type { DoneAttempt, IdempotencyStore } from './idempotency/idempotency-store.ts';
import type { List } from './listing.ts';
import type { Report, ReportDetails, ReportSummary } from './reports/report.ts';
import type { ReportListQuery } from './reports/report-listing.ts';
import type { Privacy, Website } from './websites/website.ts';
import type { WebsiteListQuery } from './websites/website-listing.ts';

/**
 * Where sitegrade keeps what it knows. Every method is atomic by itself and the interface has no
 * transaction: what must happen together is one method. A missing id and another owner's id are the
 * same: `undefined` or `false`. A store that cannot be reached throws a `SitegradeError` with code
 * `overloaded`. `describeStore` of `@sitegrade/core/testing` is this contract as a test suite.
 */
export interface Store {
  readonly reports: ReportStore;
  readonly websites: WebsiteStore;
  readonly apiKeys: ApiKeyStore;
  readonly idempotencyKeys: IdempotencyStore;
  readonly upkeep: UpkeepStore;
  /** Brings the tables up to date. Safe to call at every start, by many processes at once. */
  migrate(): Promise<void>;
  /** Closes what the store itself opened. What the host handed in stays open. */
  close(): Promise<void>;
}

/** Reports, with the counters of the websites they belong to. */
export interface ReportStore {
  /**
   * Finds or makes the owner's website of `domain`, inserts the report and moves the website's
   * counters, all or nothing. Ids grow, may leave numbers out, and are never used again. A website
   * made here has the report's `createdAt` for both its times; one that was there keeps its own.
   */
  create(report: NewReport): Promise<Report>;
  /**
   * The same, and the attempt's key is the report's from now on: both or neither. `undefined`, and
   * nothing is kept, where the attempt has its key no longer.
   */
  createOnce(report: NewReport, attempt: DoneAttempt): Promise<Report | undefined>;
  find(ownerId: string, id: number): Promise<Report | undefined>;
  list(ownerId: string, query: ReportListQuery): Promise<List<ReportSummary>>;
  /** Deletes the report and moves its website's counters. `false` where there was none. */
  delete(ownerId: string, id: number): Promise<boolean>;
}

/** A report as it is first kept. Its texts hold no NUL and no lone surrogate. */
export interface NewReport extends ReportDetails {
  readonly ownerId: string;
  readonly url: string;
  readonly finalUrl: string;
  readonly domain: string;
  readonly title: string | null;
  /** A whole number from 0 to 100. */
  readonly score: number;
  readonly result: Result;
  readonly httpStatus: number;
  readonly rulesetVersion: string;
  /** Unique among all reports. */
  readonly shareToken: string;
  readonly createdAt: Date;
  /** Privacy of the website if this report creates it. */
  readonly defaultPrivacy: Privacy;
  /** Share token of the website if this report creates it. Unique among all websites. */
  readonly websiteShareToken: string;
}

/**
 * Websites. They come into being with their first report and stay when their last one is deleted.
 * The latest report is the one with the highest id; averages round halves up to one decimal.
 */
export interface WebsiteStore {
  find(ownerId: string, id: number): Promise<Website | undefined>;
  list(ownerId: string, query: WebsiteListQuery): Promise<List<Website>>;
  /**
   * Changes what `change` names and moves `updatedAt`, which nothing else moves, to `change.updatedAt`
   * or, where that is not later than it was, by one millisecond: no two updates leave the same. Leaving privacy `password` forgets the password. Says what came of it, and changes nothing
   * but where it is `updated`.
   */
  update(
    ownerId: string,
    id: number,
    change: WebsiteChange,
    onlyIf?: WebsiteCondition,
  ): Promise<WebsiteUpdate>;
  /** Deletes the website and its reports. */
  delete(ownerId: string, id: number, onlyIf?: WebsiteCondition): Promise<WebsiteDeletion>;
}

/**
 * Judges a website as it is at the moment it would be changed: until then nothing else may change it
 * or its reports. A store may ask several times where it tries again, so it only looks.
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
 * What came of a {@link WebsiteStore.update}, judged in this order: `missing` without such a website,
 * `condition_failed` where the condition said no, `password_required` where privacy would be
 * `password` with no password sent or stored.
 */
export type WebsiteUpdate =
  | { readonly outcome: 'updated'; readonly website: Website }
  | { readonly outcome: 'missing' | 'condition_failed' | 'password_required' };

/** What came of a {@link WebsiteStore.delete}. */
export type WebsiteDeletion =
  | {
      readonly outcome: 'deleted';
      readonly domain: string;
      /** How many reports went with it. */
      readonly reportsCount: number;
    }
  | { readonly outcome: 'missing' | 'condition_failed' };

/** API keys, found by the SHA-256 of the key. */
export interface ApiKeyStore {
  insert(key: NewApiKey): Promise<ApiKey>;
  /** The key with this digest, whatever its state; judging it is the caller's part. */
  findByDigest(digest: Uint8Array): Promise<(ApiKey & { readonly digest: Uint8Array }) | undefined>;
  /** The owner's keys, newest first; every owner's where `ownerId` is `undefined`. */
  list(ownerId: string | undefined): Promise<readonly ApiKey[]>;
  /** Notes when the key was used. */
  touch(id: number, usedAt: Date): Promise<void>;
  /** Revokes the key. `false` where the owner has no such key; a second time changes nothing. */
  revoke(ownerId: string, id: number, revokedAt: Date): Promise<boolean>;
}

/** An API key as it is first kept. */
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
 * Upkeep, which is the operator's and not an owner's. A method does one bounded part and says where
 * to go on; `deleteOldReports` and `reconcileCounters` do all of them.
 */
export interface UpkeepStore {
  /** Deletes the outdated ones among the next reports by id, and moves the counters. */
  deleteOutdated(query: OutdatedQuery): Promise<OutdatedPart>;
  /** Deletes some of the idempotency keys whose time had passed, and says how many. */
  deleteExpiredIdempotencyKeys(query: ExpiredQuery): Promise<number>;
  /** Compares the counters of the next websites by id with their reports. */
  reconcileWebsites(query: ReconcileQuery<number>): Promise<ReconciledPart<number>>;
  /** Compares the totals of the next owners with their websites. */
  reconcileOwners(query: ReconcileQuery<string>): Promise<ReconciledPart<string>>;
}

/** Which reports are outdated: those that either condition holds for. */
export interface OutdatedQuery {
  /** Of one owner alone. */
  readonly ownerId?: string;
  readonly createdBefore?: Date;
  /** How many reports of the same owner and url have to be newer, by id. */
  readonly keepPerUrl?: number;
  /** Where to go on: 0 at first, then the last part's `last`. */
  readonly after: number;
  /** How many reports to look at. */
  readonly limit: number;
}

/** Which keys have expired. */
export interface ExpiredQuery {
  readonly expiredAt: Date;
  /** How many to delete, at most. */
  readonly limit: number;
}

/** What one part of deleting came to. */
export interface OutdatedPart {
  readonly deleted: number;
  /** The last id looked at; `undefined` where there were none left. */
  readonly last: number | undefined;
}

/** Which counters to compare, and whether to set those right that differ. */
export interface ReconcileQuery<Key> {
  /** Where to go on: 0 or an empty text at first, then the last part's `last`. */
  readonly after: Key;
  readonly limit: number;
  readonly mend: boolean;
}

/** What one part of comparing came to. */
export interface ReconciledPart<Key> {
  readonly checked: number;
  readonly drifts: readonly CounterDrift[];
  /** The last one compared; `undefined` where there were none left. */
  readonly last: Key | undefined;
}

/** Counters that were not what the rows add up to. */
export interface CounterDrift {
  readonly ownerId: string;
  /** The website whose counters these are; `undefined` for the totals of the owner. */
  readonly websiteId: number | undefined;
  /** By the counter's name, only those that differ. */
  readonly counters: Readonly<
    Record<string, { readonly stored: number; readonly counted: number }>
  >;
}
