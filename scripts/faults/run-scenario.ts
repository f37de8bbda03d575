import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, createJobs, eachJob, eachReport, reconcileCounters } from '@sitegrade/core';
import {
  type RunningPostgres,
  startPostgres,
} from '../../packages/store-postgres/test/start-postgres.ts';
import { whenAvailable } from '../crawls/when-available.ts';
import { leaseMs, openContext, type Shared } from './open-context.ts';
import { startWorkers } from './start-workers.ts';

/** Jobs that three workers do while they are killed, and their database is restarted. */
export interface Scenario {
  readonly database: 'sqlite' | 'postgres';
  readonly queue: 'embedded' | 'pg-boss';
  /** The number of jobs, of ten owners. */
  readonly jobs: number;
  /** How often a worker is killed, once a second at most. Default: until all jobs have ended. */
  readonly kills?: number;
  /** How often Postgres is restarted, evenly among the jobs. */
  readonly restarts: number;
}

/** What happened in a scenario. */
export interface Outcome {
  /** What must not happen. Empty if all is well. */
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly kills: number;
  /** How many jobs were started more than once. */
  readonly startedAgain: number;
  /** The highest number of attempts of a job. */
  readonly attempts: number;
}

const owners = Array.from({ length: 10 }, (_, index) => `owner-${index}`);

/** A killed worker's jobs hold places of their hosts until their leases end: one host would be full most of the time. */
const hostCount = 50;

/** How long a page takes, in milliseconds. */
const pageMs = 100;

/** A worker is killed after this many more jobs: on a busy machine, one that starts may need seconds for its first. */
const jobsPerKill = 5;

/**
 * How long it may take until any job ends. One of a worker that is killed waits for its lease, and may be interrupted
 * again.
 */
const maxStillMs = 5 * 60_000;

/**
 * Runs a scenario.
 *
 * @param script - The bundled `worker.ts`.
 */
export async function runScenario(scenario: Scenario, script: string): Promise<Outcome> {
  const closers: (() => unknown)[] = [];
  try {
    const folder = mkdtempSync(join(tmpdir(), 'sitegrade-faults-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    const site = await startSite(hostCount);
    closers.push(site.close);
    const postgres = scenario.database === 'postgres' ? await startPostgres() : undefined;
    if (postgres) closers.push(() => postgres.remove());
    const shared: Shared = postgres
      ? {
          database: 'postgres',
          connectionString: postgres.connectionString,
          queue: scenario.queue,
        }
      : { database: 'sqlite', filename: join(folder, 'jobs.sqlite'), queue: 'embedded' };
    const { context, close } = await openContext(shared);
    closers.push(close);
    await context.store.migrate();
    return await runJobs(scenario, { context, shared, postgres, script, origins: site.origins });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

interface Parts {
  readonly context: Context;
  readonly shared: Shared;
  readonly postgres: RunningPostgres | undefined;
  readonly script: string;
  readonly origins: readonly string[];
}

async function runJobs(scenario: Scenario, parts: Parts): Promise<Outcome> {
  const { context, shared, postgres, script, origins } = parts;
  const startedAt = performance.now();
  const perOwner = scenario.jobs / owners.length;
  for (const owner of owners) {
    const urls = Array.from({ length: perOwner }, (_, index) => {
      return `${origins[index % origins.length]}/${owner}/${index}`;
    });
    await createJobs(context, owner, { urls });
  }
  const workers = startWorkers(3, script, shared);
  let kills = 0;
  let killedAt = 0;
  let doneAtKill = 0;
  const killing = setInterval(() => {
    const isEnough = kills >= (scenario.kills ?? Number.POSITIVE_INFINITY);
    const hasDoneJobs = workers.done.length >= doneAtKill + jobsPerKill;
    // A worker sweeps when it starts: one more, when all leases are over, saves up to a minute.
    const isDue = (!isEnough && hasDoneJobs) || performance.now() - killedAt > leaseMs;
    if (!isDue || workers.done.length === 0) return;
    doneAtKill = workers.done.length;
    kills += 1;
    killedAt = performance.now();
    workers.killOne();
  }, 1_000);
  const faults: string[] = [];
  let restarts = 0;
  let before = { open: scenario.jobs, at: startedAt };
  try {
    for (;;) {
      const open = await whenAvailable(() => countOpenJobs(context));
      if (open === 0 || workers.faults.length > 0) break;
      if (open !== before.open) before = { open, at: performance.now() };
      if (performance.now() - before.at > maxStillMs) {
        faults.push(`${open} jobs have not ended, and none has for ${maxStillMs / 60_000} minutes`);
        break;
      }
      const nextRestart = (scenario.jobs * (restarts + 1)) / (scenario.restarts + 1);
      if (postgres && restarts < scenario.restarts && scenario.jobs - open >= nextRestart) {
        restarts += 1;
        await postgres.stop();
        await postgres.start();
      }
      await sleep(250);
    }
  } finally {
    clearInterval(killing);
    await workers.stop();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const counts = await examineJobs(context, perOwner, faults);
  faults.push(...workers.faults);
  const repeated = workers.done.filter((id, index) => workers.done.indexOf(id) !== index);
  if (repeated.length > 0) faults.push(`jobs ended twice: ${repeated.join(', ')}`);
  if (kills === 0 || restarts < scenario.restarts) {
    faults.push(`only ${kills} kills and ${restarts} restarts before the jobs had ended`);
  }
  return { faults, seconds, kills, ...counts };
}

/** How many jobs have not ended. */
async function countOpenJobs({ store }: Context): Promise<number> {
  let open = 0;
  for (const owner of owners) {
    for (const status of ['queued', 'running'] as const) {
      const { total } = await store.jobs.list(owner, {
        start: { page: 1 },
        perPage: 1,
        sortBy: 'id',
        sort: 'asc',
        status,
      });
      open += total;
    }
  }
  return open;
}

/** Compares the jobs with the reports, and the counters with both. */
async function examineJobs(context: Context, perOwner: number, faults: string[]) {
  let startedAgain = 0;
  let attempts = 0;
  for (const owner of owners) {
    const reports = new Map<number, string>();
    for await (const { id, url } of eachReport(context, owner)) reports.set(id, url);
    let jobs = 0;
    for await (const job of eachJob(context, owner)) {
      jobs += 1;
      attempts = Math.max(attempts, job.attempts);
      if (job.attempts > 1) startedAgain += 1;
      if (job.status !== 'done') {
        const { code = 'no error' } = job.error ?? {};
        faults.push(`job ${job.id} is ${job.status} after ${job.attempts} attempts: ${code}`);
      }
      if (job.status === 'done' && reports.get(job.reportId ?? 0) !== job.url) {
        faults.push(`job ${job.id}: no report`);
      }
    }
    if (jobs !== perOwner) faults.push(`${owner} has ${jobs} jobs`);
    if (reports.size !== perOwner) faults.push(`${owner} has ${reports.size} reports`);
    if (new Set(reports.values()).size !== reports.size) faults.push(`${owner} has two reports`);
  }
  const { drifts } = await reconcileCounters(context, { repair: false });
  for (const drift of drifts) faults.push(`a counter differs: ${JSON.stringify(drift)}`);
  return { startedAgain, attempts };
}

/**
 * A website on loopback whose pages take a while.
 *
 * @param hostCount - On how many ports: each is a separate host.
 */
export async function startSite(hostCount: number) {
  const server = () =>
    createServer((_request, response) => {
      setTimeout(() => {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><html lang=en><title>A page</title><h1>A page</h1><p>Text.');
      }, pageMs);
    }).listen(0, '127.0.0.1');
  const servers = Array.from({ length: hostCount }, server);
  await Promise.all(servers.map((each) => once(each, 'listening')));
  return {
    origins: servers.map((each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`),
    close() {
      for (const each of servers) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}
