import type { Job } from '@sitegrade/core';
import type { ClaimedJob, JobLease, Store } from '@sitegrade/core/store';
import { memoryStore } from '@sitegrade/store-memory';
import fc from 'fast-check';
import { expect } from 'vitest';
import { jobError, newClaim, newJobs, newSweep, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';

const owners = ['owner-1', 'owner-2', 'owner-3'] as const;
const listed = { start: { page: 1 }, perPage: 1000, sortBy: 'id', sort: 'asc' } as const;

/** One step of a history. `which` selects one of the existing jobs or leases. */
type JobStep =
  | { readonly do: 'create'; readonly ownerId: string; readonly count: number }
  | { readonly do: 'claim'; readonly exceptOwner: string | undefined; readonly leaseMs: number }
  | {
      readonly do: 'retry' | 'retry later' | 'fail' | 'give back' | 'finish';
      readonly which: number;
    }
  | { readonly do: 'cancel' | 'cancel batch' | 'delete'; readonly which: number }
  | { readonly do: 'sweep' };

const which = fc.nat({ max: 1000 });

/**
 * Random histories of jobs. Nothing depends on how long a step takes: a lease is over at once or after a
 * day, and so is the delay of a next attempt.
 */
export const anyJobHistory: fc.Arbitrary<readonly JobStep[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('create' as const),
        ownerId: fc.constantFrom(...owners),
        count: fc.integer({ min: 1, max: 4 }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        exceptOwner: fc.option(fc.constantFrom(...owners), { nil: undefined }),
        leaseMs: fc.constantFrom(0, oneDay, oneDay),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'retry',
          'retry later',
          'fail',
          'give back',
          'finish',
          'cancel',
          'cancel batch',
          'delete',
        ),
        which,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  ),
  { minLength: 20, maxLength: 60, size: 'max' },
);

/** A store and the reference, to which every step is applied, with the same outcome. */
export function jobPair(store: Store) {
  const [actual, reference] = [jobSide(store), jobSide(memoryStore())];
  return {
    async take(step: JobStep): Promise<void> {
      expect(await actual.take(step), step.do).toEqual(await reference.take(step));
    },
    async expectSame(): Promise<void> {
      for (const ownerId of owners) {
        expect(await actual.list(ownerId)).toEqual(await reference.list(ownerId));
      }
    },
  };
}

/** One of the two stores. In outcomes, ids are replaced by the order of creation, and times are omitted. */
function jobSide(store: Store) {
  const created: { readonly ownerId: string; readonly id: number }[] = [];
  const leases: { readonly ownerId: string; readonly lease: JobLease }[] = [];
  const indexOf = (id: number | null): number | null =>
    id === null ? null : created.findIndex((job) => job.id === id);
  const shown = ({ reportId, createdAt: _, ...job }: Job) => ({
    ...job,
    id: indexOf(job.id),
    batchId: indexOf(job.batchId),
    hasReport: reportId !== null,
    startedAt: job.startedAt !== null,
    endedAt: job.endedAt !== null,
    nextAttemptAt: job.nextAttemptAt !== null,
  });
  const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
    items[index % items.length];

  return {
    async take(step: JobStep): Promise<unknown> {
      const now = new Date();
      if (step.do === 'create') {
        const { ownerId, count } = step;
        const creation = await store.jobs.create(newJobs(count, { ownerId, maxQueued: 12 }));
        if (creation.outcome !== 'created') return creation;
        created.push(...creation.jobs.map(({ id }) => ({ ownerId, id })));
        return creation.jobs.map(shown);
      }
      if (step.do === 'claim') {
        const { exceptOwner, leaseMs } = step;
        const query = newClaim({ leaseMs, ...(exceptOwner === undefined ? {} : { exceptOwner }) });
        const claimed: ClaimedJob | undefined = await store.jobs.claim(query);
        if (claimed) leases.push(claimed);
        return claimed && { ownerId: claimed.ownerId, job: shown(claimed.job) };
      }
      if (step.do === 'sweep') {
        const swept = await store.jobs.sweep(newSweep({ maxAttempts: 2 }));
        const failed = swept.failed.map(({ ownerId, job }) => ({ ownerId, job: shown(job) }));
        return { ...swept, failed: failed.sort((a, b) => Number(a.job.id) - Number(b.job.id)) };
      }
      if (step.do === 'cancel' || step.do === 'cancel batch' || step.do === 'delete') {
        const job = pick(created, step.which);
        if (job === undefined) return undefined;
        if (step.do === 'cancel batch') {
          const batch = { batchId: job.id, limit: 2, now };
          return (await store.jobs.cancelBatch(job.ownerId, batch)).map(indexOf);
        }
        if (step.do === 'delete') return store.jobs.delete(job.ownerId, job.id);
        const canceled = await store.jobs.cancel(job.ownerId, job.id, now);
        return canceled && [shown(canceled.job), canceled.isNew];
      }
      const claimed = pick(leases, step.which);
      if (claimed === undefined) return undefined;
      const { ownerId, lease } = claimed;
      if (step.do === 'finish') {
        return (
          (await store.reports.createOnce(newReport({ ownerId, createdAt: now }), lease)) !==
          undefined
        );
      }
      if (step.do === 'give back') return store.jobs.end(lease, { kind: 'given_back' }, now);
      if (step.do === 'fail') {
        return store.jobs.end(lease, { kind: 'failed', error: jobError }, now);
      }
      const delayMs = step.do === 'retry' ? 0 : oneDay;
      return store.jobs.end(lease, { kind: 'retry', error: jobError, delayMs }, now);
    },
    async list(ownerId: string): Promise<unknown> {
      const { rows, total } = await store.jobs.list(ownerId, listed);
      return { total, rows: rows.map(shown) };
    },
  };
}
