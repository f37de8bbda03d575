import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  doneOutcome,
  endPage,
  expectExactProgress,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** URLs that were left out for `max_pages`, and are requested after all. */
export function describeStoreCrawlRefills(harness: StoreHarness): void {
  describe('URLs of a crawl that were left out for max_pages', () => {
    const store = useStore(harness);
    /** A crawl at the step `expand`: a page that is done, one that robots.txt blocks, and three that were left out. */
    const crawlToRefill = async () => {
      const { id } = await beginCrawl(store(), {
        urls: [
          ...newUrls(1, 1),
          ...newUrls(2, 1, { skipReason: 'robots_txt' }),
          ...newUrls(3, 3, { skipReason: 'max_pages' }),
        ],
      });
      const { lease } = await claimWork(store(), { crawlId: id });
      await endPage(store(), lease, doneOutcome(80));
      return { id, lease: (await claimWork(store(), { crawlId: id })).lease };
    };
    const statesOf = async (id: number) =>
      (await pagesOf(store(), id)).map(({ state, skipReason }) => skipReason ?? state);

    it('are requested, or skipped for another reason', async () => {
      const { id, lease } = await crawlToRefill();
      const urls = [
        { id: 3, skipReason: null },
        { id: 4, skipReason: 'query_variants' },
      ] as const;
      expect(await store().crawls.refill(lease, urls)).toBe(true);
      expect(await statesOf(id)).toEqual([
        ...['done', 'robots_txt', 'queued', 'query_variants', 'max_pages'],
      ]);
      expect((await crawlOf(store(), id)).progress).toMatchObject({
        discovered: 5,
        queued: 1,
        done: 1,
        skipped: { robots_txt: 1, query_variants: 1, max_pages: 1 },
      });
      await expectExactProgress(store(), id);
      await store().crawls.endStep(lease, 'pages', new Date());
      const { work } = await claimWork(store(), { crawlId: id });
      expect(work).toMatchObject({ kind: 'page', url: 'https://example.com/3' });
    });

    it('are the same when the step is done again', async () => {
      const { id, lease } = await crawlToRefill();
      const urls = [3, 4, 5].map((number) => ({ id: number, skipReason: null }));
      await store().crawls.refill(lease, urls.slice(0, 1));
      await store().crawls.refill(lease, urls);
      expect(await statesOf(id)).toEqual(['done', 'robots_txt', 'queued', 'queued', 'queued']);
      const { skipped, queued } = (await crawlOf(store(), id)).progress;
      expect({ skipped, queued }).toEqual({ skipped: { robots_txt: 1 }, queued: 3 });
      await expectExactProgress(store(), id);
    });

    it('are not others, and not those of a lease that has ended', async () => {
      const { id, lease } = await crawlToRefill();
      const before = await pagesOf(store(), id);
      const others = [1, 2, 99].map((number) => ({ id: number, skipReason: null }));
      expect(await store().crawls.refill(lease, others)).toBe(true);
      expect(await store().crawls.refill(lease, [])).toBe(true);
      const url = [{ id: 3, skipReason: null }];
      expect(await store().crawls.refill({ ...lease, token: 'other' }, url)).toBe(false);
      expect(await store().crawls.refill({ ...lease, page: 1 }, url)).toBe(false);
      expect(await pagesOf(store(), id)).toEqual(before);
      await store().crawls.cancel(ownerId, id, new Date());
      expect(await store().crawls.refill(lease, url)).toBe(false);
      await expectExactProgress(store(), id);
    });
  });
}
