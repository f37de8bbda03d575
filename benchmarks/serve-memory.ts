import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScript } from '../scripts/bundle-script.ts';
import { commandScript, runCommand } from '../scripts/start-command.ts';
import { publish } from './report/publish.ts';
import type { ServerMemory } from './serve-memory/send-memory.ts';

// The memory of `sitegrade serve` while reports are created over its API, twenty at a time, on SQLite and with a small
// heap: resident set, heap and buffers, before and after a garbage collection. The site is a separate process.
//
//   npm run bench -- serve-memory
//   npm run bench -- serve-memory --reports 5000 --heap 256 --every 250

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const reports = option('reports', 5_000);
const heapMb = option('heap', 256);
const every = option('every', 250);
/** Each owner may create five reports at a time. */
const owners = ['north', 'east', 'south', 'west'];
const atOnce = 5;

const path = (name: string) => fileURLToPath(new URL(`serve-memory/${name}.ts`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-serve-memory-'));
const site = fork(path('site'), { execArgv: ['--import=tsx'] });
const [origin] = (await once(site, 'message')) as [string];
const database = { DATABASE_FILE: join(folder, 'serve.sqlite') };
const server = startServer();
try {
  const url = await listening(server);
  const keys: string[] = [];
  for (const owner of owners) keys.push(await issueKey(owner));
  await measure(url, keys);
} finally {
  server.kill();
  site.kill();
  rmSync(folder, { recursive: true });
}

function startServer(): ChildProcess {
  return fork(bundleScript(commandScript), ['serve', '--port', '0'], {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      '--expose-gc',
      `--import=${bundleScript(path('send-memory'))}`,
    ],
    env: { ...process.env, ...database, ALLOW_LOCALHOST: 'true' },
    silent: true,
  });
}

/** Resolves with the URL of the server when it has printed it. */
function listening({ stdout, stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (part: string) => {
      if (output.length < 10_000) output += part;
      const url = /listening at (http:\/\/[\w.:[\]-]+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    for (const stream of [stdout, stderr]) stream?.setEncoding('utf8').on('data', read);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}

async function issueKey(owner: string): Promise<string> {
  const { output, errors } = await runCommand(
    ['keys', 'issue', '--owner', owner, '--name', 'bench'],
    database,
  );
  const key = /\bsitegrade_\w{38}\b/.exec(output)?.[0];
  if (key === undefined) throw new Error(`No key was issued: ${errors}`);
  return key;
}

async function measure(url: string, keys: readonly string[]): Promise<void> {
  const rows = [await memoryRow(0, 0)];
  let created = 0;
  while (created < reports) {
    const startedAt = performance.now();
    const until = Math.min(reports, created + every);
    const create = async (key: string) => {
      while (created < until) {
        created += 1;
        await createReport(url, key, created);
      }
    };
    const clients = keys.flatMap((key) => Array.from({ length: atOnce }, () => create(key)));
    await Promise.all(clients);
    const row = await memoryRow(created, (1_000 * every) / (performance.now() - startedAt));
    rows.push(row);
    console.error(`${created} reports: ${row.rss} MB`);
  }
  // The first fifth loads and compiles code, and fills caches that have a limit.
  const early = rows[Math.floor(rows.length / 5)]?.rss ?? Number.NaN;
  publish(
    {
      kind: 'table',
      title: `The memory of serve with a heap of ${heapMb} MB`,
      about: `SQLite, twenty reports at a time over the API. Megabytes.`,
      columns: [
        'reports',
        'reports/s',
        'resident set',
        'heap',
        'resident set after GC',
        'heap after GC',
        'external after GC',
      ],
      rows: rows
        .filter((_, at) => at % Math.ceil(rows.length / 10) === 0 || at === rows.length - 1)
        .map((row) => [
          row.reports.toLocaleString('en'),
          ...[row.perSecond, row.rss, row.heap, row.rssAfter, row.heapAfter, row.externalAfter],
        ]),
    },
    {
      kind: 'goal',
      what: `memory of serve after ${reports.toLocaleString('en')} reports against a fifth of them, heap of ${heapMb} MB`,
      measured: (rows.at(-1)?.rss ?? Number.NaN) / early,
      unit: ' ×',
      atMost: 1.1,
    },
  );
}

async function createReport(url: string, key: string, id: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin}/${id}` }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
}

async function memoryRow(count: number, perSecond: number) {
  const received = once(server, 'message');
  server.send('memory');
  const [{ before, after }] = (await received) as [ServerMemory];
  return {
    reports: count,
    perSecond,
    rss: inMegabytes(before.rss),
    heap: inMegabytes(before.heapUsed),
    rssAfter: inMegabytes(after.rss),
    heapAfter: inMegabytes(after.heapUsed),
    externalAfter: inMegabytes(after.external),
  };
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
