import type { Context } from '../context/context.ts';
import { lookDelayMs } from '../context/look-delay.ts';

/** The longest wait without a look at the store, which costs one statement. */
const longestWaitMs = 60_000;

/**
 * Waits until something is due, after a claim has found nothing. While the queue wakes no one, it only asks the store
 * what is due next, since a claim takes several statements.
 *
 * @param signal - Ends the wait: the worker stops, or may start more than before.
 * @param looks - How often the worker has looked since it last started something.
 * @returns the same number with the looks of this wait.
 * @throws the error of the store or the queue.
 */
export async function waitForWork(
  { store, queue, now }: Pick<Context, 'store' | 'queue' | 'now'>,
  signal: AbortSignal,
  looks: number,
): Promise<number> {
  let looked = looks;
  while (!signal.aborted) {
    const dueMs = await store.nextDueMs(now());
    const isDue = dueMs === 0;
    if (signal.aborted || (isDue && looked > looks)) break;
    // What is due now could not be claimed: its host is busy, or its owner has enough.
    const withinMs = isDue ? lookDelayMs(looked) : Math.min(dueMs ?? longestWaitMs, longestWaitMs);
    const waiting = new AbortController();
    const end = () => waiting.abort();
    const timer = setTimeout(end, withinMs);
    signal.addEventListener('abort', end);
    try {
      await queue.wait(waiting.signal, looked);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
    if (!signal.aborted) looked += 1;
  }
  return looked;
}
