import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, rowsOf, type Work } from '../work.ts';
import type { PageWindow } from './page-window.ts';
import { and } from './row-source.ts';
import { filterCondition, keysetCondition, sortOrder, type TableListing } from './table-listing.ts';

/** How many rows at the end of a range of dates are examined for a page. */
const maxNearest = 5_000;

/** How many rows may contradict the order before they are not examined any more. */
const maxExceptions = 1_000;

/**
 * A page of a range of dates in the order of ids, which mostly is that of the dates: the rows at the end of the range,
 * if no other row of the range has an id among theirs. An index of both says so. `undefined` if there are such rows,
 * or too few for a page.
 */
export function* idsByTime<Row>(
  builder: QueryBuilder,
  listing: TableListing<Row>,
  window: PageWindow,
): Work<readonly number[] | undefined> {
  const { db, dialect } = builder;
  const [range, ...others] = listing.ranges;
  const { rowsByIdAndTime } = dialect;
  const isIndexed = range?.index === rowsByIdAndTime?.timeIndex;
  if (!rowsByIdAndTime || !range || !isIndexed) return undefined;
  if (others.length > 0 || listing.sortColumn !== 'id') return undefined;

  const { direction, after, offset, limit } = window;
  const isDescending = direction === 'desc';
  const at = sql.raw(direction);
  const matching = filterCondition(listing);
  const nearest = yield* rowsOf(
    plannedByValues(
      sql<{ readonly id: number; readonly edge: number }>`
        with nearest as materialized (select * from ${dialect.readByIndex(listing.table, range.index)}
            where owner_id = ${listing.filters.owner_id} and ${range.condition}
            order by ${sql.ref(range.column)} ${at}, id ${at} limit ${maxNearest}),
          edge as materialized (select ${sql.raw(isDescending ? 'min' : 'max')}(${sql.ref(range.column)}) as edge
            from nearest)
        select id, edge from nearest, edge
        where ${matching} and ${sql.ref(range.column)} ${sql.raw(isDescending ? '>' : '<')} edge
          ${after ? sql`and ${keysetCondition(listing, direction, after)}` : sql``}
        order by ${sortOrder(listing, direction)} limit ${limit} offset ${offset}`.compile(db),
    ),
  );
  const last = nearest.at(-1);
  if (last === undefined || nearest.length < limit) return undefined;

  const rows = rowsByIdAndTime.select(
    isDescending
      ? { fromId: last.id + 1, toTime: last.edge }
      : { toId: last.id - 1, fromTime: last.edge },
  );
  const exceptions = yield* firstOf(
    plannedByValues(
      sql<{ readonly read: number; readonly found: number }>`select count(*) as read,
          count(*) filter (where ${and([matching, range.condition])}) as found
        from (${rows} limit ${maxExceptions}) as exceptions`.compile(db),
    ),
  );
  if (exceptions === undefined || exceptions.found > 0) return undefined;
  if (exceptions.read === maxExceptions) return undefined;
  const ids = nearest.map(({ id }) => Number(id));
  return window.isReversed ? ids.reverse() : ids;
}
