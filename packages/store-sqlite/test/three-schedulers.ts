import {
  createContext,
  type SitegradeEvent,
  type Store,
  setSchedule,
  startWorker,
} from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, vi } from 'vitest';

const all = { start: { page: 1 }, perPage: 1_000, sortBy: 'id', sort: 'asc' } as const;
const owners = ['ann', 'bob', 'eve'];
/** Of each owner: as many as one worker starts in a minute. */
const websitesOfOwner = 20;

/**
 * Expects that three workers, each with its own store on one database, start each run that is due once. Half of
 * the runs are jobs, the others crawls.
 */
export async function expectOneRunOfThreeWorkers(openStore: () => Store): Promise<void> {
  const stores = [openStore(), openStore(), openStore()];
  const [store] = stores;
  if (store === undefined) throw new Error('There is no store.');
  // Set two days ago, so that all have been due since.
  const now = () => new Date(Date.now() - 2 * 86_400_000);
  const before = createContext({ store, now });
  for (const ownerId of owners) {
    for (let index = 0; index < websitesOfOwner; index += 1) {
      const report = newReport({ ownerId, domain: `${index}.com` });
      const { websiteId } = await store.reports.create(report);
      const task = index % 2 === 0 ? 'reports' : 'crawl';
      const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
      await setSchedule(before, ownerId, websiteId, { ...time, task });
    }
  }

  const events: SitegradeEvent[] = [];
  const workers = stores.map((ofWorker) => {
    const context = createContext({
      store: ofWorker,
      quotas: { runningCrawls: 1_000 },
      onEvent: (event) => events.push(event),
    });
    // The workers start runs, and not what these have created.
    void context.analyses.close(0);
    return startWorker(context);
  });
  const expected = owners.length * websitesOfOwner;
  const started = () => events.filter(({ type }) => type === 'schedule.started');
  await vi.waitFor(() => expect(started().length).toBeGreaterThanOrEqual(expected), {
    timeout: 200_000,
  });
  await Promise.all(workers.map((worker) => worker.stop()));

  expect(started()).toHaveLength(expected);
  for (const ownerId of owners) {
    const [jobs, crawls] = await Promise.all([
      store.jobs.list(ownerId, all),
      store.crawls.list(ownerId, all),
    ]);
    expect([jobs.total, crawls.total]).toEqual([websitesOfOwner / 2, websitesOfOwner / 2]);
    expect(new Set(jobs.rows.map(({ batchId }) => batchId)).size).toBe(websitesOfOwner / 2);
  }
  expect((await store.schedules.due({ limit: 9, now: new Date() })).schedules).toEqual([]);
  for (const each of stores) await each.close();
}
