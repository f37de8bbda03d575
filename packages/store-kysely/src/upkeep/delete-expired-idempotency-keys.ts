import type { ExpiredQuery } from '@sitegrade/core';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

/** Deletes the keys whose time has passed, oldest first. */
export function* deleteExpiredIdempotencyKeys(
  { db }: QueryBuilder,
  { expiredAt, limit }: ExpiredQuery,
): Work<number> {
  const expired = db
    .selectFrom('sitegrade_idempotency_keys')
    .select(['owner_id', 'idempotency_key'])
    .where('expires_at', '<=', expiredAt.getTime())
    .orderBy('expires_at')
    .limit(limit);
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_idempotency_keys')
      .where(sql<boolean>`(owner_id, idempotency_key) in ${expired}`)
      // Once more: another may have taken the key since it was found.
      .where('expires_at', '<=', expiredAt.getTime())
      .returning('owner_id')
      .compile(),
  );
  return deleted.length;
}
