import { createContext, deleteOldReports, reconcileCounters, type Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { completeCrawl, endCrawl } from '../../testing/src/ended-crawl.ts';
import type { TestDatabase } from './test-database.ts';

/** Tests that counters which other SQL has changed are found and repaired. */
export function describeMaintenance(open: () => Promise<TestDatabase>): void {
  it('counters that were changed by other SQL are reported, and repaired by default', async () => {
    const { store, run, expectExact } = await open();
    for (const ownerId of ['owner-1', 'owner-2', 'owner-3']) {
      await store.reports.create(newReport({ ownerId, domain: 'a.com', score: 90 }));
      await store.reports.create(newReport({ ownerId, domain: 'a.com', score: 30, result: 'bad' }));
    }
    await run(`
      update sitegrade_websites set reports_count = 5, score_sum = 0, average_tenths = 0
        where id = 1;
      update sitegrade_owner_totals set websites_count = 7 where owner_id = 'owner-2';
      delete from sitegrade_owner_totals where owner_id = 'owner-3'`);
    const context = createContext({ store });
    const website = {
      ownerId: 'owner-1',
      websiteId: 1,
      counters: {
        reports_count: { stored: 5, counted: 2 },
        score_sum: { stored: 0, counted: 120 },
      },
    };
    const owner2 = {
      ownerId: 'owner-2',
      websiteId: undefined,
      counters: { websites_count: { stored: 7, counted: 1 } },
    };
    const shown = await reconcileCounters(context, { repair: false });
    expect(shown).toMatchObject({ websites: 3, owners: 3 });
    expect(shown.drifts.slice(0, 1)).toEqual([website]);
    expect(shown.drifts).toContainEqual(owner2);
    expect(shown.drifts.map(({ ownerId }) => ownerId)).toEqual([
      'owner-1',
      // Its totals are right, but the counters of the websites are not yet.
      'owner-1',
      'owner-2',
      'owner-3',
    ]);
    expect(await reconcileCounters(context, { repair: false })).toEqual(shown);

    const repaired = await reconcileCounters(context);
    expect(repaired.drifts.map(({ ownerId }) => ownerId)).toEqual([
      'owner-1',
      'owner-2',
      'owner-3',
    ]);
    await expectExact();
    expect((await reconcileCounters(context)).drifts).toEqual([]);
  });

  it('scores of websites that were changed by other SQL are reported and repaired', async () => {
    const { store, run } = await open();
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
    expect(before).toMatchObject([
      { score: 90, scoreSource: { kind: 'reports', pages: 1 } },
      { score: 64, scoreSource: { kind: 'crawl', crawlId: id, pages: 1, measuredAt: endedAt } },
    ]);
    await run(`
      update sitegrade_websites set latest_sum = 30, score = 30 where domain = 'reports.com';
      update sitegrade_websites set crawl_id = 77, crawl_score = 5, crawl_pages = 9, score = 5,
        measured_at = 1 where domain = 'crawl.com'`);
    const context = createContext({ store });
    const drifts = [
      { ownerId: 'owner-1', websiteId: 1, counters: { latest_sum: { stored: 30, counted: 90 } } },
      {
        ownerId: 'owner-1',
        websiteId: 2,
        counters: {
          crawl_id: { stored: 77, counted: id },
          crawl_score: { stored: 5, counted: 64 },
          crawl_pages: { stored: 9, counted: 1 },
          measured_at: { stored: 1, counted: endedAt?.getTime() },
        },
      },
    ];
    expect((await reconcileCounters(context, { repair: false })).drifts).toEqual(drifts);
    expect((await scores()).map(({ score }) => score)).toEqual([30, 5]);
    expect((await reconcileCounters(context)).drifts).toEqual(drifts);
    expect(await scores()).toEqual(before);
    expect((await reconcileCounters(context)).drifts).toEqual([]);
  });

  it('counters of jobs that were changed by other SQL are reported and repaired', async () => {
    const { store, run } = await open();
    const now = new Date();
    for (const ownerId of ['owner-1', 'owner-2', 'owner-3']) {
      const urls = ['https://a.com/', 'https://b.com/'];
      await store.jobs.create({ ownerId, urls, isBatch: true, createdAt: now, maxQueued: 9 });
      await store.jobs.claim({ token: ownerId, leaseMs: 1000, perHost: 99, now });
    }
    const context = createContext({ store });
    expect(await reconcileCounters(context)).toMatchObject({ owners: 3, drifts: [] });
    await run(`
      update sitegrade_lanes set queued = 5 where owner_id = 'owner-1';
      update sitegrade_lanes set running = 0 where owner_id = 'owner-2';
      delete from sitegrade_lanes where owner_id = 'owner-3';
      delete from sitegrade_owner_totals`);
    const owner = { websiteId: undefined };
    const drifts = [
      { ...owner, ownerId: 'owner-1', counters: { queued: { stored: 5, counted: 1 } } },
      { ...owner, ownerId: 'owner-2', counters: { running: { stored: 0, counted: 1 } } },
      {
        ...owner,
        ownerId: 'owner-3',
        counters: { queued: { stored: 0, counted: 1 }, running: { stored: 0, counted: 1 } },
      },
    ];
    expect((await reconcileCounters(context, { repair: false })).drifts).toEqual(drifts);
    expect((await reconcileCounters(context)).drifts).toEqual(drifts);
    expect((await reconcileCounters(context)).drifts).toEqual([]);
    // The owner whose row was missing has its turn again.
    for (const token of ['a', 'b', 'c']) {
      expect(await store.jobs.claim({ token, leaseMs: 1000, perHost: 99, now })).toBeDefined();
    }
  });
}

/** Twenty workers create and delete reports of three websites, and two of them run maintenance. */
export async function changeThreeWebsites(storeOf: (worker: number) => Store): Promise<void> {
  const work = async (worker: number): Promise<void> => {
    const store = storeOf(worker);
    const context = createContext({ store });
    for (let round = 0; round < 15; round += 1) {
      const domain = `${(worker + round) % 3}.com`;
      const url = `https://${domain}/${round % 2}`;
      const { id, websiteId } = await store.reports.create(
        newReport({ domain, url, score: (worker * 7 + round) % 101 }),
      );
      await Promise.all([
        round % 2 === 0 && store.reports.delete('owner-1', id),
        round % 5 === 3 && store.websites.delete('owner-1', websiteId),
      ]);
      if (worker === 1 && round % 5 === 4) await deleteOldReports(context, { keepPerUrl: 3 });
      if (worker === 2 && round % 5 === 4) await reconcileCounters(context);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, worker) => work(worker)));
}
