import { type ListQuery, maxExactTotal, searchNeedle } from '@sitegrade/core';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { plannedByValues, rowsOf, type Work } from '../work.ts';
import {
  type IdsOfPage,
  orderOf,
  type TableListing,
  whereBehind,
  whereFiltered,
} from './listing.ts';
import { type PageWindow, windowFromStart } from './page-window.ts';
import { rowsToSearch } from './rows-to-search.ts';
import { walkIds } from './walk-ids.ts';

/** How many rows of a listing are looked at in its order, until a page is full. */
const walkedAtMost = 5_000;

/**
 * A page of what a search finds. No one way does for every needle. A rare one has to be gathered: a
 * walk through the listing would see every row for it, in an order in which they do not lie. A
 * common one is soon met on such a walk, where gathering it would sort nearly all rows for one page.
 * So as many as are counted are gathered; where there are more a part of the listing is walked, and
 * only for what is common and yet not in that part all are gathered.
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
  const filteredToo = sql`${whereFiltered(listing)} and ${matching}`;
  const select = (rows: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${rows} where ${where}`;

  const { rows, isLookedUp } = yield* rowsToSearch(builder, needle, listing);
  const window = windowFromStart(query);
  const found = select(rows, isLookedUp ? filteredToo : matching);
  const { ids, total } = yield* pageOfCounted(builder, listing, window, found);
  if (total <= maxExactTotal) return { ids, total, totalRelation: 'eq' };
  const more = { total: maxExactTotal, totalRelation: 'gte' } as const;
  const walked = yield* walkIds(builder, listing, window, { matching, atMost: walkedAtMost });
  if (walked.length === window.limit) return { ...more, ids: walked };
  // In whatever order the database finds all of them soonest.
  const all = isLookedUp ? rows : dialect.readByIndex(listing.table, listing.indexById);
  const gathered = sql`${select(all, filteredToo)} ${dialect.asWritten}`;
  return { ...more, ids: yield* pageOfAll(builder, listing, window, gathered) };
}

/** Counts what there is, up to one more than the highest total that is given as exact, and sorts it. */
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
    order by ${orderOf(listing, window.direction)}`.compile(db);
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

/** The window's rows out of some that are in no order. */
function pageOf(
  listing: TableListing<unknown>,
  { direction, behind, offset, limit }: PageWindow,
  rows: RawBuilder<unknown>,
): RawBuilder<{ readonly id: number }> {
  const where = behind ? sql`where ${whereBehind(listing, direction, behind)}` : sql``;
  return sql`select * from ${rows} ${where}
    order by ${orderOf(listing, direction)} limit ${limit} offset ${offset}`;
}
