const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * The times between the attempts of a delivery, as in the example of Standard Webhooks: 10 attempts in 75 hours, 35
 * minutes and 5 seconds.
 */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** How many attempts a delivery has. */
export const maxAttempts = retryDelaysMs.length + 1;

/**
 * How many attempts may begin, also if none has ended: workers that are killed again and again for another reason, such as
 * the memory of an analysis, must not lose what they were sending. One for which no end can be stored is not sent for ever.
 */
export const maxBegun = 100;

/** A receiver cannot put off its deliveries for longer. */
const maxDelayMs = 24 * hourMs;

/** By which part delays differ, so that deliveries which failed together are not sent together again. */
const jitter = 0.1;

/**
 * Milliseconds until the next attempt: at least what the receiver asks for, up to a day. `undefined` after the last one.
 *
 * @param attempts - How many there were.
 * @param retryAfterMs - What the receiver asks for; `null` for nothing.
 */
export function retryDelayMs(
  attempts: number,
  retryAfterMs: number | null,
  randomBytes: (size: number) => Uint8Array,
): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1];
  if (delayMs === undefined) return undefined;
  const random = ((randomBytes(1)[0] ?? 0) / 255) * jitter;
  return Math.max(Math.round(delayMs * (1 + random)), boundedDelayMs(retryAfterMs));
}

/** How long a receiver waits for the other deliveries when it says that it is busy and not for how long. */
const defaultPauseMs = minuteMs;

/**
 * Milliseconds in which a receiver gets no delivery: it, or the proxy in front of it, is busy (429, 502, 504). 0 for other
 * statuses.
 */
export function receiverPauseMs(status: number, retryAfterMs: number | null): number {
  if (status !== 429 && status !== 502 && status !== 504) return 0;
  return retryAfterMs === null ? defaultPauseMs : boundedDelayMs(retryAfterMs);
}

function boundedDelayMs(delayMs: number | null): number {
  return Math.min(delayMs ?? 0, maxDelayMs);
}
