import type { ErrorCode, FieldIssues } from '@sitegrade/foundation/errors';

/** The states of a job. The last three are final. */
export const jobStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const;

/**
 * The state of a job: `queued` also while it waits for its next attempt, `done` when its report is stored,
 * `failed` when there will be no report.
 */
export type JobStatus = (typeof jobStatuses)[number];

/** A report to be created in the background: accepted, and still there after a crash. */
export interface Job {
  readonly id: number;
  /** The batch that it was created in: the id of the first job of the batch. `null` for a single job. */
  readonly batchId: number | null;
  /**
   * The URL of the page, normalised. Without a scheme if there was none: `http://` is then tried if
   * `https://` fails.
   */
  readonly url: string;
  readonly status: JobStatus;
  /** How many times it was started, without the attempts that were given back. */
  readonly attempts: number;
  /** The report of a job that is `done`. It may have been deleted. */
  readonly reportId: number | null;
  /** Why it `failed`, or why its last attempt did; `null` otherwise. */
  readonly error: JobError | null;
  readonly createdAt: Date;
  /** When it was last started. */
  readonly startedAt: Date | null;
  /** When it was done, failed or canceled. */
  readonly endedAt: Date | null;
  /** When a job that is `queued` may be started again after a failed attempt; `null` if at once. */
  readonly nextAttemptAt: Date | null;
}

/** The error of a job: what a `SitegradeError` reports to the caller. Plain JSON. */
export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: string;
  readonly issues?: FieldIssues;
}

/** How many jobs of a batch are in each state. */
export type JobProgress = Readonly<Record<JobStatus, number>>;
