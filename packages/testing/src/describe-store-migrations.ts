import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

/** Migrating and closing can be repeated. */
export function describeStoreMigrations(harness: StoreHarness): void {
  describe('migrate and close', () => {
    const store = useStore(harness);

    it('migrating again, also concurrently, changes nothing', async () => {
      const report = await store().reports.create(newReport());
      await Promise.all(Array.from({ length: 5 }, () => store().migrate()));
      expect(await store().reports.find('owner-1', report.id)).toEqual(report);
    });

    it('changes can be stored', async () => {
      await store().reports.create(newReport());
      expect(await store().isWritable()).toBe(true);
    });

    it('closing twice is allowed', async () => {
      const other = await harness.create();
      await other.close();
      await other.close();
    });
  });
}
