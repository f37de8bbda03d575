import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { listWebsites } from '../websites/list-websites.ts';
import { deleteReport } from './delete-report.ts';
import { getReport } from './get-report.ts';
import { type ListReportsInput, listReports } from './list-reports.ts';

const context = createContext({ store: memoryStore() });
for (let i = 0; i < 60; i += 1) {
  await context.store.reports.create(
    newReport({ ownerId: 'ann', url: `https://example.com/${i}` }),
  );
}

it('lists the newest 50 by default', async () => {
  const { rows, total } = await listReports(context, 'ann');
  expect(total).toBe(60);
  expect(rows).toHaveLength(50);
  expect(rows[0]?.url).toBe('https://example.com/59');
});

it('ignores an empty search', async () => {
  expect((await listReports(context, 'ann', { search: '' })).total).toBe(60);
  expect((await listReports(context, 'ann', { search: '/59' })).total).toBe(1);
});

it('filters by URL, written in any way', async () => {
  for (const url of ['https://example.com/7', 'EXAMPLE.com/7#top']) {
    const { rows, totalRelation } = await listReports(context, 'ann', { url });
    expect([rows.map((row) => row.url), totalRelation]).toEqual([['https://example.com/7'], 'eq']);
  }
  expect((await listReports(context, 'ann', { url: 'http://example.com/7' })).total).toBe(0);
  expect((await listReports(context, 'ann', { url: '' })).total).toBe(60);
});

it('filters by date, inclusive', async () => {
  for (const time of [1, 2, 3]) {
    await context.store.reports.create(newReport({ ownerId: 'cid', createdAt: new Date(time) }));
  }
  const times = async (input: ListReportsInput) =>
    (await listReports(context, 'cid', input)).rows.map(({ createdAt }) => createdAt.getTime());
  expect(await times({ createdFrom: new Date(2) })).toEqual([3, 2]);
  expect(await times({ createdTo: new Date(2) })).toEqual([2, 1]);
  expect(await times({ createdFrom: new Date(2), createdTo: new Date(2) })).toEqual([2]);
});

it.each([
  [{ perPage: 20 }, 'perPage'],
  [{ sort: 'up' }, 'sort'],
  [{ sortBy: 'ownerId' }, 'sortBy'],
  [{ result: 'fine' }, 'result'],
  [{ websiteId: 0 }, 'websiteId'],
  [{ search: 'x'.repeat(2_049) }, 'search'],
  [{ search: 'a\0' }, 'search'],
  [{ url: 'ftp://example.com/' }, 'url'],
  [{ url: ['https://example.com/'] }, 'url'],
  [{ createdFrom: '2026-11-01' }, 'createdFrom'],
  [{ createdTo: new Date(Number.NaN) }, 'createdTo'],
  [{ createdFrom: new Date(2), createdTo: new Date(1) }, 'createdTo'],
  [{ start: { page: 0 } }, 'start'],
  [{ start: { page: 1.5 } }, 'start'],
])('rejects %o and names the field', async (input, field) => {
  await expect(listReports(context, 'ann', input as never)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { [field]: [expect.any(String)] },
  });
});

it('reports all invalid fields at once', async () => {
  const input = { perPage: 20, sort: 'up' } as never;
  const issues = { perPage: [expect.any(String)], sort: [expect.any(String)] };
  await expect(listReports(context, 'ann', input)).rejects.toMatchObject({ issues });
  await expect(listWebsites(context, 'ann', input)).rejects.toMatchObject({ issues });
});

it.each([
  ['url', 5],
  ['score', 'good'],
  ['id', null],
] as const)('refuses a position sorted by %s with the key %j', async (sortBy, key) => {
  const wrong = { code: 'invalid_input', issues: { start: [expect.any(String)] } };
  const start = { after: { key, id: 1 } };
  await expect(listReports(context, 'ann', { sortBy, start })).rejects.toMatchObject(wrong);
});

it('accepts null in a position only for the average score', async () => {
  const start = { before: { key: null, id: 1 } };
  expect(await listWebsites(context, 'ann', { sortBy: 'reportsAvgScore', start })).toBeDefined();
  await expect(listWebsites(context, 'ann', { sortBy: 'reportsCount', start })).rejects.toThrow();
});

it("never returns or changes other owners' reports", async () => {
  const id = (await listReports(context, 'ann')).rows[0]?.id ?? 0;
  expect((await listReports(context, 'bob')).total).toBe(0);
  await expect(getReport(context, 'bob', id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(deleteReport(context, 'bob', id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await getReport(context, 'ann', id)).toBeDefined();
});

it('deletes a report once', async () => {
  const id = (await listReports(context, 'ann')).rows.at(-1)?.id ?? 0;
  await deleteReport(context, 'ann', id);
  await expect(deleteReport(context, 'ann', id)).rejects.toMatchObject({ code: 'not_found' });
});
