import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../scripts/budgets/time-node.ts';
import { bundleScript } from '../scripts/bundle-script.ts';
import { commandScript, startCommand } from '../scripts/start-command.ts';
import { type Site, startSite } from './crawls/start-site.ts';
import { publish } from './report/publish.ts';

// Crawls by whole processes, in turns: by the command on one core and on all, by squirrelscan if it is given, and by a
// server with one and two processes that work. The site is another process, whose CPU time is not counted. Linux only.
//
//   npm run bench -- processes [--rounds N] [--pages N] [--squirrelscan FOLDER]

interface Used {
  readonly cpuMs: number;
  readonly mostCpuMs: number;
  readonly maxMb: number;
}
const { watchProcesses } = (await import(
  new URL('run/watch-processes.js', import.meta.url).href
)) as { watchProcesses: (pid?: number) => { stop(): Used } };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    /** Of the larger site: that of the command and of the servers. */
    pages: { type: 'string', default: '2000' },
    /** A checkout with its dependencies: benchmarks/competitors/README.md. */
    squirrelscan: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const manyPages = Number(values.pages);
const fewPages = 300;
const atOnce = 10;

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-whole-processes-'));
const command = bundleScript(commandScript, { keepNames: false });
const few = await startSite(fewPages, 20_000);
const many = await startSite(manyPages, 20_000);

interface Run extends Used {
  readonly ms: number;
  /** Of the site. */
  readonly siteCpuMs: number;
  readonly requests: number;
}
/** A row: how many pages it crawls, and how. */
type Way = readonly [name: string, pages: number, run: () => Promise<Run>];

try {
  const squirrelscan = values.squirrelscan;
  const byCommand = await inTurns([
    ['sitegrade crawl', fewPages, () => crawlByCommand(few)],
    ...(squirrelscan === undefined
      ? []
      : [['squirrelscan', fewPages, () => crawlBySquirrelscan(squirrelscan)] as const]),
    ['sitegrade crawl, one core', manyPages, () => crawlByCommand(many, ['taskset', '-c', '0'])],
    ['sitegrade crawl, all cores', manyPages, () => crawlByCommand(many)],
  ]);
  const byServer = await inTurns(
    [1, 2].map((processes) => [
      processes === 1 ? 'sitegrade serve' : `sitegrade serve --processes ${processes}`,
      manyPages,
      () => crawlByServer(processes),
    ]),
  );
  const columns = [
    ...['', 'pages', 'pages/s', 'ms of CPU time a page', 'of it the largest process, %'],
    ...['cores busy, with the site', 'largest process, MB', 'requests a page'],
  ];
  const rowsOf = (ways: ReadonlyMap<string, WayFigures>) =>
    [...ways].map(([name, of]) => [
      ...[name, of.pages.toLocaleString('en'), of.perSecond, of.cpuMs],
      ...[Math.round(of.share), of.cores, Math.round(of.maxMb), of.requests],
    ]);
  const about = `Pages of 20 KB with a hundred links each, ${atOnce} requests at a time, medians of ${rounds} in turns. From the start of a process to its end.`;
  publish(
    {
      kind: 'table',
      title: 'A crawl by the command, as a whole process',
      about,
      columns,
      rows: rowsOf(byCommand),
    },
    {
      kind: 'table',
      title: 'A crawl by a server, with its processes',
      about: 'The same, on SQLite, from the request that creates the crawl until it is done.',
      columns,
      rows: rowsOf(byServer),
    },
    ...goalsOf(byCommand, byServer),
  );
} finally {
  few.close();
  many.close();
  rmSync(folder, { recursive: true });
}

/** Figures of a way: medians. */
interface WayFigures {
  readonly pages: number;
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly share: number;
  readonly maxMb: number;
  readonly requests: number;
  /** The cores that were busy, also with the site. */
  readonly cores: number;
}

async function inTurns(ways: readonly Way[]): Promise<ReadonlyMap<string, WayFigures>> {
  const runs = new Map<string, Run[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, , run] of ways) runs.set(name, [...(runs.get(name) ?? []), await run()]);
  }
  return new Map(
    ways.map(([name, pages]) => {
      const of = (value: (run: Run) => number) => median((runs.get(name) ?? []).map(value));
      return [
        name,
        {
          pages,
          perSecond: (1_000 * pages) / of(({ ms }) => ms),
          cpuMs: of(({ cpuMs }) => cpuMs) / pages,
          share: of(({ cpuMs, mostCpuMs }) => (100 * mostCpuMs) / cpuMs),
          maxMb: of(({ maxMb }) => maxMb),
          requests: of(({ requests }) => requests) / pages,
          cores: of(({ cpuMs, siteCpuMs, ms }) => (cpuMs + siteCpuMs) / ms),
        },
      ];
    }),
  );
}

function goalsOf(
  byCommand: ReadonlyMap<string, WayFigures>,
  byServer: ReadonlyMap<string, WayFigures>,
) {
  const ratio = (
    ways: ReadonlyMap<string, WayFigures>,
    [one, other]: readonly [string, string],
    what: 'perSecond' | 'cpuMs' | 'maxMb',
  ) => (ways.get(one)?.[what] ?? Number.NaN) / (ways.get(other)?.[what] ?? Number.NaN);
  const goal = (what: string, measured: number, bound: object, missedBecause: string) => ({
    kind: 'goal' as const,
    what,
    measured,
    unit: ' ×',
    missedBecause,
    ...bound,
  });
  const two = ['sitegrade serve --processes 2', 'sitegrade serve'] as const;
  const peers = ['sitegrade crawl', 'squirrelscan'] as const;
  const cores =
    'a machine with two cores has both of them busy, with the site and with what Node does in threads beside one process, such as collecting garbage.';
  const fixed =
    'a third of it is loading and compiling code, which a larger site hardly has more of: of 2,000 pages each takes half as much.';
  return [
    goal(
      'pages/s of two processes against one',
      ratio(byServer, two, 'perSecond'),
      { atLeast: 1.8 },
      cores,
    ),
    goal(
      'CPU a page of two processes against one',
      ratio(byServer, two, 'cpuMs'),
      { atMost: 1.05 },
      cores,
    ),
    ...(byCommand.has('squirrelscan')
      ? [
          goal(
            "a crawl against squirrelscan's, CPU",
            ratio(byCommand, peers, 'cpuMs'),
            { atMost: 0.25 },
            fixed,
          ),
          goal('the same, time', 1 / ratio(byCommand, peers, 'perSecond'), { atMost: 0.15 }, fixed),
          goal(
            'the same, memory',
            ratio(byCommand, peers, 'maxMb'),
            { atMost: 0.15 },
            'a crawl of one page takes 130 MB.',
          ),
        ]
      : []),
  ];
}

/** @param start - Starts what is measured, in a process with this id. */
async function watched(
  site: Site,
  start: () => { readonly pid: number | undefined; readonly ended: Promise<unknown> },
): Promise<Run> {
  await site.countRequests();
  const startedAt = performance.now();
  const { pid, ended } = start();
  const [watch, siteWatch] = [watchProcesses(pid), watchProcesses(site.pid)];
  await ended;
  const ms = performance.now() - startedAt;
  const { cpuMs: siteCpuMs } = siteWatch.stop();
  return { ms, ...watch.stop(), siteCpuMs, requests: await site.countRequests() };
}

/** Runs a command to its end. */
function runProcess(site: Site, [file = '', ...args]: readonly string[], cwd = folder) {
  return watched(site, () => {
    const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: folder };
    const child = spawn(file, args, { cwd, env, stdio: 'ignore' });
    const ended = once(child, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}.`);
    });
    return { pid: child.pid, ended };
  });
}

function crawlByCommand(site: Site, prefix: readonly string[] = []) {
  return runProcess(site, [
    ...[...prefix, process.execPath, command, 'crawl', `${site.origin}/`, '--quiet'],
    ...['--max-pages', '10000', '--concurrency', String(atOnce), '-o', join(folder, 'site.json')],
  ]);
}

function crawlBySquirrelscan(checkout: string) {
  return runProcess(
    few,
    [
      ...['bun', 'run', 'src/cli.ts', 'audit', `${few.origin}/`],
      ...['--coverage', 'full', '--max-pages', String(fewPages), '--offline', '--refresh', '-y'],
      ...[
        '--format',
        'json',
        '--output',
        join(folder, 'squirrel.json'),
        '--per-host',
        String(atOnce),
      ],
      ...['--concurrency', String(atOnce), '--project-name', 'bench'],
    ],
    join(checkout, 'apps/cli'),
  );
}

async function crawlByServer(processes: number): Promise<Run> {
  const database = join(folder, `serve-${performance.now()}.sqlite`);
  const settings = {
    DATABASE_FILE: database,
    ALLOW_LOCALHOST: 'true',
    CRAWL_PER_HOST: String(atOnce),
  };
  const args = ['serve', '--processes', String(processes), '--concurrency', '20'];
  const server = startCommand(args, settings, [command]);
  try {
    const url = await server.listening;
    const authorization = `Bearer ${await server.firstKey}`;
    const crawl = async (maxPages: number) => {
      const created = await call(url, authorization, 'POST', '', {
        url: `${many.origin}/`,
        max_pages: maxPages,
      });
      for (;;) {
        const { status } = await call(url, authorization, 'GET', `/${created.id}`);
        if (status === 'done') return;
        if (status !== 'queued' && status !== 'running') throw new Error(`The crawl is ${status}.`);
        await wait(50);
      }
    };
    // Code is loaded and compiled.
    await crawl(300);
    return await watched(many, () => ({ pid: server.pid, ended: crawl(manyPages) }));
  } finally {
    server.kill('SIGTERM');
    await server.exited;
  }
}

async function call(
  url: string,
  authorization: string,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${url}/api/v1/crawls${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return (JSON.parse(text) as { readonly data: { readonly id: number; readonly status: string } })
    .data;
}
