import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  createCrawl,
  newBegun,
  newCrawlClaim,
  newUrls,
} from './crawl-fixture.ts';
import { createJobs, jobError, newClaim } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const failed = { status: 'failed', end: 'start_failed', error: jobError } as const;

/** How many crawls of all owners are worked on at a time, and which is next. */
export function describeStoreCrawlAdmission(harness: StoreHarness): void {
  describe('the admission of crawls', () => {
    const store = useStore(harness);
    let hosts = 0;
    /** A crawl of a separate host. */
    const create = async (ownerId: string, maxAdmitted: number): Promise<number> => {
      hosts += 1;
      return (await createCrawl(store(), { ownerId, maxAdmitted, host: `${hosts}.com` })).id;
    };
    /** The ids of the crawls whose step `start` can be claimed, in this order. */
    const started = async (): Promise<number[]> => {
      const ids: number[] = [];
      for (;;) {
        const claimed = await store().crawls.claim(newCrawlClaim());
        if (claimed === undefined) return ids;
        ids.push(claimed.crawl.id);
      }
    };

    it('leaves crawls beyond the limit queued', async () => {
      const first = await create('owner-1', 2);
      const second = await create('owner-2', 2);
      const third = await create('owner-3', 2);
      expect(await started()).toEqual([first, second]);
      expect(await store().crawls.find('owner-3', third)).toMatchObject({
        status: 'queued',
        startedAt: null,
      });
      expect(await store().crawls.claim(newCrawlClaim({ crawlId: third }))).toBeUndefined();
      expect(await store().crawls.admit(2)).toBe(0);
      expect(await store().crawls.admit(1)).toBe(0);
      expect(await started()).toEqual([]);
      expect(await store().crawls.countUnended()).toBe(3);
      expect(await store().crawls.admit(3)).toBe(1);
      expect(await started()).toEqual([third]);
      expect(await store().crawls.admit(3)).toBe(0);
    });

    it.each<[how: string, end: (id: number) => Promise<unknown>]>([
      [
        'ends',
        async (id) => {
          const { lease } = await claimWork(store(), { crawlId: id });
          return store().crawls.end(lease, failed, new Date());
        },
      ],
      ['is canceled', (id) => store().crawls.cancel('owner-1', id, new Date())],
      ['is deleted', (id) => store().crawls.delete('owner-1', id)],
      [
        'is interrupted too often',
        async (id) => {
          const lost = { crawlId: id, stepLeaseMs: 0, maxAttempts: 1 };
          await claimWork(store(), lost);
          return (await claimWork(store(), lost)).work.kind === 'ended';
        },
      ],
    ])('has room again when a crawl %s', async (_, end) => {
      const first = await create('owner-1', 1);
      const second = await create('owner-2', 1);
      expect(await store().crawls.admit(1)).toBe(0);
      expect(await end(first)).toBeTruthy();
      expect(await store().crawls.admit(1)).toBe(1);
      expect(await started()).toEqual([second]);
    });

    it('is by owner: first those with the fewest crawls, then the crawl that waits for longest', async () => {
      const running = await create('owner-1', 1);
      const [a, b] = [await create('owner-1', 1), await create('owner-1', 1)];
      const [c, d] = [await create('owner-2', 1), await create('owner-2', 1)];
      const e = await create('owner-3', 1);
      expect(await started()).toEqual([running]);
      const order: number[] = [];
      for (let limit = 2; limit <= 6; limit += 1) {
        expect(await store().crawls.admit(limit)).toBe(1);
        order.push(...(await started()));
      }
      expect(order).toEqual([c, e, a, d, b]);
    });

    it('does not depend on crawls that have ended', async () => {
      const ended = await create('owner-1', 2);
      await store().crawls.cancel('owner-1', ended, new Date());
      await create('owner-2', 1);
      const first = await create('owner-1', 1);
      const second = await create('owner-3', 1);
      expect(await store().crawls.admit(2)).toBe(1);
      expect(await store().crawls.admit(3)).toBe(1);
      expect((await started()).slice(1)).toEqual([first, second]);
    });

    it('begins with the next crawl when one is created later', async () => {
      await create('owner-1', 1);
      const waiting = await create('owner-2', 1);
      await create('owner-3', 2);
      expect((await started()).slice(1)).toEqual([waiting]);
    });

    it('keeps a crawl that waits from holding up the pages of its host', async () => {
      await beginCrawl(store(), { host: 'example.com', urls: newUrls(1, 2) });
      await createCrawl(store(), { ownerId: 'owner-2', maxAdmitted: 1 });
      expect((await claimWork(store())).work).toMatchObject({ kind: 'page' });
      expect((await claimWork(store())).work).toMatchObject({ kind: 'page' });
    });

    it('keeps a crawl that waits from holding up the jobs of its host', async () => {
      await create('owner-1', 1);
      await createCrawl(store(), { ownerId: 'owner-2', host: 'one.com', maxAdmitted: 1 });
      await createJobs(store(), 1, { ownerId: 'owner-3', urls: ['https://one.com/'] });
      expect(await store().jobs.claim(newClaim())).toBeDefined();
      expect(await store().crawls.admit(2)).toBe(1);
      await createJobs(store(), 1, { ownerId: 'owner-3', urls: ['https://one.com/'] });
      expect(await store().jobs.claim(newClaim())).toBeUndefined();
    });

    it('serves a crawl after those that were served before', async () => {
      const first = await create('owner-1', 1);
      const start = await claimWork(store());
      await store().crawls.begin(start.lease, newBegun({ urls: newUrls(1, 2), host: 'first.com' }));
      await create('owner-2', 1);
      expect(await store().crawls.admit(2)).toBe(1);
      expect((await claimWork(store())).crawl.id).toBe(first);
    });

    it('never exceeds its limit, and misses no crawl, in concurrent calls', async () => {
      await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          await create(`owner-${index % 5}`, 4);
          await store().crawls.admit(4);
        }),
      );
      expect(await started()).toHaveLength(4);
      expect(await store().crawls.countUnended()).toBe(12);
      const admitted = await Promise.all(Array.from({ length: 6 }, () => store().crawls.admit(9)));
      expect(admitted.reduce((sum, count) => sum + count, 0)).toBe(5);
      expect(await started()).toHaveLength(5);
    });
  });
}
