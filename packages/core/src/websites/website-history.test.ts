import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import type { NewReport } from '../store/report-store.ts';
import { type HistoryInterval, websiteHistory, websiteTrend } from './website-history.ts';

const context = createContext({ store: memoryStore() });
const add = (time: string, score: number, part: Partial<NewReport> = {}) =>
  context.store.reports.create(newReport({ createdAt: new Date(time), score, ...part }));
const other = { url: 'https://example.com/other' };

// 2025-12-29 is a Monday.
await add('2025-12-28T23:59:59.999Z', 50);
await add('2025-12-29T00:00:00.000Z', 60);
await add('2026-01-04T10:00:00.000Z', 70, other);
await add('2026-01-04T23:59:59.999Z', 64);
const { websiteId } = await add('2026-01-05T00:00:00.000Z', 80, { rulesetVersion: '2' });

const point = (start: string, score: number, pages = 1, count = 1) => {
  return { start, score, pages, count, rulesetVersion: '1', isComparable: true };
};
const lastPoint = (start: string, count = 1) => {
  return { ...point(start, 75, 2, count), rulesetVersion: '1, 2', isComparable: false };
};
const history = async (interval?: HistoryInterval) =>
  websiteHistory(context, 'owner-1', websiteId, interval && { interval });

it('has the mean of the latest reports at the end of each day with reports by default', async () => {
  expect(await history()).toEqual({
    source: 'reports',
    points: [
      point('2025-12-28', 50),
      point('2025-12-29', 60),
      // With another page.
      { ...point('2026-01-04', 67, 2, 2), isComparable: false },
      lastPoint('2026-01-05'),
    ],
  });
});

it('begins weeks on Monday', async () => {
  const { points } = await history('week');
  expect(points).toEqual([
    point('2025-12-22', 50),
    { ...point('2025-12-29', 67, 2, 3), isComparable: false },
    lastPoint('2026-01-05'),
  ]);
});

it('merges months', async () => {
  const { points } = await history('month');
  expect(points).toEqual([point('2025-12-01', 60, 1, 2), lastPoint('2026-01-01', 3)]);
});

it('ends with the score of the website', async () => {
  const website = await context.store.websites.find('owner-1', websiteId);
  expect((await history()).points.at(-1)?.score).toBe(website?.score);
});

it('leaves out a day on which the clock was wrong, so that no page had a report', async () => {
  const { websiteId: wrong } = await add('2026-02-02T00:00:00.000Z', 50, { domain: 'wrong.com' });
  await add('2026-02-01T23:59:59.999Z', 90, { domain: 'wrong.com' });
  const { points } = await websiteHistory(context, 'owner-1', wrong);
  expect(points).toEqual([point('2026-02-02', 90)]);
});

it('has a trend with the score after each report', async () => {
  const scores = [50, 60, 65, 67, 75];
  const { points } = await websiteTrend(context, 'owner-1', websiteId);
  expect(points).toEqual(
    scores.map((score, index) => ({ score, isComparable: index !== 2 && index < 4 })),
  );
  const nothing = { points: [], change: null };
  expect(await websiteTrend(context, 'owner-2', websiteId)).toEqual(nothing);
});

it('compares the score with that of the look before: of the day before, or else of the same day', async () => {
  const domain = 'looks.com';
  const changeAfter = async (time: string, page: string, score: number) => {
    const part = { domain, url: `https://${domain}/${page}` };
    const { websiteId: looked } = await add(time, score, part);
    const { change } = await websiteTrend(context, 'owner-1', looked);
    return change && [change.points, change.since.toISOString().slice(0, 10)];
  };
  expect(await changeAfter('2026-05-01T09:00:00Z', 'a', 40)).toBeNull();
  expect(await changeAfter('2026-05-01T10:00:00Z', 'a', 50)).toEqual([10, '2026-05-01']);
  expect(await changeAfter('2026-05-02T09:00:00Z', 'a', 44)).toEqual([-6, '2026-05-01']);
  expect(await changeAfter('2026-05-02T10:00:00Z', 'a', 46)).toEqual([-4, '2026-05-01']);
  // The mean of other pages cannot be compared.
  expect(await changeAfter('2026-05-03T09:00:00Z', 'b', 80)).toBeNull();
  expect(await changeAfter('2026-05-04T09:00:00Z', 'b', 90)).toEqual([5, '2026-05-03']);
});

it('compares no mean of other pages or rulesets, until all reports have the new one', async () => {
  const addTo = (time: string, page: string, score: number, rulesetVersion: string) =>
    add(time, score, { domain: 'mixed.com', url: `https://mixed.com/${page}`, rulesetVersion });
  const { websiteId: mixed } = await addTo('2026-03-01', 'a', 50, '5');
  await addTo('2026-03-01', 'b', 50, '5');
  await addTo('2026-03-01', 'c', 50, '5');
  await addTo('2026-03-02', 'a', 90, '6');
  await addTo('2026-03-03', 'b', 90, '6');
  await addTo('2026-03-04', 'c', 90, '6');
  await addTo('2026-03-05', 'c', 93, '6');
  await addTo('2026-03-06', 'd', 7, '6');
  const { points } = await websiteHistory(context, 'owner-1', mixed);
  const compared = points.map(({ score, pages, isComparable }) => [score, pages, isComparable]);
  expect(compared).toEqual([
    [50, 3, true],
    [63, 3, false],
    [77, 3, false],
    [90, 3, false],
    [91, 3, true],
    [70, 4, false],
  ]);
  const trend = await websiteTrend(context, 'owner-1', mixed);
  expect(trend.points.slice(2)).toEqual(
    compared.map(([score, , isComparable], index) => ({
      score,
      // The pages before the third one are in the trend, not in the history.
      isComparable: index > 0 && isComparable,
    })),
  );
});

const scope = { source: 'both', include: [], exclude: [], maxPages: 100 } as const;
const crawl = {
  day: 0,
  score: 80,
  pages: 9,
  count: 1,
  rulesetVersion: '1',
  crawled: { ...scope, isWhole: true },
} as const;

it.each([
  { change: 'nothing', later: crawl, isComparable: true },
  {
    change: 'the pages allowed, all found',
    later: { ...crawl, crawled: { ...crawl.crawled, maxPages: 200 } },
    isComparable: true,
  },
  { change: 'the ruleset', later: { ...crawl, rulesetVersion: '2' }, isComparable: false },
  {
    change: 'the excluded paths',
    later: { ...crawl, crawled: { ...crawl.crawled, exclude: ['/a'] } },
    isComparable: false,
  },
  {
    change: 'whether all pages were crawled',
    later: { ...crawl, crawled: { ...crawl.crawled, isWhole: false } },
    isComparable: false,
  },
])('compares crawls after a change of $change: $isComparable', async ({ later, isComparable }) => {
  const store = memoryStore();
  const measured = { source: 'crawl', rows: [crawl, { ...later, day: 1 }] } as const;
  const { websites } = store;
  const crawled = createContext({
    store: { ...store, websites: { ...websites, history: async () => measured } },
  });
  const { source, points } = await websiteHistory(crawled, 'owner-1', 1);
  expect(source).toBe('crawl');
  expect(points.map((row) => row.isComparable)).toEqual([true, isComparable]);
});

it('refuses other intervals, and websites of others', async () => {
  const interval = 'year' as never;
  await expect(websiteHistory(context, 'owner-1', websiteId, { interval })).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { interval: ['must be one of day, week, month.'] },
  });
  await expect(websiteHistory(context, 'owner-2', websiteId)).rejects.toMatchObject({
    code: 'not_found',
  });
});
