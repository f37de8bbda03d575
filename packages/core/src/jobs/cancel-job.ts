import type { Context } from '../context/context.ts';
import type { Job } from '../store/job.ts';
import { requireOwnerId } from '../validate.ts';
import { jobNotFound } from './get-job.ts';

/**
 * Cancels a job that is queued or running, so that it creates no report. A job that has ended stays as it
 * is. A worker may still read the page of a running job to its end, but stores nothing.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the job.
 * @param id - The id of the job.
 * @returns the job: `canceled`, or as it had ended before.
 * @throws SitegradeError `not_found` if the owner has no job with this id.
 * @example
 * ```ts
 * const { status } = await cancelJob(context, 'user-1', 42);
 * ```
 */
export async function cancelJob(context: Context, ownerId: string, id: number): Promise<Job> {
  requireOwnerId(ownerId);
  const canceled = await context.store.jobs.cancel(ownerId, id, context.now());
  if (canceled === undefined) throw jobNotFound();
  if (canceled.isNew) context.emit({ type: 'job.canceled', ownerId, jobId: id });
  return canceled.job;
}

/**
 * Deletes a job of the owner, in any state: one that has not ended creates no report. The report of a job
 * that is done stays.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the job.
 * @param id - The id of the job.
 * @throws SitegradeError `not_found` if the owner has no job with this id.
 * @example
 * ```ts
 * await deleteJob(context, 'user-1', 42);
 * ```
 */
export async function deleteJob(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (!(await context.store.jobs.delete(ownerId, id))) throw jobNotFound();
}
