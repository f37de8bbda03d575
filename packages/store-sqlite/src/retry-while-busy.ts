import { setTimeout as sleepFor } from 'node:timers/promises';
import { isBusy } from './database-errors.ts';

/** The time limit, and the clock. */
interface RetryOptions {
  /** Milliseconds after which the last error is thrown. */
  readonly busyTimeoutMs: number;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The longest pause between two attempts, in milliseconds. */
const longestPauseMs = 25;

/**
 * Attempts synchronous work until the database is not busy. The pauses are asynchronous: waiting inside
 * SQLite would block the whole process.
 *
 * @throws the error of the last attempt.
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
    // A random pause, otherwise two that collided would collide again.
    await sleep(1 + Math.random() * Math.min(2 * tries, longestPauseMs));
  }
}
