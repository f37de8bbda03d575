import {
  createContext,
  createJobs,
  listJobs,
  listReports,
  type Queue,
  type Store,
} from '@sitegrade/core';
import { expect, vi } from 'vitest';
import { startPageServer } from '../../testing/src/page-server.ts';
import { workerConcurrency } from './run-worker.ts';
import type { RunningProcess } from './start-process.ts';

const jobsOfOwner = 15;

/**
 * Creates jobs that two other processes run, and expects each to be done exactly once, by both processes.
 *
 * @param start - Starts a process with {@link runWorker} for the website.
 * @param queue - Announces the jobs; by default, the processes find them by themselves.
 */
export async function expectTwoWorkersToShare(
  store: Store,
  start: (origin: string) => RunningProcess,
  queue?: Queue,
): Promise<void> {
  const origin = await startPageServer(moreThanOneWorker());
  const context = createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    ...(queue && { queue }),
  });
  const processes = [start(origin), start(origin)];
  for (const worker of processes) await worker.printed(1);
  for (const ownerId of ['ann', 'bob']) {
    const pages = Array.from({ length: jobsOfOwner }, (_, index) => `${ownerId}-${index}`);
    await createJobs(context, ownerId, { urls: pages.map((page) => `${origin}/${page}`) });
  }
  for (const ownerId of ['ann', 'bob']) {
    await vi.waitFor(
      async () => {
        const { total } = await listJobs(context, ownerId, { status: 'done' });
        expect(total).toBe(jobsOfOwner);
      },
      { timeout: 60_000, interval: 200 },
    );
  }
  for (const worker of processes) worker.begin();
  for (const worker of processes) expect(await worker.ended, worker.errors()).toEqual({ code: 0 });

  const done = processes.map(({ lines }) => lines.filter((line) => line !== 'ready').map(Number));
  for (const ids of done) expect(ids.length).toBeGreaterThan(0);
  const expected = [];
  for (const ownerId of ['ann', 'bob']) {
    const { rows } = await listJobs(context, ownerId, { perPage: 100 });
    expect(rows.map(({ attempts }) => attempts)).toEqual(Array(jobsOfOwner).fill(1));
    expected.push(...rows.map(({ id }) => id));
    expect((await listReports(context, ownerId)).total).toBe(jobsOfOwner);
  }
  const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  expect(ascending(done.flat())).toEqual(ascending(expected));
}

/** Holds every page until more of them are requested than one worker requests at once. */
function moreThanOneWorker(): (path: string) => Promise<void> {
  const held = new Set<string>();
  let release = () => {};
  const bothWork = new Promise<void>((resolve) => {
    release = resolve;
  });
  return async (path) => {
    if (!/^\/(ann|bob)-\d+$/.test(path)) return;
    held.add(path);
    if (held.size > workerConcurrency) release();
    await bothWork;
  };
}
