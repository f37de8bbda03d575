import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { eachReport } from '../reports/list-reports.ts';
import type { ReportSummary } from '../store/report.ts';
import type { ReportListQuery } from '../store/report-listing.ts';
import { eachWebsite } from '../websites/list-websites.ts';
import { eachRow } from './each-row.ts';

const ownerId = 'ann';

/** All items; Node 20 has no `Array.fromAsync`. */
async function arrayOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A store with this many reports, and the queries that it gets. */
async function storeWith(reports: number) {
  const store = memoryStore();
  for (let index = 0; index < reports; index += 1) {
    const domain = `site-${index % 7}.example`;
    await store.reports.create(
      newReport({ ownerId, domain, url: `https://${domain}/${index}`, score: index % 101 }),
    );
  }
  const queries: ReportListQuery[] = [];
  const list: typeof store.reports.list = (owner, query) => {
    queries.push(query);
    return store.reports.list(owner, query);
  };
  const context = createContext({ store: { ...store, reports: { ...store.reports, list } } });
  return { context, store, queries };
}

describe('eachReport', () => {
  it.each([0, 1, 499, 500, 501, 1_000, 1_203])('yields all of %i reports, once', async (count) => {
    const { context } = await storeWith(count);
    const ids = (await arrayOf(eachReport(context, ownerId))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('reads pages of 500 only when their rows are wanted', async () => {
    const { context, queries } = await storeWith(1_203);
    const reports = eachReport(context, ownerId, { sort: 'asc' });
    const read = async (count: number) => {
      let last: ReportSummary | undefined;
      for (let index = 0; index < count; index += 1) last = (await reports.next()).value ?? last;
      return last?.id;
    };
    expect(queries).toEqual([]);
    expect(await read(500)).toBe(500);
    expect(queries).toMatchObject([{ perPage: 500, start: { page: 1 } }]);
    await read(1);
    expect(queries.slice(1)).toMatchObject([
      { perPage: 500, start: { after: { key: 500, id: 500 } } },
    ]);
    await reports.return();
    expect(await reports.next()).toEqual({ done: true, value: undefined });
    expect(queries).toHaveLength(2);
  });

  it('filters, searches and sorts, with ties across pages', async () => {
    const { context, store } = await storeWith(1_203);
    const input = { search: '/1', sortBy: 'score', sort: 'asc', result: 'bad' } as const;
    const expected = await store.reports.list(ownerId, {
      ...input,
      start: { page: 1 },
      perPage: 2_000,
    });
    expect(await arrayOf(eachReport(context, ownerId, input))).toEqual(expected.rows);
    const domains = await arrayOf(
      eachWebsite(context, ownerId, { sortBy: 'domain', sort: 'asc', search: 'SITE' }),
    );
    expect(domains.map(({ domain }) => domain)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((index) => `site-${index}.example`),
    );
  });

  it.each([
    [{ result: 'fine' }, 'result'],
    [{ perPage: 50 }, 'perPage'],
    [{ start: { page: 1 } }, 'start'],
    [{ search: 'a\0' }, 'search'],
    [{ createdFrom: new Date(2), createdTo: new Date(1) }, 'createdTo'],
  ])('rejects %o with the first row, and names the field', async (input, field) => {
    const { context } = await storeWith(0);
    await expect(eachReport(context, ownerId, input as never).next()).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { [field]: [expect.any(String)] },
    });
  });

  it('rejects a malformed owner id', async () => {
    const { context } = await storeWith(0);
    await expect(eachReport(context, '').next()).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(eachWebsite(context, '').next()).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('eachRow lets other work run between pages, also if pages are there at once', async () => {
  const total = 1_500;
  let rounds = 0;
  const timer = setImmediate(function count() {
    rounds += 1;
    if (rounds < 100) setImmediate(count);
  });
  const rows = eachRow(
    ({ id }: { readonly id: number }) => id,
    async ({ start, perPage }) => {
      const first = 'after' in start ? start.after.id + 1 : 1;
      const length = Math.min(perPage, total - first + 1);
      const page = Array.from({ length }, (_, index) => ({ id: first + index }));
      return { rows: page, total, totalRelation: 'eq' };
    },
  );
  expect(await arrayOf(rows)).toHaveLength(total);
  clearImmediate(timer);
  expect(rounds).toBeGreaterThanOrEqual(3);
});
