import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  doneOutcome,
  endPage,
  expectExactProgress,
  newOutline,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { jobError } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** Pages of a crawl whose results change at its end. */
export function describeStoreCrawlRevisions(harness: StoreHarness): void {
  describe('revised pages of a crawl', () => {
    const store = useStore(harness);
    /** A crawl at the step `finish`: two pages that are done, one that failed, and one that was skipped. */
    const crawlToFinish = async () => {
      const { id } = await beginCrawl(store(), { urls: newUrls(1, 4) });
      const outcomes = [
        doneOutcome(80),
        doneOutcome(90),
        { kind: 'failed', httpStatus: 404, error: jobError, isRefusal: false },
        { kind: 'skipped', httpStatus: 200, skipReason: 'not_html' },
      ] as const;
      for (const outcome of outcomes) {
        const { lease } = await claimWork(store(), { crawlId: id });
        await endPage(store(), lease, outcome);
      }
      const expand = await claimWork(store(), { crawlId: id });
      await store().crawls.endStep(expand.lease, 'finish', new Date());
      return { id, lease: (await claimWork(store(), { crawlId: id })).lease };
    };
    const revised = (id: number, score: number, words: number) => {
      const { result, details, rulesetChecks } = doneOutcome(score, score < 50 ? 'bad' : 'good');
      const changed = { ...details, scoreUncapped: score, partialReasons: [`Revised ${id}`] };
      return { id, score, result, details: changed, rulesetChecks, outline: newOutline({ words }) };
    };

    it('have new scores, details and outlines, and the progress has them', async () => {
      const { id, lease } = await crawlToFinish();
      const untouched = await store().crawls.findPage(ownerId, id, 1);
      const change = revised(2, 40, 7);
      expect(await store().crawls.revisePages(lease, [change])).toBe(true);
      expect(await store().crawls.findPage(ownerId, id, 2)).toMatchObject({
        state: 'done',
        title: 'Title 90',
        httpStatus: 200,
        score: 40,
        result: 'bad',
        details: change.details,
      });
      expect(await store().crawls.findPage(ownerId, id, 1)).toEqual(untouched);
      const urls = await store().crawls.readUrls(id, { after: 0, limit: 9, outlines: true });
      expect(urls.map(({ score, outline }) => [score, outline?.words])).toEqual([
        [80, 80],
        [40, 7],
        [null, undefined],
        [null, undefined],
      ]);
      const { progress } = await crawlOf(store(), id);
      expect(progress).toMatchObject({ scoreSum: 120, results: { good: 1, decent: 0, bad: 1 } });
      await expectExactProgress(store(), id);
    });

    it('are the same when the step is done again', async () => {
      const { id, lease } = await crawlToFinish();
      const pages = [revised(1, 30, 3), revised(2, 40, 4)];
      await store().crawls.revisePages(lease, pages.slice(0, 1));
      await store().crawls.revisePages(lease, pages);
      const once = await pagesOf(store(), id);
      await store().crawls.revisePages(lease, pages);
      expect(await pagesOf(store(), id)).toEqual(once);
      expect((await crawlOf(store(), id)).progress.scoreSum).toBe(70);
      await expectExactProgress(store(), id);
    });

    it('are those that are done, and not others', async () => {
      const { id, lease } = await crawlToFinish();
      const before = await pagesOf(store(), id);
      const others = [3, 4, 99].map((number) => revised(number, 10, 1));
      expect(await store().crawls.revisePages(lease, others)).toBe(true);
      expect(await store().crawls.revisePages(lease, [])).toBe(true);
      expect(await pagesOf(store(), id)).toEqual(before);
      await expectExactProgress(store(), id);
    });

    it('stay as they are when the lease has ended', async () => {
      const { id, lease } = await crawlToFinish();
      const before = await pagesOf(store(), id);
      const other = { ...lease, token: 'other' };
      expect(await store().crawls.revisePages(other, [revised(1, 10, 1)])).toBe(false);
      expect(await store().crawls.revisePages({ ...lease, page: 1 }, [])).toBe(false);
      await store().crawls.cancel(ownerId, id, new Date());
      expect(await store().crawls.revisePages(lease, [revised(1, 10, 1)])).toBe(false);
      expect(await pagesOf(store(), id)).toEqual(before);
      await expectExactProgress(store(), id);
    });
  });
}
