import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 50, sortBy: 'id', sort: 'asc' } as const;

const urls = [
  'https://example.com/',
  'https://example.com/100%25/a_b',
  'https://example.com/axb',
  'https://EXAMPLE.com/Upper',
  'https://xn--mnchen-3ya.de/stra%C3%9Fe?q=1%27%22;--',
  `https://example.org/'";drop table--/a\\b`,
  'https://xn--80ak6aa92e.com/',
  'https://日本.example/İ/STRASSE/straße/e\u0301/é',
];

/** Searches: literal, in any case, anywhere, hosts in Unicode and punycode. */
export function describeStoreSearch(harness: StoreHarness): void {
  describe('search', () => {
    const store = useStore(harness);

    it.each<[search: string, found: number[]]>([
      ['example.com', [0, 1, 2, 3]],
      ['eXaMpLe.CoM', [0, 1, 2, 3]],
      ['://', [0, 1, 2, 3, 4, 5, 6, 7]],
      ['%', [1, 4]],
      ['_', [1]],
      ['a_b', [1]],
      ['\\', [5]],
      ['\\\\', []],
      ["'", [5]],
      ["' or 1=1--", []],
      ['";drop', [5]],
      ['*', []],
      ['?', [4]],
      ['upper', [3]],
      ['münchen', [4]],
      ['MÜNCHEN.DE/', [4]],
      ['xn--mnchen', [4]],
      ['https://münchen.de/stra%c3%9fe', [4]],
      ['munchen', []],
      ['аррӏе', [6]],
      ['日本', [7]],
      ['İ', [7]],
      ['i', [7]],
      ['ß', [7]],
      ['ẞ', [7]],
      ['strasse', [7]],
      ['é', [7]],
      ['e\u0301', [7]],
      ['\n', []],
      ['\r', []],
      [' ', [5]],
      ['x'.repeat(2_048), []],
      ['🙂'.repeat(2_048), []],
      [`"${'a" AND "b'.repeat(200)}`, []],
      ['%'.repeat(2_048), []],
      ['\\'.repeat(2_048), []],
    ])('%j', async (search, found) => {
      for (const url of urls) await store().reports.create(newReport({ ownerId, url }));
      const { rows, total } = await store().reports.list(ownerId, { ...query, search });
      expect(rows.map(({ url }) => urls.indexOf(url))).toEqual(found);
      expect(total).toBe(found.length);
    });

    it('compares a search of 2,048 characters with all of a URL', async () => {
      const path = Array.from({ length: 300 }, (_, index) => `/${index}-é`).join('');
      const url = `https://a.test${path}`.slice(0, 2_048);
      const other = url.replace('/150-', '/15O-');
      const repeated = `https://a.test/${'a'.repeat(2_033)}`;
      for (const stored of [url, other, repeated]) {
        await store().reports.create(newReport({ ownerId, url: stored }));
      }
      for (const [search, found] of [
        [url, [url]],
        [url.toUpperCase(), [url]],
        [other, [other]],
        [url.slice(-1_000), [url]],
        [repeated, [repeated]],
        [`${'a'.repeat(1_000)}b`, []],
        [`b${'a'.repeat(1_000)}`, []],
        [`${url.slice(1)}x`, []],
      ] as const) {
        const { rows, total } = await store().reports.list(ownerId, { ...query, search });
        expect([rows.map((row) => row.url), total]).toEqual([found, found.length]);
      }
      expect((await store().websites.list(ownerId, { ...query, search: url })).rows).toEqual([]);
    });

    it('counts the matches of all pages that match the filters', async () => {
      for (const [index, url] of urls.entries()) {
        const result = index % 2 === 0 ? 'good' : 'bad';
        await store().reports.create(newReport({ ownerId, url, result }));
      }
      const some = { ...query, perPage: 2, search: 'example.com' };
      const first = await store().reports.list(ownerId, some);
      expect([first.rows.length, first.total]).toEqual([2, 4]);
      const good = await store().reports.list(ownerId, { ...some, result: 'good' });
      expect([good.rows.length, good.total]).toEqual([2, 2]);
      const past = await store().reports.list(ownerId, { ...some, start: { page: 3 } });
      expect(past).toEqual({ rows: [], total: 4, totalRelation: 'eq' });
    });

    it('finds websites by either spelling of their domain', async () => {
      for (const domain of ['xn--mnchen-3ya.de:8080', 'example.com', 'xn--bcher-kva.example.com']) {
        await store().reports.create(newReport({ ownerId, domain }));
      }
      const found = async (search: string) =>
        (await store().websites.list(ownerId, { ...query, search })).rows.map(
          ({ domain }) => domain,
        );
      expect(await found('MÜNCHEN.de:80')).toEqual(['xn--mnchen-3ya.de:8080']);
      expect(await found('XN--')).toEqual(['xn--mnchen-3ya.de:8080', 'xn--bcher-kva.example.com']);
      expect(await found('bücher.ex')).toEqual(['xn--bcher-kva.example.com']);
      expect(await found('example')).toEqual(['example.com', 'xn--bcher-kva.example.com']);
    });
  });
}
