import { type ListQuery, maxExactTotal, searchNeedle } from '@sitegrade/core';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, rowsOf, type Work } from '../work.ts';
import { type PageWindow, windowFromStart } from './page-window.ts';
import { scanIds } from './scan-ids.ts';
import {
  filterCondition,
  type IdsOfPage,
  keysetCondition,
  sortOrder,
  type TableListing,
  totalOf,
} from './table-listing.ts';

/** How many rows of a listing are examined in its order to fill a page. */
const maxScanned = 5_000;

/**
 * A page of the matches of a search. No single plan suits every needle. Matches of a rare one are
 * collected: a scan in the listing's order would read every row in random order. Matches of a common
 * one come soon in such a scan, while collecting them would sort nearly all rows for one page. So as
 * many matches are collected as are counted; if there are more, a part of the listing is scanned, and
 * only if that part has too few of them, all are collected.
 */
export function* searchIds<Row>(
  builder: QueryBuilder,
  query: ListQuery & { readonly search: string },
  listing: TableListing<Row>,
): Work<IdsOfPage> {
  const { dialect } = builder;
  const needle = searchNeedle(query.search);
  const matching = dialect.contains(sql.ref(listing.searchColumn), needle);
  const columns = listing.sortColumn === 'id' ? ['id'] : ['id', listing.sortColumn];
  const filteredToo = sql`${filterCondition(listing)} and ${matching}`;
  const select = (rows: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${rows} where ${where}`;

  const { rows, isLookedUp } = yield* rowsToSearch(builder, needle, listing);
  const window = windowFromStart(query);
  const found = select(rows, isLookedUp ? filteredToo : matching);
  const { ids, total } = yield* pageOfCounted(builder, listing, window, found);
  if (total <= maxExactTotal) return { ids, total, totalRelation: 'eq' };
  const more = { total: maxExactTotal, totalRelation: 'gte' } as const;
  const scanned = yield* scanIds(builder, listing, window, { matching, atMost: maxScanned });
  if (scanned.length === window.limit) return { ...more, ids: scanned };
  // In the order that is fastest for the database.
  const all = isLookedUp ? rows : dialect.readByIndex(listing.table, listing.indexById);
  const collected = sql`${select(all, filteredToo)} ${dialect.optimizerFence}`;
  return { ...more, ids: yield* pageOfAll(builder, listing, window, collected) };
}

/** Counts and sorts the matches, up to one more than the highest exact total. */
function* pageOfCounted<Row>(
  { db }: QueryBuilder,
  listing: TableListing<Row>,
  window: PageWindow,
  all: RawBuilder<unknown>,
): Work<{ readonly ids: readonly number[]; readonly total: number }> {
  const query = sql<{ readonly total: number; readonly id: number | null }>`
    with found as materialized (${all} limit ${maxExactTotal + 1})
    select counted.total, page.id from (select count(*) as total from found) as counted
    left join (${pageOf(listing, window, sql`found`)}) as page on true
    order by ${sortOrder(listing, window.direction)}`.compile(db);
  const rows = yield* rowsOf(plannedByValues(query));
  const ids = rows.flatMap(({ id }) => (id === null ? [] : Number(id)));
  return { ids: window.isReversed ? ids.reverse() : ids, total: Number(rows[0]?.total ?? 0) };
}

function* pageOfAll<Row>(
  { db }: QueryBuilder,
  listing: TableListing<Row>,
  window: PageWindow,
  all: RawBuilder<unknown>,
): Work<readonly number[]> {
  const query = pageOf(listing, window, sql`(${all}) as found`).compile(db);
  const ids = (yield* rowsOf(plannedByValues(query))).map(({ id }) => Number(id));
  return window.isReversed ? ids.reverse() : ids;
}

/** The rows of the window from unordered ids. */
function pageOf(
  listing: TableListing<unknown>,
  { direction, after, offset, limit }: PageWindow,
  rows: RawBuilder<unknown>,
): RawBuilder<{ readonly id: number }> {
  const where = after ? sql`where ${keysetCondition(listing, direction, after)}` : sql``;
  return sql`select * from ${rows} ${where}
    order by ${sortOrder(listing, direction)} limit ${limit} offset ${offset}`;
}

/** Reading fewer rows than this is faster than checking whether the index would be faster. */
const fewRows = 2_000;

/** The rows to read for a search. */
interface RowsToSearch {
  /** A table expression: matches of the search index, or all rows in storage order. */
  readonly rows: RawBuilder<unknown>;
  readonly isLookedUp: boolean;
}

/** Decides which rows to read: matches of the search index, or the whole listing. */
function* rowsToSearch<Row>(
  builder: QueryBuilder,
  needle: string,
  listing: TableListing<Row>,
): Work<RowsToSearch> {
  const { db, dialect } = builder;
  const { searchIndex } = dialect;
  const filtered = filterCondition(listing);
  const rows = dialect.readByIndex(listing.table, listing.indexById);
  const all = {
    rows: sql`(select * from ${rows} where ${filtered} order by id ${dialect.optimizerFence}) as listed`,
    isLookedUp: false,
  };
  if (!listing.hasSearchIndex || !searchIndex.canSearch(needle)) return all;

  const total = yield* totalOf(builder, listing);
  if (total <= fewRows) return all;
  const query = searchIndex.isFaster(needle, {
    // A match costs more than a row that is skipped.
    few: Math.min(maxExactTotal, Math.floor(total / 8)),
    total,
    filtered,
    holds: dialect.contains(sql.ref(listing.searchColumn), needle),
  });
  const plan = yield* firstOf(plannedByValues(query.compile(db)));
  return plan?.is_faster ? { rows: searchIndex.rowsFor(needle), isLookedUp: true } : all;
}
