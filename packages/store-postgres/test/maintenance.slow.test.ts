import { createContext, deleteOldReports, reconcileCounters } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { completeCrawl, endCrawl } from '../../testing/src/ended-crawl.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';

it('counters that were changed by other SQL are reported, and repaired by default', async () => {
  const { pool, store, schema } = await ownPool();
  for (const ownerId of ['owner-1', 'owner-2', 'owner-3']) {
    await store.reports.create(newReport({ ownerId, domain: 'a.com', score: 90 }));
  }
  await pool.query(`
    update ${schema}.sitegrade_websites set reports_count = 5, score_sum = 0, average_tenths = 0
      where owner_id = 'owner-1';
    update ${schema}.sitegrade_owner_totals set websites_count = 7 where owner_id = 'owner-2';
    delete from ${schema}.sitegrade_owner_totals where owner_id = 'owner-3'`);
  const context = createContext({ store });
  const shown = await reconcileCounters(context, { repair: false });
  expect(shown.drifts[0]).toMatchObject({
    ownerId: 'owner-1',
    counters: {
      reports_count: { stored: 5, counted: 1 },
      score_sum: { stored: 0, counted: 90 },
    },
  });
  expect(await reconcileCounters(context, { repair: false })).toEqual(shown);

  const repaired = await reconcileCounters(context);
  expect(repaired.drifts.map(({ ownerId }) => ownerId)).toEqual(['owner-1', 'owner-2', 'owner-3']);
  await expectExactTables(pool, schema);
  expect((await reconcileCounters(context)).drifts).toEqual([]);
});

it('scores of websites that were changed by other SQL are reported and repaired', async () => {
  const { pool, store, schema } = await ownPool();
  await store.reports.create(newReport({ domain: 'reports.com', score: 90 }));
  const { id, endedAt } = await endCrawl(store, {
    ...completeCrawl,
    domain: 'crawl.com',
    score: 64,
  });
  const scores = async () => {
    const query = { start: { page: 1 }, perPage: 9, sortBy: 'id', sort: 'asc' } as const;
    const { rows } = await store.websites.list('owner-1', query);
    return rows.map(({ domain, score, scoreSource }) => ({ domain, score, scoreSource }));
  };
  const before = await scores();
  expect(before.map(({ score }) => score)).toEqual([90, 64]);
  await pool.query(`
    update ${schema}.sitegrade_websites set latest_sum = 30, score = 30
      where domain = 'reports.com';
    update ${schema}.sitegrade_websites set crawl_id = 77, crawl_score = 5, crawl_pages = 9,
      score = 5, measured_at = 1 where domain = 'crawl.com'`);
  const context = createContext({ store });
  const { drifts } = await reconcileCounters(context);
  expect(drifts.map(({ counters }) => counters)).toEqual([
    { latest_sum: { stored: 30, counted: 90 } },
    {
      crawl_id: { stored: 77, counted: id },
      crawl_score: { stored: 5, counted: 64 },
      crawl_pages: { stored: 9, counted: 1 },
      measured_at: { stored: 1, counted: endedAt?.getTime() },
    },
  ]);
  expect(await scores()).toEqual(before);
  expect((await reconcileCounters(context)).drifts).toEqual([]);
});

it('counters of jobs that were changed by other SQL are reported and repaired', async () => {
  const { pool, store, schema } = await ownPool();
  for (const ownerId of ['owner-1', 'owner-2']) {
    await store.reports.create(newReport({ ownerId }));
    const jobs = { ownerId, urls: ['https://a.com/'], isBatch: false, maxQueued: 9 };
    await store.jobs.create({ ...jobs, createdAt: new Date() });
  }
  await store.jobs.claim({
    token: 'token',
    leaseMs: 60_000,
    perHost: 99,
    now: new Date(),
  });
  await pool.query(`
    update ${schema}.sitegrade_lanes set queued = 7, running = 7 where owner_id = 'owner-1';
    delete from ${schema}.sitegrade_lanes where owner_id = 'owner-2'`);
  const context = createContext({ store });
  const owners = ['owner-1', 'owner-2'];
  const shown = await reconcileCounters(context, { repair: false });
  expect(shown.drifts.map(({ ownerId }) => ownerId)).toEqual(owners);
  expect((await reconcileCounters(context)).drifts).toEqual(shown.drifts);
  await expectExactTables(pool, schema);
  expect((await reconcileCounters(context)).drifts).toEqual([]);
});

it('D06, D07: twenty workers on three websites leave the counters exact', async () => {
  // A deadlock would last longer than the time limit of a method.
  const { pool, store, schema } = await ownPool({ max: 20, options: '-c deadlock_timeout=60s' });
  const context = createContext({ store });
  const worker = async (index: number): Promise<void> => {
    for (let round = 0; round < 15; round += 1) {
      const domain = `${(index + round) % 3}.com`;
      const url = `https://${domain}/${round % 2}`;
      const { id, websiteId } = await store.reports.create(
        newReport({ domain, url, score: (index * 7 + round) % 101 }),
      );
      await Promise.all([
        round % 2 === 0 && store.reports.delete('owner-1', id),
        round % 5 === 3 && store.websites.delete('owner-1', websiteId),
      ]);
      if (index === 1 && round % 5 === 4) await deleteOldReports(context, { keepPerUrl: 3 });
      if (index === 2 && round % 5 === 4) await reconcileCounters(context);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => worker(index)));
  await expectExactTables(pool, schema);
  expect((await reconcileCounters(context, { repair: false })).drifts).toEqual([]);
});
