import type { Context } from '../context/context.ts';
import type { Queue } from '../context/queue.ts';
import { createWarnOnce, type WarnOnce } from '../events/process-warning.ts';
import { pause } from './pause.ts';

/** One warning for each queue. */
const warnings = new WeakMap<Queue, WarnOnce>();

/** How long a caller waits for its tickets. */
const maxMs = 2_000;

/**
 * Notifies workers that jobs are due. Never rejects, and waits two seconds at most: the jobs are stored, and the
 * sweep of a worker finds them within a minute. The first failure of a queue is a process warning
 * (`SitegradeWarning`).
 */
export async function announceJobs({ queue }: Context, count: number, delayMs = 0): Promise<void> {
  const announce = async () => {
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
  };
  const late = new AbortController();
  await Promise.race([announce(), pause(maxMs, late.signal)]);
  late.abort();
}
