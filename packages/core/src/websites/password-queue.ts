import { SitegradeError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { hashesAtOnce, hashPassword } from './password.ts';

/** Limits for waiting password changes. A hash takes 0.1 seconds; two are computed concurrently. */
export interface PasswordLimits {
  /** Per owner. One more fails with `rate_limited`. Default 4. */
  readonly perOwner: number;
  /** In total. One more fails with `overloaded`. Default 20. */
  readonly waiting: number;
}

/** The default limits of a context. */
const defaultPasswordLimits: PasswordLimits = { perOwner: 4, waiting: 20 };

/** Hashes the passwords of one context. Owners are served round-robin. */
export interface PasswordQueue {
  /**
   * Hashes the password of a website as soon as a slot is free.
   *
   * @param signal - Removes the call from the queue, which then throws the signal's reason.
   * @throws SitegradeError `rate_limited`, `overloaded`, both with `retryAfterSeconds`.
   */
  hash(
    ownerId: string,
    password: string,
    randomBytes: (size: number) => Uint8Array,
    signal?: AbortSignal,
  ): Promise<string>;
}

const retryAfterSeconds = 2;
let queues = 0;

/**
 * Creates the queue of one context. The contexts of a process are served round-robin, too.
 *
 * @param logN - As in `hashPassword`.
 */
export function createPasswordQueue(
  {
    perOwner = defaultPasswordLimits.perOwner,
    waiting = defaultPasswordLimits.waiting,
  }: Partial<PasswordLimits> = {},
  logN?: number,
): PasswordQueue {
  const slots = createFairQueue(hashesAtOnce);
  queues += 1;
  const queue = String(queues);

  const checkLimits = (ownerId: string): void => {
    if (slots.used < hashesAtOnce) return;
    if (slots.waitingOf(ownerId) >= perOwner) {
      const message = `Too many password changes at once (limit ${perOwner} waiting). Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('rate_limited', message, { retryAfterSeconds });
    }
    if (slots.waiting >= waiting) {
      const message = `The server has too many password changes waiting. Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('overloaded', message, { retryAfterSeconds });
    }
  };
  return {
    async hash(ownerId, password, randomBytes, signal) {
      checkLimits(ownerId);
      const release = await slots.acquire(ownerId, 1, signal);
      try {
        return await hashPassword(password, randomBytes, { queue, signal, logN });
      } finally {
        release();
      }
    },
  };
}
