import type { Context } from '../context/context.ts';
import { pollDelayMs } from '../context/poll-delay.ts';

/** The longest wait without asking the store, which costs one statement. */
const longestWaitMs = 60_000;

/**
 * Waits until something is due, after a claim has found nothing. While the queue wakes no one, it only asks the store
 * what is due next, since a claim takes several statements.
 *
 * @param signal - Ends the wait: the worker stops, or may start more than before.
 * @param emptyPolls - How often the worker has asked the store since it last started something.
 * @returns the same number with the polls of this wait.
 * @throws the error of the store or the queue.
 */
export async function waitForWork(
  { store, queue, now }: Pick<Context, 'store' | 'queue' | 'now'>,
  signal: AbortSignal,
  emptyPolls: number,
): Promise<number> {
  let polls = emptyPolls;
  while (!signal.aborted) {
    const dueMs = await store.nextDueMs(now());
    const isDue = dueMs === 0;
    if (signal.aborted || (isDue && polls > emptyPolls)) break;
    // What is due now could not be claimed: its host is busy, or its owner has enough.
    const withinMs = isDue ? pollDelayMs(polls) : Math.min(dueMs ?? longestWaitMs, longestWaitMs);
    const waiting = new AbortController();
    const end = () => waiting.abort();
    const timer = setTimeout(end, withinMs);
    signal.addEventListener('abort', end);
    try {
      await queue.wait(waiting.signal, polls);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
    if (!signal.aborted) polls += 1;
  }
  return polls;
}
