import {
  type Crawl,
  createContext,
  deleteOldCrawls,
  deleteOldReports,
  reconcileCounters,
  type Website,
} from '@sitegrade/core';
import type { MeasuredScores, NewReport, Store } from '@sitegrade/core/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginCrawl, newShape, pagesOf } from './crawl-fixture.ts';
import { completeCrawl, type EndedCrawl, endCrawl, readyToEnd } from './ended-crawl.ts';
import { allReports, allWebsites } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const domains = ['a.com', 'b.com', 'c.com'] as const;
const ends = ['complete', 'complete', 'max_pages', 'refused'] as const;

/** One step of a history. `which` selects one of the existing records. */
type ScoreStep =
  | { readonly do: 'report'; readonly report: NewReport }
  | { readonly do: 'crawl'; readonly crawl: EndedCrawl }
  | { readonly do: 'delete report' | 'delete crawl' | 'cancel crawl'; readonly which: number }
  | { readonly do: 'delete website'; readonly which: number }
  | { readonly do: 'delete old reports' | 'delete old crawls'; readonly kept: number }
  | { readonly do: 'delete reports before'; readonly time: Date }
  | { readonly do: 'delete all crawls' };

const anyTime = fc.nat({ max: 5 * 86_400_000 }).map((ms) => new Date(ms));
const anyScore = fc.nat({ max: 100 });

const anyStep: fc.Arbitrary<ScoreStep> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      report: fc
        .record({
          domain: fc.constantFrom(...domains),
          url: fc.constantFrom('https://x/', 'https://x/1', 'https://x/2', 'https://x/é'),
          score: anyScore,
          createdAt: anyTime,
          rulesetVersion: fc.constantFrom('1', '2'),
        })
        // The list of reports has titles, not rulesets.
        .map((part) => newReport({ ownerId, ...part, title: part.rulesetVersion })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('crawl' as const),
      crawl: fc.record({
        domain: fc.constantFrom(...domains),
        pages: fc.integer({ min: 1, max: 3 }),
        end: fc.constantFrom(...ends),
        include: fc.constantFrom([], [], ['/blog']),
        score: fc.option(anyScore),
        endedAt: anyTime,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('delete report', 'delete report', 'delete crawl', 'cancel crawl'),
      which: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete website' as const), which: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('delete old reports', 'delete old crawls'),
      kept: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete reports before' as const), time: anyTime }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete all crawls' as const) }) },
);

/** The one score of a website equals that of its crawls and reports, regardless of what happens. */
export function describeStoreScores(harness: StoreHarness): void {
  describe('scores of websites', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);

    it('equal those of their crawls and reports after every step of any history', async () => {
      const histories = fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' });
      const property = fc.asyncProperty(histories, async (history) => {
        const fresh = await harness.create();
        try {
          for (const step of history) {
            await take(fresh, step);
            await expectExactScores(fresh);
          }
          const context = createContext({ store: fresh });
          expect((await reconcileCounters(context, { repair: false })).drifts).toEqual([]);
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, propertyRuns(harness));
    });

    it('are the mean of the latest report of each URL, with their number and time', async () => {
      const at = (time: number) => new Date(time);
      const add = (url: string, score: number, createdAt: Date) =>
        store().reports.create(newReport({ url, score, createdAt }));
      const { websiteId } = await add('https://example.com/', 10, at(1_000));
      await add('https://example.com/1', 80, at(2_000));
      const last = await add('https://example.com/', 41, at(3_000));
      const website = () => store().websites.find(ownerId, websiteId);
      // 60.5 rounds up.
      expect(await website()).toMatchObject({
        score: 61,
        result: 'decent',
        scoreSource: { kind: 'reports', crawlId: null, pages: 2, measuredAt: at(3_000) },
        reportsAvgScore: 43.7,
      });
      await store().reports.delete(ownerId, last.id);
      expect(await website()).toMatchObject({
        score: 45,
        result: 'bad',
        scoreSource: { pages: 2, measuredAt: at(2_000) },
      });
      for (const { id } of await allReports(store(), ownerId)) {
        await store().reports.delete(ownerId, id);
      }
      expect(await website()).toMatchObject({ score: null, result: null, scoreSource: null });
    });

    it('are those of the last complete crawl, which newer reports do not change', async () => {
      const { websiteId } = await store().reports.create(newReport({ domain: 'a.com' }));
      const end = (part: Partial<EndedCrawl>) => endCrawl(store(), { ...completeCrawl, ...part });
      const first = await end({ score: 70, end: 'max_pages' });
      const last = await end({ score: 82, pages: 3 });
      const others = [
        await end({ score: 10, end: 'time_limit' }),
        await end({ score: 11, include: ['/blog'] }),
        await end({ score: null }),
      ];
      expect(others.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
      await store().reports.create(newReport({ domain: 'a.com', score: 3 }));
      const website = () => store().websites.find(ownerId, websiteId);
      expect(await website()).toMatchObject({
        score: 82,
        result: 'good',
        scoreSource: { kind: 'crawl', crawlId: last.id, pages: 3, measuredAt: last.endedAt },
      });
      await store().crawls.delete(ownerId, last.id);
      expect(await website()).toMatchObject({ score: 70, scoreSource: { crawlId: first.id } });
      await store().crawls.delete(ownerId, first.id);
      expect(await website()).toMatchObject({
        score: 3,
        scoreSource: { kind: 'reports', pages: 1 },
      });
    });

    it('are not those of a smaller crawl that ended at its limit, unless the larger one is deleted', async () => {
      const end = (part: Partial<EndedCrawl>) => endCrawl(store(), { ...completeCrawl, ...part });
      const { id: large, websiteId } = await end({ score: 75, pages: 3, end: 'max_pages' });
      const small = await end({ score: 50, pages: 1, end: 'max_pages' });
      const found = () => store().websites.find(ownerId, websiteId ?? 0);
      const scores = async () =>
        (await store().websites.trend(ownerId, websiteId ?? 0, 9))?.rows.map(({ score }) => score);
      expect(await found()).toMatchObject({ score: 75, scoreSource: { crawlId: large, pages: 3 } });
      expect(await scores()).toEqual([75]);
      const same = await end({ score: 60, pages: 3, end: 'max_pages' });
      expect(await found()).toMatchObject({ score: 60, scoreSource: { crawlId: same.id } });
      // It found every page, so there are no more.
      const whole = await end({ score: 80, pages: 1 });
      expect(await found()).toMatchObject({ score: 80, scoreSource: { crawlId: whole.id } });
      const last = await end({ score: 90, pages: 2, end: 'max_pages' });
      expect(await found()).toMatchObject({ score: 90, scoreSource: { crawlId: last.id } });
      expect(await scores()).toEqual([75, 60, 80, 90]);
      // Without it, the last one is smaller than another one.
      await store().crawls.delete(ownerId, whole.id);
      expect(await found()).toMatchObject({ score: 60, scoreSource: { crawlId: same.id } });
      for (const id of [large, same.id, last.id]) await store().crawls.delete(ownerId, id);
      expect(await found()).toMatchObject({ score: 50, scoreSource: { crawlId: small.id } });
      expect(await scores()).toEqual([50]);
    });

    it('sort websites, those without one lowest', async () => {
      for (const [index, score] of [50, 90, 20].entries()) {
        await store().reports.create(newReport({ domain: `${index}.com`, score }));
      }
      await endCrawl(store(), { ...completeCrawl, domain: '2.com', score: 60 });
      await endCrawl(store(), { ...completeCrawl, domain: '3.com', end: 'refused' });
      const sorted = async (sort: 'asc' | 'desc') => {
        const query = { start: { page: 1 }, perPage: 10, sortBy: 'score', sort } as const;
        const { rows } = await store().websites.list(ownerId, query);
        return rows.map(({ domain, score }) => [domain, score]);
      };
      const ascending = [
        ['3.com', null],
        ['0.com', 50],
        ['2.com', 60],
        ['1.com', 90],
      ];
      expect(await sorted('asc')).toEqual(ascending);
      expect(await sorted('desc')).toEqual(ascending.toReversed());
    });

    it('have a history by day and a trend by report, each page with its latest report then', async () => {
      const add = (time: string, url: string, score: number, rulesetVersion = '1') =>
        store().reports.create(
          newReport({ createdAt: new Date(time), url, score, rulesetVersion }),
        );
      const { websiteId } = await add('2026-03-14T23:59:59.999Z', 'https://example.com/', 40);
      await add('2026-03-15T01:00:00.000Z', 'https://example.com/1', 81);
      await add('2026-03-15T02:00:00.000Z', 'https://example.com/', 60);
      await add('2026-03-17T00:00:00.000Z', 'https://example.com/1', 91, '2');
      await store().reports.create(newReport({ ownerId: 'owner-2', score: 1 }));
      const from = { rulesetVersion: '1', crawled: null };
      const day = Date.parse('2026-03-14') / 86_400_000;
      const days = [
        { day, score: 40, pages: 1, count: 1, ...from },
        { day: day + 1, score: 71, pages: 2, count: 2, ...from },
        { day: day + 3, score: 76, pages: 2, count: 1, ...from, rulesetVersion: '1, 2' },
      ];
      const { history, trend } = store().websites;
      const rulesets = (measured: MeasuredScores | undefined) =>
        measured?.rows.map(({ rulesetVersion }) => rulesetVersion);
      expect(rulesets(await trend(ownerId, websiteId, 9))).toEqual(['1', '1', '1', '1, 2']);
      expect(await history(ownerId, websiteId, 9)).toEqual({ source: 'reports', rows: days });
      expect((await history(ownerId, websiteId, 1))?.rows).toEqual(days.slice(-1));
      const scores = (measured: MeasuredScores | undefined) =>
        measured?.rows.map((row) => [row.day - day, row.score, row.pages]);
      expect(scores(await trend(ownerId, websiteId, 9))).toEqual([
        [0, 40, 1],
        [1, 61, 2],
        [1, 71, 2],
        [3, 76, 2],
      ]);
      expect(scores(await trend(ownerId, websiteId, 2))).toEqual([
        [1, 71, 2],
        [3, 76, 2],
      ]);
      for (const read of [history, trend]) {
        expect(await read('owner-2', websiteId, 10)).toBeUndefined();
        expect(await read(ownerId, websiteId + 1_000, 10)).toBeUndefined();
        expect(await read(ownerId, 1.5, 10)).toBeUndefined();
      }
    });

    it('have the rulesets of all their latest reports in history and trend', async () => {
      const add = (day: number, page: string, score: number, rulesetVersion: string) =>
        store().reports.create(
          newReport({
            createdAt: new Date(day * 86_400_000),
            url: `https://a.com/${page}`,
            score,
            domain: 'a.com',
            rulesetVersion,
          }),
        );
      const { websiteId } = await add(0, 'a', 50, '5');
      await add(0, 'b', 50, '5');
      await add(0, 'c', 50, '5');
      for (const [index, page] of ['a', 'b', 'c'].entries()) await add(index + 1, page, 90, '6');
      await add(4, 'd', 10, '6');
      const { history, trend } = store().websites;
      const columns = (measured: MeasuredScores | undefined) =>
        measured?.rows.map(({ score, pages, rulesetVersion }) => [score, pages, rulesetVersion]);
      const rows = [
        [50, 3, '5'],
        [63, 3, '5, 6'],
        [77, 3, '5, 6'],
        [90, 3, '6'],
        [70, 4, '6'],
      ];
      const before = [
        [50, 1, '5'],
        [50, 2, '5'],
      ];
      expect(columns(await history(ownerId, websiteId, 9))).toEqual(rows);
      expect(columns(await history(ownerId, websiteId, 3))).toEqual(rows.slice(-3));
      expect(columns(await trend(ownerId, websiteId, 9))).toEqual([...before, ...rows]);
      expect(columns(await trend(ownerId, websiteId, 3))).toEqual(rows.slice(-3));
    });

    it('have a history and a trend of the complete crawls, if there are any', async () => {
      const crawl = (score: number, time: number, part: Partial<EndedCrawl> = {}) =>
        endCrawl(store(), { ...completeCrawl, score, endedAt: new Date(time), ...part });
      await store().reports.create(newReport({ domain: 'a.com' }));
      await crawl(55, 0);
      await crawl(66, 0, { end: 'refused' });
      await crawl(77, 86_400_000, { end: 'max_pages', pages: 2 });
      const [website] = await allWebsites(store(), ownerId);
      const id = website?.id ?? 0;
      const measured = await store().websites.history(ownerId, id, 9);
      const crawled = { maxPages: 100, include: [], exclude: [], source: 'both', isWhole: true };
      expect(measured?.source).toBe('crawl');
      expect(measured?.rows.map(({ day: _, ...row }) => row)).toEqual([
        { score: 55, pages: 1, count: 1, rulesetVersion: '1', crawled },
        {
          score: 77,
          pages: 2,
          count: 1,
          rulesetVersion: '1',
          crawled: { ...crawled, isWhole: false },
        },
      ]);
      expect(await store().websites.trend(ownerId, id, 9)).toEqual(measured);
      expect((await store().websites.trend(ownerId, id, 1))?.rows).toEqual(
        measured?.rows.slice(-1),
      );
    });

    it('are exact after concurrent creation and deletion of reports and crawls', async () => {
      const at = (index: number) =>
        newReport({
          ownerId,
          domain: domains[index % 2] ?? 'a.com',
          url: `https://x/${index % 5}`,
          score: (index * 37) % 101,
        });
      const old = await Promise.all(
        Array.from({ length: 30 }, (_, index) => store().reports.create(at(index))),
      );
      const crawls: Crawl[] = [];
      for (const domain of ['a.com', 'b.com', 'a.com']) {
        crawls.push(await endCrawl(store(), { ...completeCrawl, domain }));
      }
      const leases = [];
      for (const domain of ['a.com', 'b.com']) {
        leases.push((await readyToEnd(store(), { ...completeCrawl, domain })).lease);
      }
      const context = createContext({ store: store() });
      const done = { status: 'done', end: 'complete', score: 64, result: 'decent' } as const;
      await Promise.all([
        ...old.slice(10).map(({ id }) => store().reports.delete(ownerId, id)),
        ...old.map((_, index) => store().reports.create(at(index + 1))),
        ...crawls.map(({ id }) => store().crawls.delete(ownerId, id)),
        ...leases.map((lease) =>
          store().crawls.end(
            lease,
            { ...done, rulesetVersion: '1', issues: [], shape: newShape() },
            new Date(),
          ),
        ),
        deleteOldReports(context, { keepPerUrl: 1, batchSize: 5 }),
        deleteOldCrawls(context, { keepPerWebsite: 1 }),
        reconcileCounters(context),
      ]);
      await expectExactScores(store());
      await Promise.all([
        store().maintenance.deleteOwned(ownerId, 'crawls'),
        ...old.map((_, index) => store().reports.create(at(index))),
      ]);
      await expectExactScores(store());
      expect((await reconcileCounters(context)).drifts).toEqual([]);
    });
  });
}

async function take(store: Store, step: ScoreStep): Promise<void> {
  const context = createContext({ store });
  switch (step.do) {
    case 'report':
      await store.reports.create(step.report);
      return;
    case 'crawl':
      await endCrawl(store, step.crawl);
      return;
    case 'delete report': {
      const report = pick(await allReports(store, ownerId), step.which);
      if (report) await store.reports.delete(ownerId, report.id);
      return;
    }
    case 'delete crawl': {
      const crawl = pick(await allCrawls(store), step.which);
      if (crawl) await store.crawls.delete(ownerId, crawl.id);
      return;
    }
    case 'cancel crawl': {
      const { id } = await beginCrawl(store, { domain: 'a.com', host: 'a.com' });
      await store.crawls.cancel(ownerId, id, new Date());
      return;
    }
    case 'delete website': {
      const website = pick(await allWebsites(store, ownerId), step.which);
      if (website) await store.websites.delete(ownerId, website.id);
      return;
    }
    case 'delete old reports':
      await deleteOldReports(context, { keepPerUrl: step.kept, batchSize: 3 });
      return;
    case 'delete reports before':
      await deleteOldReports(context, { createdBefore: step.time, batchSize: 3 });
      return;
    case 'delete old crawls':
      await deleteOldCrawls(context, { keepPerWebsite: step.kept });
      return;
    default: {
      let isDone = false;
      while (!isDone) ({ isDone } = await store.maintenance.deleteOwned(ownerId, 'crawls'));
    }
  }
}

function pick<Row>(rows: readonly Row[], which: number): Row | undefined {
  return rows[which % rows.length];
}

async function allCrawls(store: Store): Promise<readonly Crawl[]> {
  const query = { start: { page: 1 }, perPage: 1_000, sortBy: 'id', sort: 'asc' } as const;
  return (await store.crawls.list(ownerId, query)).rows;
}

/** Expects that the score of every website is the one of its crawls and reports. */
async function expectExactScores(store: Store): Promise<void> {
  const reports = await allReports(store, ownerId);
  const crawls = await allCrawls(store);
  for (const website of await allWebsites(store, ownerId)) {
    const counted: Awaited<ReturnType<typeof scoreOfCrawl>>[] = [];
    for (const crawl of crawls) {
      const { websiteId, status, end, include, score } = crawl;
      if (websiteId !== website.id || status !== 'done' || score === null) continue;
      if ((end !== 'complete' && end !== 'max_pages') || include.length > 0) continue;
      const scored = await scoreOfCrawl(store, crawl);
      const isSmaller = scored.scoreSource.pages < (counted.at(-1)?.scoreSource.pages ?? 0);
      if (end === 'complete' || !isSmaller) counted.push(scored);
    }
    const { score, scoreSource } = website;
    expect({ score, scoreSource }).toEqual(counted.at(-1) ?? scoreOfReports(website));
    const trend = await store.websites.trend(ownerId, website.id, 200);
    expect(trend?.rows.at(-1)?.score ?? null).toBe(score);
    const history = await store.websites.history(ownerId, website.id, 50);
    expect(history?.rows.at(-1)?.score ?? null).toBe(score);
    if (counted.length > 0) {
      for (const { rows = [] } of [trend ?? {}, history ?? {}]) {
        expect(rows.map(({ score, pages }) => ({ score, pages }))).toEqual(
          counted.map(({ score, scoreSource: { pages } }) => ({ score, pages })),
        );
      }
    } else {
      const expected = trendOfReports(website);
      expect(
        trend?.rows.map(({ score, pages, rulesetVersion }) => ({ score, pages, rulesetVersion })),
      ).toEqual(expected);
      expect(history?.rows.at(-1)?.rulesetVersion).toBe(expected.at(-1)?.rulesetVersion);
    }
  }

  function trendOfReports({ id }: Website) {
    const ofWebsite = reports.filter(({ websiteId }) => websiteId === id);
    return ofWebsite.map((_, index) => {
      const until = ofWebsite.slice(0, index + 1);
      const latest = [...new Map(until.map((report) => [report.url, report])).values()];
      const mean = latest.reduce((sum, { score }) => sum + score, 0) / latest.length;
      const rulesets = new Set(latest.map(({ title }) => (title === '2' ? '2' : '1')));
      return {
        score: Math.round(mean),
        pages: latest.length,
        rulesetVersion: [...rulesets].sort().join(', '),
      };
    });
  }

  function scoreOfReports({ id }: Website) {
    const ofWebsite = reports.filter(({ websiteId }) => websiteId === id);
    const latest = [...new Map(ofWebsite.map((report) => [report.url, report])).values()];
    const last = ofWebsite.at(-1);
    if (last === undefined) return { score: null, scoreSource: null };
    const mean = latest.reduce((sum, { score }) => sum + score, 0) / latest.length;
    const source = { crawlId: null, pages: latest.length, measuredAt: last.createdAt };
    return { score: Math.round(mean), scoreSource: { kind: 'reports', ...source } };
  }
}

async function scoreOfCrawl(store: Store, { id, score, endedAt }: Crawl) {
  const pages = (await pagesOf(store, id, ownerId)).filter(({ state }) => state === 'done').length;
  return { score, scoreSource: { kind: 'crawl', crawlId: id, pages, measuredAt: endedAt } };
}
