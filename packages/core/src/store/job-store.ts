import type { List } from '../listing/listing.ts';
import type { DoneAttempt } from './idempotency-store.ts';
import type { Job, JobError, JobProgress } from './job.ts';
import type { JobListQuery } from './job-listing.ts';

/**
 * Jobs, and whose turn it is. The state of a job changes only here, alike for every queue, so that each job
 * ends exactly once, however many workers there are.
 *
 * Times: a store that several machines share uses the clock of its database, and ignores every `now` and
 * `createdAt`, so that the clocks of the machines do not matter. Other stores use these; for them a job that is
 * done ended at the `createdAt` of its report.
 */
export interface JobStore {
  /**
   * Inserts queued jobs of one owner, in order, all or nothing. Ids increase, may skip numbers, and are never
   * reused. With an attempt, it assigns the attempt's key to the job or the batch, too: both or neither. The key stays
   * with the attempt if the quota is exceeded.
   */
  create(jobs: NewJobs, attempt?: DoneAttempt): Promise<JobCreation>;
  find(ownerId: string, id: number): Promise<Job | undefined>;
  /**
   * One page of the owner's jobs that match all filters. Totals are exact up to `maxExactTotal`. A search finds
   * only jobs among the newest 20,000 of the owner (`maxSearchedJobs`), regardless of the filters.
   */
  list(ownerId: string, query: JobListQuery): Promise<List<Job>>;
  /** How many jobs of a batch are in each state. `undefined` if the owner has no job of this batch. */
  progress(ownerId: string, batchId: number): Promise<JobProgress | undefined>;
  /** How many jobs of all owners have not ended, for operators. Reads one row for each owner, not the jobs. */
  countUnended(): Promise<UnendedJobs>;
  /**
   * Starts the next job and leases it: of the owners with a job that is due, the one with the fewest running
   * jobs, then the one served longest ago, then by their ids; of that owner, the job whose next attempt has
   * been due longest, or else the oldest one. `undefined` if no job is due.
   *
   * A job is not due while its host has no room:
   *
   * - while as many jobs and pages of crawls are running there as `perHost`, over all owners;
   * - while a crawl of the host is at its step `start`, or waits for it (unless its owner is `exceptOwner`, or the next
   *   request of the host is not due);
   * - while another job of the host is running, and a crawl has a page for it whose request is due: both go on, one
   *   beside the other.
   *
   * Jobs whose turn it was meanwhile wait for their host in this order, those of several owners alternately, and before
   * jobs that come later. As soon as there is room, it is kept for the first of them until its owner's turn. Other
   * jobs of their owners are not delayed.
   *
   * Concurrent calls never get the same job, and none gets `undefined` while there are due jobs for all of
   * them. Those of different owners do not wait for each other; those of one owner may, for the length of a
   * transaction, and may then differ from the order of owners.
   */
  claim(query: JobClaim): Promise<ClaimedJob | undefined>;
  /**
   * Ends an attempt that has created no report. `ReportStore.createOnce` ends one that has. `false`, without
   * any change, if the lease has ended: the job was canceled, deleted, or given to another worker.
   */
  end(lease: JobLease, outcome: AttemptOutcome, now: Date): Promise<boolean>;
  /**
   * Cancels a job that is queued or running. A job that has ended stays as it is. `undefined` if the owner has no
   * such job. Of calls at the same time, one has ended it.
   */
  cancel(ownerId: string, id: number, now: Date): Promise<CanceledJob | undefined>;
  /**
   * Cancels the oldest jobs of a batch that are queued or running, at most `limit`, and returns their ids in
   * order. None if the owner has no such batch.
   */
  cancelBatch(ownerId: string, batch: BatchCancellation): Promise<readonly number[]>;
  /** Deletes the job, in any state. Its report stays. `false` if there was none. */
  delete(ownerId: string, id: number): Promise<boolean>;
  /**
   * Ends the leases that are over: their jobs are queued again, or failed after `maxAttempts` attempts.
   * Deletes jobs that ended more than `keepMs` ago. Changes at most `limit` jobs for each of the two, so that
   * a call takes a few milliseconds: call it again until `isDone`.
   */
  sweep(query: JobSweep): Promise<JobsSwept>;
}

/** The jobs of all owners that have not ended. */
export interface UnendedJobs {
  /** Jobs that wait for their first attempt, or for the next one. */
  readonly queued: number;
  readonly running: number;
}

/** Jobs to insert. */
export interface NewJobs {
  readonly ownerId: string;
  /** The `url` of one job each, at least one. */
  readonly urls: readonly string[];
  /** Whether the jobs are a batch. Otherwise there is one URL. */
  readonly isBatch: boolean;
  readonly createdAt: Date;
  /** How many jobs of the owner may be queued, with these. */
  readonly maxQueued: number;
}

/** The outcome of {@link JobStore.create}: nothing is stored if the quota would be exceeded. */
export type JobCreation =
  | { readonly outcome: 'created'; readonly jobs: readonly Job[] }
  | {
      readonly outcome: 'quota_exceeded';
      /** How many jobs of the owner are queued. */
      readonly queued: number;
    }
  /** Nothing is stored: the attempt no longer holds its key. */
  | { readonly outcome: 'key_lost' };

/** What a worker asks for. */
export interface JobClaim {
  /** Identifies the lease: 1 to 64 characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`, never used before. */
  readonly token: string;
  /** Milliseconds until the lease is over. */
  readonly leaseMs: number;
  /**
   * How many jobs and pages of crawls of one host may be running. The host of a job is that of its URL, with the port:
   * where it redirects to is not known before.
   */
  readonly perHost: number;
  /**
   * The hosts of reports that are being created without a job, one for each report: they count as running. Only the
   * caller knows them. Default: none.
   */
  readonly otherReports?: readonly string[];
  /** Skips the jobs of this owner. */
  readonly exceptOwner?: string;
  readonly now: Date;
}

/** Who works on a job. */
export interface JobLease {
  readonly jobId: number;
  readonly token: string;
}

/** A job that was started. */
export interface ClaimedJob {
  readonly ownerId: string;
  readonly job: Job;
  readonly lease: JobLease;
}

/** How an attempt without a report ended. */
export type AttemptOutcome =
  | { readonly kind: 'failed'; readonly error: JobError }
  /** The job is queued again, and due after `delayMs`; 0 for at once, in the order of creation. */
  | { readonly kind: 'retry'; readonly error: JobError; readonly delayMs: number }
  /** The job is queued again, due after `delayMs`, by default at once, and the attempt does not count. */
  | { readonly kind: 'given_back'; readonly delayMs?: number };

/** The outcome of {@link JobStore.cancel}. */
export interface CanceledJob {
  readonly job: Job;
  /** Whether this call has ended it. */
  readonly isNew: boolean;
}

/** Which jobs to cancel. */
export interface BatchCancellation {
  readonly batchId: number;
  readonly limit: number;
  readonly now: Date;
}

/** Which leases and jobs are over. */
export interface JobSweep {
  readonly now: Date;
  /** A job whose lease ends after this many attempts fails. */
  readonly maxAttempts: number;
  /** The error of such a job. */
  readonly error: JobError;
  /** Milliseconds that jobs are kept after they have ended. */
  readonly keepMs: number;
  /** The most jobs to change in one transaction. A store may change fewer. */
  readonly limit: number;
}

/** What {@link JobStore.sweep} did. */
export interface JobsSwept {
  /** The number of jobs that were queued again. */
  readonly queuedAgain: number;
  /** The jobs that failed. */
  readonly failed: readonly { readonly ownerId: string; readonly job: Job }[];
  readonly deleted: number;
  /** Whether no lease to end and no job to delete is left. May be `false` once too often. */
  readonly isDone: boolean;
  /** How many jobs are due now, counted up to `limit`. */
  readonly due: number;
}
