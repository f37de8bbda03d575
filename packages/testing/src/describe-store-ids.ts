import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
/** Numbers that are not the id of a row, including invalid ids. */
const unknownIds = [
  0,
  -1,
  1.5,
  Number.NaN,
  Infinity,
  -Infinity,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  1e300,
];

/** Ids: increasing, never reused, and harmless if unknown. */
export function describeStoreIds(harness: StoreHarness): void {
  describe('ids', () => {
    const store = useStore(harness);

    it('increase, and are not reused when the newest report is deleted', async () => {
      const seen: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const { id } = await store().reports.create(newReport());
        seen.push(id);
        await store().reports.delete(ownerId, id);
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    });

    it('increase, and are not reused when the newest website is deleted', async () => {
      const seen: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const { id, websiteId } = await store().reports.create(newReport());
        seen.push(websiteId);
        await store().websites.delete(ownerId, websiteId);
        expect(await store().reports.find(ownerId, id)).toBeUndefined();
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    });

    it.each(unknownIds)('%s is not the id of a record', async (id) => {
      const { websiteId } = await store().reports.create(newReport());
      const { reports, websites, apiKeys } = store();
      const now = new Date(0);
      expect(await reports.find(ownerId, id)).toBeUndefined();
      expect(await reports.delete(ownerId, id)).toBe(false);
      expect(await websites.find(ownerId, id)).toBeUndefined();
      expect(await websites.delete(ownerId, id)).toEqual({ outcome: 'missing' });
      const update = await websites.update(ownerId, id, { updatedAt: now });
      expect(update).toEqual({ outcome: 'missing' });
      expect(await reports.renewShareToken(ownerId, id, 'token')).toBe(false);
      expect(await websites.renewShareToken(ownerId, id, 'token')).toBe(false);
      expect(await websites.findPasswordHash(ownerId, id)).toBeUndefined();
      expect(await apiKeys.revoke(ownerId, id, now)).toBe(false);
      const session = { digest: new Uint8Array(32), apiKeyId: id, createdAt: now, expiresAt: now };
      expect(await store().sessions.insert(session)).toBe(false);
      await apiKeys.recordUse(id, now);
      const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'desc' } as const;
      const none = { rows: [], total: 0, totalRelation: 'eq' };
      expect(await reports.list(ownerId, { ...query, websiteId: id })).toEqual(none);
      const latest = await reports.latestByUrl(ownerId, id, { limit: 9, maxUrls: 9 });
      expect(latest).toEqual(none);
      expect(await websites.find(ownerId, websiteId)).toMatchObject({ reportsCount: 1 });
    });
  });
}
