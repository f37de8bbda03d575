import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { QueryBuilder, StoreDialect } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { postgresLatestScore } from './postgres-latest-score.ts';
import { postgresSearchIndex } from './postgres-search.ts';
import { postgresRowsByIdAndTime } from './postgres-times.ts';

/**
 * How long a statement without a transaction waits for a locked row, in milliseconds. Less than a method may take, so
 * that a statement whose caller has given up does not take effect later.
 */
const maxWaitMs = 4_000;

/** The queries for PostgreSQL, with the tables in a named schema if there is one. */
export function postgresQueryBuilder(schema?: string): QueryBuilder {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    db: schema === undefined ? db : db.withSchema(schema),
    dialect: postgresDialect(schema),
  };
}

function postgresDialect(schema: string | undefined): StoreDialect {
  return {
    idColumn: (column) => column.primaryKey().generatedAlwaysAsIdentity(),
    // By bytes, which in UTF-8 is by code point: the database's own order differs from SQLite's.
    types: { integer: 'bigint', text: sql`text collate "C"`, bytes: 'bytea' },
    asText: (value) => sql`cast(${value} as text) collate "C"`,
    tableEnd: sql``,
    tableEndByKey: sql``,
    // There are no hints, and the server updates its statistics itself.
    readByIndex: (table) => (schema === undefined ? sql.id(table) : sql.id(schema, table)),
    seeksByTuple: true,
    plansAgainByLimit: false,
    // Half of the cost of strpos, which starts again at every row.
    // `like` takes ten times as long if a string nearly contains a long needle in many places.
    contains: (text, needle) => sql`strpos(${text}, ${needle}) > 0`,
    searchIndex: postgresSearchIndex(schema),
    rowsByIdAndTime: postgresRowsByIdAndTime(schema),
    optimizerFence: sql`offset 0`,
    idList: (ids) => sql<number>`(select unnest(${ids}::bigint[]))`,
    textList: (texts) => sql<string>`(select unnest(${texts}::text[]))`,
    textRows: (columns, rows) =>
      sql`unnest(${sql.join(
        columns.map((_, index) => sql`${rows.map((row) => row[index])}::text[]`),
      )}) as given(${sql.join(columns.map((column) => sql.id(column)))})`,
    // Unlike clock_timestamp(), it can be compared by an index, and unlike now() it is not the time at which
    // the transaction began, which may have waited since.
    now: () => sql<number>`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`,
    latestScore: postgresLatestScore(schema),
    // The setting takes effect at once, unlike a limit of the statement, and ends with it.
    limitWaiting: sql`(select set_config('lock_timeout', ${sql.lit(String(maxWaitMs))}, true)) is not null`,
    greatest: (first, second) => sql<number>`greatest(${first}, ${second})`,
    deletedAtOnce: 200,
    crawlPagesDeletedAtOnce: 500,
    deliveriesDeletedAtOnce: 500,
    locksRows: true,
    buildsIndexesLater: true,
    forUpdate: sql`for no key update`,
    forUpdateSkipLocked: sql`for update skip locked`,
  };
}
