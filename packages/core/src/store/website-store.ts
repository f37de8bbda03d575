import type { List } from '../listing/listing.ts';
import type { Job } from './job.ts';
import type { Site } from './site-state.ts';
import type { MeasuredScores, Privacy, Website } from './website.ts';
import type { WebsiteListQuery } from './website-listing.ts';

/**
 * Websites. A website is created with its first report and stays when its last one is deleted.
 * The latest report is the one with the highest id; averages round halves up to one decimal.
 *
 * The score of a website is that of its last complete crawl that counts (`isCompleteCrawl`, `countedCrawls`); without one, the mean
 * of the latest report of each of its URLs. Every method that changes reports or crawls keeps it exact.
 */
export interface WebsiteStore {
  find(ownerId: string, id: number): Promise<Website | undefined>;
  /** The website with this share token, of any owner. A string that is not a token finds nothing. */
  findByShareToken(
    token: string,
  ): Promise<{ readonly ownerId: string; readonly website: Website } | undefined>;
  /** The hash of the website's password; `undefined` if it has none, or there is no such website. */
  findPasswordHash(ownerId: string, id: number): Promise<string | undefined>;
  list(ownerId: string, query: WebsiteListQuery): Promise<List<Website>>;
  /**
   * The scores that the website had, oldest first: of the latest `maxRows` complete crawls if its score is from one,
   * otherwise of the latest `maxRows` days with reports, each with the mean of the report of each URL that was the
   * latest then. The last one has the current score. `undefined` if there is no such website.
   */
  history(ownerId: string, id: number, maxRows: number): Promise<MeasuredScores | undefined>;
  /**
   * The same of the latest `maxRows` reports instead of days, oldest first, without reading the others: for a small
   * chart.
   */
  trend(ownerId: string, id: number, maxRows: number): Promise<MeasuredScores | undefined>;
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
  /**
   * What is known of whether the site of a website responds, by its id or its domain. `DeliveryStore.endEvent` changes
   * it, and `startRecheck`.
   */
  findSite(ownerId: string, website: number | string): Promise<Site | undefined>;
  /** Some second attempts of all owners that are due, those first that have been due longest. */
  dueRechecks(query: RechecksQuery): Promise<readonly DueRecheck[]>;
  /**
   * Starts a second attempt: creates its job as `jobs.create` does, and is no longer due; both or neither. Of
   * concurrent calls for one attempt, one starts it. If the quota would be exceeded, it is due again after a delay.
   */
  startRecheck(run: RecheckRun): Promise<RecheckStart>;
}

/** Which second attempts to read. */
export interface RechecksQuery {
  readonly limit: number;
  /** As in `JobStore`. */
  readonly now: Date;
}

/** A second attempt that is due. */
export interface DueRecheck {
  readonly ownerId: string;
  readonly websiteId: number;
  readonly dueAt: Date;
}

/** A second attempt to start. */
export interface RecheckRun extends DueRecheck {
  /** How many jobs of the owner may be queued, with this one. */
  readonly maxQueued: number;
  /** Milliseconds until it is due again if there is no room. */
  readonly delayMs: number;
  /** As in `JobStore`. */
  readonly now: Date;
}

/**
 * The outcome of {@link WebsiteStore.startRecheck}. `taken`: it is no longer due then, as it was started or put off, or
 * is no longer needed. `refused`: the quota would be exceeded.
 */
export type RecheckStart =
  | { readonly outcome: 'started'; readonly job: Job }
  | { readonly outcome: 'taken' | 'refused' };

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
      /** How many reports were deleted with it, including those that are only hidden so far. */
      readonly reportsCount: number;
    }
  | { readonly outcome: 'missing' | 'condition_failed' };
