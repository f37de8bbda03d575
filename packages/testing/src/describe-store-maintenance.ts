import { createContext, deleteOldReports, type Report, reconcileCounters } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectExactCounters } from './expect-exact-counters.ts';
import { allReports, allWebsites } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';

const owners = ['owner-1', 'owner-2'] as const;
const times = [0, 1000, 2000].map((time) => new Date(time));

const anyReports = fc.array(
  fc
    .record({
      ownerId: fc.constantFrom(...owners),
      url: fc.constantFrom('https://a.com/', 'https://a.com/A', 'https://b.com/'),
      domain: fc.constantFrom('a.com', 'b.com'),
      createdAt: fc.constantFrom(...times),
      score: fc.nat({ max: 100 }),
      result: fc.constantFrom('good', 'decent', 'bad'),
    })
    .map((part) => newReport(part)),
  { maxLength: 20, size: 'max' },
);

const anyInput = fc.record(
  {
    createdBefore: fc.constantFrom(...times),
    keepPerUrl: fc.integer({ min: 1, max: 4 }),
    ownerId: fc.constantFrom(...owners),
    batchSize: fc.integer({ min: 1, max: 8 }),
  },
  { requiredKeys: ['keepPerUrl', 'batchSize'] },
);

/** Maintenance: old reports are deleted, others stay, and counters are exact and can be verified. */
export function describeStoreMaintenance(harness: StoreHarness): void {
  describe('maintenance', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);

    it('deletes reports older than a date or beyond the newest of a URL', async () => {
      const property = fc.asyncProperty(anyReports, anyInput, async (given, input) => {
        const fresh = await harness.create();
        try {
          const made: (NewReport & Report)[] = [];
          for (const report of given) {
            made.push({ ...report, ...(await fresh.reports.create(report)) });
          }
          const isKept = ({
            ownerId,
            websiteId,
            url,
            id,
            createdAt,
          }: NewReport & Report): boolean =>
            (input.ownerId !== undefined && ownerId !== input.ownerId) ||
            (!(input.createdBefore && createdAt < input.createdBefore) &&
              made.filter(
                (report) => report.websiteId === websiteId && report.url === url && report.id > id,
              ).length < input.keepPerUrl);
          const kept = made.filter(isKept);
          const context = createContext({ store: fresh });
          expect(await deleteOldReports(context, input)).toBe(made.length - kept.length);
          for (const owner of owners) {
            expect((await allReports(fresh, owner)).map(({ id }) => id)).toEqual(
              kept.filter(({ ownerId }) => ownerId === owner).map(({ id }) => id),
            );
            await expectExactCounters(fresh, owner);
          }
          expect((await reconcileCounters(context, { repair: false })).drifts).toEqual([]);
          expect(await deleteOldReports(context, input)).toBe(0);
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, propertyRuns(harness));
    });

    it('keeps the newest of each URL of a website, unless they are too old', async () => {
      const add = (domain: string, path: string, time: number) =>
        store().reports.create(
          newReport({ domain, url: `https://a.com/${path}`, createdAt: new Date(time) }),
        );
      for (const time of [0, 1000, 2000]) await add('a.com', 'often', time);
      await add('a.com', 'once', 0);
      await add('b.com', 'often', 2000);
      const context = createContext({ store: store() });
      expect(await deleteOldReports(context, { keepPerUrl: 3 })).toBe(0);
      expect(await deleteOldReports(context, { keepPerUrl: 2 })).toBe(1);
      const both = { keepPerUrl: 1, createdBefore: new Date(1000) };
      expect(await deleteOldReports(context, both)).toBe(2);
      const left = await allReports(store(), 'owner-1');
      expect(left.map(({ domain, url, createdAt }) => [domain, url, createdAt.getTime()])).toEqual([
        ['a.com', 'https://a.com/often', 2000],
        ['b.com', 'https://a.com/often', 2000],
      ]);
    });

    it('deletes by date only, and keeps the websites', async () => {
      for (const createdAt of times) await store().reports.create(newReport({ createdAt }));
      const context = createContext({ store: store() });
      expect(await deleteOldReports(context, { createdBefore: new Date(1000) })).toBe(1);
      expect(await deleteOldReports(context, { createdBefore: new Date(9999) })).toBe(2);
      expect(await allWebsites(store(), 'owner-1')).toMatchObject([{ reportsCount: 0 }]);
    });

    it('keeps the counters exact while reports are created and deleted', async () => {
      const context = createContext({ store: store() });
      const reportAt = (index: number) =>
        newReport({ domain: `${index % 3}.com`, url: `https://${index % 5}.com/`, score: index });
      const old = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store().reports.create(reportAt(index))),
      );
      await Promise.all([
        deleteOldReports(context, { keepPerUrl: 1, batchSize: 5 }),
        deleteOldReports(context, { keepPerUrl: 2, batchSize: 3 }),
        reconcileCounters(context),
        ...old.slice(10).map(({ id }) => store().reports.delete('owner-1', id)),
        ...old.map((_, index) => store().reports.create(reportAt(index))),
        store().websites.delete('owner-1', old[0]?.websiteId ?? 0),
      ]);
      await expectExactCounters(store(), 'owner-1');
      expect(await reconcileCounters(context)).toMatchObject({ owners: 1, drifts: [] });
    });

    it('compares every website and every owner', async () => {
      for (let index = 0; index < 120; index += 1) {
        await store().reports.create(
          newReport({ domain: `${index}.com`, ownerId: `owner-${index % 30}` }),
        );
      }
      const context = createContext({ store: store() });
      const all = { websites: 120, owners: 30, drifts: [] };
      expect(await reconcileCounters(context, { repair: false })).toEqual(all);
      expect(await reconcileCounters(context)).toEqual(all);
    });
  });
}
