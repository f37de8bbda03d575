import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { LoadOptions, LoadResult, LoopDelay, ServerStarted } from './list-latency/messages.ts';
import { type ListLatency, probeList } from './list-latency/probe-list.ts';

// How long a list of reports takes while the same server creates a hundred reports.
//
//   npm run bench -- latency [folder of .html files]
//     --seconds 10  --at-once 100 (20 with --jobs)  --profile a-folder  (a CPU profile of the server)
//     --jobs  (a worker in the server creates the reports, instead of requests)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
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

const sizes = [
  { name: '200 KB', bytes: 200_000 },
  { name: '5 MB', bytes: 5_000_000 },
];
const rounds = folder === undefined ? sizes : [{ name: folder, bytes: 0 }];

console.log(`Node ${process.version}, ${availableParallelism()} cores, ${atOnce} reports at once`);
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
  print(name, { idle, busy, load: await loading, delay: await heldUp() });

  load.kill();
  server.send('end');
  await once(server, 'exit');
}

function start(file: string, args: readonly string[] = [], profile?: string): ChildProcess {
  return fork(fileURLToPath(new URL(`list-latency/${file}`, import.meta.url)), args, {
    execArgv: [
      '--conditions=@sitegrade/source',
      '--import=tsx',
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    ],
  });
}

function print(
  name: string,
  {
    idle,
    busy,
    load,
    delay,
  }: { idle: ListLatency; busy: ListLatency; load: LoadResult; delay: LoopDelay },
): void {
  const ms = (value: number) => value.toFixed(1);
  const latency = ({ p50, p99, max }: ListLatency) => `${ms(p50)} / ${ms(p99)} / ${ms(max)}`;
  console.log(`
${name}: mean page ${Math.round(load.meanPageBytes / 1000)} KB
  reports a second               ${(load.reports / seconds).toFixed(1)}
  list, idle: p50 / p99 / max    ${latency(idle)} ms
  list, busy: p50 / p99 / max    ${latency(busy)} ms of ${busy.count}
  list, while all begin at once  ${ms(busy.rush)} ms at worst
  busy against idle, p50 / p99   ${(busy.p50 / idle.p50).toFixed(1)} / ${(busy.p99 / idle.p99).toFixed(1)}
  event loop held up: p99 / max  ${ms(delay.p99)} / ${ms(delay.max)} ms`);
  if (load.failures > 0)
    console.log(`  failed: ${load.failures}, the last with ${load.lastFailure}`);
  const reached = busy.p99 <= 40;
  console.log(`  goal, list p99 ≤ 40 ms: ${reached ? 'met' : 'MISSED'}`);
}
