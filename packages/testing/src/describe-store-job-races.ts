import { createContext, reconcileCounters } from '@sitegrade/core';
import type { ClaimedJob, Store } from '@sitegrade/core/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectExactCounters } from './expect-exact-counters.ts';
import { createJobs, jobError, newClaim, newSweep, oneDay } from './job-fixture.ts';
import { anyJobHistory, jobPair } from './job-pair.ts';
import { allReports } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const owners = ['owner-1', 'owner-2', 'owner-3'] as const;

/** Jobs change their state once, regardless of what happens and how many calls run concurrently. */
export function describeStoreJobRaces(harness: StoreHarness): void {
  describe('concurrent changes of jobs', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);

    it('claim every job of an owner once, and find none while others are due', async () => {
      const jobs = await createJobs(store(), 100);
      const claimed = await Promise.all(
        Array.from({ length: 200 }, () => store().jobs.claim(newClaim())),
      );
      const ids = claimed.flatMap((work) => work?.job.id ?? []);
      expect(ids.toSorted((a, b) => a - b)).toEqual(jobs.map(({ id }) => id));
      await expectExactLanes(store());
    });

    it('claim every job of several owners once', async () => {
      for (const [index, owner] of owners.entries()) {
        await createJobs(store(), 20 + index, { ownerId: owner });
      }
      const claimed = await Promise.all(
        Array.from({ length: 63 }, () => store().jobs.claim(newClaim())),
      );
      expect(new Set(claimed.map((work) => work?.job.id)).size).toBe(63);
      expect(await store().jobs.claim(newClaim())).toBeUndefined();
      await expectExactLanes(store());
    });

    it('leave the counters exact, regardless of what is done to the jobs at the same time', async () => {
      const leases: ClaimedJob[] = [];
      const created: { readonly owner: string; readonly id: number }[] = [];
      const work = async (worker: number): Promise<void> => {
        for (let step = 0; step < 15; step += 1) {
          const choice = (worker * 7 + step * 5) % 11;
          const owner = owners[(worker + step) % owners.length] ?? ownerId;
          const old = created[(worker * 13 + step * 29) % Math.max(1, created.length)];
          if (choice < 3) {
            const jobs = await createJobs(store(), 1 + choice, { ownerId: owner });
            created.push(...jobs.map(({ id }) => ({ owner, id })));
          } else if (choice < 6) {
            const claimed = await store().jobs.claim(
              newClaim({ leaseMs: choice === 5 ? 0 : oneDay }),
            );
            if (claimed) leases.push(claimed);
          } else if (choice === 6) {
            const claimed = leases.shift();
            const retry = { kind: 'retry', error: jobError, delayMs: 0 } as const;
            if (claimed) await store().jobs.end(claimed.lease, retry, new Date());
          } else if (choice === 7) {
            const claimed = leases.shift();
            const report = newReport({ ownerId: claimed?.ownerId ?? owner });
            if (claimed) await store().reports.createOnce(report, claimed.lease);
          } else if (choice === 8) {
            const batch = { batchId: old?.id ?? 0, limit: 2, now: new Date() };
            await store().jobs.cancelBatch(old?.owner ?? owner, batch);
            if (old) await store().jobs.cancel(old.owner, old.id, new Date());
          } else if (choice === 9) {
            if (old) await store().jobs.delete(old.owner, old.id);
          } else {
            await store().jobs.sweep(newSweep({ keepMs: 1, maxAttempts: 2 }));
            await reconcileCounters(createContext({ store: store() }));
          }
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, worker) => work(worker)));
      await expectExactLanes(store());
      for (const owner of owners) await expectExactCounters(store(), owner);
    });

    it('equal those of the reference after any history', async () => {
      const property = fc.asyncProperty(anyJobHistory, async (history) => {
        const fresh = await harness.create();
        try {
          const pair = jobPair(fresh);
          for (const step of history) {
            await pair.take(step);
            await expectExactLanes(fresh);
          }
          await pair.expectSame();
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, propertyRuns(harness));
    });

    it('cancel a job or finish it, never both', async () => {
      const jobs = await createJobs(store(), 40 * (harness.runs ?? 5));
      const outcomes = { done: 0, canceled: 0 };
      for (let first = 0; first < jobs.length; first += 20) {
        const claimed = await Promise.all(
          Array.from({ length: 20 }, () => store().jobs.claim(newClaim())),
        );
        await Promise.all(
          claimed.map(async (work, index) => {
            if (work === undefined) throw new Error('No job is due.');
            const { job, lease } = work;
            // Storing another report takes as long as finishing, so that either may come first.
            const cancel = async () => {
              for (let other = 0; other < index % 3; other += 1) {
                await store().reports.create(newReport({ ownerId: 'owner-2' }));
              }
              return store().jobs.cancel(ownerId, job.id, new Date());
            };
            const finish = () => store().reports.createOnce(newReport(), lease);
            const canceling = index % 2 === 0 ? cancel() : undefined;
            const report = finish();
            const canceled = await (canceling ?? cancel());
            const status = (await report) ? 'done' : 'canceled';
            outcomes[status] += 1;
            expect(canceled?.job.status).toBe(status);
            expect(await store().jobs.find(ownerId, job.id)).toMatchObject({
              status,
              reportId: (await report)?.id ?? null,
            });
          }),
        );
      }
      expect(outcomes.done).toBeGreaterThan(0);
      expect(outcomes.canceled).toBeGreaterThan(0);
      expect(await allReports(store(), ownerId)).toHaveLength(outcomes.done);
      await expectExactCounters(store(), ownerId);
      await expectExactLanes(store());
    });
  });
}

/** Expects that the numbers of queued and running jobs equal the jobs, in a store that counts them. */
async function expectExactLanes(store: Store): Promise<void> {
  const context = createContext({ store });
  expect((await reconcileCounters(context, { repair: false })).drifts).toEqual([]);
}
