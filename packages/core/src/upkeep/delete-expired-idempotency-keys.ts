import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../context.ts';

/** How many keys are deleted in one transaction. */
const limit = 100;

/**
 * Deletes idempotency keys whose 24 hours have passed, in small transactions with pauses, so that
 * others have their turn. They no longer count anyway: it is for their space, and for the operator to
 * call now and then; nothing calls it by itself.
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
    const some = await store.upkeep.deleteExpiredIdempotencyKeys({ expiredAt, limit });
    deleted += some;
    if (some < limit) return deleted;
    await turn();
  }
}
