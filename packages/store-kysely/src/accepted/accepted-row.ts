import type { AcceptedFinding } from '@sitegrade/core';
import { declareRow } from '../declare-row.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

const declared = declareRow<'sitegrade_accepted', AcceptedFinding>()({
  id: 'number',
  websiteId: 'number',
  check: ['check_id', 'same'],
  path: 'same',
  fingerprint: 'same',
  quote: 'same',
  reason: 'same',
  expires: 'same',
  createdAt: 'time',
  updatedAt: 'time',
});

/** The columns of an accepted finding, without those that only find it, and the accepted finding of a row. */
export const { columns: acceptedColumns, read: toAccepted } = declared;

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
