import type { FieldDataFailure } from './field-data.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxMs = 24 * hourMs;

/** Stops requests for a while after the API has failed. */
interface RequestPause {
  /** Why nothing may be requested now; `undefined` if something may. */
  reasonAt(now: Date): FieldDataFailure | undefined;
  /** @returns whether this has begun the pause, and not another failure at the same time. */
  failed(reason: FieldDataFailure, retryAfterMs: number | null, now: Date): boolean;
  succeeded(now: Date): void;
}

/**
 * Creates a pause that has not begun. It lasts as long as the API asks for, up to a day; otherwise an hour after a wrong
 * key, and else a minute that doubles with each failure, up to an hour.
 */
export function createRequestPause(): RequestPause {
  let reason: FieldDataFailure = 'unavailable';
  let until = 0;
  let failures = 0;
  const isPaused = (now: Date) => {
    const left = until - now.getTime();
    // Longer than any pause: the clock was set back.
    return left > 0 && left <= maxMs;
  };
  return {
    reasonAt: (now) => (isPaused(now) ? reason : undefined),
    failed(failure, retryAfterMs, now) {
      if (isPaused(now)) return false;
      const ownMs = failure === 'key_refused' ? hourMs : Math.min(minuteMs * 2 ** failures, hourMs);
      failures += 1;
      reason = failure;
      until = now.getTime() + Math.min(Math.max(retryAfterMs ?? ownMs, 1_000), maxMs);
      return true;
    },
    succeeded(now) {
      if (!isPaused(now)) failures = 0;
    },
  };
}
