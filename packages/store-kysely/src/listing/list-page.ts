import type { List } from '@sitegrade/core';
import { type ListQuery, maxExactTotal } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import type { Work } from '../work.ts';
import { matchIds } from './match-ids.ts';
import { pageWindow, windowFromStart } from './page-window.ts';
import { scanIds } from './scan-ids.ts';
import { type IdsOfPage, type TableListing, totalOf } from './table-listing.ts';

/**
 * A page of a listing: the total, then the page's ids from an index, then their rows. Reading the
 * ids first avoids reading rows that are only skipped.
 */
export function* listPage<Row>(
  builder: QueryBuilder,
  query: ListQuery,
  listing: TableListing<Row>,
): Work<List<Row>> {
  const { ids, total, totalRelation } =
    query.search === undefined && listing.ranges.length === 0
      ? yield* listIds(builder, query, listing)
      : yield* matchIds(builder, query, listing);
  if (ids.length === 0) return { rows: [], total, totalRelation };

  const rows = new Map((yield* listing.rows(ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total, totalRelation };
}

function* listIds<Row>(
  builder: QueryBuilder,
  query: ListQuery,
  listing: TableListing<Row>,
): Work<IdsOfPage> {
  const total = yield* totalOf(builder, listing);
  const isExact = listing.countedTotal !== undefined || total <= maxExactTotal;
  const window = isExact ? pageWindow(query, total) : windowFromStart(query);
  const ids = window ? yield* scanIds(builder, listing, window) : [];
  return isExact
    ? { ids, total, totalRelation: 'eq' }
    : { ids, total: maxExactTotal, totalRelation: 'gte' };
}
