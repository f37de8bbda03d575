import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/** An index of a table that has many rows in databases that were upgraded. */
export interface LargeIndex {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** The condition of a partial index, in the SQL of both databases. */
  readonly where?: string;
}

/** The statement that builds an index, in a transaction. */
export function createLargeIndex(
  { db }: QueryBuilder,
  { name, table, columns, where }: LargeIndex,
): CompiledQuery {
  const index = db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);
  return (where === undefined ? index : index.where(sql<boolean>`${sql.raw(where)}`)).compile();
}
