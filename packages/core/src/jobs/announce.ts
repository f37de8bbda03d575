import type { Context } from '../context.ts';
import { createWarnOnce, type WarnOnce } from '../events/process-warning.ts';
import type { Queue } from '../queue.ts';

/** One warning for each queue. */
const warnings = new WeakMap<Queue, WarnOnce>();

/**
 * Tells workers that jobs are due. Never rejects: the jobs are stored, and the sweep of a worker finds them
 * within a minute. The first failure of a queue is a process warning (`SitegradeWarning`).
 */
export async function announceJobs({ queue }: Context, count: number, delayMs = 0): Promise<void> {
  try {
    await queue.announce(count, delayMs);
  } catch (error) {
    const warnOnce = warnings.get(queue) ?? createWarnOnce();
    warnings.set(queue, warnOnce);
    warnOnce(
      'SITEGRADE_QUEUE_FAILED',
      'Announcing jobs to the queue failed. Workers find them within a minute. Later failures are not reported.',
      error,
    );
  }
}
