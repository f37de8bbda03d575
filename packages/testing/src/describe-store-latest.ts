import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';
import { anyHistory, historyOwners } from './store-history.ts';
import { storePair } from './store-pair.ts';

const ownerId = 'owner-1';
const all = { limit: 100, maxUrls: 100 };

/** The latest report of each URL of a website. */
export function describeStoreLatest(harness: StoreHarness): void {
  describe('the latest reports by URL', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);

    const create = async (path: string, score: number, domain = 'example.com') => {
      const url = `https://${domain}/${path}`;
      const report = newReport({ ownerId, url, domain, score });
      return store().reports.create(report);
    };
    const idsOf = async (websiteId: number, query = all) =>
      (await store().reports.latestByUrl(ownerId, websiteId, query)).rows.map(({ id }) => id);

    it('are those with the highest ids, lowest score first, then newest first', async () => {
      await create('a', 10);
      const a = await create('a', 70);
      await create('b', 90);
      const c = await create('c', 50);
      const b = await create('b', 50);
      await create('a', 1, 'other.com');
      const list = await store().reports.latestByUrl(ownerId, a.websiteId, all);
      expect(list).toMatchObject({ total: 3, totalRelation: 'eq' });
      expect(list.rows.map(({ id }) => id)).toEqual([b.id, c.id, a.id]);
      const query = { start: { page: 1 }, perPage: 9, sortBy: 'id', sort: 'desc' } as const;
      const { rows } = await store().reports.list(ownerId, query);
      expect(list.rows[0]).toEqual(rows.find(({ id }) => id === b.id));

      const newest = await store().reports.latestByUrl(ownerId, a.websiteId, {
        limit: 2,
        maxUrls: 100,
        sortBy: 'id',
      });
      expect(newest.rows.map(({ id }) => id)).toEqual([b.id, c.id]);

      await store().reports.delete(ownerId, a.id);
      await store().reports.delete(ownerId, c.id);
      expect(await idsOf(a.websiteId)).toHaveLength(2);
    });

    it('are limited, and so are the URLs examined, by code point', async () => {
      const first = await create('z', 0);
      const middle = await create('\u{FFFF}', 1);
      const last = await create('\u{1F600}', 2);
      const { websiteId } = first;
      const list = (query: typeof all) => store().reports.latestByUrl(ownerId, websiteId, query);
      expect(await list({ limit: 1, maxUrls: 3 })).toMatchObject({
        rows: [{ id: first.id }],
        total: 3,
        totalRelation: 'eq',
      });
      expect(await list({ limit: 9, maxUrls: 2 })).toMatchObject({
        rows: [{ id: middle.id }, { id: last.id }],
        total: 2,
        totalRelation: 'gte',
      });
    });

    it('do not exist for a website without reports', async () => {
      const { id, websiteId } = await create('a', 1);
      await store().reports.delete(ownerId, id);
      const none = { rows: [], total: 0, totalRelation: 'eq' };
      expect(await store().reports.latestByUrl(ownerId, websiteId, all)).toEqual(none);
    });

    it('are the same as in the reference after any history', async () => {
      const anyLimit = fc.integer({ min: 1, max: 5 });
      const property = fc.asyncProperty(anyHistory, anyLimit, async (history, maxUrls) => {
        const fresh = await harness.create();
        try {
          const pair = storePair(fresh);
          for (const step of history) await pair.take(step);
          for (const owner of historyOwners) {
            for (const id of pair.websiteIds()) {
              await pair.expectSameLatest(owner, id, { limit: 3, maxUrls });
            }
          }
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, propertyRuns(harness));
    });
  });
}
