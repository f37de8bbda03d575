import type { ListPosition } from '@sitegrade/core';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../work.ts';

/** One listing of one table: everything but where its page begins and what is searched. */
export interface Listing<Row> {
  readonly table: string;
  /** The index that holds filters, sort key and id, in this order. */
  readonly index: string;
  /** The index that holds filters and id: rows come in the order in which they lie. */
  readonly indexById: string;
  /** Columns that have to equal a value. */
  readonly filters: Readonly<Record<string, string | number>>;
  /** The column sorted by. */
  readonly sortColumn: string;
  /** A position's key as that column has it. */
  readonly toColumn: (key: string | number | null) => string | number | null;
  /** The column that a search looks in. */
  readonly searchColumn: string;
  /** Whether the search index is of that column. */
  readonly hasSearchIndex: boolean;
  /** How many rows the filters leave, without counting them. */
  readonly total: () => Work<number>;
  /** The rows with these ids, in whatever order. */
  readonly rows: (ids: readonly number[]) => Work<readonly (Row & { readonly id: number })[]>;
}

/** The ids of a page, in order, and how many rows the listing has. */
export interface IdsOfPage {
  readonly ids: readonly number[];
  readonly total: number;
  readonly totalRelation: 'eq' | 'gte';
}

/** The condition that the filters are. */
export function whereFiltered({ filters }: Listing<unknown>): RawBuilder<unknown> {
  const conditions = Object.entries(filters).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join(conditions, sql` and `);
}

/** The order by sort key, and by id among equal ones. */
export function orderOf(
  { sortColumn }: Listing<unknown>,
  direction: 'asc' | 'desc',
): RawBuilder<unknown> {
  const columns = sortColumn === 'id' ? ['id'] : [sortColumn, 'id'];
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
}

/** What rows behind a position have in common. */
export function whereBehind(
  { sortColumn, toColumn }: Listing<unknown>,
  direction: 'asc' | 'desc',
  { key, id }: ListPosition,
): RawBuilder<unknown> {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  if (sortColumn === 'id') return sql`id ${beyond} ${id}`;
  return sql`(${sql.ref(sortColumn)}, id) ${beyond} (${toColumn(key)}, ${id})`;
}

/** The same in parts, one after the other in the order: equal sort keys first, and then the others. */
export function whereBehindInParts(
  listing: Listing<unknown>,
  direction: 'asc' | 'desc',
  position: ListPosition,
): readonly RawBuilder<unknown>[] {
  const { sortColumn, toColumn } = listing;
  if (sortColumn === 'id') return [whereBehind(listing, direction, position)];
  const key = sql.ref(sortColumn);
  const at = toColumn(position.key);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return [sql`${key} = ${at} and id ${beyond} ${position.id}`, sql`${key} ${beyond} ${at}`];
}
