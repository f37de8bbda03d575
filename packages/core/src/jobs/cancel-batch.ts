import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import type { JobProgress } from '../store/job.ts';
import { requireOwnerId } from '../validate.ts';
import { getJobProgress } from './get-job.ts';

/** The number of jobs to cancel in one transaction. */
const limit = 500;

/**
 * Cancels all jobs of a batch that are queued or running, so that they create no reports. Those that have
 * ended stay as they are. If it fails midway, some jobs are canceled: calling it again cancels the rest.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the batch.
 * @param batchId - From `createJobs`.
 * @returns how many jobs of the batch are in each state afterwards: none is queued or running.
 * @throws SitegradeError `not_found` if the owner has no job of this batch.
 * @example
 * ```ts
 * const { done, canceled } = await cancelBatch(context, 'user-1', 42);
 * ```
 */
export async function cancelBatch(
  context: Context,
  ownerId: string,
  batchId: number,
): Promise<JobProgress> {
  requireOwnerId(ownerId);
  for (;;) {
    const now = context.now();
    const jobIds = await context.store.jobs.cancelBatch(ownerId, { batchId, limit, now });
    for (const jobId of jobIds) context.emit({ type: 'job.canceled', ownerId, jobId });
    if (jobIds.length < limit) return getJobProgress(context, ownerId, batchId);
    await yieldToEventLoop();
  }
}
