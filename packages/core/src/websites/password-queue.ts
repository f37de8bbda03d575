import { SitegradeError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { hashesAtOnce, hashPassword } from './password.ts';

/** How many password changes may wait. A hash takes a tenth of a second, and two are made at once. */
export interface PasswordLimits {
  /** Of one owner; one more is refused with `rate_limited`. Default 4. */
  readonly perOwner: number;
  /** In all; one more is refused with `overloaded`. Default 20. */
  readonly waiting: number;
}

/** The limits of a context that says nothing else. */
const defaultPasswordLimits: PasswordLimits = { perOwner: 4, waiting: 20 };

/** Hashes the passwords of one context, for owners in turn. */
export interface PasswordQueue {
  /**
   * Hashes a website's password when its owner's turn comes.
   *
   * @param signal - Leaves the queue; its reason is what is thrown then.
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

/** Makes the queue of one context. The contexts of a process have their hashes made in turn, too. */
export function createPasswordQueue({
  perOwner = defaultPasswordLimits.perOwner,
  waiting = defaultPasswordLimits.waiting,
}: Partial<PasswordLimits> = {}): PasswordQueue {
  const places = createFairQueue(hashesAtOnce);
  queues += 1;
  const queue = String(queues);

  const refuseMore = (ownerId: string): void => {
    if (places.used < hashesAtOnce) return;
    if (places.waitingOf(ownerId) >= perOwner) {
      const message = `Too many password changes at once (limit ${perOwner} waiting). Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('rate_limited', message, { retryAfterSeconds });
    }
    if (places.waiting >= waiting) {
      const message = `The server has too many password changes waiting. Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('overloaded', message, { retryAfterSeconds });
    }
  };
  return {
    async hash(ownerId, password, randomBytes, signal) {
      refuseMore(ownerId);
      const release = await places.acquire(ownerId, 1, signal);
      try {
        return await hashPassword(password, randomBytes, { queue, signal });
      } finally {
        release();
      }
    },
  };
}
