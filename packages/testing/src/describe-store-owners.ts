import { describe, expect, it } from 'vitest';
import { newApiKey } from './api-key-fixture.ts';
import { newCrawl } from './crawl-fixture.ts';
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

    it('are listed by code points, in parts, with what they have', async () => {
      // UTF-16 would put the emoji before the other character.
      const named = ['\u{1f600}', '\uff5e', 'ö', 'a', 'Z', 'none'];
      for (const ownerId of named.slice(0, -1))
        await store().reports.create(newReport({ ownerId }));
      await store().reports.create(newReport({ ownerId: 'a', domain: 'other.com' }));
      for (const name of ['1', '2'])
        await store().apiKeys.insert(newApiKey({ ownerId: 'a', name }));
      const listOwners = (after: string, limit: number) =>
        store().maintenance.listOwners({ after, limit });
      const all = await listOwners('', 10);
      expect(all.map(({ ownerId }) => ownerId)).toEqual(['Z', 'a', 'ö', '\uff5e', '\u{1f600}']);
      expect(all.slice(0, 2)).toEqual([
        { ownerId: 'Z', apiKeysCount: 0, websitesCount: 1, reportsCount: 1 },
        { ownerId: 'a', apiKeysCount: 2, websitesCount: 2, reportsCount: 2 },
      ]);
      expect(await listOwners('', 2)).toEqual(all.slice(0, 2));
      expect(await listOwners('a', 2)).toEqual(all.slice(2, 4));
      expect(await listOwners('b', 9)).toEqual(all.slice(2));
      expect(await listOwners('\u{1f600}', 9)).toEqual([]);
    });

    it('are listed for anything that they have, and not when it is deleted', async () => {
      const at = new Date(0);
      const { maintenance, apiKeys, jobs, crawls, reports, websites } = store();
      const idsOf = async () =>
        (await maintenance.listOwners({ after: '', limit: 9 })).map(({ ownerId }) => ownerId);
      await apiKeys.insert(newApiKey({ ownerId: 'with a key' }));
      const urls = ['https://a.com/'];
      const job = { urls, isBatch: false, createdAt: at, maxQueued: 9 };
      await jobs.create({ ...job, ownerId: 'with a job' });
      const crawl = newCrawl({ ownerId: 'with a crawl' });
      await crawls.create(crawl);
      const { websiteId } = await reports.create(newReport({ ownerId: 'with a website' }));
      expect(await idsOf()).toEqual(['with a crawl', 'with a job', 'with a key', 'with a website']);

      await websites.delete('with a website', websiteId);
      expect(await idsOf()).toEqual(['with a crawl', 'with a job', 'with a key']);
      for (const kind of ['crawls', 'jobs', 'apiKeys'] as const) {
        for (const ownerId of await idsOf()) await maintenance.deleteOwned(ownerId, kind);
      }
      expect(await idsOf()).toEqual([]);
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
