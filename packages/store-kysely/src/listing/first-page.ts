import type { List } from '@sitegrade/core';
import { compareCodePoints, type Listing } from '@sitegrade/core/internal';
import { type ListPosition, type ListQuery, maxExactTotal } from '@sitegrade/core/store';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { queryByShape } from '../fixed-query.ts';
import { valuesOf, type Work } from '../work.ts';
import { windowFromStart } from './page-window.ts';
import { keyOfShape, type ScanShape, type ShapedValues, scanByShape, scanOf } from './scan-ids.ts';
import { countOf, type TableListing, withValues } from './table-listing.ts';

/** The values of a listing's filters, by column. */
type Filters = TableListing<unknown>['filters'];

/** What a listing adds, to be read by one statement. */
export interface FirstPageParts<Row, Values extends readonly unknown[] = readonly unknown[]> {
  /** A text that is the same for parts with the same SQL. Default: the parts of all queries have. */
  readonly key?: string;
  /** Selects the rows with these ids, unordered. */
  readonly select: (
    builder: QueryBuilder,
    ids: RawBuilder<number>,
    filters: Filters,
  ) => Expression<unknown>;
  /** The row of the selected values, which others follow. */
  readonly toRow: (values: Values) => Row;
  /** The total from the counters. Default: the rows are counted. */
  readonly total?: (builder: QueryBuilder, filters: Filters) => Expression<unknown>;
  /** Whether rows that match the filters may be hidden, so that a page needs more than this statement. */
  readonly hasHidden?: (builder: QueryBuilder, filters: Filters) => Expression<unknown>;
}

/** Rows before a page that are read faster than the total that decides from which end to read. */
const maxSkipped = 100;

/**
 * A page that begins at a position, or is one of the first, with the total: by one statement. `undefined` if it takes
 * more of them, or if it has no rows, of which the total is not known then.
 */
export function* firstPage<Row extends { readonly id: number }, Values extends readonly unknown[]>(
  builder: QueryBuilder,
  query: ListQuery & { readonly sortBy: string },
  declared: Listing<Row>,
  listing: TableListing<Row>,
  parts: FirstPageParts<Row, Values>,
): Work<List<Row> | undefined> {
  if (query.search !== undefined || listing.ranges.length > 0) return undefined;
  const window = windowFromStart(query);
  const scan = window.offset > maxSkipped ? undefined : scanOf(builder, listing, window);
  if (scan === undefined) return undefined;

  const statement = selectPage(
    builder,
    { ...scan.shape, listing, parts },
    { ...scan.values, ...listing.filters },
  );
  const selected = yield* valuesOf<Values>(statement, { isMostlyAlone: true });
  const [first] = selected;
  if (first === undefined) return undefined;
  const [counted, hasHidden] = first.slice(-2);
  if (hasHidden) return undefined;
  const total = Number(counted ?? 0);
  const rows = inOrder(selected.map(parts.toRow), declared, query);
  const isExact = listing.countedTotal !== undefined || total <= maxExactTotal;
  return isExact
    ? { rows, total, totalRelation: 'eq' }
    : { rows, total: maxExactTotal, totalRelation: 'gte' };
}

type PageShape = ScanShape & {
  readonly listing: TableListing<unknown>;
  readonly parts: FirstPageParts<unknown, never>;
};

const selectPage = queryByShape(
  (shape: PageShape) => `${keyOfShape(shape)} ${shape.parts.key}`,
  (builder, shape, values: ShapedValues) => {
    const listing = withValues(shape.listing, values);
    const { filters } = listing;
    const { select, total = () => sql`(${countOf(builder, listing)})`, hasHidden } = shape.parts;
    const ids = sql<number>`(${scanByShape(builder, shape, values)})`;
    const hidden = hasHidden ? sql`exists ${hasHidden(builder, filters)}` : sql`false`;
    return sql<object>`select listed.*, ${total(builder, filters)} as list_total,
      ${hidden} as has_hidden from ${select(builder, ids, filters)} as listed`.compile(builder.db);
  },
);

/** Sorts the rows, which databases return in any order, and mostly in this one or its reverse. */
function inOrder<Row extends { readonly id: number }>(
  rows: Row[],
  { sortKeys }: Listing<Row>,
  { sortBy, sort }: ListQuery & { readonly sortBy: string },
): readonly Row[] {
  const sign = sort === 'asc' ? 1 : -1;
  const keyOf = sortBy === 'id' ? undefined : sortKeys[sortBy]?.keyOf;
  if (keyOf === undefined) return rows.sort((a, b) => sign * (a.id - b.id));
  return rows.sort((a, b) => sign * (compareKeys(keyOf(a), keyOf(b)) || a.id - b.id));
}

/** As the databases do, where a missing score is below all others. */
function compareKeys(a: ListPosition['key'], b: ListPosition['key']): number {
  return typeof a === 'string' && typeof b === 'string'
    ? compareCodePoints(a, b)
    : Number(a ?? -1) - Number(b ?? -1);
}
