import { setTimeout as sleepFor } from 'node:timers/promises';
import { isBusy } from './database-errors.ts';

/** How long to retry, and by which clock. */
interface RetryOptions {
  /** Milliseconds after which the last error is thrown. */
  readonly busyTimeoutMs: number;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The longest pause between two attempts, in milliseconds. */
const longestPauseMs = 25;

/**
 * Attempts something synchronous until the database is not busy. The pauses are asynchronous: to
 * wait inside SQLite would stop the whole process.
 *
 * @throws whatever the last attempt threw.
 */
export async function retryWhileBusy<Result>(
  attempt: () => Result,
  { busyTimeoutMs, now = () => performance.now(), sleep = sleepFor }: RetryOptions,
): Promise<Result> {
  const deadline = now() + busyTimeoutMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || now() >= deadline) throw error;
    }
    // Of random length, or two that collided would collide again.
    await sleep(1 + Math.random() * Math.min(2 * tries, longestPauseMs));
  }
}
