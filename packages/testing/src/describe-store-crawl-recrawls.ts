import type { Crawl } from '@sitegrade/core';
import type { BegunCrawl, CrawlPageOutcome, Keeping, NewCrawl } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  createCrawl,
  doneOutcome,
  endPage,
  expectExactProgress,
  newBegun,
  newCrawlClaim,
  newOutline,
  newShape,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { jobError } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const site = { domain: 'example.com', origin: 'https://example.com' };

type CrawlPart = Partial<BegunCrawl> & { readonly crawl?: Partial<NewCrawl> };

/** Crawls that keep results of the one before. */
export function describeStoreCrawlRecrawls(harness: StoreHarness): void {
  describe('a crawl after another', () => {
    const store = useStore(harness);

    const keeping = (part: Partial<Keeping> = {}): Keeping => ({
      previousId: null,
      fullReason: null,
      generation: 0,
      basis: 'basis-1',
      ...part,
    });

    /** A crawl that is done, with a page for each outcome. */
    const doneCrawl = async (
      outcomes: readonly CrawlPageOutcome[] = [],
      { crawl = {}, ...part }: CrawlPart = {},
    ): Promise<Crawl> => {
      const begun = { urls: newUrls(1, outcomes.length), keeping: keeping(), ...part };
      const { id } = await beginCrawl(store(), { crawl, ...begun });
      for (const outcome of outcomes) {
        const { lease } = await claimWork(store(), { crawlId: id });
        expect(await endPage(store(), lease, outcome)).toBe(true);
      }
      await finish(id);
      return crawlOf(store(), id, crawl.ownerId);
    };
    const finish = async (id: number) => {
      const expand = await claimWork(store(), { crawlId: id });
      await store().crawls.endStep(expand.lease, 'finish', new Date());
      const { lease } = await claimWork(store(), { crawlId: id });
      const ended = { status: 'done', end: 'complete', score: 70, result: 'decent' } as const;
      const found = { rulesetVersion: '1', issues: [], shape: newShape() };
      expect(await store().crawls.end(lease, { ...ended, ...found }, new Date())).toBe(true);
    };
    /** A crawl at its pages, whose URLs are those of the one before in another order. */
    const following = (previousId: number, count: number, part: CrawlPart = {}) =>
      beginCrawl(store(), {
        urls: [...newUrls(1, count)].reverse().map((url, index) => ({ ...url, id: index + 1 })),
        keeping: keeping({ previousId, generation: 3 }),
        ...part,
      });
    const read = (score: number, reading: string | null = `read ${score}`) => ({
      ...doneOutcome(score),
      reading,
    });
    const unchanged = (earlierId: number, reading = 'again') =>
      ({ kind: 'unchanged', earlierId, reading, rulesetVersion: '1' }) as const;
    const earlierOf = (crawlId: number, id: number, url: string) =>
      store().crawls.findEarlier(crawlId, { id, url });
    const urlOf = (number: number) => `https://example.com/${number}`;
    const resultsOf = async (crawlId: number, id: number) => {
      const page = await store().crawls.findPage(ownerId, crawlId, id);
      const [url] = await store().crawls.readUrls(crawlId, {
        after: id - 1,
        limit: 1,
        outlines: true,
      });
      const { url: at, title, score, result, httpStatus, details } = page ?? {};
      return { at, title, score, result, httpStatus, details, outline: url?.outline };
    };

    it('is found by its options, its owner and its origin', async () => {
      const options = { include: ['/a'], exclude: ['/b'], source: 'links', maxPages: 9 } as const;
      const first = await doneCrawl([], { crawl: options });
      const second = await doneCrawl([], {
        crawl: options,
        keeping: keeping({ generation: 2, basis: 'basis-2' }),
      });
      const others: readonly CrawlPart[] = [
        { crawl: { ...options, ownerId: 'owner-2' } },
        { crawl: { ...options, include: [] } },
        { crawl: { ...options, exclude: ['/c'] } },
        { crawl: { ...options, source: 'both' } },
        { crawl: { ...options, maxPages: 8 } },
        { crawl: options, origin: 'http://example.com' },
        { crawl: options, domain: 'example.org' },
        { crawl: options, keeping: keeping({ basis: null }) },
      ];
      for (const other of others) await doneCrawl([], other);
      await beginCrawl(store(), { crawl: options, keeping: keeping() });
      const { id } = await createCrawl(store(), options);
      const find = (crawlId: number, at: Partial<typeof site> = {}) =>
        store().crawls.findPredecessor(crawlId, { ...site, ...at });
      const found = { rulesetVersion: '1', generation: 2, basis: 'basis-2' };
      expect(await find(id)).toEqual({ id: second.id, ...found });
      expect(await find(second.id)).toMatchObject({ id: first.id, generation: 0 });
      expect(await find(first.id)).toBeUndefined();
      expect(await find(id, { origin: 'https://www.example.com' })).toBeUndefined();
      expect(await find(id, { domain: 'example.net' })).toBeUndefined();
      await store().crawls.delete(ownerId, second.id);
      expect(await find(id)).toMatchObject({ id: first.id });
      expect(await find(2 ** 31)).toBeUndefined();
      expect(await find(-1)).toBeUndefined();
    });

    it('says which one it keeps results of, or why it keeps none', async () => {
      const first = await doneCrawl();
      expect(first).toMatchObject({ recrawl: 'all', previousId: null, fullReason: null });
      const crawl = { recrawl: 'changed' } as const;
      const kept = await beginCrawl(store(), { crawl, keeping: keeping({ previousId: first.id }) });
      expect(kept).toMatchObject({ ...crawl, previousId: first.id, fullReason: null });
      const fullReason = 'site_changed';
      const full = await beginCrawl(store(), { crawl, keeping: keeping({ fullReason }) });
      expect(full).toMatchObject({ ...crawl, previousId: null, fullReason });
    });

    it('finds the page with the same URL, with its reading', async () => {
      const failed = {
        kind: 'failed',
        httpStatus: 404,
        error: jobError,
        isRefusal: false,
      } as const;
      const outcomes = [read(80), failed, read(60, null), doneOutcome(50), read(40)];
      const first = await doneCrawl(outcomes);
      const { id } = await following(first.id, 6);
      expect(await earlierOf(id, 2, urlOf(5))).toEqual({
        id: 5,
        reading: 'read 40',
        generation: 3,
      });
      expect(await earlierOf(id, 6, urlOf(1))).toEqual({
        id: 1,
        reading: 'read 80',
        generation: 3,
      });
      for (const [page, number] of [
        [1, 6],
        [3, 4],
        [4, 3],
        [5, 2],
      ] as const) {
        expect(await earlierOf(id, page, urlOf(number)), urlOf(number)).toBeUndefined();
      }
      // Not that of another page of the crawl, which does not exist, or of another URL.
      expect(await earlierOf(id, 1, urlOf(1))).toBeUndefined();
      expect(await earlierOf(id, 99, urlOf(1))).toBeUndefined();
      expect(await earlierOf(id, 2 ** 40, urlOf(1))).toBeUndefined();
      expect(await earlierOf(first.id, 1, urlOf(1))).toBeUndefined();
      expect(await earlierOf(2 ** 31, 1, urlOf(1))).toBeUndefined();
    });

    it('has exact copies of the pages that have not changed', async () => {
      const outline = newOutline({
        title: 'Ünïcode 語 \u{1F600}',
        samples: { images: { total: 3, urls: [] } },
      });
      const first = await doneCrawl([{ ...read(81), outline, title: null }, read(35), read(90)]);
      const { id } = await following(first.id, 3);
      const { lease } = await claimWork(store(), { crawlId: id });
      expect(await endPage(store(), lease, read(77))).toBe(true);
      const second = await claimWork(store(), { crawlId: id });
      expect(await endPage(store(), second.lease, unchanged(2))).toBe(true);
      const third = await claimWork(store(), { crawlId: id });
      const { isEnded, next } = await store().crawls.endPage(
        ...([third.lease, unchanged(1), new Date(), newCrawlClaim()] as const),
      );
      expect([isEnded, next?.work]).toEqual([true, { kind: 'step', step: 'expand', end: null }]);
      for (const [number, earlier] of [
        [2, 2],
        [3, 1],
      ] as const) {
        const before = await resultsOf(first.id, earlier);
        expect(before.details).not.toBeNull();
        expect(await resultsOf(id, number)).toEqual(before);
      }
      const pages = await pagesOf(store(), id);
      expect(pages.map(({ isUnchanged }) => isUnchanged)).toEqual([false, true, true]);
      const { progress, rulesetVersion } = await crawlOf(store(), id);
      expect(progress).toMatchObject({ done: 3, unchanged: 2, scoreSum: 77 + 35 + 81 });
      expect(rulesetVersion).toBe('1');
      await expectExactProgress(store(), id);
      expect((await crawlOf(store(), first.id)).progress.unchanged).toBe(0);
    });

    it('has details beside those of the one before, except where it kept them', async () => {
      const first = await doneCrawl([read(80), read(70), read(60), read(50)]);
      const { id } = await following(first.id, 4);
      const { details } = doneOutcome(80);
      const other = { ...details, scoreUncapped: 12, partialReasons: ['Ünïcode 語 \u{1F600}'] };
      const error = { kind: 'failed', httpStatus: 404, error: jobError, isRefusal: false } as const;
      const outcomes = [{ ...read(80), details: other }, unchanged(3), read(60), error];
      for (const outcome of outcomes) {
        const { lease } = await claimWork(store(), { crawlId: id });
        expect(await endPage(store(), lease, outcome)).toBe(true);
      }
      const pairs = [4, 3, 2, 1].map((from, index) => ({ from, to: index + 1 }));
      const changed = async (from: number, to: number, pages: typeof pairs) => {
        const read = await store().crawls.readChangedDetails(from, to, pages);
        return read.toSorted((a, b) => a.from - b.from);
      };
      const found = [
        { from: 2, to: 3, before: details, after: details },
        { from: 4, to: 1, before: details, after: other },
      ];
      expect(await changed(first.id, id, pairs)).toEqual(found);
      const strange = [0, -1, 5, 2 ** 40].flatMap((number) => [
        { from: number, to: 1 },
        { from: 4, to: number },
      ]);
      expect(await changed(first.id, id, [...strange, ...pairs])).toEqual(found);
      const back = { from: 2, to: 3, before: details, after: details };
      expect(await changed(id, first.id, [{ from: 2, to: 3 }])).toEqual([back]);
      expect(await changed(first.id, id, [])).toEqual([]);
      // The end of the crawl evaluates links of a page that was kept.
      const expand = await claimWork(store(), { crawlId: id });
      const { score, result, rulesetChecks, outline } = doneOutcome(70);
      const revised = { id: 2, score, result, details: other, rulesetChecks, outline };
      expect(await store().crawls.revisePages(expand.lease, [revised])).toBe(true);
      expect(await changed(first.id, id, [{ from: 3, to: 2 }])).toEqual([
        { from: 3, to: 2, before: details, after: other },
      ]);
      for (const none of [2 ** 31, -1]) {
        expect(await changed(none, id, pairs)).toEqual([]);
        expect(await changed(first.id, none, pairs)).toEqual([]);
      }
      await store().crawls.delete(ownerId, first.id);
      expect(await changed(first.id, id, pairs)).toEqual([]);
      expect(await changed(id, first.id, pairs)).toEqual([]);
    });

    it('hands its pages on to the next one, with their new readings', async () => {
      const first = await doneCrawl([read(80)]);
      const { id } = await following(first.id, 1);
      const { lease } = await claimWork(store(), { crawlId: id });
      await endPage(store(), lease, unchanged(1, 'new validators'));
      await finish(id);
      await store().crawls.delete(ownerId, first.id);
      await store().crawls.deleteHidden(undefined);
      const third = await following(id, 1);
      const found = { id: 1, reading: 'new validators', generation: 3 };
      expect(await earlierOf(third.id, 1, urlOf(1))).toEqual(found);
      const page = await claimWork(store(), { crawlId: third.id });
      expect(await endPage(store(), page.lease, unchanged(1))).toBe(true);
      expect(await resultsOf(third.id, 1)).toMatchObject({ score: 80, title: 'Title 80' });
    });

    it.each([
      ['deleted', (id: number) => store().crawls.delete(ownerId, id)],
      [
        'deleted with its rows',
        async (id: number) => {
          await store().crawls.delete(ownerId, id);
          await store().crawls.deleteHidden(undefined);
        },
      ],
    ])('reads a page whose earlier one is %s meanwhile', async (_, remove) => {
      const first = await doneCrawl([read(80), read(70)]);
      const { id } = await following(first.id, 2);
      const { lease } = await claimWork(store(), { crawlId: id });
      expect(await earlierOf(id, 1, urlOf(2))).toBeDefined();
      await remove(first.id);
      expect(await earlierOf(id, 1, urlOf(2))).toBeUndefined();
      expect(await endPage(store(), lease, unchanged(2))).toBe(true);
      const { progress } = await crawlOf(store(), id);
      expect(progress).toMatchObject({ queued: 2, running: 0, done: 0, unchanged: 0 });
      await expectExactProgress(store(), id);
      const again = await claimWork(store(), { crawlId: id });
      expect(again).toMatchObject({ lease: { page: 1 }, refusals: 0, work: { putBacks: 0 } });
      expect(await endPage(store(), again.lease, read(50))).toBe(true);
      expect(await resultsOf(id, 1)).toMatchObject({ score: 50 });
      await expectExactProgress(store(), id);
    });

    it('keeps nothing for a page that was found to be different', async () => {
      const first = await doneCrawl([read(80)]);
      const { id } = await following(first.id, 1);
      const { lease } = await claimWork(store(), { crawlId: id });
      const different = { kind: 'given_back', isDifferent: true } as const;
      expect(await endPage(store(), lease, different)).toBe(true);
      expect(await earlierOf(id, 1, urlOf(1))).toBeUndefined();
      const again = await claimWork(store(), { crawlId: id });
      await endPage(store(), again.lease, unchanged(1));
      expect((await crawlOf(store(), id)).progress).toMatchObject({ queued: 1, unchanged: 0 });
      const last = await claimWork(store(), { crawlId: id });
      expect(last.lease.page).toBe(1);
      await endPage(store(), last.lease, { kind: 'put_back', delayMs: 0 });
      expect(await earlierOf(id, 1, urlOf(1))).toBeUndefined();
      await expectExactProgress(store(), id);
    });

    it('keeps what may be unchanged when a page is given back or put back', async () => {
      const first = await doneCrawl([read(80)]);
      const { id } = await following(first.id, 1);
      for (const outcome of [{ kind: 'given_back' }, { kind: 'put_back', delayMs: 0 }] as const) {
        const { lease } = await claimWork(store(), { crawlId: id });
        await endPage(store(), lease, outcome);
        expect(await earlierOf(id, 1, urlOf(1))).toBeDefined();
      }
    });

    it('keeps nothing of another owner', async () => {
      const others = await doneCrawl([read(80)], { crawl: { ownerId: 'owner-2' } });
      const { id } = await following(others.id, 1);
      expect(await earlierOf(id, 1, urlOf(1))).toBeUndefined();
      const { lease } = await claimWork(store(), { crawlId: id });
      await endPage(store(), lease, unchanged(1));
      expect(await resultsOf(id, 1)).toMatchObject({ score: null, details: null });
      expect((await crawlOf(store(), id)).progress).toMatchObject({ queued: 1, done: 0 });
      await expectExactProgress(store(), id);
    });

    it('keeps nothing of a page with another URL, or that was not read', async () => {
      const first = await doneCrawl([read(80), doneOutcome(70)]);
      for (const earlier of [1, 2, 99, 2 ** 40]) {
        const { id } = await following(first.id, 2);
        const { lease } = await claimWork(store(), { crawlId: id });
        await endPage(store(), lease, unchanged(earlier));
        expect((await crawlOf(store(), id)).progress, `${earlier}`).toMatchObject({ done: 0 });
        await store().crawls.cancel(ownerId, id, new Date());
      }
    });

    it('keeps nothing when the lease has ended', async () => {
      const first = await doneCrawl([read(80)]);
      const { id } = await following(first.id, 1);
      const { lease } = await claimWork(store(), { crawlId: id });
      const other = { ...lease, token: 'other' };
      expect(await endPage(store(), other, unchanged(1))).toBe(false);
      expect(await endPage(store(), lease, unchanged(1))).toBe(true);
      expect(await endPage(store(), lease, unchanged(1))).toBe(false);
      await expectExactProgress(store(), id);
      expect((await crawlOf(store(), id)).progress).toMatchObject({ done: 1, unchanged: 1 });
    });

    it('has the ruleset of the pages that it keeps, too', async () => {
      const first = await doneCrawl([read(80)]);
      const { id } = await following(first.id, 1, { rulesetVersion: '2' });
      const { lease } = await claimWork(store(), { crawlId: id });
      await endPage(store(), lease, unchanged(1));
      expect(await crawlOf(store(), id)).toMatchObject({ rulesetVersion: '1, 2' });
    });

    it('is begun without anything to keep', async () => {
      const { id } = await createCrawl(store(), { recrawl: 'changed' });
      const { lease } = await claimWork(store(), { crawlId: id });
      const { keeping: _, ...begun } = newBegun({ keeping: keeping() });
      await store().crawls.begin(lease, begun);
      expect(await crawlOf(store(), id)).toMatchObject({ previousId: null, fullReason: null });
      expect(await earlierOf(id, 1, urlOf(1))).toBeUndefined();
    });
  });
}
