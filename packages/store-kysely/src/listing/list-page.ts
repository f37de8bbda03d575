import {
  type List,
  type ListPosition,
  type ListQuery,
  maxExactTotal,
  searchNeedle,
} from '@sitegrade/core';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, rowsOf, type Work } from '../work.ts';
import { type PageWindow, pageWindow } from './page-window.ts';
import { rowsToSearch } from './search-rows.ts';

/** One listing of one table: everything but where its page begins and what is searched. */
export interface Listing<Row> {
  readonly table: string;
  /** The index that holds filters, sort key and id, in this order. */
  readonly index: string;
  /** Columns that have to equal a value. */
  readonly filters: Readonly<Record<string, string | number>>;
  /** The column sorted by. */
  readonly sortColumn: string;
  /** A position's key as that column has it. */
  readonly toColumn: (key: string | number | null) => string | number | null;
  /** The column that a search looks in. */
  readonly searchColumn: string;
  /** How many rows the filters leave, without counting them. */
  readonly total: () => Work<number>;
  /** The rows with these ids, in whatever order. */
  readonly rows: (ids: readonly number[]) => Work<readonly (Row & { readonly id: number })[]>;
}

/** Where a listing's rows are read from. */
interface Source {
  readonly rows: RawBuilder<unknown>;
  readonly matching: RawBuilder<unknown>;
  readonly isSearch: boolean;
}

/**
 * A page of a listing: the total, then the page's ids from an index, then their rows. Reading the
 * ids first keeps rows that are only skipped over from being read.
 */
export function* listPage<Row>(
  builder: QueryBuilder,
  query: ListQuery,
  listing: Listing<Row>,
): Work<List<Row>> {
  const { search } = query;
  const found = search === undefined ? undefined : yield* foundByIndex(builder, search, listing);
  const source: Source = {
    rows: found ?? builder.dialect.readByIndex(listing.table, listing.index),
    matching: whereMatching(builder, query, listing),
    isSearch: search !== undefined,
  };
  const counted = source.isSearch ? yield* countCapped(builder, source) : yield* listing.total();
  const isExact = !source.isSearch || counted <= maxExactTotal;
  const window = pageWindow(query, isExact ? counted : undefined);
  return {
    rows: window ? yield* rowsOfWindow(builder, listing, source, window) : [],
    total: isExact ? counted : maxExactTotal,
    totalRelation: isExact ? 'eq' : 'gte',
  };
}

function* rowsOfWindow<Row>(
  { db, dialect }: QueryBuilder,
  listing: Listing<Row>,
  source: Source,
  { direction, isReversed, behind, offset, limit }: PageWindow,
): Work<readonly Row[]> {
  const { order, parts } = inDirection(dialect, listing, direction, behind);
  const ids: number[] = [];
  for (const part of parts) {
    if (ids.length === limit) break;
    const query = sql<{ readonly id: number }>`select id
      from ${source.rows}
      where ${sql.join([source.matching, ...part], sql` and `)}
      order by ${sql.join(order)} limit ${limit - ids.length} offset ${offset}`.compile(db);
    const found = yield* rowsOf(source.isSearch ? plannedByValues(query) : query);
    ids.push(...found.map((row) => Number(row.id)));
  }
  if (isReversed) ids.reverse();
  if (ids.length === 0) return [];

  const rows = new Map((yield* listing.rows(ids)).map((row) => [row.id, row]));
  return ids.flatMap((one) => rows.get(one) ?? []);
}

/**
 * The order by sort key and id, and what rows behind a position have in common: one part of them
 * after the other, each to be read by itself.
 */
function inDirection<Row>(
  { seeksByTuple }: QueryBuilder['dialect'],
  { sortColumn, toColumn }: Listing<Row>,
  direction: 'asc' | 'desc',
  behind: ListPosition | undefined,
): { readonly order: RawBuilder<unknown>[]; readonly parts: readonly RawBuilder<unknown>[][] } {
  const id = sql.ref('id');
  const key = sql.ref(sortColumn);
  const isById = sortColumn === 'id';
  const order = (isById ? [id] : [key, id]).map((column) => sql`${column} ${sql.raw(direction)}`);
  if (behind === undefined) return { order, parts: [[]] };

  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const isBehindId = sql`${id} ${beyond} ${behind.id}`;
  if (isById) return { order, parts: [[isBehindId]] };
  const at = toColumn(behind.key);
  if (seeksByTuple) {
    return { order, parts: [[sql`(${key}, ${id}) ${beyond} (${at}, ${behind.id})`]] };
  }
  return { order, parts: [[sql`${key} = ${at}`, isBehindId], [sql`${key} ${beyond} ${at}`]] };
}

function whereMatching<Row>(
  { dialect }: QueryBuilder,
  { search }: ListQuery,
  { filters, searchColumn }: Listing<Row>,
): RawBuilder<unknown> {
  const filtered = whereFiltered(filters);
  if (search === undefined) return filtered;
  return sql`${filtered} and ${dialect.contains(sql.ref(searchColumn), searchNeedle(search))}`;
}

function whereFiltered(filters: Listing<unknown>['filters']): RawBuilder<unknown> {
  const conditions = Object.entries(filters).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join(conditions, sql` and `);
}

/** The rows that the search index finds, where there is one and it finds few. */
function foundByIndex<Row>(
  builder: QueryBuilder,
  search: string,
  { table, filters, searchColumn, total }: Listing<Row>,
): Work<RawBuilder<unknown> | undefined> {
  const isIndexed = table === 'sitegrade_reports';
  const filtered = whereFiltered(filters);
  return rowsToSearch(builder, { search, searchColumn, isIndexed, filtered, total });
}

/** Counts matches of a search, one more than the highest total that is given as exact at most. */
function* countCapped({ db }: QueryBuilder, { rows, matching }: Source): Work<number> {
  const query = sql<{ readonly total: number }>`select count(*) as total from (
    select 1 from ${rows} where ${matching}
    limit ${maxExactTotal + 1}
  ) as capped`.compile(db);
  const row = yield* firstOf(plannedByValues(query));
  return Number(row?.total ?? 0);
}
