import type { Context } from '../context.ts';
import { invalidInput } from '../validate.ts';

/** What an idempotency key is, as a regular expression of ECMAScript. */
export const idempotencyKeyPattern = '^[ -~]{1,255}$';

/** What is said of anything else. */
export const idempotencyKeyIssue = 'must be 1 to 255 printable ASCII characters.';

const pattern = new RegExp(idempotencyKeyPattern);

/** Whether a text can be an idempotency key. */
export function isIdempotencyKey(text: unknown): text is string {
  return typeof text === 'string' && pattern.test(text);
}

/**
 * Makes sure that an idempotency key is one.
 *
 * @throws SitegradeError `invalid_input` on the field `idempotencyKey`.
 */
export function requireIdempotencyKey(key: string): void {
  if (!isIdempotencyKey(key)) throw invalidInput({ idempotencyKey: [idempotencyKeyIssue] });
}

/** How long a key answers with the report that was made with it: a day. */
const keptMs = 24 * 60 * 60 * 1000;

/** What storing the report takes, and starting late, on a machine that has much to do. */
const marginMs = 24_000;

/** From when to when an attempt has its key. */
interface AttemptTimes {
  readonly begunAt: Date;
  /** Should it never end, as where the process is killed. */
  readonly leasedUntil: Date;
  /** Once it has made its report. */
  readonly keptUntil: Date;
}

/**
 * The times of an attempt that begins now. It is let alone for longer than the longest analysis,
 * waiting for its turn included: a minute, by the limits that a context has by default.
 */
export function attemptTimes({ now, network, analyses }: Context): AttemptTimes {
  const begunAt = now();
  const { total, waiting } = analyses.limits;
  const turns = 1 + Math.ceil(waiting / total);
  const { totalMs, cpuMs } = network.limits;
  return {
    begunAt,
    leasedUntil: later(begunAt, turns * (totalMs + cpuMs) + marginMs),
    keptUntil: later(begunAt, keptMs),
  };
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
