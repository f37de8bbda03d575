import type { AcceptedStore } from './accepted-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { CrawlStore } from './crawl-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { GuessStore } from './guess-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { JobStore } from './job-store.ts';
import type { MailStore } from './mail-store.ts';
import type { MaintenanceStore } from './maintenance-store.ts';
import type { ProcessStore } from './process-store.ts';
import type { RecipientStore } from './recipient-store.ts';
import type { ReportStore } from './report-store.ts';
import type { ScheduleStore } from './schedule-store.ts';
import type { SessionStore } from './session-store.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { WebsiteStore } from './website-store.ts';

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
  readonly schedules: ScheduleStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly recipients: RecipientStore;
  readonly mails: MailStore;
  readonly accepted: AcceptedStore;
  readonly maintenance: MaintenanceStore;
  readonly processes: ProcessStore;
  /**
   * Whether changes can be stored. `false` once a change has failed because the disk is full or the database is
   * read-only, although it may still be read. Then this method tries at most every few seconds to store something,
   * and is `true` again once that succeeds. It never rejects.
   */
  isWritable(): Promise<boolean>;
  /**
   * Milliseconds until a queued job or a part of a crawl is due: 0 if one is, `undefined` if there is none. One
   * statement, for workers that have nothing to do. It does not know the limits of a claim, which may find nothing
   * although something is due: the host is busy, or the owner has enough. Leases of jobs that are over are not due
   * before `jobs.sweep`.
   *
   * @param now - As in the methods of {@link JobStore}.
   */
  nextDueMs(now: Date): Promise<number | undefined>;
  /**
   * How long work has been waiting, for operators. One statement, which reads a few rows however many there are.
   *
   * @param now - As in the methods of {@link JobStore}.
   */
  delays(now: Date): Promise<StoreDelays>;
  /** What this store has counted since it was created, in this process. Asks no database. */
  stats(): StoreStats;
  /** Brings the tables up to date. Safe to call at every start, by many processes at once. */
  migrate(): Promise<void>;
  /** Closes what the store itself opened. What the host passed in stays open. */
  close(): Promise<void>;
}

/** How long work has been waiting, of all owners. */
export interface StoreDelays {
  /**
   * Milliseconds since the queued job that has been due longest was due: since it was created, or since its next attempt
   * was due. Also while it waits for its host or for the turn of its owner. 0 if none is due.
   */
  readonly oldestDueJobMs: number;
  /**
   * Milliseconds since a page or image of the crawl that has been running longest ended, or since that crawl started
   * if none has. 0 if no crawl is running.
   */
  readonly lastPageMs: number;
}

/** What a store has counted. */
export interface StoreStats {
  /** Changes that failed: because the database was busy or could not be reached, or because it accepted none. */
  readonly refusedWrites: { readonly busy: number; readonly readOnly: number };
  /** Connections to a database that is another process. Absent without one. */
  readonly connections?: {
    /** How many methods wait for a connection now. */
    readonly waiting: number;
    /** For how many milliseconds methods have waited for connections, all together. */
    readonly waitedMs: number;
  };
}
