import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { plannedByValues, rowsOf, type Work } from '../work.ts';
import {
  orderOf,
  type TableListing,
  whereBehind,
  whereBehindInParts,
  whereFiltered,
} from './listing.ts';
import type { PageWindow } from './page-window.ts';

/** Which rows to look for on the way, and how far. */
export interface LookedFor {
  /** Whether a row is one of them. */
  readonly matching: RawBuilder<unknown>;
  /** The most rows to look at. */
  readonly atMost: number;
}

/** The ids of a window, in the listing's order, from the index that has it. */
export function* walkIds<Row>(
  { db, dialect }: QueryBuilder,
  listing: TableListing<Row>,
  { direction, isReversed, behind, offset, limit }: PageWindow,
  lookedFor?: LookedFor,
): Work<readonly number[]> {
  const rows = dialect.readByIndex(listing.table, listing.index);
  const order = orderOf(listing, direction);
  const ids: number[] = [];
  for (const part of partsBehind()) {
    if (ids.length === limit) break;
    const where = sql`where ${sql.join([whereFiltered(listing), ...part], sql` and `)}`;
    // What is asked of ordered rows leaves them in their order.
    const walked = lookedFor
      ? sql`(select id, ${sql.ref(listing.searchColumn)} from ${rows} ${where}
          order by ${order} limit ${lookedFor.atMost}) as walked where ${lookedFor.matching}`
      : sql`${rows} ${where} order by ${order}`;
    const query = sql<{ readonly id: number }>`select id
      from ${walked} limit ${limit - ids.length} offset ${offset}`.compile(db);
    const found = yield* rowsOf(lookedFor ? plannedByValues(query) : query);
    ids.push(...found.map((row) => Number(row.id)));
  }
  return isReversed ? ids.reverse() : ids;

  function partsBehind(): readonly (readonly RawBuilder<unknown>[])[] {
    if (behind === undefined) return [[]];
    if (dialect.seeksByTuple) return [[whereBehind(listing, direction, behind)]];
    return whereBehindInParts(listing, direction, behind).map((part) => [part]);
  }
}
