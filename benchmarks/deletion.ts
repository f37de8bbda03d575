import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, deleteOwner, type Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import pg from 'pg';
import { postgresStore } from '../packages/store-postgres/src/index.ts';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { sqliteStore } from '../packages/store-sqlite/src/index.ts';
import { type Filling, fill } from './lists/fill.ts';
import { mainOwner } from './lists/rows.ts';

// How long others wait while an owner with 100,000 reports is deleted in the same process: lists and new reports
// of other owners, and the longest block of the event loop. Once in one transaction, once by `deleteOwner`.
//
//   npm run bench -- deletion [--sqlite | --postgres] [--reports 100000]

const flag = (name: string) => process.argv.includes(`--${name}`);
const reportsAt = process.argv.indexOf('--reports') + 1;
const reports = reportsAt > 0 ? Number(process.argv[reportsAt]) : 100_000;
/** The size of a report's details in the database. */
const detailsBytes = 5_000;
const other = 'other-0';
/** Milliseconds between two lists of others, and between two reports of others. */
const listEveryMs = 20;
const createEveryMs = 100;

/** SQL that deletes an owner in one transaction. */
const inOneTransaction = [
  `delete from sitegrade_report_details where report_id in
    (select id from sitegrade_reports where owner_id = '${mainOwner}')`,
  `delete from sitegrade_reports where owner_id = '${mainOwner}'`,
  `delete from sitegrade_websites where owner_id = '${mainOwner}'`,
  `delete from sitegrade_owner_totals where owner_id = '${mainOwner}'`,
];

if (!flag('postgres')) await benchSqlite();
if (!flag('sqlite')) await benchPostgres();

async function benchSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-'));
  const [filename, copy] = [join(folder, 'one.sqlite'), join(folder, 'other.sqlite')];
  const database = await filledDatabase(filename);
  copyFileSync(filename, copy);
  const transaction = database.transaction(() => {
    for (const sql of inOneTransaction) database.prepare(sql).run();
  });
  const store = sqliteStore({ filename });
  await measure('SQLite, one transaction', store, async () => transaction.immediate());
  await store.close();
  database.close();

  const store2 = sqliteStore({ filename: copy });
  await measure('SQLite, deleteOwner', store2, () => deleteMain(store2));
  await store2.close();
  rmSync(folder, { recursive: true, force: true });
}

async function filledDatabase(filename: string): Promise<Database.Database> {
  const store = sqliteStore({ filename });
  await store.migrate();
  await store.close();
  const database = new Database(filename);
  database.pragma('synchronous = full');
  await fill(filledReports(), {
    emptyDetails: `randomblob(${detailsBytes})`,
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
  } satisfies Filling);
  database.pragma('wal_checkpoint(truncate)');
  return database;
}

async function benchPostgres(): Promise<void> {
  const server = await startPostgres('-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB');
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  await admin.query('create extension pg_trgm');
  for (const schema of ['one', 'parts']) {
    await admin.query(`create schema ${schema}`);
    const pool = new pg.Pool({
      connectionString: server.connectionString,
      options: `-c search_path=${schema},public`,
    });
    const store = postgresStore({ pool });
    await fillSchema(store, pool);
    await (schema === 'one'
      ? measure('Postgres, one transaction', store, async () => {
          await pool.query(inOneTransaction.join(';'));
        })
      : measure('Postgres, deleteOwner', store, () => deleteMain(store)));
    await pool.end();
  }
  await admin.end();
  await server.remove();
}

async function fillSchema(store: Store, pool: pg.Pool): Promise<void> {
  await store.migrate();
  // Otherwise it would compress the repeated byte.
  await pool.query(
    'alter table sitegrade_report_details alter column details set storage external',
  );
  await fill(filledReports(), {
    emptyDetails: `decode(repeat('00', ${detailsBytes}), 'hex')`,
    async insert(table, rows) {
      const names = Object.keys(rows[0] ?? {}).join();
      const sql = `insert into ${table} (${names})
        select ${names} from json_populate_recordset(null::${table}, $1)`;
      await pool.query(sql, [JSON.stringify(rows)]);
    },
    execute: async (sql) => (await pool.query<Record<string, number>>(sql)).rows,
  });
  await pool.query('vacuum analyze');
}

/** Nine in ten are the main owner's. */
function filledReports(): number {
  return Math.ceil(reports / 0.9);
}

async function deleteMain(store: Store): Promise<void> {
  const cpuTimes: number[] = [];
  const { maintenance } = store;
  /** The CPU time of a part, which other processes do not change. */
  const timed = <Result>(part: () => Promise<Result>): Promise<Result> => {
    const before = process.cpuUsage();
    const result = part();
    const { user, system } = process.cpuUsage(before);
    cpuTimes.push((user + system) / 1000);
    return result;
  };
  const measured: Store = {
    ...store,
    maintenance: {
      ...maintenance,
      deleteHidden: (ownerId) => timed(() => maintenance.deleteHidden(ownerId)),
      deleteOwned: (ownerId, kind) => timed(() => maintenance.deleteOwned(ownerId, kind)),
    },
  };
  const deletion = await deleteOwner(createContext({ store: measured }), mainOwner);
  console.log(`\ndeleted ${JSON.stringify(deletion)}
${cpuTimes.length} parts, CPU time without waits: ${percentiles(cpuTimes)} (p50 / p99 / max, ms)`);
}

/** Measures what others wait while `run` runs, and for some seconds before. */
async function measure(name: string, store: Store, run: () => Promise<unknown>): Promise<void> {
  const idle = await whatOthersWait(store, () => sleep(3_000));
  const began = performance.now();
  const busy = await whatOthersWait(store, run);
  const seconds = (performance.now() - began) / 1000;
  console.log(`
${name}: ${reports} reports in ${seconds.toFixed(1)} s
                              idle          busy    (p50 / p99 / max, ms)
  list of another owner       ${percentiles(idle.lists)}   ${percentiles(busy.lists)}
  new report of another       ${percentiles(idle.creations)}   ${percentiles(busy.creations)}
  event loop block            ${percentiles(idle.blocks)}   ${percentiles(busy.blocks)}`);
}

async function whatOthersWait(store: Store, run: () => Promise<unknown>) {
  const over = new AbortController();
  const query = { start: { page: 1 }, perPage: 50, sortBy: 'id', sort: 'desc' } as const;
  let made = 0;
  const probes = Promise.all([
    every(listEveryMs, over.signal, () => store.reports.list(other, query)),
    every(createEveryMs, over.signal, () => {
      made += 1;
      const url = `https://example.com/${made}`;
      return store.reports.create(newReport({ ownerId: other, url }));
    }),
    // The time from when a timer is due until it runs.
    every(5, over.signal, async () => {}),
  ]);
  await sleep(200);
  await run();
  over.abort();
  const [lists = [], creations = [], blocks = []] = await probes;
  return { lists, creations, blocks };
}

/** Calls regularly, without waiting for the last call, and measures from when each call was due. */
async function every(ms: number, over: AbortSignal, call: () => Promise<unknown>) {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  for (
    let due = performance.now() + ms;
    !over.aborted;
    due = Math.max(due + ms, performance.now())
  ) {
    await sleep(due - performance.now());
    const wanted = due;
    calls.push(
      call().then(() => {
        times.push(performance.now() - wanted);
      }),
    );
  }
  await Promise.all(calls);
  return times;
}

function percentiles(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return [0.5, 0.99, 1].map((part) => (at(part) ?? 0).toFixed(1)).join(' / ');
}
