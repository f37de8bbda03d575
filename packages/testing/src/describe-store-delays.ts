import { describe, expect, it } from 'vitest';
import { beginCrawl, claimWork, createCrawl, doneOutcome, newUrls } from './crawl-fixture.ts';
import { claimOne, createJobs, jobError, oneDay } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

/** How long work has been waiting, and what a store has counted. */
export function describeStoreDelays(harness: StoreHarness): void {
  describe('delays', () => {
    const store = useStore(harness);
    const clock = () => Date.now();
    /** A store with its own clock ignores the time that it is given: then little has passed. */
    const delaysAfter = (ms: number) => store().delays(new Date(clock() + ms));
    /** Expects a time that began during the test, by the clock of the store or by the one that it was given. */
    const expectSince = (delayMs: number, givenMs: number) => {
      expect(delayMs).toSatisfy(Number.isInteger);
      expect(delayMs).toBeGreaterThanOrEqual(0);
      expect(delayMs).toBeLessThan(givenMs + oneDay);
    };

    it('are 0 where nothing waits', async () => {
      expect(await delaysAfter(0)).toEqual({ oldestDueJobMs: 0, lastPageMs: 0 });
      await createJobs(store(), 1);
      await claimOne(store());
      await createCrawl(store());
      expect(await delaysAfter(2 * oneDay)).toEqual({ oldestDueJobMs: 0, lastPageMs: 0 });
    });

    it('have the job that has been due longest, of any owner', async () => {
      await createJobs(store(), 1, { ownerId: 'owner-2', createdAt: new Date(clock() - oneDay) });
      await createJobs(store(), 2);
      const { oldestDueJobMs } = await delaysAfter(oneDay);
      expectSince(oldestDueJobMs, 2 * oneDay);
      if (!(await usesOwnClock())) expect(oldestDueJobMs).toBeGreaterThanOrEqual(2 * oneDay);
    });

    it('do not have a job that is due later', async () => {
      await createJobs(store(), 1);
      const { lease } = await claimOne(store());
      const delayMs = 10 * oneDay;
      await store().jobs.end(lease, { kind: 'retry', error: jobError, delayMs }, new Date());
      expect(await delaysAfter(oneDay)).toMatchObject({ oldestDueJobMs: 0 });
      if (await usesOwnClock()) return;
      const { oldestDueJobMs } = await delaysAfter(11 * oneDay);
      expectSince(oldestDueJobMs, oneDay);
      expect(oldestDueJobMs).toBeGreaterThan(oneDay / 2);
    });

    it('have the last page of the crawl that has been running longest, until it has ended', async () => {
      const { id } = await beginCrawl(store(), { urls: newUrls(1, 3) });
      const [first, second] = [await claimWork(store()), await claimWork(store())];
      const now = new Date(clock() + oneDay);
      const ofStart = await store().delays(now);
      expectSince(ofStart.lastPageMs, oneDay);
      await store().crawls.endPage(first.lease, { kind: 'given_back' }, now);
      expect((await store().delays(now)).lastPageMs).toBeGreaterThanOrEqual(ofStart.lastPageMs);
      await store().crawls.endPage(second.lease, doneOutcome(), now);
      const ofPage = await store().delays(now);
      if (!(await usesOwnClock())) {
        expect(ofStart.lastPageMs).toBeGreaterThan(oneDay / 2);
        expect(ofPage.lastPageMs).toBe(0);
      }
      await store().crawls.cancel('owner-1', id, now);
      expect(await store().delays(now)).toMatchObject({ lastPageMs: 0 });
    });

    /** Whether the store ignores the times that it is given. */
    const usesOwnClock = async () => {
      const far = new Date(clock() + 1_000 * oneDay);
      const aliveMs = oneDay;
      const [seen] = await store().processes.beat({
        id: 'clock',
        role: 'server',
        settings: {},
        aliveMs,
        now: far,
      });
      await store().processes.end('clock');
      return seen === undefined || seen.startedAt.getTime() < clock() + oneDay;
    };
  });

  describe('leases of crawls that have expired', () => {
    const store = useStore(harness);

    it('are counted by the claim that takes over a page', async () => {
      await beginCrawl(store(), { urls: newUrls(1, 2) });
      const first = await claimWork(store(), { pageLeaseMs: 0 });
      expect(first).not.toHaveProperty('expiredLeases');
      expect(await claimWork(store())).toMatchObject({
        lease: { page: first.lease.page },
        expiredLeases: 1,
      });
      expect(await claimWork(store())).not.toHaveProperty('expiredLeases');
    });

    it('are counted with those of pages that are given up', async () => {
      await beginCrawl(store(), { urls: newUrls(1, 2) });
      await claimWork(store(), { pageLeaseMs: 0 });
      expect(await claimWork(store(), { maxAttempts: 1 })).toMatchObject({
        lease: { page: 2 },
        expiredLeases: 1,
      });
    });

    it('are counted by the claim that takes over a step, or ends the crawl', async () => {
      await createCrawl(store());
      expect(await claimWork(store(), { stepLeaseMs: 0 })).not.toHaveProperty('expiredLeases');
      expect(await claimWork(store(), { stepLeaseMs: 0 })).toMatchObject({ expiredLeases: 1 });
      expect(await claimWork(store(), { maxAttempts: 2 })).toMatchObject({
        work: { kind: 'ended' },
        expiredLeases: 1,
      });
    });
  });

  describe('what a store counts', () => {
    const store = useStore(harness);

    it('begins at 0, and asks no database', () => {
      const { refusedWrites, connections } = store().stats();
      expect(refusedWrites).toEqual({ busy: 0, readOnly: 0 });
      if (connections) expect(connections).toMatchObject({ waiting: 0 });
    });

    it('does not count what succeeds', async () => {
      await createJobs(store(), 1);
      expect(store().stats().refusedWrites).toEqual({ busy: 0, readOnly: 0 });
    });
  });
}
