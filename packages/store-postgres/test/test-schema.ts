import type { TestDatabase } from '../../store-sqlite/test/test-database.ts';
import { expectExactTables, rowsIn } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';

/** A schema that no other test uses. */
export async function testSchema(): Promise<TestDatabase> {
  const { pool, store, schema } = await ownPool();
  const rows = (sql: string) => rowsIn(pool, schema, sql);
  return {
    store,
    rows,
    run: rows,
    tablesWith: async (column) => {
      const found = await pool.query<{ table_name: string }>(
        `select table_name from information_schema.columns
          where table_schema = $1 and column_name = $2 order by table_name`,
        [schema, column],
      );
      return found.rows.map(({ table_name }) => table_name);
    },
    expectExact: () => expectExactTables(pool, schema),
  };
}
