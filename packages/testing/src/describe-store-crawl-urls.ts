import type { CrawlFrontier } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  createCrawl,
  doneOutcome,
  endPage,
  expectExactProgress,
  newOutline,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** The URLs of a crawl by themselves, and how far its levels are known. */
export function describeStoreCrawlUrls(harness: StoreHarness): void {
  describe('URLs of a crawl', () => {
    const store = useStore(harness);
    const paths = ['/b', '/B', '/\u{1F600}', '/\uFB00', '/a?x', '/a/b', '/a'];
    const urls = newUrls(2, paths.length).map((url, index) => ({
      ...url,
      url: `https://example.com${paths[index]}`,
      kind: index === 0 ? ('image' as const) : ('page' as const),
    }));
    /** A crawl at the step `expand`, with these URLs. */
    const crawlWithUrls = async () => {
      const { id } = await beginCrawl(store());
      const page = await claimWork(store(), { crawlId: id });
      await endPage(store(), page.lease, doneOutcome(80));
      const { lease } = await claimWork(store(), { crawlId: id });
      expect(await store().crawls.addUrls(lease, urls)).toBe(true);
      return { id, lease };
    };

    it('are read by code point, without outlines', async () => {
      const { id } = await crawlWithUrls();
      await beginCrawl(store());
      const read = async (after: string, limit = 100) =>
        (await store().crawls.readUrls(id, { after, limit })).map(({ url }) =>
          url.replace('https://example.com', ''),
        );
      const sorted = ['/1', '/B', '/a', '/a/b', '/a?x', '/b', '/\uFB00', '/\u{1F600}'];
      expect(await read('')).toEqual(sorted);
      expect(await read('https://example.com/a', 2)).toEqual(['/a/b', '/a?x']);
      expect(await read('https://example.com/aZ', 1)).toEqual(['/b']);
      expect(await read('https://example.com/\u{1F600}')).toEqual([]);
      const byNumber = await store().crawls.readUrls(id, { after: 0, limit: 9, outlines: false });
      const byUrl = await store().crawls.readUrls(id, { after: '', limit: 9 });
      expect(byUrl.toSorted((a, b) => a.id - b.id)).toEqual(byNumber);
    });

    it('are found, with their numbers', async () => {
      const { id } = await crawlWithUrls();
      const wanted = ['/b', '/a?x', '/A', '/', '/1'].map((path) => `https://example.com${path}`);
      const found = await store().crawls.findUrls(id, wanted);
      expect(found.toSorted((a, b) => a.id - b.id)).toEqual([
        { id: 1, url: 'https://example.com/1' },
        { id: 2, url: 'https://example.com/b' },
        { id: 6, url: 'https://example.com/a?x' },
      ]);
      expect(await store().crawls.findUrls(id, [])).toEqual([]);
      expect(await store().crawls.findUrls(id + 1, wanted)).toEqual([]);
    });

    it('are not found in a crawl that was deleted', async () => {
      const { id } = await crawlWithUrls();
      await store().crawls.delete(ownerId, id);
      expect(await store().crawls.readUrls(id, { after: '', limit: 9 })).toEqual([]);
      expect(await store().crawls.findUrls(id, ['https://example.com/b'])).toEqual([]);
    });

    it('are refused with another number, and nothing is stored with them', async () => {
      const { id, lease } = await crawlWithUrls();
      const [before, crawl] = [await all(id), await store().crawls.find(ownerId, id)];
      const double = newUrls(9, 2).map((url) =>
        url.id === 10 ? { ...url, url: 'https://example.com/B' } : url,
      );
      await expect(store().crawls.addUrls(lease, double)).rejects.toThrow();
      expect(await all(id)).toEqual(before);
      expect(await store().crawls.find(ownerId, id)).toEqual(crawl);
      // Of another crawl, they are others.
      const other = await beginCrawl(store());
      expect(await all(other.id)).toHaveLength(1);
    });

    it('have an outline if they are targets that were found, which are not listed or counted', async () => {
      const { id } = await beginCrawl(store());
      const { lease } = await claimWork(store(), { crawlId: id });
      await endPage(store(), lease, doneOutcome(80));
      const step = await claimWork(store(), { crawlId: id });
      const targets = newUrls(2, 2, { kind: 'target' });
      expect(await store().crawls.addUrls(step.lease, targets)).toBe(true);
      await store().crawls.endStep(step.lease, 'pages', new Date());
      const outline = newOutline({ noindex: true });
      for (const outcome of [{ outline }, {}]) {
        const target = await claimWork(store(), { crawlId: id });
        expect(target.work.kind).toBe('target');
        const found = { kind: 'found', httpStatus: 200, ...outcome } as const;
        expect(await endPage(store(), target.lease, found)).toBe(true);
      }
      expect(await store().crawls.readUrls(id, { after: 1, limit: 9, outlines: true })).toEqual([
        expect.objectContaining({ kind: 'target', state: 'done', score: null, outline }),
        expect.objectContaining({ kind: 'target', state: 'done', score: null, outline: null }),
      ]);
      expect(await pagesOf(store(), id)).toHaveLength(1);
      expect(await store().crawls.findPage(ownerId, id, 2)).toBeUndefined();
      await expectExactProgress(store(), id);
    });

    const all = (id: number) =>
      store().crawls.readUrls(id, { after: 0, limit: 100, outlines: false });
  });

  describe('the frontier of a crawl', () => {
    const store = useStore(harness);
    const next: CrawlFrontier = { level: 7, first: 2, last: 8, characters: 99, hasImages: true };

    it('is that of its first URLs, and then that of the last step', async () => {
      const { id } = await createCrawl(store(), { host: 'other.example' });
      expect((await claimWork(store(), { crawlId: id })).frontier).toBeNull();
      const begun = await beginCrawl(store(), {
        urls: [...newUrls(1, 2), ...newUrls(3, 2, { level: 1, skipReason: 'excluded' })],
      });
      const first = { level: 1, first: 3, last: 4, characters: 84, hasImages: false };
      for (let page = 0; page < 2; page += 1) {
        const { lease, frontier } = await claimWork(store(), { crawlId: begun.id });
        expect(frontier).toEqual(first);
        await endPage(store(), lease, doneOutcome(80));
      }
      const expand = await claimWork(store(), { crawlId: begun.id });
      expect(expand).toMatchObject({ work: { step: 'expand' }, frontier: first });
      const { endStep } = store().crawls;
      const now = new Date();
      expect(await endStep({ ...expand.lease, token: 'other' }, 'pages', now, next)).toBe(false);
      expect(await endStep(expand.lease, 'pages', now, next)).toBe(true);
      const again = await claimWork(store(), { crawlId: begun.id });
      expect(again.frontier).toEqual(next);
      expect(await endStep(again.lease, 'pages', now)).toBe(true);
      const unchanged = await claimWork(store(), { crawlId: begun.id });
      expect(unchanged.frontier).toEqual(next);
      const last = { ...next, last: 9 };
      expect(await endStep(unchanged.lease, 'finish', now, last)).toBe(true);
      const finish = await claimWork(store(), { crawlId: begun.id });
      expect(finish).toMatchObject({ work: { step: 'finish' }, frontier: last });
    });
  });
}
