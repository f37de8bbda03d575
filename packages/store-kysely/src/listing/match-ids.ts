import { type ListQuery, maxExactTotal, searchNeedle } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, rowsOf, type Work } from '../work.ts';
import { idsByTime } from './ids-by-time.ts';
import { type PageWindow, windowFromStart } from './page-window.ts';
import {
  always,
  and,
  columnList,
  fewRows,
  narrowestSource,
  type RowSource,
  unionOf,
} from './row-source.ts';
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
 * A page of the matches of a search or of filters by URL and date, which have no counters. No single plan
 * suits every needle and range. Matches of a rare one are collected: a scan in the listing's order would read
 * every row in random order. Matches of a common one come soon in such a scan, while collecting them would
 * sort nearly all rows for one page. So as many matches are collected as are counted; if there are more, a
 * part of the listing is scanned. If that part has too few of them, the page of a range of dates is looked for at the
 * end of the range, and otherwise all are collected.
 */
export function* matchIds<Row>(
  builder: QueryBuilder,
  query: ListQuery,
  listing: TableListing<Row>,
): Work<IdsOfPage> {
  const { dialect } = builder;
  const { ranges, searchColumn, sortColumn } = listing;
  const needle = query.search === undefined ? undefined : searchNeedle(query.search);
  const matching = needle === undefined ? always : dialect.contains(sql.ref(searchColumn), needle);
  const columns = sortColumn === 'id' ? ['id'] : ['id', sortColumn];

  const source =
    needle === undefined
      ? yield* narrowestSource(builder, listing)
      : yield* sourceToSearch(builder, needle, listing);
  const window = windowFromStart(query);
  const counted = unionOf(source.select({ columns, matching, limit: maxExactTotal + 1 }));
  const { ids, total } = yield* pageOfCounted(builder, listing, window, counted);
  if (total <= maxExactTotal) return { ids, total, totalRelation: 'eq' };
  const more = { total: maxExactTotal, totalRelation: 'gte' } as const;
  const scanned = yield* scanIds(builder, listing, window, {
    columns: [
      ...ranges.map(({ column }) => column),
      ...(needle === undefined ? [] : [searchColumn]),
    ],
    matching: and([...ranges.map(({ condition }) => condition), matching]),
    atMost: maxScanned,
  });
  if (scanned.length === window.limit) return { ...more, ids: scanned };
  const nearest = needle === undefined ? yield* idsByTime(builder, listing, window) : undefined;
  if (nearest !== undefined) return { ...more, ids: nearest };
  const all = unionOf(source.select({ columns, matching }));
  return { ...more, ids: yield* pageOfAll(builder, listing, window, all) };
}

/** Counts and sorts the matches, up to one more than the highest exact total. */
function* pageOfCounted<Row>(
  { db }: QueryBuilder,
  listing: TableListing<Row>,
  window: PageWindow,
  all: RawBuilder<unknown>,
): Work<{ readonly ids: readonly number[]; readonly total: number }> {
  const query = sql<{ readonly total: number; readonly id: number | null }>`
    with found as materialized (${all})
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

/** Decides which rows to read for a search: matches of the search index, or all that match the filters. */
function* sourceToSearch<Row>(
  builder: QueryBuilder,
  needle: string,
  listing: TableListing<Row>,
): Work<RowSource> {
  const { db, dialect } = builder;
  const { searchIndex } = dialect;
  const all = yield* narrowestSource(builder, listing);
  if (!listing.hasSearchIndex || !searchIndex.canSearch(needle)) return all;

  const size = yield* all.size();
  if (size <= fewRows) return all;
  const total = size > maxExactTotal ? yield* totalOf(builder, listing) : size;
  const filtered = filterCondition(listing);
  const query = searchIndex.isFaster(needle, {
    // A match costs more than a row that is skipped.
    few: Math.min(maxExactTotal, Math.floor(total / 8)),
    total,
    filtered,
    holds: dialect.contains(sql.ref(listing.searchColumn), needle),
  });
  const plan = yield* firstOf(plannedByValues(query.compile(db)));
  const { is_faster = false, is_faster_for_all = is_faster } = plan ?? {};

  const where = and([filtered, ...listing.ranges.map(({ condition }) => condition)]);
  const rows = searchIndex.rowsFor(needle);
  return {
    ...all,
    select: (selected) => {
      const { columns, matching, limit } = selected;
      if (!(limit === undefined ? is_faster_for_all : is_faster)) return all.select(selected);
      return [
        sql`select ${columnList(columns)} from ${rows} where ${where} and ${matching}
          ${limit === undefined ? dialect.optimizerFence : sql`limit ${limit}`}`,
      ];
    },
  };
}
