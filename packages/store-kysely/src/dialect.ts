import {
  type ColumnDefinitionBuilder,
  DummyDriver,
  type Expression,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables, Time } from './schema.ts';

/** What builds the queries: kysely without a driver, and where the databases differ. */
export interface QueryBuilder {
  readonly db: Kysely<Tables>;
  readonly dialect: StoreDialect;
}

/** Where the databases differ, all of it. */
export interface StoreDialect {
  /** Makes a column the primary key, whose numbers grow and are never given twice. */
  readonly idColumn: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Column types. */
  readonly types: { readonly time: 'integer'; readonly bytes: 'blob' };
  /** What follows the columns of a new table. */
  readonly tableEnd: RawBuilder<unknown>;
  /** A time as the driver takes it. */
  readonly time: (date: Date) => Time;
  /** A table to read by one index, whatever the planner thinks of the others. */
  readonly readByIndex: (table: string, index: string) => RawBuilder<unknown>;
  /** Whether a text holds another, byte for byte. */
  readonly contains: (text: Expression<unknown>, needle: string) => RawBuilder<unknown>;
  /** A set of ids to test membership in: one statement text, however many. */
  readonly setOfIds: (ids: readonly number[]) => RawBuilder<number>;
}

/** The queries for SQLite, from 3.37 on (strict tables). */
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
  // Without AUTOINCREMENT the id of a deleted last row is given again.
  idColumn: (column) => column.primaryKey().autoIncrement(),
  types: { time: 'integer', bytes: 'blob' },
  tableEnd: sql`strict`,
  time: (date) => date.getTime(),
  // A hint would do until statistics say otherwise: stale ones have cost a factor of 60.
  readByIndex: (table, index) => sql`${sql.table(table)} indexed by ${sql.id(index)}`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  setOfIds: (ids) => sql<number>`(select value from json_each(${JSON.stringify(ids)}))`,
};
