import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import pg from 'pg';
import { packDetails } from '../../packages/store-kysely/src/reports/report-details.ts';
import { postgresStore } from '../../packages/store-postgres/src/index.ts';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';
import { sqliteStore } from '../../packages/store-sqlite/src/index.ts';
import type { RunPrepared } from '../read-routes/hand-written.ts';
import { fill } from './fill.ts';

/** A store whose tables were filled with SQL. */
export interface FilledStore {
  readonly store: Store;
  /** Inserts the rows of a report by hand into the same tables, with their indexes and search, but no counters. */
  readonly insertByHand: (report: NewReport) => Promise<void>;
  /** Runs a statement without the store, prepared once: with `$1`, `$2` for values that are used once each, in this order. */
  readonly run: RunPrepared;
}

/** A store for each size, all at the same time. */
interface FilledStores {
  readonly name: string;
  readonly stores: readonly FilledStore[];
  remove(): Promise<void>;
}

const columns = Object.keys(rowOf(newReport()));

/** SQLite in files, like `sqliteStore({ filename })`. */
export async function sqliteStores(sizes: readonly number[]): Promise<FilledStores> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-'));
  const opened: { readonly filled: FilledStore; close(): Promise<void> }[] = [];
  for (const size of sizes) opened.push(await sqliteStoreOf(join(folder, `${size}.sqlite`), size));
  return {
    name: 'SQLite',
    stores: opened.map(({ filled }) => filled),
    async remove() {
      for (const database of opened) await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function sqliteStoreOf(filename: string, size: number) {
  const store = sqliteStore({ filename });
  await store.migrate();
  const database = new Database(filename);
  // Like the store.
  database.pragma('synchronous = full');
  await fill(size, {
    emptyDetails: "x'789cabae0500017500f9'",
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {});
      const statement = database.prepare(
        `insert into ${table} (${names.join()}) values (${names.map((name) => `@${name}`).join()})`,
      );
      database.transaction(() => {
        for (const row of rows) statement.run(row);
      })();
    },
    async execute(sql) {
      const statement = database.prepare<[], Record<string, number>>(sql);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    },
  });
  // Loading leaves more in the log than normal use.
  database.pragma('wal_checkpoint(truncate)');
  const insertReport = database.prepare<unknown[], { id: number }>(
    `insert into sitegrade_reports (${columns.join()})
      values (${columns.map(() => '?').join()}) returning id`,
  );
  const insertDetails = database.prepare(
    'insert into sitegrade_report_details (report_id, details) values (?, ?)',
  );
  const insertBoth = database.transaction((report: NewReport, details: Uint8Array) => {
    insertDetails.run(insertReport.get(...valuesOf(report))?.id, details);
  });
  const prepared = new Map<string, Database.Statement<unknown[], Record<string, unknown>>>();
  const filled: FilledStore = {
    store,
    insertByHand: async (report) => {
      const { bytes } = await packDetails(report);
      insertBoth.immediate(report, bytes);
    },
    run: (sql, values) => {
      const statement = prepared.get(sql) ?? database.prepare(sql.replace(/\$\d+/g, '?'));
      prepared.set(sql, statement);
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    },
  };
  const close = async (): Promise<void> => {
    await store.close();
    database.close();
  };
  return { filled, close };
}

/** Schemas of one Postgres server, each with its own pool. */
export async function postgresStores(sizes: readonly number[]): Promise<FilledStores> {
  const server = await startPostgres('-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB');
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  // Once for all schemas.
  await admin.query('create extension pg_trgm');
  const opened: { readonly filled: FilledStore; readonly pool: pg.Pool }[] = [];
  for (const size of sizes) {
    await admin.query(`create schema reports_${size}`);
    const pool = new pg.Pool({
      connectionString: server.connectionString,
      options: `-c search_path=reports_${size},public`,
    });
    opened.push({ pool, filled: await postgresStoreOf(pool, size) });
  }
  return {
    name: 'Postgres',
    stores: opened.map(({ filled }) => filled),
    async remove() {
      for (const { pool } of opened) await pool.end();
      await admin.end();
      await server.remove();
    },
  };
}

async function postgresStoreOf(pool: pg.Pool, size: number): Promise<FilledStore> {
  const store = postgresStore({ pool });
  await store.migrate();
  await fill(size, {
    emptyDetails: "'\\x789cabae0500017500f9'::bytea",
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {}).join();
      const sql = `insert into ${table} (${names})
        select ${names} from json_populate_recordset(null::${table}, $1)`;
      await pool.query(sql, [JSON.stringify(rows)]);
    },
    execute: async (sql) => (await pool.query<Record<string, number>>(sql)).rows,
  });
  await pool.query('vacuum analyze');
  const placeholders = columns.map((_, index) => `$${index + 1}`).join();
  const insertReport = `insert into sitegrade_reports (${columns.join()}) values (${placeholders}) returning id`;
  const names = new Map<string, string>();
  return {
    store,
    run: async (text, values) => {
      const name = names.get(text) ?? `hand-written-${names.size}`;
      names.set(text, name);
      return (await pool.query<Record<string, unknown>>({ name, text, values: [...values] })).rows;
    },
    insertByHand: async (report) => {
      const { bytes } = await packDetails(report);
      const client = await pool.connect();
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>({
        name: 'report-by-hand',
        text: insertReport,
        values: valuesOf(report),
      });
      await client.query({
        name: 'details-by-hand',
        text: 'insert into sitegrade_report_details (report_id, details) values ($1, $2)',
        values: [rows[0]?.id, bytes],
      });
      await client.query('commit');
      client.release();
    },
  };
}

/** A report's row without its id. */
function rowOf(report: NewReport) {
  return {
    owner_id: report.ownerId,
    website_id: 1,
    url: report.url,
    url_search: report.url,
    final_url: report.finalUrl,
    title: report.title,
    score: report.score,
    result: report.result,
    http_status: report.httpStatus,
    ruleset_version: report.rulesetVersion,
    share_token: report.shareToken,
    created_at: report.createdAt.getTime(),
  };
}

function valuesOf(report: NewReport): unknown[] {
  return Object.values(rowOf(report));
}
