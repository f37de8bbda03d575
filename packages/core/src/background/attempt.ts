import { SitegradeError } from '@sitegrade/foundation/errors';

/** The time that a lease is longer than an analysis, for storing its result. */
export const leaseMarginMs = 30_000;

/** How long before the end of its lease an attempt is aborted. */
const abortMarginMs = 5_000;

/** The size of the random token of a lease: 128 bits. */
const tokenBytes = 16;

/** The reason of a signal that aborts an attempt for another worker to start the work again. */
export const givingBack = new SitegradeError('overloaded', 'The worker is stopping.');

/** The reason of a signal that aborts an attempt whose lease has ended: it must store nothing, and give nothing back. */
export const leaseLost = new SitegradeError('overloaded', 'The lease has ended.');

/** A random token for a lease. */
export function makeLeaseToken(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(tokenBytes)).toString('base64url');
}

/** How long work is put off for which this process has no memory. */
export const noMemoryDelayMs = 10_000;

/** An attempt at work that a lease allows. */
export interface Attempt {
  /** Aborts before the lease is over, when the slots close, and to give back the work. */
  readonly signal: AbortSignal;
  /** Aborts the attempt for another worker to start the work again. */
  readonly giveBack: () => void;
  /** Aborts the attempt because its lease has ended. */
  readonly lose: () => void;
  /** Lets the attempt go on, because its lease was renewed for this time. */
  readonly extend: (leaseLeftMs: number) => void;
  /** Stops the timer of the lease. */
  readonly release: () => void;
}

/** Starts an attempt: its signal aborts a few seconds before the lease is over. */
export function startAttempt(slotSignal: AbortSignal, leaseLeftMs: number): Attempt {
  const attempt = new AbortController();
  const giveBack = () => attempt.abort(givingBack);
  const lose = () => attempt.abort(leaseLost);
  let leaseTimer: NodeJS.Timeout | undefined;
  const stopTimer = () => {
    clearTimeout(leaseTimer);
  };
  const extend = (leaseLeftMs: number) => {
    stopTimer();
    leaseTimer = setTimeout(
      () => attempt.abort(new SitegradeError('overloaded', 'Creating the report took too long.')),
      Math.max(0, leaseLeftMs - abortMarginMs),
    );
  };
  extend(leaseLeftMs);
  slotSignal.addEventListener('abort', giveBack);
  if (slotSignal.aborted) giveBack();
  const release = () => {
    stopTimer();
    slotSignal.removeEventListener('abort', giveBack);
  };
  return { signal: attempt.signal, giveBack, lose, extend, release };
}
