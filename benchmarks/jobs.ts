import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createJobs } from '@sitegrade/core';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { openQueue, type Shared } from './jobs/open-queue.ts';
import { publish } from './report/publish.ts';

// Jobs a second with one, two and four worker processes, and the CPU time of a job beyond that of its report.
// The site and each worker are separate processes. How long a list takes while a worker runs in the same
// process is measured by list-latency.ts with --jobs.
//
//   npm run bench -- jobs
//   npm run bench -- jobs --seconds 20 --rounds 5
//   npm run bench -- jobs --brief    each number of workers once, on Postgres

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const seconds = option('seconds', 15);
const rounds = option('rounds', 4);
const isBrief = process.argv.includes('--brief');
/** Numbers of workers, in an order that is the same forwards and backwards. */
const counts = isBrief ? [1, 2, 4] : [1, 2, 4, 4, 2, 1];
const scales: (string | number)[][] = [];
const costs: (string | number)[][] = [];

/** Low enough that two cores suffice for four workers. */
const concurrency = 4;
const delayMs = 300;

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-jobs-'));
const postgres = await startPostgres();
const connectionString = postgres.connectionString;
const all: readonly Shared[] = [
  { name: 'embedded queue, SQLite', queue: 'embedded', filename: join(folder, 'jobs.sqlite') },
  { name: 'embedded queue, Postgres', queue: 'embedded', connectionString },
  { name: 'pg-boss, Postgres', queue: 'pg-boss', connectionString },
];
const site = start('site.ts');
try {
  const origin = await ask<string>(site, undefined);
  await ask(site, delayMs);
  // The state of jobs is in the store, so that the queue does not matter for the rate.
  for (const shared of all.slice(isBrief ? 1 : 0, 2)) await measureScale(shared, origin);
  await ask(site, 0);
  for (const shared of all) await measureCpu(shared, origin);
  publish(
    {
      kind: 'table',
      title: 'Jobs by the number of workers',
      about: `Each worker is a process that runs ${concurrency} jobs at a time, of sites that respond after ${delayMs} ms.`,
      columns: ['', 'jobs/s', 'of linear'],
      rows: scales,
    },
    {
      kind: 'table',
      title: 'A job beside a report',
      about: 'Milliseconds of CPU time, in turns in one process.',
      columns: ['', 'a report', 'a job', 'more'],
      rows: costs,
    },
  );
} finally {
  site.kill();
  await postgres.remove();
  rmSync(folder, { recursive: true });
}

/** Jobs a second by the number of workers. */
async function measureScale(shared: Shared, origin: string): Promise<void> {
  const { context, close } = await openQueue(shared);
  await context.store.migrate();
  const perSecond = new Map<number, number>();
  for (const count of counts) {
    const needed = count * concurrency * (seconds + 10);
    for (let owner = 0; owner < 10; owner += 1) {
      const urls = Array.from({ length: Math.ceil(needed / 10) }, (_, at) => urlOf(origin, at));
      await createJobs(context, `${count}-${owner}`, { urls });
    }
    const workers = Array.from({ length: count }, () =>
      start('worker.ts', { shared, concurrency }),
    );
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const countDone = () => Promise.all(workers.map((worker) => ask<number>(worker, 'done')));
    // The first jobs load and compile code.
    while ((await countDone()).some((done) => done < 3 * concurrency)) await sleep(200);
    const startedAt = performance.now();
    const before = await countDone();
    await sleep(seconds * 1_000);
    const after = await countDone();
    const took = (performance.now() - startedAt) / 1_000;
    const done = sum(after) - sum(before);
    perSecond.set(count, (perSecond.get(count) ?? 0) + (3 * done) / took / counts.length);
    for (const worker of workers) worker.kill('SIGKILL');
    for (let owner = 0; owner < 10; owner += 1) await deleteJobs(`${count}-${owner}`);
  }
  const single = perSecond.get(1) ?? Number.NaN;
  for (const [count, jobs] of perSecond) {
    const workers = count === 1 ? '1 worker' : `${count} workers`;
    scales.push([`${shared.name}, ${workers}`, jobs, jobs / single / count]);
  }
  await close();

  async function deleteJobs(ownerId: string): Promise<void> {
    for (;;) {
      const query = { start: { page: 1 }, perPage: 100, sortBy: 'id', sort: 'asc' } as const;
      const { rows } = await context.store.jobs.list(ownerId, query);
      if (rows.length === 0) return;
      for (const { id } of rows) await context.store.jobs.delete(ownerId, id);
    }
  }
}

/** A page of one of 20 hosts, because one gets few reports at a time. All are this machine. */
function urlOf(origin: string, at: number): string {
  return `${origin.replace('127.0.0.1', `site-${at % 20}.localhost`)}/${at}`;
}

/** The CPU time of jobs and of reports, alternately, in one process. */
async function measureCpu(shared: Shared, origin: string): Promise<void> {
  const measured = start('measure-cpu.ts', { shared, concurrency, rounds, origin });
  const [{ report, job }] = await once(measured, 'message');
  await once(measured, 'exit');
  costs.push([shared.name, report, job, job - report]);
}

function start(script: string, settings: unknown = {}): ChildProcess {
  const path = fileURLToPath(new URL(`jobs/${script}`, import.meta.url));
  return fork(path, [JSON.stringify(settings)], {
    execArgv: ['--conditions=@sitegrade/source', '--import=tsx'],
  });
}

/** Sends a message, if there is one, and returns the next message of the process. */
async function ask<Answer>(child: ChildProcess, message: unknown): Promise<Answer> {
  const answered = once(child, 'message');
  if (message !== undefined) child.send(message as object);
  return (await answered)[0] as Answer;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
