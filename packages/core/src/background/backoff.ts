import { isSitegradeError } from '@sitegrade/foundation/errors';
import { pause } from './pause.ts';

/** The first and the longest delay after failures of the store. Each is twice the one before. */
const firstBackoffMs = 100;
const maxBackoffMs = 5_000;

/** Waits after failures, each time longer, or until the signal aborts. */
export function createBackoff(signal: AbortSignal) {
  let ms = firstBackoffMs;
  return {
    async wait() {
      await pause(ms, signal);
      ms = Math.min(ms * 2, maxBackoffMs);
    },
    reset() {
      ms = firstBackoffMs;
    },
  };
}

/**
 * Calls a method of the store, and again while the store is `overloaded`: it is busy, or cannot be reached. The first
 * call is made in any case.
 *
 * @param signal - Ends it: the error of the last call is thrown.
 */
export async function untilNotBusy<Result>(
  signal: AbortSignal,
  call: (tries: number) => Promise<Result>,
): Promise<Result> {
  const backoff = createBackoff(signal);
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(tries);
    } catch (error) {
      const isBusy = isSitegradeError(error) && error.code === 'overloaded';
      if (!isBusy) throw error;
      await backoff.wait();
      if (signal.aborted) throw error;
    }
  }
}
