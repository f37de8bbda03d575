import {
  type Context,
  continueDeletions,
  createContext,
  deleteOldReports,
  deleteOwner,
  deleteWebsite,
  type Report,
  reconcileCounters,
} from '@sitegrade/core';
import type { NewReport, ReportListQuery } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { newApiKey } from './api-key-fixture.ts';
import { expectExactCounters } from './expect-exact-counters.ts';
import { allReports, allWebsites } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
/** More than any store deletes in one transaction of a deletion in parts, except by its own SQL. */
const manyReports = 250;
const everything = { sortBy: 'id', sort: 'asc', start: { page: 1 }, perPage: 100 } as const;

/** Deletions in parts: websites and owners are gone at once, and their rows follow. */
export function describeStoreDeletion(harness: StoreHarness): void {
  describe('deletions in parts', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);
    const context = (): Context => createContext({ store: store() });

    const create = (part: Partial<NewReport> = {}): Promise<Report> =>
      store().reports.create(newReport(part));
    const createMany = (count: number, part: Partial<NewReport> = {}): Promise<Report[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          create({ url: `https://example.com/${index % 100}`, score: index % 101, ...part }),
        ),
      );
    /** Deletes the owner's websites. All their rows stay. */
    const hide = async (owner = ownerId): Promise<void> => {
      let isDone = false;
      while (!isDone) ({ isDone } = await store().maintenance.deleteOwned(owner, 'websites'));
    };
    const list = (query: Partial<ReportListQuery> = {}) =>
      store().reports.list(ownerId, { ...everything, ...query });
    const none = { rows: [], total: 0, totalRelation: 'eq' };

    it('hide the reports at once, from everything that reads or changes reports', async () => {
      const url = 'https://example.com/page';
      const first = await create({ url });
      const second = await create({ url, result: 'bad', score: 10 });
      const website = await store().websites.find(ownerId, first.websiteId);
      await hide();

      for (const { id, shareToken } of [first, second]) {
        expect(await store().reports.find(ownerId, id)).toBeUndefined();
        expect(await store().reports.findByShareToken(shareToken)).toBeUndefined();
        expect(await store().reports.renewShareToken(ownerId, id, `new-${id}`)).toBe(false);
        expect(await store().reports.findByShareToken(`new-${id}`)).toBeUndefined();
        expect(await store().reports.delete(ownerId, id)).toBe(false);
      }
      expect(await store().reports.findPrevious(ownerId, second)).toBeUndefined();
      const { websiteId } = first;
      const filters: Partial<ReportListQuery>[] = [
        {},
        { search: 'page' },
        { url: [url, 'http://example.com/page'] },
        { createdFrom: new Date(0) },
      ];
      for (const filter of filters) {
        for (const sortBy of ['id', 'url', 'score'] as const) {
          expect(await list({ ...filter, sortBy })).toEqual(none);
          expect(await list({ ...filter, sortBy, websiteId })).toEqual(none);
          expect(await list({ ...filter, sortBy, result: 'bad' })).toEqual(none);
        }
      }
      const latest = { limit: 10, maxUrls: 10 };
      expect(await store().reports.latestByUrl(ownerId, websiteId, latest)).toEqual(none);
      expect(await store().websites.history(ownerId, websiteId, 10)).toBeUndefined();
      expect(await store().websites.find(ownerId, websiteId)).toBeUndefined();
      expect(await store().websites.findByShareToken(website?.shareToken ?? '')).toBeUndefined();
      expect(await store().websites.delete(ownerId, websiteId)).toEqual({ outcome: 'missing' });
      expect(await allWebsites(store(), ownerId)).toEqual([]);
    });

    it('leave the other reports of the owner in every listing', async () => {
      const url = 'https://example.com/page';
      for (const domain of ['old.com', 'older.com']) {
        for (const result of ['good', 'bad'] as const) await create({ url, domain, result });
      }
      await hide();
      const kept: Report[] = [];
      for (const domain of ['old.com', 'new.com']) {
        for (const result of ['good', 'bad'] as const) {
          kept.push(await create({ url, domain, result }));
        }
      }
      const filters: Partial<ReportListQuery>[] = [
        {},
        { search: 'page' },
        { url: [url, 'http://example.com/page'] },
        { createdFrom: new Date(0) },
        { createdFrom: new Date(0), search: 'page' },
      ];
      const idsOf = async (query: Partial<ReportListQuery>) => {
        const { rows, total } = await list(query);
        expect(rows).toHaveLength(total);
        return rows.map(({ id }) => id).sort((a, b) => a - b);
      };
      const wanted = (matches: (report: Report) => boolean) =>
        kept.filter(matches).map(({ id }) => id);
      const websiteId = kept[0]?.websiteId ?? 0;
      for (const filter of filters) {
        for (const sortBy of ['id', 'url', 'score'] as const) {
          const query = { ...filter, sortBy };
          expect(await idsOf(query)).toEqual(wanted(() => true));
          expect(await idsOf({ ...query, result: 'bad' })).toEqual(
            wanted(({ result }) => result === 'bad'),
          );
          expect(await idsOf({ ...query, websiteId })).toEqual(
            wanted((report) => report.websiteId === websiteId),
          );
        }
      }
      await expectExactCounters(store(), ownerId);
    });

    it('fill pages with the reports that are not hidden, in their order', async () => {
      const kept = await createMany(3, { domain: 'kept.example' });
      const [gone] = await createMany(manyReports, { domain: 'gone.example' });
      kept.push(await create({ domain: 'kept.example' }));
      await store().websites.delete(ownerId, gone?.websiteId ?? 0);
      const { rows, total } = await list({ sort: 'desc', perPage: 10 });
      expect(rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).toSorted((a, b) => b - a));
      expect(total).toBe(kept.length);
    });

    it('find the previous report that is not hidden', async () => {
      const first = await create({ domain: 'kept.com' });
      const { websiteId } = await create({ domain: 'gone.com' });
      // The website has to stay hidden in stores that delete some of its reports with it.
      await createMany(manyReports, { domain: 'gone.com', url: 'https://example.com/' });
      await store().websites.delete(ownerId, websiteId);
      const last = await create({ domain: 'gone.com' });
      expect(last.websiteId).not.toBe(websiteId);
      expect((await store().reports.findPrevious(ownerId, last))?.id).toBe(first.id);
    });

    it('delete the rows after the website, in parts, and only once', async () => {
      const kept = await create({ domain: 'kept.com' });
      const [gone] = await createMany(manyReports);
      const deletion = await store().websites.delete(ownerId, gone?.websiteId ?? 0);
      expect(deletion).toMatchObject({ outcome: 'deleted', reportsCount: manyReports });
      expect((await allReports(store(), ownerId)).map(({ id }) => id)).toEqual([kept.id]);
      await expectExactCounters(store(), ownerId);

      let deleted = 0;
      for (let isDone = false; !isDone; ) {
        const part = await store().maintenance.deleteHidden(ownerId);
        expect(part.deleted).toBeLessThanOrEqual(1_000);
        deleted += part.deleted;
        isDone = part.isDone;
      }
      expect(deleted).toBeLessThanOrEqual(manyReports);
      expect(await store().maintenance.deleteHidden(ownerId)).toEqual({ deleted: 0, isDone: true });
      expect(await continueDeletions(context())).toBe(0);
      expect((await allReports(store(), ownerId)).map(({ id }) => id)).toEqual([kept.id]);
      await expectExactCounters(store(), ownerId);
    });

    it('are finished by deleting a website, also for the ones before', async () => {
      await createMany(20, { domain: 'before.com' });
      await createMany(20, { ownerId: 'owner-2' });
      await hide();
      await hide('owner-2');
      const { websiteId } = await create();
      await deleteWebsite(context(), ownerId, websiteId);
      expect(await store().maintenance.deleteHidden(ownerId)).toEqual({ deleted: 0, isDone: true });
      expect(await continueDeletions(context())).toBe(20);
      expect(await continueDeletions(context())).toBe(0);
    });

    it('create another website for the same domain meanwhile', async () => {
      const [gone] = await createMany(20);
      await hide();
      const made = await createMany(5);
      expect(made[0]?.websiteId).not.toBe(gone?.websiteId);
      await Promise.all([continueDeletions(context()), ...made.map(() => create())]);
      expect(await allReports(store(), ownerId)).toHaveLength(10);
      expect(await allWebsites(store(), ownerId)).toHaveLength(1);
      await expectExactCounters(store(), ownerId);
    });

    it('may be continued by several callers, who delete every row once', async () => {
      for (let index = 0; index < 30; index += 1) {
        await createMany(3, { domain: `${index}.com`, ownerId: `owner-${index % 3}` });
      }
      for (const owner of ['owner-0', 'owner-1', 'owner-2']) await hide(owner);
      let ofOwner = 0;
      const deleteOfOwner = async (): Promise<void> => {
        for (let isDone = false; !isDone; ) {
          const part = await store().maintenance.deleteHidden(ownerId);
          ofOwner += part.deleted;
          isDone = part.isDone;
        }
      };
      const [first, second] = await Promise.all([
        continueDeletions(context()),
        continueDeletions(context()),
        deleteOfOwner(),
        deleteOfOwner(),
      ]);
      expect(first + second + ofOwner).toBe(90);
      expect(await continueDeletions(context())).toBe(0);
    });

    it('do not count hidden reports for retention, nor subtract them twice', async () => {
      const url = 'https://example.com/page';
      const older = await create({ url, domain: 'kept.com' });
      const newer = await create({ url, domain: 'kept.com' });
      for (let index = 0; index < 3; index += 1) await create({ url, domain: 'gone.com' });
      const gone = (await allReports(store(), ownerId)).at(-1);
      await createMany(manyReports, { url, domain: 'gone.com' });
      await store().websites.delete(ownerId, gone?.websiteId ?? 0);

      expect(await deleteOldReports(context(), { keepPerUrl: 2 })).toBe(0);
      expect(await deleteOldReports(context(), { keepPerUrl: 1 })).toBe(1);
      expect(await store().reports.find(ownerId, older.id)).toBeUndefined();
      expect(await store().reports.find(ownerId, newer.id)).toBeDefined();
      expect(await deleteOldReports(context(), { createdBefore: new Date() })).toBe(1);
      await expectExactCounters(store(), ownerId);
      const exact = { websites: 1, owners: 1, drifts: [] };
      expect(await reconcileCounters(context(), { repair: false })).toEqual(exact);
      expect(await reconcileCounters(context())).toEqual(exact);
      await continueDeletions(context());
      expect(await reconcileCounters(context(), { repair: false })).toEqual(exact);
    });
  });

  describe('deleting an owner', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);
    const context = (): Context => createContext({ store: store() });
    const at = new Date('2026-01-02T03:04:05.678Z');
    const later = new Date('2026-01-03T03:04:05.678Z');
    const sessionOf = (owner: string) => new Uint8Array(32).fill(owner.length);

    /** Gives an owner some of everything, more than one part deletes. */
    const furnish = async (owner: string): Promise<void> => {
      for (let index = 0; index < 25; index += 1) {
        const name = `${owner} ${index}`;
        const key = await store().apiKeys.insert(newApiKey({ ownerId: owner, name }));
        const session = { apiKeyId: key.id, createdAt: at, expiresAt: later };
        if (index === 24) await store().sessions.insert({ ...session, digest: sessionOf(owner) });
        const attempt = { ownerId: owner, key: name, token: name, fingerprint: 'f' };
        await store().idempotencyKeys.begin({ ...attempt, begunAt: at, expiresAt: later });
        const report = { ownerId: owner, domain: `${index}.com`, score: index };
        for (const url of ['https://a.com/', 'https://b.com/']) {
          await store().reports.create(newReport({ ...report, url }));
        }
      }
      const urls = Array.from({ length: 12 }, (_, index) => `https://${index}.com/`);
      const jobs = { ownerId: owner, urls, isBatch: true, createdAt: at, maxQueued: 100 };
      await store().jobs.create(jobs);
    };
    const keysOf = (owner: string) => store().apiKeys.list(owner);
    const jobsOf = (owner: string) => store().jobs.list(owner, everything);
    const deletion = {
      apiKeysCount: 25,
      jobsCount: 12,
      crawlsCount: 0,
      websitesCount: 25,
      reportsCount: 50,
    };
    const nothing = {
      apiKeysCount: 0,
      jobsCount: 0,
      crawlsCount: 0,
      websitesCount: 0,
      reportsCount: 0,
    };

    it('deletes everything that the owner has, and nothing else', async () => {
      await furnish(ownerId);
      await furnish('owner-10');
      const others = {
        reports: await allReports(store(), 'owner-10'),
        websites: await allWebsites(store(), 'owner-10'),
        keys: await keysOf('owner-10'),
        jobs: await jobsOf('owner-10'),
      };
      expect(await deleteOwner(context(), ownerId)).toEqual(deletion);

      expect(await allReports(store(), ownerId)).toEqual([]);
      expect(await allWebsites(store(), ownerId)).toEqual([]);
      expect(await keysOf(ownerId)).toEqual([]);
      expect((await jobsOf(ownerId)).rows).toEqual([]);
      expect(await store().sessions.findByDigest(sessionOf(ownerId))).toBeUndefined();
      const again = { ownerId, key: `${ownerId} 1`, token: 'other', fingerprint: 'g' };
      const begun = await store().idempotencyKeys.begin({
        ...again,
        begunAt: at,
        expiresAt: later,
      });
      expect(begun).toEqual({ outcome: 'begun' });
      expect(await store().maintenance.deleteHidden(undefined)).toEqual({
        deleted: 0,
        isDone: true,
      });

      expect(await allReports(store(), 'owner-10')).toEqual(others.reports);
      expect(await allWebsites(store(), 'owner-10')).toEqual(others.websites);
      expect(await keysOf('owner-10')).toEqual(others.keys);
      expect(await jobsOf('owner-10')).toEqual(others.jobs);
      expect(await store().sessions.findByDigest(sessionOf('owner-10'))).toBeDefined();
      await expectExactCounters(store(), 'owner-10');
      const exact = { websites: 25, owners: 1, drifts: [] };
      expect(await reconcileCounters(context(), { repair: false })).toEqual(exact);
    });

    it('deletes nothing the second time, or of an owner who has nothing', async () => {
      await furnish(ownerId);
      expect(await deleteOwner(context(), ownerId)).toEqual(deletion);
      expect(await deleteOwner(context(), ownerId)).toEqual(nothing);
      expect(await deleteOwner(context(), 'no one')).toEqual(nothing);
    });

    it('twice at the same time deletes everything once', async () => {
      await furnish(ownerId);
      const [first, second] = await Promise.all([
        deleteOwner(context(), ownerId),
        deleteOwner(context(), ownerId),
      ]);
      for (const [name, count] of Object.entries(deletion)) {
        expect(Reflect.get(first, name) + Reflect.get(second, name), name).toBe(count);
      }
      expect(await deleteOwner(context(), ownerId)).toEqual(nothing);
    });

    it('continues what was left', async () => {
      await furnish(ownerId);
      await store().maintenance.deleteOwned(ownerId, 'apiKeys');
      await store().maintenance.deleteOwned(ownerId, 'websites');
      await deleteOwner(context(), ownerId);
      expect(await allWebsites(store(), ownerId)).toEqual([]);
      expect(await continueDeletions(context())).toBe(0);
    });

    it('keeps the counters of an owner who has something to count', async () => {
      await furnish(ownerId);
      await store().maintenance.deleteOwned(ownerId, 'totals');
      await expectExactCounters(store(), ownerId);
      const { drifts } = await reconcileCounters(context(), { repair: false });
      expect(drifts).toEqual([]);
    });

    it('leaves the counters exact if the owner creates reports meanwhile', async () => {
      await furnish(ownerId);
      const creations = Array.from({ length: 40 }, (_, index) => async () => {
        // At various moments of the deletion.
        for (let turn = 0; turn < index; turn += 1) await store().reports.find(ownerId, 1);
        await store().reports.create(newReport({ domain: `${index % 5}.com`, score: index }));
      });
      await Promise.all([
        deleteOwner(context(), ownerId),
        ...creations.map((createOne) => createOne()),
      ]);
      await expectExactCounters(store(), ownerId);
      const { drifts } = await reconcileCounters(context(), { repair: false });
      expect(drifts).toEqual([]);

      await deleteOwner(context(), ownerId);
      expect(await allReports(store(), ownerId)).toEqual([]);
      expect(await reconcileCounters(context())).toEqual({ websites: 0, owners: 0, drifts: [] });
    });
  });
}
