import type { List, ReportSummary, Website } from '@sitegrade/core';
import { reportListing, sortKeysOf, websiteListing } from '@sitegrade/core/internal';
import type { ListPosition, ListStart } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const directions = ['asc', 'desc'] as const;

/** Pages and positions: every row once, ties by id, strings by code point. */
export function describeStorePaging(harness: StoreHarness): void {
  describe('paging', () => {
    const store = useStore(harness);

    /** Eleven reports of four websites, with ties in every key; the last website has none left. */
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 11; index += 1) {
        const domain = `${index % 3}.com`;
        const score = (index % 2) * 50;
        const url = `https://${domain}/${index % 4}`;
        await store().reports.create(newReport({ ownerId, domain, score, url }));
      }
      const { id } = await store().reports.create(newReport({ ownerId, domain: 'none.com' }));
      await store().reports.delete(ownerId, id);
    };

    const listings: SortedListing[] = directions.flatMap((sort) => [
      ...sortKeysOf(reportListing).map((sortBy) => ({
        name: `reports by ${sortBy} ${sort}`,
        list: (start: ListStart) =>
          store().reports.list(ownerId, { start, sort, perPage: 3, sortBy }),
        keyOf: (row: object) => reportListing.sortKeys[sortBy].keyOf(row as ReportSummary),
      })),
      ...sortKeysOf(websiteListing).map((sortBy) => ({
        name: `websites by ${sortBy} ${sort}`,
        list: (start: ListStart) =>
          store().websites.list(ownerId, { start, sort, perPage: 3, sortBy }),
        keyOf: (row: object) => websiteListing.sortKeys[sortBy].keyOf(row as Website),
      })),
    ]);

    it.each(listings)(
      '$name: following positions gives the same rows as the pages',
      async ({ list, keyOf }) => {
        await fill();
        const { total } = await list({ page: 1 });
        const paged: Row[] = [];
        for (let page = 1; page <= Math.ceil(total / 3); page += 1) {
          paged.push(...(await list({ page })).rows);
        }
        expect(new Set(paged.map(({ id }) => id)).size).toBe(total);

        const forward = paged.slice(0, 1);
        for (let last = paged.at(0); last !== undefined; last = forward.at(-1)) {
          const { rows } = await list({ after: { key: keyOf(last), id: last.id } });
          if (rows.length === 0 || forward.length > total) break;
          forward.push(...rows);
        }
        expect(forward).toEqual(paged);

        const backward = paged.slice(-1);
        for (let first = paged.at(-1); first !== undefined; first = backward.at(0)) {
          const { rows } = await list({ before: { key: keyOf(first), id: first.id } });
          if (rows.length === 0 || backward.length > total) break;
          backward.unshift(...rows);
        }
        expect(backward).toEqual(paged);
      },
    );

    it.each(listings)('$name: a page past the end is empty, with the total', async ({ list }) => {
      await fill();
      const { total } = await list({ page: 1 });
      expect(total).toBeGreaterThan(3);
      for (const page of [5, 1000, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
        expect(await list({ page })).toEqual({ rows: [], total, totalRelation: 'eq' });
      }
    });

    it('a website without reports sorts below one with score 0', async () => {
      await fill();
      await store().reports.create(newReport({ ownerId, domain: 'zero.com', score: 0 }));
      const query = { start: { page: 1 }, perPage: 10, sortBy: 'reportsAvgScore' } as const;
      const { rows } = await store().websites.list(ownerId, { ...query, sort: 'asc' });
      expect(rows.slice(0, 2).map(({ domain }) => domain)).toEqual(['none.com', 'zero.com']);
      const reversed = await store().websites.list(ownerId, { ...query, sort: 'desc' });
      expect(reversed.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
    });

    it('strings sort by code point: not by locale, case or UTF-16 unit', async () => {
      const sorted = [
        '',
        ' ',
        'A',
        'Z',
        '[',
        'a',
        'a/',
        'aa',
        'b',
        'z',
        'é',
        '\u{FFFF}',
        '\u{10000}',
        '\u{1F600}',
      ];
      for (const text of sorted.toReversed()) {
        await store().reports.create(newReport({ ownerId, url: text, domain: text || '-' }));
      }
      const query = { start: { page: 1 }, perPage: 50, sort: 'asc' } as const;
      const reports = await store().reports.list(ownerId, { ...query, sortBy: 'url' });
      expect(reports.rows.map(({ url }) => url)).toEqual(sorted);
      const websites = await store().websites.list(ownerId, { ...query, sortBy: 'domain' });
      const domains = [' ', '-', ...sorted.slice(2)];
      expect(websites.rows.map(({ domain }) => domain)).toEqual(domains);
    });
  });
}

type Row = { readonly id: number };

interface SortedListing {
  readonly name: string;
  readonly list: (start: ListStart) => Promise<List<Row>>;
  readonly keyOf: (row: object) => ListPosition['key'];
}
