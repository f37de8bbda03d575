import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { QueryBuilder, StoreDialect } from '../dialect.ts';
import { converted } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { sqliteSearchIndex } from './sqlite-search.ts';

/** The queries for SQLite, from 3.38 on (strict tables, JSON built in). */
export function sqliteQueryBuilder(): QueryBuilder {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (any) => new SqliteIntrospector(any),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db, dialect: sqliteDialect };
}

const sqliteDialect: StoreDialect = {
  // Without AUTOINCREMENT the id of a deleted last row is reused.
  idColumn: (column) => column.primaryKey().autoIncrement(),
  types: { integer: 'integer', text: 'text', bytes: 'blob' },
  asText: (value) => sql`cast(${value} as text)`,
  tableEnd: sql`strict`,
  tableEndByKey: sql`strict, without rowid`,
  // Without it, stale statistics can choose another index, at 60 times the cost.
  readByIndex: (table, index) => sql`${sql.table(table)} indexed by ${sql.id(index)}`,
  seeksByTuple: false,
  plansAgainByLimit: true,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  searchIndex: sqliteSearchIndex,
  // The index is named anyway.
  optimizerFence: sql``,
  idList: (ids) => sql<number>`(select value from json_each(${converted(ids, JSON.stringify)}))`,
  textList: (texts) =>
    sql<string>`(select value from json_each(${converted(texts, JSON.stringify)}))`,
  textRows: (columns, rows) =>
    sql`(select ${sql.join(
      columns.map((column, index) => sql`value ->> ${sql.lit(index)} as ${sql.id(column)}`),
    )} from json_each(${JSON.stringify(rows)})) as given`,
  now: (given) => sql<number>`${given}`,
  greatest: (first, second) => sql<number>`max(${first}, ${second})`,
  // There is only one writer.
  limitWaiting: sql`true`,
  // A transaction blocks the event loop: these take 4 ms, and some more when SQLite merges its search index.
  deletedAtOnce: 25,
  crawlPagesDeletedAtOnce: 200,
  deliveriesDeletedAtOnce: 100,
  locksRows: false,
  buildsIndexesLater: false,
  forUpdate: sql``,
  forUpdateSkipLocked: sql``,
};
