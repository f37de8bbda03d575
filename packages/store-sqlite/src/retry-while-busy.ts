import { setTimeout as sleepFor } from 'node:timers/promises';
import { isBusy } from './database-errors.ts';

/** How long to wait for a busy database, and by which clock. */
export interface Patience {
  /** Milliseconds after which the last error is thrown. */
  readonly patienceMs: number;
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
  { patienceMs, now = () => performance.now(), sleep = sleepFor }: Patience,
): Promise<Result> {
  const deadline = now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || now() >= deadline) throw error;
    }
    // Of random length, or those who met once would meet again.
    await sleep(1 + Math.random() * Math.min(2 * tries, longestPauseMs));
  }
}
