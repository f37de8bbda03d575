import type { Job, JobError, JobProgress } from '../store/job.ts';

/**
 * A job, as JSON: `GET /jobs/{id}` of the HTTP API, and an item of `GET /jobs`.
 *
 * @param job - A job, from `getJob` for example.
 * @example
 * ```ts
 * const { rows } = await listJobs(context, 'user-1', { status: 'failed' });
 * const data = rows.map(jobRecord);
 * ```
 */
export function jobRecord(job: Job) {
  return {
    id: job.id,
    object: 'job',
    batch_id: job.batchId,
    url: job.url,
    status: job.status,
    attempts: job.attempts,
    report_id: job.reportId,
    error: job.error && jobErrorRecord(job.error),
    created_at: job.createdAt.toISOString(),
    started_at: isoOrNull(job.startedAt),
    ended_at: isoOrNull(job.endedAt),
    next_attempt_at: isoOrNull(job.nextAttemptAt),
  } as const;
}

/** The error of a job, as JSON, with the names of the API's errors. */
export function jobErrorRecord({ code, message, reason, issues }: JobError) {
  return {
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(issues === undefined ? {} : { errors: issues }),
  };
}

/**
 * A batch of jobs, as JSON: `GET /batches/{id}` of the HTTP API.
 *
 * @param batchId - The id of the batch: `batchId` of its jobs.
 * @param progress - From `getJobProgress`.
 * @example
 * ```ts
 * const record = batchRecord(12, await getJobProgress(context, 'user-1', 12));
 * console.log(`${record.progress.done} of ${record.jobs_count}`);
 * ```
 */
export function batchRecord(batchId: number, progress: JobProgress) {
  const { queued, running, done, failed, canceled } = progress;
  return {
    object: 'batch',
    batch_id: batchId,
    jobs_count: queued + running + done + failed + canceled,
    progress: { queued, running, done, failed, canceled },
  } as const;
}

function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
