import { maxAnalysisMs } from '../context/analysis-time.ts';
import type { Context } from '../context/context.ts';
import { invalidInput } from '../validate.ts';

/** The pattern of an idempotency key, as an ECMAScript regular expression. */
export const idempotencyKeyPattern = '^[ -~]{1,255}$';

/** The issue with an invalid key. */
export const idempotencyKeyIssue = 'must be 1 to 255 printable ASCII characters.';

const pattern = new RegExp(idempotencyKeyPattern);

/** Whether a value is a valid idempotency key. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/**
 * Requires a valid idempotency key.
 *
 * @throws SitegradeError `invalid_input` on the field `idempotencyKey`.
 */
export function requireIdempotencyKey(key: string): void {
  if (!isIdempotencyKey(key)) throw invalidInput({ idempotencyKey: [idempotencyKeyIssue] });
}

/** How long a key returns its report: a day. */
const keptMs = 24 * 60 * 60 * 1000;

/** Extra time for storing the report on a busy machine. */
const marginMs = 24_000;

/** The times when an attempt begins and ends. */
interface AttemptTimes {
  readonly begunAt: Date;
  /** When the key is released if the attempt does not end, for example because its process is killed. */
  readonly leasedUntil: Date;
  /** When the key expires after the attempt has created its report. */
  readonly keptUntil: Date;
}

/**
 * The times of an attempt that begins now. Its key is reserved for longer than an analysis can take,
 * including the wait for a slot: about a minute with the default limits.
 */
export function attemptTimes(context: Context): AttemptTimes {
  const { now, analyses } = context;
  const begunAt = now();
  const { total, waiting } = analyses.limits;
  const rounds = 1 + Math.ceil(waiting / total);
  return {
    begunAt,
    leasedUntil: later(begunAt, rounds * maxAnalysisMs(context) + marginMs),
    keptUntil: later(begunAt, keptMs),
  };
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
