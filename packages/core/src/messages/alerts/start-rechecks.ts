import { isSitegradeError } from '@sitegrade/foundation/errors';
import { announceJobs } from '../../background/announce.ts';
import type { Context } from '../../context/context.ts';
import { emitJobsCreated } from '../../jobs/create-jobs.ts';

/** How many second attempts are read at once, and how often in one call. */
const batchSize = 100;
const maxBatches = 10;

/** One that found no room in the quota of its owner is tried again after this time. */
const retryMs = 60_000;

/**
 * Starts the second attempts to reach sites that are due, of all owners: a bounded number, each as a job. Call it each
 * minute. Any number of processes may do so at the same time: each attempt is started once.
 *
 * @param signal - Stops it between two attempts.
 * @throws SitegradeError `overloaded` if the database is not available; the first unexpected error, after the others were
 * started.
 */
export async function startRechecks(context: Context, signal?: AbortSignal): Promise<void> {
  const { store } = context;
  if (!(await store.isWritable())) return;
  let started = 0;
  let failed: { readonly error: unknown } | undefined;
  for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
    const due = await store.websites.dueRechecks({ limit: batchSize, now: context.now() });
    for (const recheck of due) {
      if (signal?.aborted) break;
      try {
        const { queuedJobs: maxQueued } = await context.quotas(recheck.ownerId);
        const start = await store.websites.startRecheck({
          ...recheck,
          maxQueued,
          delayMs: retryMs,
          now: context.now(),
        });
        if (start.outcome !== 'started') continue;
        started += 1;
        emitJobsCreated(context, recheck.ownerId, [start.job]);
      } catch (error) {
        if (isSitegradeError(error) && error.code === 'overloaded') throw error;
        // It must not keep others from their turn.
        failed ??= { error };
      }
    }
    if (due.length < batchSize) break;
  }
  if (started > 0) await announceJobs(context, started);
  if (failed) throw failed.error;
}
