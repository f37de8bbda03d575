import type pg from 'pg';
import { expect } from 'vitest';
import { exactRows } from '../../store-sqlite/test/exact-rows.ts';

const { same, none } = exactRows({
  progressParts: (path) =>
    path === 'whole'
      ? `json_each_text(crawl.progress::json) as part where part.key not in ('skipped', 'results')`
      : `json_each_text(crawl.progress::json -> '${path}') as part`,
  progressNumber: 'part.value::bigint',
  isInColumns: 'get_byte(details, 0) = 1',
});

/** The rows of a statement whose tables are in this schema. */
export async function rowsIn<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  schema: string,
  sql: string,
): Promise<Row[]> {
  const text = sql.replaceAll(/sitegrade_\w+/g, (table) => `"${schema}".${table}`);
  return (await pool.query<Row>(text)).rows;
}

/** Expects that the counters equal the rows, with separate SQL. */
export async function expectExactTables(pool: pg.Pool, schema: string): Promise<void> {
  const rows = (sql: string) => rowsIn(pool, schema, sql);
  for (const { stored, counted } of same) {
    expect(await rows(stored)).toEqual(await rows(counted));
  }
  for (const sql of none) expect(await rows(sql), sql).toEqual([]);
}
