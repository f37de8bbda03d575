import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context.ts';

/** How many keys are deleted in one transaction. */
const limit = 100;

/**
 * Deletes idempotency keys whose 24 hours have passed, in small transactions with pauses, so that
 * other work can run in between. Expired keys have no effect; this frees their space. The operator
 * calls it now and then: nothing calls it by itself.
 *
 * @returns how many were deleted.
 * @example
 * ```ts
 * await deleteExpiredIdempotencyKeys(context);
 * ```
 */
export async function deleteExpiredIdempotencyKeys({ store, now }: Context): Promise<number> {
  const expiredAt = now();
  let deleted = 0;
  for (;;) {
    const some = await store.maintenance.deleteExpiredIdempotencyKeys({ expiredAt, limit });
    deleted += some;
    if (some < limit) return deleted;
    await yieldToEventLoop();
  }
}
