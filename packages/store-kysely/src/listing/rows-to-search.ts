import { maxExactTotal } from '@sitegrade/core';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, type Work } from '../work.ts';
import { filterCondition, type TableListing, totalOf } from './table-listing.ts';

/** Reading fewer rows than this is faster than checking whether the index would be faster. */
const fewRows = 2_000;

/** The rows to read for a search. */
interface RowsToSearch {
  /** A table expression: matches of the search index, or all rows in storage order. */
  readonly rows: RawBuilder<unknown>;
  readonly isLookedUp: boolean;
}

/** Decides which rows to read: matches of the search index, or the whole listing. */
export function* rowsToSearch<Row>(
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
