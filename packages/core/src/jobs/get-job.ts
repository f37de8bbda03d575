import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Job, JobProgress } from '../store/job.ts';
import { requireOwnerId } from '../validate.ts';

/**
 * Returns a job of the owner.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the job.
 * @param id - The id of the job.
 * @throws SitegradeError `not_found` if the owner has no job with this id, even if another owner has. Jobs are
 * deleted 30 days after they ended.
 * @example
 * ```ts
 * const { status, reportId } = await getJob(context, 'user-1', 42);
 * ```
 */
export async function getJob(context: Context, ownerId: string, id: number): Promise<Job> {
  requireOwnerId(ownerId);
  const job = await context.store.jobs.find(ownerId, id);
  if (job === undefined) throw jobNotFound();
  return job;
}

/**
 * Counts the jobs of a batch by their state.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the batch.
 * @param batchId - From `createJobs`.
 * @throws SitegradeError `not_found` if the owner has no job of this batch.
 * @example
 * ```ts
 * const { queued, running, done, failed } = await getJobProgress(context, 'user-1', 42);
 * ```
 */
export async function getJobProgress(
  context: Context,
  ownerId: string,
  batchId: number,
): Promise<JobProgress> {
  requireOwnerId(ownerId);
  const progress = await context.store.jobs.progress(ownerId, batchId);
  if (progress === undefined) throw batchNotFound();
  return progress;
}

/** The error for a batch that does not exist, belongs to another owner, or has no jobs any more. */
export function batchNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no batch of jobs with this id.');
}

/** The error for a job that does not exist, or belongs to another owner. */
export function jobNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no job with this id.');
}
