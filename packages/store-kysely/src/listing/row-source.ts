import { maxExactTotal } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, type Work } from '../work.ts';
import { filterCondition, type RangeFilter, type TableListing, totalOf } from './table-listing.ts';

/** One way to read all rows that match the filters of a listing. */
export interface RowSource {
  /** Rows of one or several queries, which have no row in common. */
  readonly select: (rows: SelectedRows) => readonly RawBuilder<unknown>[];
  /** The number of rows that it reads; a lower bound if it is above `maxExactTotal`. */
  readonly size: () => Work<number>;
}

/** What to select of a source. */
interface SelectedRows {
  readonly columns: readonly string[];
  /** A condition for rows in addition to the filters. */
  readonly matching: RawBuilder<unknown>;
  /** The most rows of each query. Without it, the order of reading is that which is fastest for the database. */
  readonly limit?: number;
}

/** Reading fewer rows than this is faster than looking for a faster way. */
export const fewRows = 2_000;

/**
 * The index that reads the fewest rows. They are counted only if there is a choice. Without counts, the
 * reports of a large website would be read for the few of one day, or those of a year for a small website.
 */
export function* narrowestSource<Row>(
  builder: QueryBuilder,
  listing: TableListing<Row>,
): Work<RowSource> {
  const { filters, ranges } = listing;
  const sources = ranges.map((range) => rangeSource(builder, listing, range));
  const hasExact = Object.keys(filters).length > 1;
  const mayBeById = ranges.every((range) => hasExact && !range.hasExactFilters);
  const [first = sourceById(builder, listing), ...others] = mayBeById
    ? [...sources, sourceById(builder, listing)]
    : sources;
  if (others.length === 0) return first;

  let narrowest = { source: first, size: yield* first.size() };
  for (const source of others) {
    if (narrowest.size <= fewRows) break;
    const size = yield* source.size();
    if (size < narrowest.size) narrowest = { source, size };
  }
  const { source, size } = narrowest;
  return { ...source, size: () => known(size) };
}

// biome-ignore lint/correctness/useYield: the size is known without a statement.
function* known(size: number): Work<number> {
  return size;
}

/** All rows of the exact filters, by id. */
function sourceById<Row>(builder: QueryBuilder, listing: TableListing<Row>): RowSource {
  const where = and([filterCondition(listing), ...listing.ranges.map((range) => range.condition)]);
  return {
    select: (rows) => [
      selectIn(builder, listing, { index: listing.indexById, order: ['id'] }, where, rows),
    ],
    size: () => totalOf(builder, listing),
  };
}

/** The rows of a range filter, by its index. */
function rangeSource<Row>(
  builder: QueryBuilder,
  listing: TableListing<Row>,
  range: RangeFilter,
): RowSource {
  const { db } = builder;
  const { index, indexOrder: order, hasExactFilters } = range;
  const exact = filterCondition(listing);
  const entered = hasExactFilters
    ? exact
    : filterCondition({ filters: { owner_id: listing.filters.owner_id } });
  const others = listing.ranges.filter((other) => other !== range).map((other) => other.condition);
  const count = { columns: ['id'], matching: always, limit: maxExactTotal + 1 };
  return {
    select: (rows) =>
      range.parts.map((part) =>
        selectIn(builder, listing, { index, order }, and([exact, part, ...others]), rows),
      ),
    *size() {
      const parts = range.parts.map((part) =>
        selectIn(builder, listing, { index, order }, and([entered, part]), count),
      );
      const query = sql<{ readonly total: number }>`select count(*) as total
        from (${unionOf(parts)}) as counted`.compile(db);
      return Number((yield* firstOf(plannedByValues(query)))?.total ?? 0);
    },
  };
}

/** The condition that every row meets. */
export const always = sql`true`;

function selectIn<Row>(
  { dialect }: QueryBuilder,
  { table }: TableListing<Row>,
  { index, order }: { readonly index: string; readonly order: readonly string[] },
  where: RawBuilder<unknown>,
  { columns, matching, limit }: SelectedRows,
): RawBuilder<unknown> {
  const rows = dialect.readByIndex(table, index);
  const selected = columnList(columns);
  if (limit === undefined) {
    return sql`select ${selected} from ${rows} where ${where} and ${matching} ${dialect.optimizerFence}`;
  }
  return sql`select ${selected} from (select * from ${rows} where ${where}
    order by ${columnList(order)} ${dialect.optimizerFence}) as listed where ${matching} limit ${limit}`;
}

/** One query for the rows of several. */
export function unionOf(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const [first, ...others] = queries;
  if (first !== undefined && others.length === 0) return first;
  return sql.join(
    queries.map((query) => sql`select * from (${query}) as part`),
    sql` union all `,
  );
}

/** Columns with commas between them. */
export function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** All of several conditions. */
export function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}
