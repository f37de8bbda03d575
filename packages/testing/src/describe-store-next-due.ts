import { describe, expect, it } from 'vitest';
import { beginCrawl, claimWork, createCrawl, endPage, newUrls } from './crawl-fixture.ts';
import { claimOne, createJobs, jobError, newSweep, oneDay } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

/** Less than the delays of the tests, and more than a test takes. */
const hourMs = 3_600_000;

/** How long workers that found nothing may wait. */
export function describeStoreNextDue(harness: StoreHarness): void {
  describe('the time until something is due', () => {
    const store = useStore(harness);
    const nextDueMs = () => store().nextDueMs(new Date());
    /** Expects a delay that began during the test. */
    const expectDelay = async (delayMs: number) => {
      const dueMs = await nextDueMs();
      expect(dueMs).toBeLessThanOrEqual(delayMs);
      expect(dueMs).toBeGreaterThan(delayMs - hourMs);
      expect(dueMs).toSatisfy(Number.isInteger);
    };

    it('is unknown where nothing is queued', async () => {
      expect(await nextDueMs()).toBeUndefined();
      await createJobs(store(), 1);
      await claimOne(store());
      expect(await nextDueMs()).toBeUndefined();
    });

    it('is 0 for a job that is due, of any owner', async () => {
      await createJobs(store(), 1, { ownerId: 'owner-2' });
      expect(await nextDueMs()).toBe(0);
    });

    it('is that of the first job that is put off', async () => {
      for (const delayMs of [2 * oneDay, oneDay]) {
        await createJobs(store(), 1);
        const { lease } = await claimOne(store());
        await store().jobs.end(lease, { kind: 'retry', error: jobError, delayMs }, new Date());
        await expectDelay(delayMs);
      }
      await createJobs(store(), 1);
      expect(await nextDueMs()).toBe(0);
    });

    it('is 0 once a sweep has ended the lease of a job', async () => {
      await createJobs(store(), 1);
      await claimOne(store(), { leaseMs: 0 });
      expect(await nextDueMs()).toBeUndefined();
      await store().jobs.sweep(newSweep());
      expect(await nextDueMs()).toBe(0);
    });

    it('is that of the steps and the pages of crawls, until these have ended', async () => {
      const { id } = await beginCrawl(store(), { urls: newUrls(1, 2) });
      expect(await nextDueMs()).toBe(0);
      const first = await claimWork(store(), { pageLeaseMs: oneDay });
      expect(await nextDueMs()).toBe(0);
      const second = await claimWork(store(), { pageLeaseMs: 2 * oneDay });
      await expectDelay(oneDay);
      await endPage(store(), first.lease);
      await expectDelay(2 * oneDay);
      await endPage(store(), second.lease);
      expect(await nextDueMs()).toBe(0);
      expect(await claimWork(store(), { stepLeaseMs: oneDay })).toMatchObject({
        work: { kind: 'step', step: 'expand' },
      });
      await expectDelay(oneDay);
      await store().crawls.cancel('owner-1', id, new Date());
      expect(await nextDueMs()).toBeUndefined();
    });

    it('is the end of the renewed lease of a step', async () => {
      await createCrawl(store());
      const { lease } = await claimWork(store(), { stepLeaseMs: oneDay });
      await expectDelay(oneDay);
      expect(await store().crawls.renew(lease, 2 * oneDay, new Date())).toBe(true);
      await expectDelay(2 * oneDay);
    });

    it('is not that of a crawl that waits until others have ended', async () => {
      await createCrawl(store(), { maxAdmitted: 1 });
      await createCrawl(store(), { host: 'other.com', maxAdmitted: 1 });
      await claimWork(store(), { stepLeaseMs: oneDay });
      await expectDelay(oneDay);
      expect(await store().crawls.admit(2)).toBe(1);
      expect(await nextDueMs()).toBe(0);
    });

    it('is not before the host of a crawl may get a request', async () => {
      await beginCrawl(store(), { urls: newUrls(1, 2) });
      const { lease } = await claimWork(store());
      await endPage(store(), lease, { kind: 'put_back', delayMs: oneDay });
      await expectDelay(oneDay);
      await createCrawl(store(), { host: 'example.com' });
      await expectDelay(oneDay);
      await createCrawl(store(), { host: 'other.com' });
      expect(await nextDueMs()).toBe(0);
    });
  });
}
