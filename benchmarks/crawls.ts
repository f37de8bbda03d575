import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { median } from '../scripts/budgets/time-node.ts';
import { bundleScript } from '../scripts/bundle-script.ts';
import type { Database, Measured, Measurement } from './crawls/measure.ts';

// What the pages of a crawl cost: CPU time beside single reports of the same pages, requests, pages a second, memory,
// and the step that compares all pages. The site and each measurement are processes of their own. crawlee, which
// only extracts links and texts, is measured on the same pages if its packages are installed (benchmarks/crawlee).
//
//   npm run bench -- crawls
//   npm run bench -- crawls --rounds 3 --pages 10000
//   npm run bench -- crawls --pages 0    without the large crawl

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const rounds = option('rounds', 3);
const manyPages = option('pages', 10_000);
const fewPages = 300;

/** Each measurement begins with as many pages, which load and compile code. */
const warmUp = 40;

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-crawls-'));
const script = bundleScript(fileURLToPath(new URL('crawls/measure.ts', import.meta.url)));
const crawlee = fileURLToPath(new URL('crawlee/crawl.js', import.meta.url));
const hasCrawlee = existsSync(new URL('crawlee/node_modules', import.meta.url));
let databases = 0;
try {
  await comparePages();
  await measureClaims();
  if (manyPages > 0) await measureLarge();
} finally {
  rmSync(folder, { recursive: true });
}

/** Pages of a crawl, single reports and pages of crawlee, in turns. */
async function comparePages(): Promise<void> {
  const site = await startSite(fewPages, 20_000);
  const rows: Record<'reports' | 'crawl' | 'crawlee', Counted[]> = {
    reports: [],
    crawl: [],
    crawlee: [],
  };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['reports', 'crawl'] as const) {
      await site.countRequests();
      const measured = await measure({ kind, origin: site.origin, pages: fewPages });
      const requests = await site.countRequests();
      rows[kind].push({ ...measured, requests });
    }
    if (!hasCrawlee) continue;
    const measured = await run(crawlee, { origin: site.origin, pages: fewPages }, fewPages);
    rows.crawlee.push({ ...measured, requests: await site.countRequests() });
  }
  site.close();
  for (const [kind, counted] of Object.entries(rows)) {
    if (counted.length === 0) continue;
    const per = (value: (measuredRun: Counted) => number) => median(counted.map(value));
    console.log(
      `${kind.padEnd(8)} ${per(({ cpuMs, pages }) => cpuMs / pages).toFixed(1)} ms of CPU time a page, ${per(({ ms, pages }) => (1_000 * pages) / ms).toFixed(1)} pages/s, ${per(({ requests, pages }) => requests / (pages + warmUp)).toFixed(2)} requests a page`,
    );
  }
}

interface Counted extends Pick<Measured, 'cpuMs' | 'ms' | 'pages'> {
  readonly requests: number;
}

async function measureClaims(): Promise<void> {
  const site = await startSite(1, 20_000);
  const postgres = await startPostgres();
  const measurement = { kind: 'claims', origin: site.origin, pages: 1_000 } as const;
  for (const [name, database] of [
    ['SQLite', undefined],
    ['Postgres', { connectionString: postgres.connectionString }],
  ] as const) {
    const { cpuMs, ms, pages } = await measure(measurement, database);
    console.log(
      `${name.padEnd(8)} ${(cpuMs / pages).toFixed(2)} ms of CPU time to claim and end a page, ${(ms / pages).toFixed(2)} ms in all`,
    );
  }
  await postgres.remove();
  site.close();
}

async function measureLarge(): Promise<void> {
  const site = await startSite(manyPages, 8_000);
  const large = await measure({ kind: 'crawl', origin: site.origin, pages: manyPages });
  site.close();
  const { ms, cpuMs, maxMb, growthMb, finishMs, finishCpuMs, pagesBlockMs, finishBlockMs } = large;
  console.log(
    `${manyPages} pages of 100 links: ${Math.round(ms / 1_000)} s, ${(cpuMs / manyPages).toFixed(1)} ms of CPU time a page, ${Math.round(maxMb)} MB (${Math.round(growthMb)} MB more in the last tenth than in the first), event loop blocked for ${Math.round(pagesBlockMs)} ms at most`,
  );
  console.log(
    `  the last step: ${(finishMs / 1_000).toFixed(1)} s, ${(finishCpuMs / 1_000).toFixed(1)} s of CPU time, event loop blocked for ${Math.round(finishBlockMs)} ms at most`,
  );
}

/** Measures in a fresh process, on a new file of SQLite unless a database is given. */
async function measure(measurement: Measurement, database?: Database): Promise<Measured> {
  databases += 1;
  const filename = join(folder, `crawls-${databases}.sqlite`);
  const settings = { measurement, database: database ?? { filename } };
  return run(script, settings, measurement.pages);
}

/** Runs a script to its end, or stops it after many times what its pages take on a quiet machine. */
async function run(script: string, settings: unknown, pages: number): Promise<Measured> {
  const timeout = 120_000 + 100 * pages;
  const child = fork(script, [JSON.stringify(settings)], {
    execArgv: [],
    timeout,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  const [code, signal] = await ended;
  if (code === 0 && message) return message[0] as Measured;
  throw new Error(
    `${basename(script)} ended with ${signal ?? code}; it has ${timeout / 1_000} s until SIGKILL: ${JSON.stringify(settings)}`,
  );
}

async function startSite(pages: number, bytes: number) {
  const path = fileURLToPath(new URL('crawls/site.ts', import.meta.url));
  const site: ChildProcess = fork(path, [String(pages), String(bytes)], {
    execArgv: ['--import=tsx'],
  });
  const [origin] = (await once(site, 'message')) as [string];
  return {
    origin,
    /** The number of requests since the last call. */
    async countRequests(): Promise<number> {
      const counted = once(site, 'message');
      site.send('count');
      return (await counted)[0] as number;
    },
    close: () => site.kill(),
  };
}
