import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectExactCounters } from './expect-exact-counters.ts';
import { allReports, allWebsites } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';
import { anyHistory, historyOwners } from './store-history.ts';
import { storePair } from './store-pair.ts';

const ownerId = 'owner-1';
const domains = ['one.com', 'two.com', 'three.com'] as const;

/** Counters equal the rows, regardless of what happens and how many calls run concurrently. */
export function describeStoreCounters(harness: StoreHarness): void {
  describe('counters', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);

    it('equal the rows after every step of any history', async () => {
      const property = fc.asyncProperty(anyHistory, async (history) => {
        const fresh = await harness.create();
        try {
          const pair = storePair(fresh);
          for (const step of history) {
            await pair.take(step);
            if (step.do !== 'create') await expectExactCounters(fresh, 'owner-1');
          }
          for (const owner of historyOwners) await expectExactCounters(fresh, owner);
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, propertyRuns(harness));
    });

    it('are exact after concurrent creation', async () => {
      const created = await Promise.all(
        Array.from({ length: 45 }, (_, index) => store().reports.create(reportAt(index))),
      );
      expect(new Set(created.map(({ id }) => id)).size).toBe(45);
      expect(await allWebsites(store(), ownerId)).toHaveLength(3);
      await expectExactCounters(store(), ownerId);
    });

    it('are exact after concurrent creation and deletion, also of the same report', async () => {
      const old = await Promise.all(
        Array.from({ length: 30 }, (_, index) => store().reports.create(reportAt(index))),
      );
      const deletions = old.flatMap(({ id }) => [
        store().reports.delete(ownerId, id),
        store().reports.delete(ownerId, id),
      ]);
      const creations = old.map((_, index) => store().reports.create(reportAt(index + 1)));
      const deleted = await Promise.all(deletions);
      await Promise.all(creations);
      expect(deleted.filter(Boolean)).toHaveLength(30);
      expect(await allReports(store(), ownerId)).toHaveLength(30);
      await expectExactCounters(store(), ownerId);
    });

    it('are exact after deleting a website while reports are created', async () => {
      const { websiteId } = await store().reports.create(reportAt(0));
      await Promise.all([
        ...Array.from({ length: 5 }, () => store().reports.create(reportAt(0))),
        store().websites.delete(ownerId, websiteId),
        ...Array.from({ length: 5 }, () => store().reports.create(reportAt(0))),
      ]);
      expect((await allWebsites(store(), ownerId)).length).toBe(1);
      await expectExactCounters(store(), ownerId);
    });
  });
}

function reportAt(index: number) {
  const domain = domains[index % domains.length] ?? domains[0];
  const result = (['good', 'decent', 'bad'] as const)[index % 2] ?? 'good';
  return newReport({ ownerId, domain, score: (index * 37) % 101, result });
}
