import { type Crawl, continueDeletions, createContext, deleteOwner } from '@sitegrade/core';
import type { NewCrawl, OutdatedCrawlsQuery } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { beginCrawl, claimWork, createCrawl, endPage, newCrawl, newUrls } from './crawl-fixture.ts';
import { expectExactCounters } from './expect-exact-counters.ts';
import { jobError, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const firstPage = { start: { page: 1 }, perPage: 100, sortBy: 'id', sort: 'asc' } as const;

/** Deleting crawls, and what is left of them in parts. */
export function describeStoreCrawlDeletion(harness: StoreHarness): void {
  describe('deleting crawls', () => {
    const store = useStore(harness);
    const idsOf = async (owner = ownerId) =>
      (await store().crawls.list(owner, firstPage)).rows.map(({ id }) => id);
    /** A crawl that was canceled at its pages. */
    const endedCrawl = async (domain: string, crawl: Partial<NewCrawl> = {}): Promise<Crawl> => {
      const { id } = await beginCrawl(store(), { domain, crawl });
      const canceled = await store().crawls.cancel(crawl.ownerId ?? ownerId, id, new Date());
      if (canceled === undefined) throw new Error('The crawl is missing.');
      return canceled.crawl;
    };
    const deleteHidden = async (owner?: string): Promise<number> => {
      let deleted = 0;
      for (let isDone = false; !isDone; ) {
        const part = await store().crawls.deleteHidden(owner);
        expect(part.deleted).toBeLessThanOrEqual(1_000);
        deleted += part.deleted;
        isDone = part.isDone;
      }
      return deleted;
    };

    it('hides everything of a crawl at once, and deletes its rows in parts', async () => {
      const { id } = await beginCrawl(store(), { urls: newUrls(1, 700) });
      const kept = await beginCrawl(store(), { host: 'other.com', urls: newUrls(1, 5) });
      const page = await claimWork(store(), { crawlId: id });
      await endPage(store(), page.lease);
      expect(await store().crawls.delete(ownerId, id)).toBe(true);
      expect(await store().crawls.delete(ownerId, id)).toBe(false);
      expect(await idsOf()).toEqual([kept.id]);
      expect(await store().crawls.find(ownerId, id)).toBeUndefined();
      expect(await store().crawls.listPages(ownerId, id, firstPage)).toBeUndefined();
      expect(await store().crawls.findPage(ownerId, id, 1)).toBeUndefined();
      expect(await store().crawls.shape(ownerId, id)).toBeUndefined();
      expect(await store().crawls.issues(ownerId, id)).toBeUndefined();
      expect(await store().crawls.readSite(id)).toBeUndefined();
      const urls = { after: 0, limit: 9, outlines: true };
      expect(await store().crawls.readUrls(id, urls)).toEqual([]);

      expect(await deleteHidden('owner-2')).toBe(0);
      expect(await deleteHidden(ownerId)).toBe(700);
      expect(await deleteHidden()).toBe(0);
      expect(await store().crawls.readUrls(kept.id, urls)).toHaveLength(5);
    });

    it('by several callers deletes every row once', async () => {
      for (let index = 0; index < 25; index += 1) {
        const urls = newUrls(1, 5 + index);
        const { id } = await beginCrawl(store(), { host: `${index}.com`, urls });
        await store().crawls.delete(ownerId, id);
      }
      const deleted = await Promise.all([
        deleteHidden(),
        deleteHidden(),
        deleteHidden(ownerId),
        deleteHidden(ownerId),
      ]);
      expect(deleted.reduce((sum, rows) => sum + rows, 0)).toBe(25 * 5 + 300);
      expect(await store().crawls.deleteHidden(undefined)).toEqual({ deleted: 0, isDone: true });
    });

    it('deletes those that are outdated: old ones, and those with newer ones', async () => {
      const crawls: number[] = [];
      for (const domain of ['a.com', 'b.com', 'a.com', 'a.com', 'b.com']) {
        crawls.push((await endedCrawl(domain)).id);
      }
      crawls.push((await beginCrawl(store(), { domain: 'a.com' })).id);
      crawls.push((await createCrawl(store())).id);
      const foreign = await endedCrawl('a.com', { ownerId: 'owner-2' });
      const outdated = (query: Partial<OutdatedCrawlsQuery>) =>
        store().crawls.deleteOutdated({ limit: 10, ...query });
      const indexes = async () => (await idsOf()).map((id) => crawls.indexOf(id));

      expect(await outdated({})).toEqual({ deleted: 0, isDone: true });
      const before = new Date(Date.now() - oneDay);
      expect(await outdated({ createdBefore: before })).toEqual({ deleted: 0, isDone: true });
      expect(await outdated({ keepPerWebsite: 3 })).toEqual({ deleted: 1, isDone: true });
      expect(await indexes()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await outdated({ keepPerWebsite: 1, ownerId: 'owner-2' })).toMatchObject({
        deleted: 0,
      });
      expect(await outdated({ keepPerWebsite: 1, limit: 1 })).toEqual({
        deleted: 1,
        isDone: false,
      });
      expect(await outdated({ keepPerWebsite: 1 })).toEqual({ deleted: 2, isDone: true });
      expect(await indexes()).toEqual([4, 5, 6]);
      expect(await idsOf('owner-2')).toEqual([foreign.id]);
      const later = new Date(Date.now() + oneDay);
      expect(await outdated({ createdBefore: later, ownerId })).toEqual({
        deleted: 1,
        isDone: true,
      });
      // Those that have not ended stay.
      expect(await indexes()).toEqual([5, 6]);
    });

    it('goes with their website, regardless of their state and number', async () => {
      const { websiteId } = await store().reports.create(newReport());
      const many = 60;
      for (let made = 0; made < many; made += 1) await endedCrawl('example.com');
      const other = await endedCrawl('other.com');
      const running = await beginCrawl(store(), { urls: newUrls(1, 4) });
      const page = await claimWork(store());
      const queued = await createCrawl(store(), { host: 'other.com' });
      expect(running.websiteId).toBe(websiteId);
      await store().websites.delete(ownerId, websiteId);
      await expectOnly([other.id, queued.id]);
      expect(await endPage(store(), page.lease)).toBe(false);
      expect(await store().crawls.claim({ ...claimOf(running.id) })).toBeUndefined();
      expect(await store().crawls.countUnended()).toBe(1);

      await continueDeletions(createContext({ store: store() }));
      await expectOnly([other.id, queued.id]);
      expect(await store().crawls.deleteHidden(undefined)).toEqual({ deleted: 0, isDone: true });
      expect(await store().maintenance.deleteHidden(undefined)).toEqual({
        deleted: 0,
        isDone: true,
      });
      await expectExactCounters(store(), ownerId);
      const again = await endedCrawl('example.com');
      expect(again.websiteId).not.toBe(websiteId);

      async function expectOnly(ids: readonly number[]): Promise<void> {
        expect(await idsOf()).toEqual(ids);
        expect(await store().crawls.list(ownerId, { ...firstPage, websiteId })).toMatchObject({
          total: 0,
        });
        expect(await store().crawls.find(ownerId, running.id)).toBeUndefined();
        expect(await store().crawls.find(ownerId, running.id - 2)).toBeUndefined();
        expect(await store().crawls.cancel(ownerId, running.id - 2, new Date())).toBeUndefined();
        const last = { id: running.id, websiteId };
        expect(await store().crawls.findPrevious(ownerId, last)).toBeUndefined();
      }
    });

    it('goes with their owner, with the pages of the day', async () => {
      const pages = { maxPages: 10, maxPagesPerDay: 300 };
      for (let made = 0; made < 30; made += 1) await createCrawl(store(), pages);
      await endedCrawl('example.com', { ownerId: 'owner-2' });
      expect(await store().crawls.create(newCrawl(pages))).toMatchObject({ used: 300 });
      const deletion = await deleteOwner(createContext({ store: store() }), ownerId);
      expect(deletion).toMatchObject({ crawlsCount: 30 });
      expect(await idsOf()).toEqual([]);
      expect(await idsOf('owner-2')).toHaveLength(1);
      expect(await store().crawls.create(newCrawl(pages))).toMatchObject({ outcome: 'created' });
    });

    it('of those that have failed before they had a website needs a time', async () => {
      const { id } = await createCrawl(store());
      const { lease } = await claimWork(store());
      const failed = { status: 'failed', end: 'start_failed', error: jobError } as const;
      await store().crawls.end(lease, failed, new Date());
      const none = { deleted: 0, isDone: true };
      expect(await store().crawls.deleteOutdated({ keepPerWebsite: 1, limit: 9 })).toEqual(none);
      const createdBefore = new Date(Date.now() + oneDay);
      expect(await store().crawls.deleteOutdated({ createdBefore, limit: 9 })).toMatchObject({
        deleted: 1,
      });
      expect(await store().crawls.find(ownerId, id)).toBeUndefined();
    });
  });

  function claimOf(crawlId: number) {
    return {
      token: 'unused',
      pageLeaseMs: oneDay,
      stepLeaseMs: oneDay,
      crawlId,
      perHost: 2,
      maxAttempts: 3,
      now: new Date(),
    };
  }
}
