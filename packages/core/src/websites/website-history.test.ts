import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { websiteHistory } from './website-history.ts';

const context = createContext({ store: memoryStore() });
const add = (time: string, score: number) =>
  context.store.reports.create(newReport({ createdAt: new Date(time), score }));

// 2025-12-29 is a Monday.
await add('2025-12-28T23:59:59.999Z', 50);
await add('2025-12-29T00:00:00.000Z', 60);
await add('2026-01-04T23:59:59.999Z', 71);
await add('2026-01-04T10:00:00.000Z', 64);
const { websiteId } = await add('2026-01-05T00:00:00.000Z', 80);

const single = (start: string, score: number) => {
  return { start, count: 1, mean: score, min: score, max: score, last: score };
};

it('has a point for each day with reports by default', async () => {
  expect(await websiteHistory(context, 'owner-1', websiteId)).toEqual([
    single('2025-12-28', 50),
    single('2025-12-29', 60),
    { start: '2026-01-04', count: 2, mean: 67.5, min: 64, max: 71, last: 64 },
    single('2026-01-05', 80),
  ]);
});

it('begins weeks on Monday', async () => {
  expect(await websiteHistory(context, 'owner-1', websiteId, { interval: 'week' })).toEqual([
    single('2025-12-22', 50),
    { start: '2025-12-29', count: 3, mean: 65, min: 60, max: 71, last: 64 },
    single('2026-01-05', 80),
  ]);
});

it('merges months', async () => {
  expect(await websiteHistory(context, 'owner-1', websiteId, { interval: 'month' })).toEqual([
    { start: '2025-12-01', count: 2, mean: 55, min: 50, max: 60, last: 60 },
    { start: '2026-01-01', count: 3, mean: 71.7, min: 64, max: 80, last: 80 },
  ]);
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
