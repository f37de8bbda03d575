import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { plannedByValues, rowsOf, type Work } from '../work.ts';
import type { PageWindow } from './page-window.ts';
import { columnList } from './row-source.ts';
import {
  filterCondition,
  keysetCondition,
  keysetConditions,
  sortOrder,
  type TableListing,
} from './table-listing.ts';

/** Which rows to look for in a scan, and how far. */
interface ScanFilter {
  /** The columns of the condition. */
  readonly columns: readonly string[];
  /** The condition for a row to be one of them. */
  readonly matching: RawBuilder<unknown>;
  /** The most rows to examine. */
  readonly atMost: number;
}

/** The ids of a window, in the order of the listing, from its index. */
export function* scanIds<Row>(
  { db, dialect }: QueryBuilder,
  listing: TableListing<Row>,
  { direction, isReversed, after, offset, limit }: PageWindow,
  filter?: ScanFilter,
): Work<readonly number[]> {
  const rows = dialect.readByIndex(listing.table, listing.index);
  const order = sortOrder(listing, direction);
  const ids: number[] = [];
  for (const part of partsAfter()) {
    if (ids.length === limit) break;
    const where = sql`where ${sql.join([filterCondition(listing), ...part], sql` and `)}`;
    // A condition on ordered rows keeps their order.
    const scanned = filter
      ? sql`(select ${columnList(['id', ...filter.columns])} from ${rows} ${where}
          order by ${order} limit ${filter.atMost}) as scanned where ${filter.matching}`
      : sql`${rows} ${where} order by ${order}`;
    const query = sql<{ readonly id: number }>`select id
      from ${scanned} limit ${limit - ids.length} offset ${offset}`.compile(db);
    const found = yield* rowsOf(filter ? plannedByValues(query) : query);
    ids.push(...found.map((row) => Number(row.id)));
  }
  return isReversed ? ids.reverse() : ids;

  function partsAfter(): readonly (readonly RawBuilder<unknown>[])[] {
    if (after === undefined) return [[]];
    if (dialect.seeksByTuple) return [[keysetCondition(listing, direction, after)]];
    return keysetConditions(listing, direction, after).map((part) => [part]);
  }
}
