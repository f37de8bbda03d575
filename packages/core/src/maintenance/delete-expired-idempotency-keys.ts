import type { Context } from '../context/context.ts';
import { deleteInParts } from './continue-deletions.ts';

/** The number of keys to delete in one transaction. */
const limit = 100;

/**
 * Deletes expired idempotency keys in small transactions, and yields to the event loop between them.
 * Expired keys have no effect, but take space. Call it regularly: it is never called automatically.
 *
 * @param context - From `createContext`.
 * @returns the number of deleted keys.
 * @throws SitegradeError `overloaded` if the database is not available. What was done before stays; call it again.
 * @example
 * ```ts
 * await deleteExpiredIdempotencyKeys(context);
 * ```
 */
export async function deleteExpiredIdempotencyKeys({ store, now }: Context): Promise<number> {
  const query = { expiredAt: now(), limit };
  return deleteInParts(() => store.maintenance.deleteExpiredIdempotencyKeys(query));
}
