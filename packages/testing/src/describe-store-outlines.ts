import { describe, expect, it } from 'vitest';
import { newOutline } from './crawl-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** The outlines of the latest report of each URL of a website. */
export function describeStoreOutlines(harness: StoreHarness): void {
  describe('the outlines of a website', () => {
    const store = useStore(harness);
    const create = (path: string, part: Parameters<typeof newReport>[0] = {}) => {
      const report = newReport({ url: `https://example.com/${path}`, score: 50, ...part });
      return store().reports.create(report);
    };
    const read = (websiteId: number, after = '', limit = 100, owner = ownerId) =>
      store().reports.readOutlines(owner, websiteId, { after, limit });

    it('are of the latest report of each URL, by code point', async () => {
      const paths = ['b', '\u{1F600}', 'a', '\u{FFFF}', 'a'];
      const outline = newOutline({ words: 7 });
      const reports = [];
      for (const path of paths) reports.push(await create(path, { outline }));
      await create('z', { domain: 'other.com' });
      const [b, smile, , last, a] = reports;
      const { websiteId } = reports[0] ?? { websiteId: 0 };
      const expected = [a, b, last, smile].map((report) => ({
        id: report?.id,
        url: report?.url,
        finalUrl: report?.finalUrl,
        httpStatus: 200,
        score: 50,
        outline,
      }));
      expect(await read(websiteId)).toEqual(expected);
      expect(await read(websiteId, '', 2)).toEqual(expected.slice(0, 2));
      expect(await read(websiteId, expected[0]?.url, 2)).toEqual(expected.slice(1, 3));
      expect(await read(websiteId, 'https://example.com/a0', 1)).toEqual(expected.slice(1, 2));
      expect(await read(websiteId, expected[3]?.url, 2)).toEqual([]);
      await store().reports.delete(ownerId, a?.id ?? 0);
      expect((await read(websiteId))[0]).toMatchObject({ id: reports[2]?.id });
    });

    it('are null for reports without one, and as large as a page can make them', async () => {
      const { websiteId } = await create('a');
      const links = Array.from({ length: 2000 }, (_, index) => ({
        url: `https://example.com/${'ä'.repeat(40)}/${index}`,
        text: `Text ${index} 語`,
        nofollow: index % 2 === 0,
      }));
      const outline = newOutline({ links, minHash: null });
      await create('b', { outline });
      expect((await read(websiteId)).map((report) => report.outline)).toEqual([null, outline]);
    });

    it('are not read for a website that is missing, deleted, or of another owner', async () => {
      const { websiteId } = await create('a', { outline: newOutline() });
      expect(await read(websiteId, '', 9, 'owner-2')).toEqual([]);
      for (const id of [websiteId + 1, 0, -1, 1.5, Number.NaN, 2 ** 53]) {
        expect(await read(id)).toEqual([]);
      }
      // More than a store may delete at once.
      await create('b', { outline: newOutline() });
      await store().maintenance.deleteOwned(ownerId, 'websites');
      expect(await read(websiteId)).toEqual([]);
    });
  });
}
