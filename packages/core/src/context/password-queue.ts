import { SitegradeError } from '@sitegrade/foundation/errors';
import { createFairQueue } from '@sitegrade/foundation/fair-queue';
import type { Store } from '../store/store.ts';
import { checksAtOnce, hashesAtOnce, hashPassword, verifyPassword } from './password.ts';

/** Limits for waiting password changes. A hash takes 0.1 seconds; two are computed concurrently. */
export interface PasswordLimits {
  /** Per owner. One more fails with `rate_limited`. Default 4. */
  readonly perOwner: number;
  /** In total. One more fails with `overloaded`. Default 20. */
  readonly waiting: number;
}

/** The default limits of a context. */
const defaultPasswordLimits: PasswordLimits = { perOwner: 4, waiting: 20 };

/** Checks that wait, per website and in total: the last one waits two seconds. */
const checkLimits = { perWebsite: 4, waiting: 20 } as const;

/**
 * Hashes the passwords of one context, owners round-robin, and checks passwords, websites round-robin. Both
 * have their own slots and limits, so that guesses never delay owners who set a password.
 */
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
  /**
   * Whether a password matches the stored hash of a website, as soon as a slot is free.
   *
   * @param signal - Removes the call from the queue, which then throws the signal's reason.
   * @throws SitegradeError `rate_limited`, `overloaded`, both with `retryAfterSeconds`.
   */
  verify(
    websiteId: number,
    password: string,
    passwordHash: string,
    signal?: AbortSignal,
  ): Promise<boolean>;
}

const retryAfterSeconds = 2;
let queues = 0;

const cheapStores = new WeakSet<Store>();

/** Lets contexts that are created for this store hash passwords in no time. No published entry exports it. */
export function hashCheaply(store: Store): void {
  cheapStores.add(store);
}

/** The cost for the contexts of a store, as in `hashPassword`: the default, except for stores of tests. */
export function passwordCost(store: Store): number | undefined {
  return cheapStores.has(store) ? 1 : undefined;
}

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
  queues += 1;
  const queue = String(queues);
  const changes = limitedSlots('password changes', hashesAtOnce, { each: perOwner, all: waiting });
  const checks = limitedSlots('password checks', checksAtOnce, {
    each: checkLimits.perWebsite,
    all: checkLimits.waiting,
  });
  return {
    hash: (ownerId, password, randomBytes, signal) =>
      changes(ownerId, signal, () => hashPassword(password, randomBytes, { queue, signal, logN })),
    verify: (websiteId, password, passwordHash, signal) =>
      checks(String(websiteId), signal, () =>
        verifyPassword(password, passwordHash, { queue, signal }),
      ),
  };
}

/** Runs work in slots, and refuses it if too much is waiting, of the same key or in total. */
function limitedSlots(
  what: string,
  atOnce: number,
  limits: { readonly each: number; readonly all: number },
) {
  const slots = createFairQueue(atOnce);
  const checkLimitsOf = (key: string): void => {
    if (slots.used < atOnce) return;
    if (slots.waitingOf(key) >= limits.each) {
      const message = `Too many ${what} at once (limit ${limits.each} waiting). Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('rate_limited', message, { retryAfterSeconds });
    }
    if (slots.waiting >= limits.all) {
      const message = `The server has too many ${what} waiting. Retry in ${retryAfterSeconds} s.`;
      throw new SitegradeError('overloaded', message, { retryAfterSeconds });
    }
  };
  return async <Result>(
    key: string,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    checkLimitsOf(key);
    const release = await slots.acquire(key, 1, signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
