import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { queryByShape } from '../fixed-query.ts';
import { plannedByValues, rowsOf, type Work } from '../work.ts';
import type { PageWindow } from './page-window.ts';
import { and, columnList } from './row-source.ts';
import {
  filterCondition,
  keysetCondition,
  keysetConditions,
  sortOrder,
  type TableListing,
  withValues,
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
  builder: QueryBuilder,
  listing: TableListing<Row>,
  { direction, isReversed, after, offset, limit }: PageWindow,
  filter?: ScanFilter,
): Work<readonly number[]> {
  const key = after ? listing.toColumn(after.key) : null;
  const ids: number[] = [];
  for (const part of partsOf(builder, listing, after !== undefined)) {
    if (ids.length === limit) break;
    const scan = { listing, direction, part };
    const values = { key, id: after?.id ?? 0, limit: limit - ids.length, offset };
    const found = yield* rowsOf(
      filter || listing.visible
        ? selectIds(builder, scan, values, filter)
        : selectByShape(builder, shapeOf(builder, scan, values.limit), {
            ...values,
            ...listing.filters,
          }),
    );
    for (const row of found) ids.push(Number(row.id));
  }
  return isReversed ? ids.reverse() : ids;
}

/**
 * The scan for the ids of a page as a part of another statement, and its values. `undefined` if it takes several, or if
 * its limit is not part of the SQL: then a planner would not know how few ids there are.
 */
export function scanOf<Row>(
  builder: QueryBuilder,
  listing: TableListing<Row>,
  { direction, after, offset, limit }: PageWindow,
): { readonly shape: ScanShape; readonly values: ScanValues } | undefined {
  const [part, ...others] = partsOf(builder, listing, after !== undefined);
  if (part === undefined || others.length > 0 || !pageSizes.has(limit)) return undefined;
  const key = after ? listing.toColumn(after.key) : null;
  return {
    shape: { listing, direction, part, fixedLimit: limit },
    values: { key, id: after?.id ?? 0, limit, offset },
  };
}

/** One statement of a scan. */
interface Scan {
  readonly listing: Pick<
    TableListing<unknown>,
    'table' | 'index' | 'filters' | 'visible' | 'sortColumn'
  >;
  readonly direction: PageWindow['direction'];
  readonly part: Part;
}

/** A part of the rows of a listing: all, those after a position, or of these the ones with the same sort key and the others. */
type Part = 'all' | 'after' | 'ties' | 'beyond';

interface ScanValues {
  /** The key of the position, as a value of the column that is sorted by. */
  readonly key: string | number | null;
  readonly id: number;
  readonly limit: number | RawBuilder<unknown>;
  readonly offset: number;
}

function partsOf<Row>(
  { dialect }: QueryBuilder,
  { sortColumn }: TableListing<Row>,
  isAfter: boolean,
): readonly Part[] {
  if (!isAfter) return ['all'];
  return dialect.seeksByTuple || sortColumn === 'id' ? ['after'] : ['ties', 'beyond'];
}

/** What the SQL of a scan depends on. */
export interface ScanShape extends Scan {
  /** The limit as a part of the SQL. */
  readonly fixedLimit: number | undefined;
}

/** The sizes of most pages. Others, of which there are many, are values. */
const pageSizes: ReadonlySet<number> = new Set([10, 25, 50, 100, 500]);

function shapeOf({ dialect }: QueryBuilder, scan: Scan, limit: number): ScanShape {
  const isFixed = dialect.plansAgainByLimit && pageSizes.has(limit);
  return { ...scan, fixedLimit: isFixed ? limit : undefined };
}

const selectByShape = queryByShape(keyOfShape, (builder, shape, values: ShapedValues) =>
  scanByShape(builder, shape, values).compile(builder.db),
);

/** A text that is the same for scans with the same SQL. */
export function keyOfShape({ listing, direction, part, fixedLimit }: ScanShape): string {
  return `${listing.index} ${direction} ${part} ${fixedLimit} ${Object.keys(listing.filters)}`;
}

/** The values of a scan and of the listing's filters. */
export type ShapedValues = ScanValues & TableListing<unknown>['filters'];

/** Selects the ids of a scan. */
export function scanByShape(
  builder: QueryBuilder,
  { listing, direction, part, fixedLimit }: ScanShape,
  values: ShapedValues,
): RawBuilder<{ readonly id: number }> {
  const { key, id, offset } = values;
  const limit = fixedLimit === undefined ? values.limit : sql.lit(fixedLimit);
  const scan = { listing: withValues(listing, values), direction, part };
  return scanFor(builder, scan, { key, id, limit, offset });
}

function selectIds(
  builder: QueryBuilder,
  scan: Scan,
  values: ScanValues,
  filter: ScanFilter | undefined,
): CompiledQuery<{ readonly id: number }> {
  const query = scanFor(builder, scan, values, filter).compile(builder.db);
  return filter ? plannedByValues(query) : query;
}

function scanFor(
  { dialect }: QueryBuilder,
  { listing, direction, part }: Scan,
  { key, id, limit, offset }: ScanValues,
  filter?: ScanFilter,
): RawBuilder<{ readonly id: number }> {
  const rows = dialect.readByIndex(listing.table, listing.index);
  const order = sortOrder(listing, direction);
  const where = sql`where ${and([filterCondition(listing), ...afterPosition()])}`;
  // A condition on ordered rows keeps their order.
  const scanned = filter
    ? sql`(select ${columnList(['id', ...filter.columns])} from ${rows} ${where}
        order by ${order} limit ${filter.atMost}) as scanned where ${filter.matching}`
    : sql`${rows} ${where} order by ${order}`;
  return sql`select id from ${scanned} limit ${limit} offset ${offset}`;

  function afterPosition(): readonly RawBuilder<unknown>[] {
    if (part === 'all') return [];
    const keyed = { sortColumn: listing.sortColumn, toColumn: () => key };
    const position = { key, id };
    if (part === 'after') return [keysetCondition(keyed, direction, position)];
    const [ties, ...beyond] = keysetConditions(keyed, direction, position);
    return part === 'ties' && ties ? [ties] : beyond;
  }
}
