import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { LoadOptions, LoadResult, LoopDelay, ServerStarted } from './list-latency/messages.ts';
import { type ListLatency, probeList } from './list-latency/probe-list.ts';
import { publish } from './report/publish.ts';

// How long a list of reports takes while the same server creates a hundred reports.
//
//   npm run bench -- latency [folder of .html files]
//     --seconds 10  --sizes 200000 (bytes; with 5000000, --at-once 20)  --at-once 100 (20 with --jobs)  --profile a-folder  (a CPU profile of the server)
//     --jobs  (a worker in the server creates the reports, instead of requests)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    sizes: { type: 'string', default: '200000' },
    'at-once': { type: 'string' },
    jobs: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
// A worker takes at most 50 jobs at once with the default limits.
const atOnce = Number(values['at-once'] ?? (values.jobs ? 20 : 100));
const [folder] = positionals;
const perSecond = 40;
const warmUpSeconds = 3;

const sizes = values.sizes.split(',').map(Number);
const nameOf = (bytes: number) => (bytes < 1e6 ? `${bytes / 1e3} KB` : `${bytes / 1e6} MB`);
const rounds =
  folder === undefined
    ? sizes.map((bytes) => ({ name: nameOf(bytes), bytes }))
    : [{ name: folder, bytes: 0 }];
const rows: (string | number)[][] = [];
let worst = 0;

for (const { name, bytes } of rounds) {
  // One owner leaves a slot of the worker to others.
  const server = start('server.ts', values.jobs ? [String(atOnce + 1)] : [], values.profile);
  const load = start('load.ts');
  const [[started], [ready]] = await Promise.all([once(server, 'message'), once(load, 'message')]);
  if (ready !== 'ready') throw new Error('The load did not start');
  const { server: url, key } = started as ServerStarted;

  const ask = async (forSeconds: number): Promise<LoadResult> => {
    const asJobs = values.jobs;
    const given = { server: url, key, atOnce, asJobs, bytes, folder };
    const options: LoadOptions = { ...given, seconds: forSeconds };
    load.send(options);
    return (await once(load, 'message'))[0] as LoadResult;
  };
  const heldUp = async (): Promise<LoopDelay> => {
    server.send('delay');
    return (await once(server, 'message'))[0] as LoopDelay;
  };

  await ask(warmUpSeconds);
  const idle = await probeList({ server: url, key }, { perSecond, until: setTimeout(3_000) });
  await heldUp();
  const loading = ask(seconds);
  const busy = await probeList({ server: url, key }, { perSecond, until: loading });
  add(name, { idle, busy, load: await loading, delay: await heldUp() });

  load.kill();
  server.send('end');
  await once(server, 'exit');
}

publish(
  {
    kind: 'table',
    title: `A list of reports while ${atOnce} ${values.jobs ? 'jobs run' : 'reports are created'}`,
    about: `Fastify and SQLite; a separate process asks for a list of 50 reports ${perSecond} times a second. Milliseconds.`,
    columns: [
      'pages',
      'reports/s',
      'refused/s',
      'list idle, p50',
      'p99',
      'list busy, p50',
      'p99',
      'event loop held up, p99',
    ],
    rows,
  },
  {
    kind: 'goal',
    what: `list while ${atOnce} reports are created, p99`,
    measured: worst,
    unit: ' ms',
    atMost: 40,
  },
);

function start(file: string, args: readonly string[] = [], profile?: string): ChildProcess {
  return fork(fileURLToPath(new URL(`list-latency/${file}`, import.meta.url)), args, {
    execArgv: [
      '--conditions=@sitegrade/source',
      '--import=tsx',
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
  });
}

function add(
  name: string,
  {
    idle,
    busy,
    load,
    delay,
  }: { idle: ListLatency; busy: ListLatency; load: LoadResult; delay: LoopDelay },
): void {
  rows.push([
    name,
    ...[
      load.reports / seconds,
      load.failures / seconds,
      idle.p50,
      idle.p99,
      busy.p50,
      busy.p99,
      delay.p99,
    ],
  ]);
  worst = Math.max(worst, busy.p99);
  if (load.reports === 0) throw new Error(`All reports failed: ${load.lastFailure}`);
}
