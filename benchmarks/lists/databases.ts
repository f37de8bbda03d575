import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sitegrade/core';
import Database from 'better-sqlite3';
import pg from 'pg';
import { postgresStore } from '../../packages/store-postgres/src/index.ts';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';
import { sqliteStore } from '../../packages/store-sqlite/src/index.ts';
import { countEverything, reportAt, websiteAt, websitesFor } from './rows.ts';

/** A database with a store on it, to be filled from behind. */
export interface FilledDatabase {
  readonly name: string;
  readonly store: Store;
  /** Adds what is missing to this many reports, and counts everything anew. */
  grow(reports: number): Promise<void>;
  remove(): Promise<void>;
}

type Row = Readonly<Record<string, string | number>>;

/** Rows that go into one statement. */
const rowsAtOnce = 5_000;

/** SQLite in a file, as `sqliteStore({ filename })` has it. */
export async function sqliteDatabase(): Promise<FilledDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-'));
  const filename = join(folder, 'reports.sqlite');
  const store = sqliteStore({ filename });
  await store.migrate();
  const database = new Database(filename);
  // What loading leaves in the log, no day's work does.
  const loading = { details: "x'7b7d'", afterwards: 'pragma wal_checkpoint(truncate)' };
  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {});
    const statement = database.prepare(
      `insert into ${table} (${columns.join()}) values (${columns.map((name) => `@${name}`).join()})`,
    );
    database.transaction(() => {
      for (const row of rows) statement.run(row);
    })();
  };
  return {
    name: 'SQLite',
    store,
    grow: growing(insert, loading, async (sql) => {
      const statement = database.prepare<[], Row>(sql);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    }),
    async remove() {
      await store.close();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A Postgres server of its own. */
export async function postgresDatabase(): Promise<FilledDatabase> {
  const server = await startPostgres('-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB');
  const pool = new pg.Pool({ connectionString: server.connectionString });
  const store = postgresStore({ pool });
  await store.migrate();
  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {});
    await pool.query(
      `insert into ${table} (${columns.join()})
        select ${columns.join()} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  };
  return {
    name: 'Postgres',
    store,
    grow: growing(
      insert,
      { details: "'\\x7b7d'::bytea", afterwards: 'vacuum analyze' },
      async (sql) => (await pool.query<Row>(sql)).rows,
    ),
    async remove() {
      await pool.end();
      await server.remove();
    },
  };
}

function growing(
  insert: (table: string, rows: readonly Row[]) => Promise<void>,
  /** The bytes of `{}` as SQL, since listings never read details, and what else is to be done. */
  { details, afterwards }: { readonly details: string; readonly afterwards?: string },
  execute: (sql: string) => Promise<readonly Row[]>,
): (reports: number) => Promise<void> {
  let has = 0;
  const insertFrom = async (
    table: string,
    from: number,
    to: number,
    at: (place: number) => Row,
  ): Promise<void> => {
    for (let place = from; place < to; place += rowsAtOnce) {
      const length = Math.min(rowsAtOnce, to - place);
      await insert(
        table,
        Array.from({ length }, (_, offset) => at(place + offset)),
      );
    }
  };
  return async (reports) => {
    const time = { created_at: 0, updated_at: 0, privacy: 'private' };
    await insertFrom('sitegrade_websites', websitesFor(has), websitesFor(reports), (place) => ({
      ...websiteAt(place),
      ...time,
    }));
    const ids = (await execute('select id from sitegrade_websites order by id')).map(
      ({ id }) => id,
    );
    await insertFrom('sitegrade_reports', has, reports, (place) => {
      const { website, ...report } = reportAt(place);
      return { ...report, website_id: ids[website] ?? 0 };
    });
    has = reports;
    await execute(`insert into sitegrade_report_details (report_id, details)
      select id, ${details} from sitegrade_reports
      where id > (select coalesce(max(report_id), 0) from sitegrade_report_details)`);
    for (const sql of countEverything) await execute(sql);
    if (afterwards) await execute(afterwards);
  };
}
