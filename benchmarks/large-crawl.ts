import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { bundleScript } from '../scripts/bundle-script.ts';
import type { CrawlPart, LargeCrawl } from './large-crawl/measure.ts';

// A crawl of a large generated site, on SQLite and on Postgres: memory, time and the longest block of the event loop by
// level and step, and the sizes on disk. Without --http, its pages are not requested but stored as if they had been,
// since a hundred thousand requests take long; what finds the next level and ends the crawl is the same.
//
//   npm run bench -- large-crawl
//   npm run bench -- large-crawl --pages 10000 --sqlite --http
//   npm run bench -- large-crawl --pages 10000 --compare   crawls the site twice, and compares both crawls

const at = process.argv.indexOf('--pages');
const pages = at < 0 ? 100_000 : Number(process.argv[at + 1]);
if (!Number.isSafeInteger(pages) || pages < 1 || pages > 100_000) {
  throw new Error('--pages must be an integer from 1 to 100000.');
}
const http = process.argv.includes('--http');
const compare = process.argv.includes('--compare');
if (http && compare) throw new Error('--compare does not go with --http.');
const only = ['--sqlite', '--postgres'].find((name) => process.argv.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-large-crawl-'));
const path = (name: string) => fileURLToPath(new URL(`large-crawl/${name}.ts`, import.meta.url));
const script = bundleScript(path('measure'), { keepNames: false });
const site = fork(path('serve'), [String(pages)], { execArgv: ['--import=tsx'] });
const [origin] = (await once(site, 'message')) as [string];
try {
  if (only !== '--postgres') await onSqlite();
  if (only !== '--sqlite') await onPostgres();
} finally {
  site.kill();
  rmSync(folder, { recursive: true });
}

async function onSqlite(): Promise<void> {
  const filename = join(folder, 'crawl.sqlite');
  await report('SQLite', { origin, pages, http, compare, filename });
  const database = new Database(filename, { readonly: true });
  const sizes = database
    .prepare(
      `select name, sum(pgsize) as bytes from dbstat where name like 'sitegrade_crawl_%' group by name`,
    )
    .all() as Size[];
  database.close();
  printSizes(sizes, statSync(filename).size);
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres();
  const { connectionString } = postgres;
  await report('Postgres', { origin, pages, http, compare, connectionString });
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, case relkind when 'r' then pg_table_size(oid)
       else pg_relation_size(oid) end as bytes
     from pg_class where relname like 'sitegrade_crawl_%' and relkind in ('r', 'i')`,
  );
  await client.end();
  await postgres.remove();
  const sizes = rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
  const sum = sizes.reduce((all, { bytes }) => all + bytes, 0);
  printSizes(sizes, sum);
}

/** A table or an index. */
interface Size {
  readonly name: string;
  readonly bytes: number;
}

interface Report {
  readonly parts: readonly CrawlPart[];
  readonly progress: { readonly discovered: number; readonly done: number };
  readonly end: string;
  readonly score: number;
}

async function report(name: string, crawl: LargeCrawl): Promise<void> {
  const child = fork(script, [JSON.stringify(crawl)], { execArgv: [] });
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  await ended;
  if (message === undefined) throw new Error(`The crawl on ${name} failed.`);
  const { parts, progress, end, score } = message[0] as Report;
  console.log(
    `${name}: ${progress.discovered} URLs, ${progress.done} pages, ${end}, score ${score}`,
  );
  for (const { name: part, pages: over, ms, cpuMs, maxMb, blockMs } of parts) {
    const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`;
    console.log(
      `  ${part.padEnd(10)} ${String(over).padStart(7)} pages ${seconds(ms).padStart(9)}, CPU ${seconds(cpuMs)}, ${maxMb.toFixed()} MB, longest block ${blockMs.toFixed()} ms of CPU`,
    );
  }
}

function printSizes(sizes: readonly Size[], sum: number): void {
  for (const { name, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12)) {
    console.log(`  ${name.padEnd(44)} ${(bytes / 1e6).toFixed(1)} MB`);
  }
  console.log(
    `  in all ${(sum / 1e6).toFixed(1)} MB, ${(sum / pages / 1_000).toFixed(2)} KB a page`,
  );
}
