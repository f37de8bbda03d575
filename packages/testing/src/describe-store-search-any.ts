import type { Result } from '@sitegrade/core';
import type { ReportListQuery, Store } from '@sitegrade/core/store';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const parts = [
  ...[
    'https://',
    'a',
    'ab',
    'abc',
    'Abcd',
    '/',
    '-',
    '%',
    '_',
    '\\',
    '"',
    "'",
    '*',
    ' AND ',
    '.com',
  ],
  ...[
    'ß',
    'É',
    'e\u0301',
    '日本語',
    'привет',
    'שלום',
    '\u{1F600}',
    '\u{10FFFF}',
    'Σ',
    'İ',
    '\u0001',
  ],
];
const owners = ['owner-1', 'owner-2'];
const results: readonly Result[] = ['good', 'decent', 'bad'];

/** Random searches in random reports: every store finds the same as the reference, in the same order. */
export function describeStoreSearchAny(harness: StoreHarness): void {
  describe('random searches', () => {
    const store = useStore(harness);

    it('find the same as the reference, also after reports and websites are deleted', async () => {
      const random = randomNumbers(7);
      const reference = memoryStore();
      const text = (most: number) =>
        Array.from({ length: 1 + random(most) }, () => parts[random(parts.length)]).join('');
      const urls: string[] = [];
      const ids: (readonly [ownerId: string, actual: number, other: number, website: number[]])[] =
        [];
      for (let made = 0; made < 200; made += 1) {
        const ownerId = owners[random(2)] ?? '';
        const url = text(8);
        const result = results[random(3)] ?? 'bad';
        const report = newReport({ ownerId, url, domain: `${random(9)}.com`, result });
        const actual = await store().reports.create(report);
        const other = await reference.reports.create(report);
        urls.push(url);
        ids.push([ownerId, actual.id, other.id, [actual.websiteId, other.websiteId]]);
      }
      const needles = Array.from({ length: 60 }, () => {
        const characters = [...(urls[random(urls.length)] ?? '')];
        const from = random(characters.length);
        const part = characters.slice(from, from + 1 + random(9)).join('');
        return random(3) === 0 ? text(3) : part;
      });
      await expectSame([store(), reference], needles, random);
      for (const [ownerId, actual, other] of ids.filter(() => random(3) === 0)) {
        expect(await store().reports.delete(ownerId, actual)).toBe(true);
        await reference.reports.delete(ownerId, other);
      }
      const [ownerId, , , [actual = 0, other = 0] = []] = ids[0] ?? ['', 0, 0, []];
      const deleted = await store().websites.delete(ownerId, actual);
      expect(await reference.websites.delete(ownerId, other)).toEqual(deleted);
      await expectSame([store(), reference], needles, random);
    });
  });
}

async function expectSame(
  [store, reference]: readonly [Store, Store],
  needles: readonly string[],
  random: (below: number) => number,
): Promise<void> {
  for (const search of needles) {
    for (const ownerId of owners) {
      const query: ReportListQuery = {
        search,
        start: { page: 1 + random(2) },
        perPage: 3 + random(40),
        sortBy: (['id', 'url', 'score'] as const)[random(3)] ?? 'id',
        sort: random(2) === 0 ? 'asc' : 'desc',
        ...(random(3) === 0 ? { result: results[random(3)] ?? 'bad' } : {}),
      };
      const found = await listed(store, ownerId, query);
      expect(found, JSON.stringify(query)).toEqual(await listed(reference, ownerId, query));
    }
  }
}

async function listed(store: Store, ownerId: string, query: ReportListQuery) {
  const { rows, ...totals } = await store.reports.list(ownerId, query);
  return { ...totals, rows: rows.map(({ url, domain, result }) => ({ url, domain, result })) };
}

/** Integers below a bound, the same in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
