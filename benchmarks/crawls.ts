import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { median } from '../scripts/budgets/time-node.ts';
import { bundleScript } from '../scripts/bundle-script.ts';
import type { Database, Measured, Measurement } from './crawls/measure.ts';
import { startSite } from './crawls/start-site.ts';
import { publish } from './report/publish.ts';

// What the pages of a crawl cost: CPU time beside single reports of the same pages, requests, pages a second, memory,
// and the step that compares all pages. The site and each measurement are separate processes. crawlee and
// simplecrawler, which only extract links and texts, are measured on the same pages if they are installed
// (benchmarks/competitors).
//
//   npm run bench -- crawls
//   npm run bench -- crawls --rounds 3 --few 600 --pages 10000
//   npm run bench -- crawls --pages 0    without the large crawl

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const rounds = option('rounds', 3);
const manyPages = option('pages', 10_000);
const fewPages = option('few', 600);

/** Each measurement begins with as many pages, which load and compile code. */
const warmUp = 40;

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-crawls-'));
const script = bundleScript(fileURLToPath(new URL('crawls/measure.ts', import.meta.url)), {
  keepNames: false,
});
const competitors = new URL('competitors/', import.meta.url);
const others = existsSync(new URL('node_modules', competitors)) ? ['crawlee', 'simplecrawler'] : [];
let databases = 0;
try {
  await comparePages();
  await measureClaims();
  if (manyPages > 0) await measureLarge();
} finally {
  rmSync(folder, { recursive: true });
}

/** Pages of a crawl, single reports and pages of other crawlers, in turns. */
async function comparePages(): Promise<void> {
  const site = await startSite(fewPages, 20_000);
  const given = { origin: site.origin, pages: fewPages };
  const runs: Readonly<Record<string, () => Promise<Measured>>> = {
    'sitegrade, reports': () => measure({ kind: 'reports', ...given }),
    'sitegrade, a crawl': () => measure({ kind: 'crawl', ...given }),
    ...Object.fromEntries(
      others.map((name) => [
        name,
        () => run(fileURLToPath(new URL(`${name}.js`, competitors)), given, fewPages),
      ]),
    ),
  };
  const counted = new Map<string, Counted[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, start] of Object.entries(runs)) {
      await site.countRequests();
      const measured = await start();
      const requests = await site.countRequests();
      counted.set(name, [...(counted.get(name) ?? []), { ...measured, requests }]);
    }
  }
  site.close();
  const per = (name: string, value: (measuredRun: Counted) => number) =>
    median((counted.get(name) ?? []).map(value));
  const cpuOf = (name: string) => per(name, ({ cpuMs, pages }) => cpuMs / pages);
  publish(
    {
      kind: 'table',
      title: `Crawling ${fewPages} pages of 20 KB with a hundred links each`,
      about: `Ten requests at a time, separate processes in turns, medians of ${rounds}. sitegrade checks pages and stores the results in SQLite; the others extract titles, texts and links.`,
      columns: ['', 'ms of CPU time a page', 'pages/s', 'requests a page', 'largest process, MB'],
      rows: Object.keys(runs).map((name) => [
        name,
        cpuOf(name),
        per(name, ({ ms, pages }) => (1_000 * pages) / ms),
        per(name, ({ requests, pages }) => requests / (pages + warmUp)),
        Math.round(per(name, ({ maxMb }) => maxMb)),
      ]),
    },
    {
      kind: 'bars',
      title: 'A page of a crawl',
      unit: 'ms of CPU time a page',
      bars: Object.keys(runs)
        .slice(1)
        .map((name) => ({ name, value: cpuOf(name) })),
    },
  );
  if (others.length === 0) return;
  publish({
    kind: 'goal',
    what: "a page of a crawl against crawlee's CheerioCrawler, CPU",
    measured: cpuOf('sitegrade, a crawl') / cpuOf('crawlee'),
    unit: ' ×',
    atMost: 0.8,
    missedBecause:
      'checks take 18 % of a page, packing its details and SQLite 18 together, reading it 10, samples and the score 8, garbage 5 to 9, the end of the crawl 6, and no other part 5. Crawls have got 55 more checks since 0.82 was measured, and results of links and images as in reports.',
  });
}

interface Counted extends Pick<Measured, 'cpuMs' | 'ms' | 'pages' | 'maxMb'> {
  readonly requests: number;
}

async function measureClaims(): Promise<void> {
  const site = await startSite(1, 20_000);
  const postgres = await startPostgres();
  const rows: (string | number)[][] = [];
  const measurement = { kind: 'claims', origin: site.origin, pages: 1_000 } as const;
  for (const [name, database] of [
    ['SQLite', undefined],
    ['Postgres', { connectionString: postgres.connectionString }],
  ] as const) {
    const { cpuMs, ms, pages } = await measure(measurement, database);
    rows.push([name, cpuMs / pages, ms / pages]);
  }
  publish({
    kind: 'table',
    title: 'Claiming and ending a page of a crawl, without its request',
    columns: ['', 'ms of CPU time', 'ms'],
    rows,
  });
  await postgres.remove();
  site.close();
}

async function measureLarge(): Promise<void> {
  const site = await startSite(manyPages, 8_000);
  const large = await measure({ kind: 'crawl', origin: site.origin, pages: manyPages });
  site.close();
  const { ms, cpuMs, maxMb, growthMb, finishMs, finishCpuMs, pagesBlockMs, finishBlockMs } = large;
  publish({
    kind: 'table',
    title: `A crawl of ${manyPages} pages of 8 KB with a hundred links each`,
    columns: ['', ''],
    rows: [
      ['ms of CPU time a page', cpuMs / manyPages],
      ['pages/s', (1_000 * manyPages) / ms],
      ['largest process, MB', Math.round(maxMb)],
      ['the same, more in the last tenth than in the first', Math.round(growthMb)],
      ['longest block of the event loop at the pages, ms', pagesBlockMs],
      ['the last step, s', finishMs / 1_000],
      ['its CPU time, s', finishCpuMs / 1_000],
      ['its longest block of the event loop, ms', finishBlockMs],
    ],
  });
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
