import Database from 'better-sqlite3';
import { sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import type { TestDatabase } from './test-database.ts';

/** A database in memory. */
export async function memoryDatabase(): Promise<TestDatabase> {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  return {
    store,
    rows: async (sql) => database.prepare(sql).all(),
    run: async (sql) => database.exec(sql),
    tablesWith: async (column) =>
      database
        .prepare<[string], string>(
          `select m.name from sqlite_master as m, pragma_table_info(m.name) as c
            where m.type = 'table' and c.name = ? order by m.name`,
        )
        .pluck()
        .all(column),
    expectExact: async () => expectExactTables(database),
  };
}
