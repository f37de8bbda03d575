import { describe, expect, it } from 'vitest';
import { newApiKey } from './api-key-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

/** Owner ids that must be distinct: by case, by accent, by length, and one of the maximum length. */
const owners = ['a', 'A', 'á', 'a\u0301', 'a ', '1', '1.0', `'"%_\\`, 'ö'.repeat(127)];
const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'desc' } as const;

/** Records of one owner cannot be seen, changed or counted by another. */
export function describeStoreOwners(harness: StoreHarness): void {
  describe('owners', () => {
    const store = useStore(harness);

    it('have their own websites, counters and listings', async () => {
      for (const [index, ownerId] of owners.entries()) {
        await store().reports.create(newReport({ ownerId, score: index }));
      }
      for (const [index, ownerId] of owners.entries()) {
        const reports = await store().reports.list(ownerId, { ...query, search: 'example' });
        expect(reports.rows.map(({ score }) => score)).toEqual([index]);
        const websites = await store().websites.list(ownerId, query);
        expect(websites).toMatchObject({ total: 1, rows: [{ reportsAvgScore: index }] });
        const websiteId = reports.rows[0]?.websiteId ?? 0;
        const ofWebsite = await store().reports.list(ownerId, { ...query, websiteId });
        expect(ofWebsite.total).toBe(1);
      }
    });

    it('cannot access records of another', async () => {
      const { id, websiteId } = await store().reports.create(newReport({ ownerId: 'owner-1' }));
      const key = await store().apiKeys.insert(newApiKey({ ownerId: 'owner-1' }));
      const change = {
        privacy: 'password',
        passwordHash: '$hash$',
        updatedAt: new Date(0),
      } as const;
      await store().websites.update('owner-1', websiteId, change);
      const website = await store().websites.find('owner-1', websiteId);
      const report = await store().reports.find('owner-1', id);
      const now = new Date(0);
      await store().reports.create(newReport({ ownerId: 'owner-2', domain: 'other.com' }));

      for (const other of ['owner-2', 'owner-3', 'OWNER-1', '']) {
        expect(await store().reports.find(other, id)).toBeUndefined();
        expect(await store().reports.delete(other, id)).toBe(false);
        expect(await store().reports.list(other, { ...query, websiteId })).toMatchObject({
          rows: [],
          total: 0,
        });
        const latest = { limit: 9, maxUrls: 9 };
        expect(await store().reports.latestByUrl(other, websiteId, latest)).toMatchObject({
          rows: [],
          total: 0,
        });
        expect(await store().reports.renewShareToken(other, id, 'token')).toBe(false);
        expect(await store().websites.renewShareToken(other, websiteId, 'token')).toBe(false);
        expect(await store().websites.findPasswordHash(other, websiteId)).toBeUndefined();
        expect(await store().websites.find(other, websiteId)).toBeUndefined();
        expect(await store().websites.delete(other, websiteId)).toEqual({ outcome: 'missing' });
        const change = { privacy: 'public', updatedAt: now } as const;
        expect(await store().websites.update(other, websiteId, change)).toEqual({
          outcome: 'missing',
        });
        expect(await store().apiKeys.revoke(other, key.id, now)).toBe(false);
        expect(await store().apiKeys.list(other)).toEqual([]);
      }
      expect(await store().reports.find('owner-1', id)).toEqual(report);
      expect(await store().websites.find('owner-1', websiteId)).toEqual(website);
      expect(await store().apiKeys.list('owner-1')).toEqual([key]);
    });

    it('without records get empty listings', async () => {
      const none = { rows: [], total: 0, totalRelation: 'eq' };
      for (const start of [{ page: 1 }, { page: 9 }, { after: { key: 1, id: 1 } }]) {
        expect(await store().reports.list('owner-3', { ...query, start })).toEqual(none);
        expect(await store().websites.list('owner-3', { ...query, start })).toEqual(none);
      }
    });
  });
}
