import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NewReport } from '@sitegrade/core/store';
import pg from 'pg';
import { postgresStore } from '../packages/store-postgres/src/index.ts';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { wrappedPool } from '../packages/store-postgres/test/wrapped-pool.ts';
import { newReport } from '../packages/testing/src/report-fixture.ts';

// Whether the reports of one owner wait for each other, on Postgres. First without audits: reports a second of 20
// leased jobs at a time, with replies that arrive late, as in a process that is busy. Then jobs a second of one, two
// and four worker processes. One owner and twenty alternate, so that a ratio compares the same moments.
//
//   npm run bench -- owners
//   npm run bench -- owners --seconds 20 --rounds 3

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const seconds = option('seconds', 10);
const rounds = option('rounds', 2);
const concurrency = option('concurrency', 10);

const manyOwners = 20;
/** So many that no site has many requests at a time. */
const hosts = 200;
const storedAtOnce = 20;
const storedReports = 200;
const lateMs = 20;

const postgres = await startPostgres();
const { connectionString } = postgres;
const pool = new pg.Pool({ connectionString, max: storedAtOnce });
const store = postgresStore({ pool });
const site = start('site.ts');
try {
  const [port] = await once(site, 'message');
  await store.migrate();
  await measureStoring();
  await measureWorkers(Number(port));
} finally {
  site.kill();
  await pool.end();
  await postgres.remove();
}

/** Stores reports of leased jobs of one owner and of many. */
async function measureStoring(): Promise<void> {
  // As in a process that reads each reply late.
  const latePool = wrappedPool(pool, async (query, client) => {
    const result = await client.query(query);
    await sleep(lateMs);
    return result;
  });
  const late = postgresStore({ pool: latePool });
  const perSecond = new Map<number, number>();
  let refused = 0;
  for (let round = 0; round < 2 * rounds; round += 1) {
    for (const owners of alternating([1, manyOwners], round)) {
      const reports = await leaseReports(owners, storedReports);
      const startedAt = performance.now();
      const next = async (): Promise<void> => {
        for (let job = reports.pop(); job; job = reports.pop()) {
          try {
            await late.reports.createOnce(job.report, job.lease);
          } catch {
            refused += 1;
            reports.push(job);
          }
        }
      };
      await Promise.all(Array.from({ length: storedAtOnce }, next));
      const rate = storedReports / ((performance.now() - startedAt) / 1_000);
      perSecond.set(owners, (perSecond.get(owners) ?? 0) + rate / rounds / 2);
    }
  }
  const [one = 0, many = 0] = [perSecond.get(1), perSecond.get(manyOwners)];
  console.log(
    `${storedAtOnce} at a time, each reply ${lateMs} ms late: ${one.toFixed(0)} reports/s of one owner, ${many.toFixed(0)} of ${manyOwners}: ${(one / many).toFixed(2)}; refused: ${refused}`,
  );
}

/** Reports to store, each with the lease of a job of its owner, on sites that differ. */
async function leaseReports(owners: number, count: number) {
  const createdAt = new Date();
  for (let owner = 0; owner < owners; owner += 1) {
    const urls = Array.from({ length: count / owners }, (_, at) => `https://${at}.example/`);
    const jobs = { urls, isBatch: true, createdAt, maxQueued: count };
    await store.jobs.create({ ownerId: `${owners}-${owner}`, ...jobs });
  }
  const leased: { report: NewReport; lease: { jobId: number; token: string } }[] = [];
  for (let token = 0; token < count; token += 1) {
    const claimed = await store.jobs.claim({
      token: `${token}`,
      leaseMs: 600_000,
      perHost: count,
      now: createdAt,
    });
    if (claimed === undefined) throw new Error('No job is due.');
    const { ownerId, lease, job } = claimed;
    const report = newReport({ ownerId, url: job.url, domain: new URL(job.url).host });
    leased.push({ report, lease });
  }
  return leased;
}

/** Jobs a second of each number of workers, of one owner and of many. */
async function measureWorkers(port: number): Promise<void> {
  for (const count of [1, 2, 4]) {
    const workers = Array.from({ length: count }, () =>
      start('worker.ts', { connectionString, concurrency }),
    );
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const found = new Map<number, Work[]>();
    // The first ones load and compile code.
    for (let round = -1; round < rounds; round += 1) {
      for (const owners of alternating([1, manyOwners], round)) {
        const work = await measureRound(workers, owners, port);
        if (round >= 0) found.set(owners, [...(found.get(owners) ?? []), ...work]);
      }
    }
    for (const worker of workers) worker.kill('SIGKILL');
    const [one = 0, many = 0] = [1, manyOwners].map((owners) => {
      const works = found.get(owners) ?? [];
      const rate = works.reduce((sum, { done }) => sum + done, 0) / (seconds * rounds);
      const failed = works.reduce((sum, work) => sum + work.failed, 0);
      const storing = works.flatMap(({ storingMs }) => storingMs).toSorted((a, b) => a - b);
      const at = (share: number) => (storing[Math.floor(storing.length * share)] ?? 0).toFixed(0);
      console.log(
        `${count} workers, ${owners} owners: ${rate.toFixed(1)} jobs/s; a report is stored in ${at(0.5)} ms, one of 20 in ${at(0.95)}, the slowest in ${(storing.at(-1) ?? 0).toFixed(0)}; tried again: ${failed}`,
      );
      return rate;
    });
    console.log(`${count} workers: ${(one / many).toFixed(2)} of the jobs of ${manyOwners} owners`);
  }
}

/** What a worker has done. */
interface Work {
  readonly done: number;
  readonly failed: number;
  readonly storingMs: readonly number[];
}

async function measureRound(
  workers: readonly ChildProcess[],
  owners: number,
  port: number,
): Promise<Work[]> {
  const needed = workers.length * 40 * (seconds + 2);
  for (let owner = 0; owner < owners; owner += 1) {
    const urls = Array.from({ length: Math.ceil(needed / owners) }, (_, at) => {
      const host = (at * owners + owner) % hosts;
      return `http://127.0.1.${host + 1}:${port}/${at}`;
    });
    const jobs = { urls, isBatch: true, createdAt: new Date(), maxQueued: needed };
    await store.jobs.create({ ownerId: `${owners}-${owner}`, ...jobs });
  }
  await sleep(2_000);
  await Promise.all(workers.map((worker) => ask<Work>(worker)));
  await sleep(seconds * 1_000);
  const work = await Promise.all(workers.map((worker) => ask<Work>(worker)));
  // What is left must not run in the next round.
  await pool.query(`update sitegrade_jobs set status = 'canceled', ended_at = 0, due_at = 0
    where status = 'queued'`);
  await pool.query(`update sitegrade_lanes set queued = 0`);
  await sleep(3_000);
  return work;
}

/** In the order given, or backwards in every other round. */
function alternating(values: readonly number[], round: number): readonly number[] {
  return round % 2 === 0 ? values : values.toReversed();
}

function start(script: string, settings: unknown = {}): ChildProcess {
  const path = fileURLToPath(new URL(`owners/${script}`, import.meta.url));
  return fork(path, [JSON.stringify(settings)], {
    execArgv: ['--conditions=@sitegrade/source', '--import=tsx'],
  });
}

/** Asks a process, and returns its answer. */
async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  const answered = once(child, 'message');
  child.send('ask');
  return (await answered)[0] as Answer;
}
