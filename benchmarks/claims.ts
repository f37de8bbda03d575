import { createRequire } from 'node:module';
import type { Store } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';

// What an idle worker costs: the time of a claim that finds nothing, while many owners have jobs that are due later,
// or many crawls wait for the next request of their hosts, or until others have ended. It should not depend on their number.
//
//   npm run bench -- claims
//   npm run bench -- claims --sqlite --owners 100,10000 --crawls 500

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const owners = (option('owners') ?? '100,10000,100000').split(',').map(Number);
const crawls = Number(option('crawls') ?? 3_000);
const only = ['sqlite', 'postgres'].find((name) => process.argv.includes(`--${name}`));

/** A store, and its database. */
interface Opened {
  readonly store: Store;
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

if (only !== 'postgres') await measure('SQLite', openSqlite());
if (only !== 'sqlite') await measure('Postgres', await openPostgres());

async function measure(name: string, { store, run, close }: Opened): Promise<void> {
  await store.migrate();
  const print = (what: string, ms: number, first: number) =>
    console.log(
      `${name.padEnd(9)} ${what.padEnd(34)} ${ms.toFixed(3).padStart(9)} ms, ${(ms / first).toFixed(1)} times the first`,
    );
  const claimJob = () =>
    store.jobs.claim({ token: 'none', leaseMs: 1_000, perHost: 2, now: new Date() });
  let firstOfJobs: number | undefined;
  let filled = 0;
  for (const count of owners) {
    await run(addOwners(filled, count));
    await run('analyze');
    filled = count;
    const ms = await medianOf(claimJob);
    firstOfJobs ??= ms;
    print(`${count} owners with delayed jobs:`, ms, firstOfJobs);
  }
  const claimCrawl = () =>
    store.crawls.claim({
      token: 'none',
      pageLeaseMs: 1_000,
      stepLeaseMs: 1_000,
      perHost: 2,
      maxAttempts: 3,
      now: new Date(),
    });
  const none = await medianOf(claimCrawl);
  await run(addCrawls(0, crawls, 1));
  await run('analyze');
  print(`${crawls} crawls that wait:`, await medianOf(claimCrawl), none);
  await run(addCrawls(crawls, 2 * crawls, 0));
  await run('analyze');
  print(`and ${crawls} that may not run yet:`, await medianOf(claimCrawl), none);
  await close();
}

/** The median time of a call that finds nothing. */
async function medianOf(claim: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 60; call += 1) {
    const startedAt = performance.now();
    if ((await claim()) !== undefined) throw new Error('The claim has found something.');
    times.push(performance.now() - startedAt);
  }
  // The first calls prepare the statements.
  const sorted = times.slice(10).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function numbers(from: number, to: number): string {
  return `(with recursive counted(n) as (select ${from} + 1 union all select n + 1 from counted where n < ${to})
    select n from counted) as numbers`;
}

/** Adds owners up to this number, each with a job that is due in the year 2255. */
function addOwners(from: number, to: number): string {
  const due = 9_000_000_000_000;
  return `insert into sitegrade_jobs (owner_id, url, url_search, host, created_at, attempts, due_at)
      select 'owner-' || n, 'https://' || n, 'https://' || n, 'h' || n, 0, 1, ${due} from ${numbers(from, to)};
    insert into sitegrade_lanes (owner_id, queued, running, last_claim, next_due_at)
      select 'owner-' || n, 1, 0, n, ${due} from ${numbers(from, to)}`;
}

/** Adds crawls with a page each, whose hosts must not be requested before the year 2255. */
function addCrawls(from: number, to: number, admitted: 0 | 1): string {
  const progress = `{"discovered":1,"queued":1,"running":0,"done":0,"redirected":0,"failed":0,"skipped":{},"results":{"good":0,"decent":0,"bad":0},"scoreSum":0}`;
  return `insert into sitegrade_crawls (owner_id, url, url_search, scope, max_pages, status, progress, created_at, host, last_claim, admitted)
      select 'owner-' || n, 'u', 'u', '{"include":[],"exclude":[],"source":"both"}', 9, 'running', '${progress}', 0, 'h' || n, n, ${admitted}
      from ${numbers(from, to)};
    insert into sitegrade_crawl_pages (crawl_id, number, url, kind, level, in_sitemap, state, due_at)
      select id, 1, 'u', 'page', 0, 0, 'queued', 0 from sitegrade_crawls where admitted = ${admitted};
    insert into sitegrade_crawl_hosts (host, next_request_at)
      select 'h' || n, 9000000000000 from ${numbers(from, to)}`;
}

function openSqlite(): Opened {
  // A dependency of the store, not of the repository.
  const require = createRequire(new URL('../packages/store-sqlite/package.json', import.meta.url));
  const Database = require('better-sqlite3') as typeof import('better-sqlite3');
  const database = new Database(':memory:');
  return {
    store: sqliteStore({ database }),
    run: async (sql) => database.exec(sql),
    close: async () => database.close(),
  };
}

async function openPostgres(): Promise<Opened> {
  const { default: pg } = await import('pg');
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.connectionString, max: 2 });
  return {
    store: postgresStore({ pool }),
    run: (sql) => pool.query(sql),
    close: async () => {
      await pool.end();
      await server.remove();
    },
  };
}
