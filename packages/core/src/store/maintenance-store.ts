import type { DeletedPart } from './deleted-part.ts';

/**
 * Maintenance over all owners, for the operator. A method does one bounded part and returns where to
 * continue; `deleteOldReports` and `reconcileCounters` run all parts. A part deletes at most 1,000 rows of
 * a table, and fewer if that would block other transactions for long.
 */
export interface MaintenanceStore {
  /**
   * Looks for outdated reports in a bounded part of an index, deletes some and updates the counters. What it costs
   * depends on how many are outdated, and much less on how many there are.
   */
  deleteOutdated(query: OutdatedQuery): Promise<OutdatedPart>;
  /**
   * Deletes some of the reports that were hidden by deleting their website, which it counts, and some deliveries of
   * deleted websites and webhooks: of this owner, or of all owners if `ownerId` is `undefined`. Several callers may delete at the same time. When it is done, none of the owner's
   * are left; without an owner, none that other callers are not deleting.
   */
  deleteHidden(ownerId: string | undefined): Promise<DeletedPart>;
  /**
   * Deletes some of what an owner has of one kind, and updates the counters. Websites are deleted as by
   * `websites.delete`.
   */
  deleteOwned(ownerId: string, kind: OwnedKind): Promise<DeletedPart>;
  /**
   * The next owners who have API keys, websites, jobs, crawls or webhooks, in the order of the code points of their ids. Of
   * what was deleted with its website or crawl, nothing counts.
   */
  listOwners(query: OwnersQuery): Promise<readonly OwnerSummary[]>;
  /** Deletes some messages of all owners that were created before a time, oldest first: at most `limit`. */
  deleteOldMessages(kind: OldMessageKind, query: OldMessages): Promise<DeletedPart>;
  /** Deletes some of the expired idempotency keys. */
  deleteExpiredIdempotencyKeys(query: ExpiredQuery): Promise<DeletedPart>;
  /** Compares the counters of the next websites by id with their reports. */
  reconcileWebsites(query: ReconcileQuery<number>): Promise<ReconciledPart<number>>;
  /** Compares the totals of the next owners with their websites, and the counters of their jobs with the jobs. */
  reconcileOwners(query: ReconcileQuery<string>): Promise<ReconciledPart<string>>;
}

/**
 * What an owner has. Sessions are deleted with their API key, webhooks with what has happened and was not made into
 * deliveries, recipients with their mails, reports are hidden with their website and deliveries with their webhook, crawls are deleted as by
 * `crawls.delete`, with the counters of their quota, and totals stay while the owner has websites or jobs.
 */
export type OwnedKind =
  | 'apiKeys'
  | 'schedules'
  | 'webhooks'
  | 'recipients'
  | 'jobs'
  | 'crawls'
  | 'idempotencyKeys'
  | 'websites'
  | 'totals';

/**
 * `deliveries` and `mails` in any state, those with as many records of confirmations whose last one is older.
 * `unsent_mails`: those that still wait.
 */
export type OldMessageKind = 'deliveries' | 'mails' | 'unsent_mails';

/** Which messages to delete. */
export interface OldMessages {
  readonly createdBefore: Date;
  readonly limit: number;
}

/** Which owners to list. */
export interface OwnersQuery {
  /** Owners whose id is greater: an empty string at first, then the last one's id. */
  readonly after: string;
  readonly limit: number;
}

/** An owner, with how much there is of what an operator counts. */
export interface OwnerSummary {
  readonly ownerId: string;
  /** Also those that have expired or are revoked. */
  readonly apiKeysCount: number;
  readonly websitesCount: number;
  readonly reportsCount: number;
}

/** Which reports are outdated: those that meet either condition. */
export interface OutdatedQuery {
  /** Only of this owner. */
  readonly ownerId?: string;
  readonly createdBefore?: Date;
  /** How many reports of the same website and URL have to be newer, by id. */
  readonly keepPerUrl?: number;
  /** Where to continue: an empty string at first, then the last part's `next`, which only its store reads. */
  readonly after: string;
  /** How many reports to delete, at most. */
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
  /** Where to continue; `undefined` if everything was examined. */
  readonly next: string | undefined;
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
