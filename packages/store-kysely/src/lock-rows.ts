import type { CompiledQuery, SelectQueryBuilder } from 'kysely';
import type { QueryBuilder } from './dialect.ts';
import type { Tables } from './schema.ts';
import { rowsOf, type Work } from './work.ts';

/** Tables whose rows have an owner and an id. */
type OwnedTable =
  | 'sitegrade_api_keys'
  | 'sitegrade_crawls'
  | 'sitegrade_jobs'
  | 'sitegrade_mails'
  | 'sitegrade_recipients'
  | 'sitegrade_webhooks'
  | 'sitegrade_websites';

/** The rows of an owner in order of their ids, to narrow down and lock. */
export function ownedRows({ db }: QueryBuilder, table: OwnedTable, ownerId: string) {
  return db.selectFrom(table).select('id').where('owner_id', '=', ownerId).orderBy('id');
}

/** Locks the rows of a query. Returns their ids. */
export function* lockRows<Table extends keyof Tables>(
  { dialect }: QueryBuilder,
  rows: SelectQueryBuilder<Tables, Table, { id: number }>,
): Work<readonly number[]> {
  const locked = yield* rowsOf(rows.modifyEnd(dialect.forUpdate).compile());
  return locked.map(({ id }) => id);
}

/** Locks the totals of an owner, for a quota of all websites. An owner with a website has totals. */
export function lockTotals({ db, dialect }: QueryBuilder, ownerId: string): CompiledQuery {
  return db
    .selectFrom('sitegrade_owner_totals')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .modifyEnd(dialect.forUpdate)
    .compile();
}
