import type { AcceptedFinding } from '@sitegrade/core';
import type { Selectable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The columns of an accepted finding, without those that only find it. */
export const acceptedColumns = [
  'id',
  'website_id',
  'check_id',
  'path',
  'fingerprint',
  'quote',
  'reason',
  'expires',
  'created_at',
  'updated_at',
] as const;

/** A row of {@link acceptedColumns}. */
type AcceptedRow = Pick<Selectable<Tables['sitegrade_accepted']>, (typeof acceptedColumns)[number]>;

/** The accepted finding of a row. */
export function toAccepted(row: AcceptedRow): AcceptedFinding {
  return {
    id: Number(row.id),
    websiteId: Number(row.website_id),
    check: row.check_id,
    path: row.path,
    fingerprint: row.fingerprint,
    quote: row.quote,
    reason: row.reason,
    expires: row.expires,
    createdAt: new Date(Number(row.created_at)),
    updatedAt: new Date(Number(row.updated_at)),
  };
}

/** One accepted finding of the owner's website. */
export function* findAccepted(
  { db }: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
): Work<AcceptedFinding | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_accepted')
      .select(acceptedColumns)
      .where('id', '=', id)
      .where('website_id', '=', websiteId)
      .where('owner_id', '=', ownerId)
      // The accepted findings of a deleted website are deleted in parts.
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sitegrade_websites').select('id').where('id', '=', websiteId)),
      )
      .compile(),
  );
  return row && toAccepted(row);
}

/** Deletes one accepted finding. */
export function* deleteAccepted(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
): Work<boolean> {
  const found = yield* findAccepted(builder, ownerId, websiteId, id);
  if (found === undefined) return false;
  const deleted = yield* rowsOf(
    builder.db.deleteFrom('sitegrade_accepted').where('id', '=', id).returning('id').compile(),
  );
  return deleted.length > 0;
}

/** Deletes some accepted findings of a website that is deleted. Returns how many. */
export function* deleteAcceptedOfWebsite(
  { db, dialect }: QueryBuilder,
  websiteId: number,
  limit: number,
): Work<number> {
  const some = yield* rowsOf(
    db
      .selectFrom('sitegrade_accepted')
      .select('id')
      .where('website_id', '=', websiteId)
      .orderBy('accepted_key')
      .limit(limit)
      .compile(),
  );
  const ids = dialect.idList(some.map(({ id }) => Number(id)));
  yield db.deleteFrom('sitegrade_accepted').where('id', 'in', ids).compile();
  return some.length;
}
