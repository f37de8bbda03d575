import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import pg from 'pg';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';

/** A database under a clock that the simulation sets. */
export interface SimulatedDatabase {
  readonly name: string;
  readonly store: Store;
  /** Sets the clock of the database, if it has one. */
  setTime(at: number): Promise<void>;
  /** The bytes of each table with its indexes. */
  tableBytes(): Promise<ReadonlyMap<string, number>>;
  /** How many rows a table has. */
  count(table: string): Promise<number>;
  /** Makes the room of deleted rows available, as the database does by itself in time. */
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

/** A new file of SQLite, which does not wait for the disk. */
export async function openSqlite(): Promise<SimulatedDatabase> {
  // A dependency of the store, not of the repository.
  const require = createRequire(
    new URL('../../packages/store-sqlite/package.json', import.meta.url),
  );
  const Database = require('better-sqlite3') as typeof import('better-sqlite3');
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-weeks-'));
  const database = new Database(join(folder, 'weeks.sqlite'));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = off');
  const store = sqliteStore({ database });
  await store.migrate();
  const sizes = database.prepare<[], { table: string; bytes: number }>(
    `select coalesce(sqlite_master.tbl_name, dbstat.name) as "table", sum(pgsize) as bytes
      from dbstat left join sqlite_master on sqlite_master.name = dbstat.name group by 1`,
  );
  return {
    name: 'SQLite',
    store,
    setTime: async () => {},
    tableBytes: async () => new Map(sizes.all().map(({ table, bytes }) => [table, bytes])),
    async count(table) {
      const row = database
        .prepare<[], { n: number }>(`select count(*) as n from sitegrade_${table}`)
        .get();
      return row?.n ?? 0;
    },
    // Its pages are used again at once.
    vacuum: async () => {},
    async close() {
      await store.close();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A new Postgres, in which `statement_timestamp()` is the time of the simulation. */
export async function openPostgres(): Promise<SimulatedDatabase> {
  const server = await startPostgres();
  const { connectionString } = server;
  const migrating = postgresStore({ connectionString });
  await migrating.migrate();
  await migrating.close();
  // One connection, so that all statements see the same time.
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    options: '-c search_path=public,simulated,pg_catalog',
  });
  await pool.query(`create schema simulated;
    create function simulated.statement_timestamp() returns timestamptz stable language sql
      as $$ select current_setting('simulated.time')::timestamptz $$`);
  const store = postgresStore({ pool });
  return {
    name: 'Postgres',
    store,
    async setTime(at) {
      const time = new Date(at).toISOString();
      await pool.query(`select set_config('simulated.time', $1, false)`, [time]);
    },
    async tableBytes() {
      const { rows } = await pool.query(`select relname, pg_total_relation_size(oid) as bytes
        from pg_class where relkind = 'r' and relname like 'sitegrade_%'`);
      return new Map(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
    },
    async count(table) {
      const { rows } = await pool.query(`select count(*) as n from sitegrade_${table}`);
      return Number(rows[0]?.n);
    },
    async vacuum() {
      await pool.query('vacuum analyze');
    },
    async close() {
      await pool.end();
      await server.remove();
    },
  };
}
