import { crawlPageListing, sortKeysOf } from '@sitegrade/core/internal';
import type { ClaimedCrawl, CrawlPageListQuery } from '@sitegrade/core/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  createCrawl,
  doneOutcome,
  endPage,
  expectExactProgress,
  newCrawlClaim,
  newShape,
  newUrls,
  pagesOf,
} from './crawl-fixture.ts';
import { anyCrawlHistory, crawlPair } from './crawl-pair.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const done = {
  status: 'done',
  end: 'complete',
  score: 1,
  result: 'bad',
  rulesetVersion: '1',
  issues: [],
  shape: newShape(),
} as const;

/** Pages change their state once, regardless of what happens and how many calls run concurrently. */
export function describeStoreCrawlRaces(harness: StoreHarness): void {
  describe('concurrent changes of crawls', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);

    it('equal those of the reference after any history, and so do all lists of pages', async () => {
      let run = 0;
      const property = fc.asyncProperty(anyCrawlHistory, async (history) => {
        run += 1;
        const fresh = await harness.create();
        try {
          const pair = crawlPair(fresh);
          for (const step of history) await pair.take(step);
          await pair.expectSame(pageQueries.filter((_, index) => (index + run) % 13 === 0));
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, propertyRuns(harness, 2));
    });

    it('never claim more of a host than it may have, nor anything twice', async () => {
      const ids: number[] = [];
      for (const owner of ['owner-1', 'owner-2', 'owner-3']) {
        const { id } = await beginCrawl(store(), {
          crawl: { ownerId: owner },
          urls: newUrls(1, 10),
        });
        ids.push(id);
      }
      const claims = () =>
        Promise.all(
          Array.from({ length: 20 }, () => store().crawls.claim(newCrawlClaim({ perHost: 4 }))),
        );
      const claimed = (await claims()).filter((work) => work !== undefined);
      expect(claimed).toHaveLength(4);
      expect(new Set(claimed.map(keyOf)).size).toBe(4);
      expect(await claims()).toEqual(Array.from({ length: 20 }, () => undefined));
    });

    it('start one crawl of a host, or claim its pages, never both', async () => {
      await beginCrawl(store(), { urls: newUrls(1, 5) });
      for (let made = 0; made < 4; made += 1) await createCrawl(store());
      const claimed = await Promise.all(
        Array.from({ length: 12 }, () => store().crawls.claim(newCrawlClaim())),
      );
      expect(claimed.flatMap((work) => work?.work ?? [])).toMatchObject([{ step: 'start' }]);
    });

    it('crawl every page once, by many workers', async () => {
      const crawls: number[] = [];
      for (const host of ['one.com', 'two.com', 'three.com']) {
        crawls.push((await beginCrawl(store(), { host, urls: newUrls(1, 20) })).id);
      }
      const ended: string[] = [];
      const work = async (worker: number): Promise<void> => {
        for (let round = 0; round < 100; round += 1) {
          const claimed = await store().crawls.claim(newCrawlClaim({ perHost: 3 }));
          if (claimed === undefined) {
            if ((await store().crawls.countUnended()) === 0) return;
            continue;
          }
          let next: ClaimedCrawl | undefined = claimed;
          while (next) next = await workOn(next, (worker + round) % 5 === 0);
        }
      };
      /** Some workers claim the next piece of the crawl when they end a page. */
      const workOn = async (
        claimed: ClaimedCrawl,
        givesBack: boolean,
      ): Promise<ClaimedCrawl | undefined> => {
        const { lease, work } = claimed;
        if (work.kind === 'step') {
          if (work.step === 'expand') await store().crawls.endStep(lease, 'finish', new Date());
          else await store().crawls.end(lease, done, new Date());
          return undefined;
        }
        if (givesBack) {
          const outcome = { kind: 'given_back' } as const;
          expect(await endPage(store(), lease, outcome)).toBe(true);
          return undefined;
        }
        const claim = newCrawlClaim({ perHost: 3 });
        const now = new Date();
        const { isEnded, next } = await store().crawls.endPage(lease, doneOutcome(), now, claim);
        expect(isEnded).toBe(true);
        ended.push(keyOf(claimed));
        return next;
      };
      await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)));
      expect(ended).toHaveLength(60);
      expect(new Set(ended).size).toBe(60);
      for (const id of crawls) {
        expect(await crawlOf(store(), id)).toMatchObject({ status: 'done' });
        expect((await pagesOf(store(), id)).every(({ state }) => state === 'done')).toBe(true);
        await expectExactProgress(store(), id);
      }
    });

    it('cancel a crawl or end its page first, with the same numbers: 200 times', async () => {
      const outcomes = { ended: 0, canceled: 0 };
      const race = async (round: number): Promise<void> => {
        const { id } = await beginCrawl(store(), { host: `${round}.com`, urls: newUrls(1, 2) });
        const { lease } = await claimWork(store(), { crawlId: id });
        const cancel = async () => {
          for (let other = 0; other < round % 4; other += 1) await store().crawls.countUnended();
          return store().crawls.cancel(ownerId, id, new Date());
        };
        const outcome = { kind: 'redirected', httpStatus: 301, location: 'x' } as const;
        const canceling = round % 2 === 0 ? cancel() : undefined;
        const ending = endPage(store(), lease, outcome);
        const canceled = await (canceling ?? cancel());
        const hasEnded = await ending;
        outcomes[hasEnded ? 'ended' : 'canceled'] += 1;
        expect(canceled?.crawl).toMatchObject({
          status: 'canceled',
          progress: { redirected: hasEnded ? 1 : 0, skipped: { ended: hasEnded ? 1 : 2 } },
        });
        await expectExactProgress(store(), id);
      };
      for (let first = 0; first < 200; first += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => race(first + index)));
      }
      expect(outcomes.ended).toBeGreaterThan(0);
      expect(outcomes.canceled).toBeGreaterThan(0);
    });

    it('end a crawl once: done, canceled or deleted, 60 times', async () => {
      for (let round = 0; round < 60; round += 1) {
        const { id } = await createCrawl(store(), { host: `${round}.com`, maxPagesPerDay: 1e9 });
        const { lease } = await claimWork(store(), { crawlId: id });
        const [ended, canceled, deleted] = await Promise.all([
          store().crawls.end(lease, done, new Date()),
          store().crawls.cancel(ownerId, id, new Date()),
          round % 3 === 0 ? store().crawls.delete(ownerId, id) : false,
        ]);
        if (canceled) expect(canceled.crawl.status).toBe(ended ? 'done' : 'canceled');
        const crawl = await store().crawls.find(ownerId, id);
        expect(crawl === undefined).toBe(deleted);
        if (crawl) expect(crawl.status).toBe(ended ? 'done' : 'canceled');
      }
      expect(await store().crawls.countUnended()).toBe(0);
    });
  });
}

function keyOf({ lease }: ClaimedCrawl): string {
  return `${lease.crawlId} ${lease.page}`;
}

const filters: readonly Partial<CrawlPageListQuery>[] = [
  {},
  { state: 'done' },
  { state: 'skipped' },
  { state: 'queued' },
  { state: 'running', depth: 1 },
  { result: 'good' },
  { result: 'bad', state: 'done', search: '/1' },
  { depth: 0 },
  { depth: 2 },
  { url: ['https://example.com/2', 'https://example.com/4'] },
  { search: 'EXAMPLE.com/2' },
  { search: '%' },
];

/** Every sort key, direction, filter and kind of start. */
const pageQueries: readonly CrawlPageListQuery[] = sortKeysOf(crawlPageListing).flatMap((sortBy) =>
  (['asc', 'desc'] as const).flatMap((sort) =>
    [
      { start: { page: 1 } },
      { start: { page: 2 } },
      ...positionsOf(sortBy).flatMap((position) => [
        { start: { after: position } },
        { start: { before: position } },
      ]),
    ].flatMap((start) =>
      filters.map((filter) => ({ ...start, ...filter, sortBy, sort, perPage: 3 })),
    ),
  ),
);

function positionsOf(sortBy: CrawlPageListQuery['sortBy']) {
  if (sortBy === 'id') return [2, 5].map((id) => ({ key: id, id }));
  if (sortBy === 'url') return [2, 5].map((id) => ({ key: `https://example.com/${id}`, id }));
  return [-1, 0, 1, 30, 200].map((key, index) => ({ key, id: index + 1 }));
}
