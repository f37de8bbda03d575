import { type Filter, isExact, type Listing, snakeCase } from '@sitegrade/core/internal';
import { type ListPosition, type ListQuery, maxExactTotal } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { queryByShape } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';

/** One listing of one table, without page position and search. */
export interface TableListing<Row> {
  readonly table: string;
  /** The index of filters, sort key and id, in this order. */
  readonly index: string;
  /** The index of filters and id, which returns rows in storage order. */
  readonly indexById: string;
  /** Columns that must equal a value. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The condition for rows of the listing, if the table has others that match the exact filters. */
  readonly visible?: RawBuilder<unknown>;
  /** The other filters, which have no counters. */
  readonly ranges: readonly RangeFilter[];
  /** The column sorted by. */
  readonly sortColumn: string;
  /** The key of a position as a value of that column. */
  readonly toColumn: ToColumn;
  /** The column to search. */
  readonly searchColumn: string;
  /** Whether the search index is of that column. */
  readonly hasSearchIndex: boolean;
  /** Number of rows that match `filters`, from the counters; absent if they must be counted. */
  readonly countedTotal?: () => Work<number>;
  /** The rows with these ids, in any order. */
  readonly rows: (ids: readonly number[]) => Work<readonly (Row & { readonly id: number })[]>;
}

/** A filter by some values of a column or a range of them. */
export interface RangeFilter {
  readonly column: string;
  /** The condition of the filter. */
  readonly condition: RawBuilder<unknown>;
  /** An index of the owner, the exact filters if `hasExactFilters`, and the column. */
  readonly index: string;
  readonly hasExactFilters: boolean;
  /** The same condition as ranges of the index. Rows in one are in the order `indexOrder`. */
  readonly parts: readonly RawBuilder<unknown>[];
  readonly indexOrder: readonly string[];
}

type ToColumn = (key: string | number | null) => string | number | null;

/** The part of a listing that the table adds to its declaration. */
interface TablePart<Row> {
  /** Sort keys whose column has another name. */
  readonly sortColumns?: Readonly<
    Record<string, { readonly column: string; readonly toColumn: ToColumn }>
  >;
  readonly hasSearchIndex: boolean;
  readonly visible?: RawBuilder<unknown> | undefined;
  /** The total from the counters, for filters with counters. Absent for a listing without. */
  readonly countedTotal?: () => Work<number>;
  readonly rows: TableListing<Row>['rows'];
}

/** A declared listing in SQL: tables, columns and indexes are named after it. */
export function tableListing<Row>(
  { records, isCounted, search, filters }: Listing<Row>,
  ownerId: string,
  query: ListQuery & { readonly sortBy: string },
  { sortColumns = {}, hasSearchIndex, visible, countedTotal, rows }: TablePart<Row>,
): TableListing<Row> {
  const given = new Map(Object.entries(query));
  const all = Object.entries(filters).flatMap(([name, filter]) => {
    const value = given.get(name);
    return value === undefined ? [] : [{ name, filter, value }];
  });
  const exact = all.filter(({ filter }) => isExact(filter));
  const hasCounter = isCounted && exact.every(({ filter }) => isExact(filter) && filter.isCounted);
  const wanted = exact.map(({ name }) => name);
  const table = `sitegrade_${records}`;
  const indexFor = (sortBy: string): string => indexName(table, wanted, sortBy);
  return {
    table,
    index: indexFor(query.sortBy),
    indexById: indexFor('id'),
    filters: {
      owner_id: ownerId,
      ...Object.fromEntries(exact.map(({ name, value }) => [snakeCase(name), value])),
    },
    ...(visible ? { visible } : {}),
    ranges: [...oneOfFilters(all, indexFor), ...dateRanges(all, table)],
    sortColumn: sortColumns[query.sortBy]?.column ?? snakeCase(query.sortBy),
    toColumn: sortColumns[query.sortBy]?.toColumn ?? ((key) => key),
    searchColumn: `${search.name}_search`,
    hasSearchIndex,
    ...(countedTotal && hasCounter ? { countedTotal } : {}),
    rows,
  };
}

/** A filter that a query has. */
interface GivenFilter {
  readonly name: string;
  readonly filter: Filter;
  readonly value: unknown;
}

/** Filters by some values. Their column is a sort key, so that the indexes that begin with the exact filters have it. */
function oneOfFilters(
  given: readonly GivenFilter[],
  indexFor: (sortBy: string) => string,
): readonly RangeFilter[] {
  return given.flatMap(({ name, filter, value }) => {
    if (filter.kind !== 'url') return [];
    const column = snakeCase(name);
    const values = value as readonly string[];
    return {
      column,
      condition: sql`${sql.ref(column)} in (${sql.join(values)})`,
      index: indexFor(name),
      hasExactFilters: true,
      // Not an equality: then the order would be that by id, and Postgres might read the primary key in this
      // order, past the rows of all other owners and URLs.
      parts: values.map(
        (url) => sql`${sql.ref(column)} >= ${url} and ${sql.ref(column)} <= ${url}`,
      ),
      indexOrder: [column, 'id'],
    };
  });
}

/** One filter for the first and the last time of a column. */
function dateRanges(given: readonly GivenFilter[], table: string): readonly RangeFilter[] {
  const bounds = given.flatMap(({ filter, value }) =>
    filter.kind === 'from' || filter.kind === 'to'
      ? { column: snakeCase(filter.of), kind: filter.kind, at: (value as Date).getTime() }
      : [],
  );
  return [...new Set(bounds.map(({ column }) => column))].map((column) => {
    const conditions = bounds
      .filter((bound) => bound.column === column)
      .map(
        ({ kind, at }) => sql`${sql.ref(column)} ${sql.raw(kind === 'from' ? '>=' : '<=')} ${at}`,
      );
    const condition = sql.join(conditions, sql` and `);
    const index = dateIndexName(table, column);
    const indexOrder = [column, 'id'];
    return { column, condition, index, hasExactFilters: false, parts: [condition], indexOrder };
  });
}

/** `sitegrade_reports_by_created_at` for the filters by that column. */
export function dateIndexName(table: string, column: string): string {
  return `${table}_by_${column}`;
}

/** `sitegrade_reports_by_website_result_score` for the filters websiteId and result. */
export function indexName(table: string, filters: readonly string[], sortBy: string): string {
  const names = filters.map((name) => snakeCase(name).replace(/_id$/, ''));
  return `${table}_by_${[...names, snakeCase(sortBy)].join('_')}`;
}

/** The ids of a page, in order, and the total of the listing. */
export interface IdsOfPage {
  readonly ids: readonly number[];
  readonly total: number;
  readonly totalRelation: 'eq' | 'gte';
}

/**
 * The number of rows that match the exact filters: from the counters, or counted up to one more than the
 * highest exact total.
 */
export function* totalOf<Row>(builder: QueryBuilder, listing: TableListing<Row>): Work<number> {
  if (listing.countedTotal) return yield* listing.countedTotal();
  const query = listing.visible
    ? countRows(builder, listing)
    : countByShape(builder, listing, listing.filters);
  return Number((yield* firstOf(query))?.total ?? 0);
}

type CountedListing = Pick<TableListing<unknown>, 'table' | 'indexById' | 'filters' | 'visible'>;

const countByShape = queryByShape(
  ({ indexById }: CountedListing) => indexById,
  (builder, listing, filters: TableListing<unknown>['filters']) =>
    countRows(builder, withValues(listing, filters)),
);

function countRows(builder: QueryBuilder, listing: CountedListing) {
  return countOf(builder, listing).compile(builder.db);
}

/** Counts the rows that match the exact filters, up to one more than the highest exact total. */
export function countOf(
  { dialect }: QueryBuilder,
  listing: CountedListing,
): RawBuilder<{ readonly total: number }> {
  const rows = dialect.readByIndex(listing.table, listing.indexById);
  return sql`select count(*) as total from (select 1 as one from ${rows}
    where ${filterCondition(listing)} limit ${sql.lit(maxExactTotal + 1)}) as counted`;
}

/** The listing with other values of its filters. */
export function withValues<Given extends { readonly filters: TableListing<unknown>['filters'] }>(
  listing: Given,
  values: Readonly<Record<string, unknown>>,
): Given {
  const names = Object.keys(listing.filters);
  return { ...listing, filters: Object.fromEntries(names.map((name) => [name, values[name]])) };
}

/** The condition of the exact filters. */
export function filterCondition({
  filters,
  visible,
}: Pick<TableListing<unknown>, 'filters' | 'visible'>): RawBuilder<unknown> {
  const conditions = Object.entries(filters).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join(visible ? [...conditions, visible] : conditions, sql` and `);
}

/** The order by sort key, and by id among equal ones. */
export function sortOrder(
  { sortColumn }: Pick<TableListing<unknown>, 'sortColumn'>,
  direction: 'asc' | 'desc',
): RawBuilder<unknown> {
  const columns = sortColumn === 'id' ? ['id'] : [sortColumn, 'id'];
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
}

/** What a condition for a position needs of a listing. */
type KeyedListing = Pick<TableListing<unknown>, 'sortColumn' | 'toColumn'>;

/** The condition for rows after a position, in the direction read. */
export function keysetCondition(
  { sortColumn, toColumn }: KeyedListing,
  direction: 'asc' | 'desc',
  { key, id }: ListPosition,
): RawBuilder<unknown> {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  if (sortColumn === 'id') return sql`id ${beyond} ${id}`;
  return sql`(${sql.ref(sortColumn)}, id) ${beyond} (${toColumn(key)}, ${id})`;
}

/** The same as ranges of an index, in order: equal sort keys first, then the others. */
export function keysetConditions(
  listing: KeyedListing,
  direction: 'asc' | 'desc',
  position: ListPosition,
): readonly RawBuilder<unknown>[] {
  const { sortColumn, toColumn } = listing;
  if (sortColumn === 'id') return [keysetCondition(listing, direction, position)];
  const key = sql.ref(sortColumn);
  const at = toColumn(position.key);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return [sql`${key} = ${at} and id ${beyond} ${position.id}`, sql`${key} ${beyond} ${at}`];
}
