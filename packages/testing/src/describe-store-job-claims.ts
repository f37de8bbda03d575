import type { Job } from '@sitegrade/core';
import type { AttemptOutcome, ClaimedJob, JobSweep } from '@sitegrade/core/store';
import { describe, expect, it, vi } from 'vitest';
import { expectExactCounters } from './expect-exact-counters.ts';
import {
  claimOne,
  createJobs,
  jobError,
  jobOf,
  newClaim,
  newSweep,
  oneDay,
} from './job-fixture.ts';
import { allReports } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const retry = { kind: 'retry', error: jobError, delayMs: 0 } as const;

/** Whose job is next, and how attempts end: by a report, an error, a sweep. */
export function describeStoreJobClaims(harness: StoreHarness): void {
  describe('claims of jobs', () => {
    const store = useStore(harness);
    const claim = (exceptOwner?: string) =>
      store().jobs.claim(newClaim(exceptOwner === undefined ? {} : { exceptOwner }));
    const end = ({ lease }: ClaimedJob, outcome: AttemptOutcome) =>
      store().jobs.end(lease, outcome, new Date());
    const sweep = (part: Partial<JobSweep> = {}) => store().jobs.sweep(newSweep(part));

    it('start a job', async () => {
      const [job] = await createJobs(store(), 1);
      const before = Date.now();
      const query = newClaim();
      const claimed = await store().jobs.claim(query);
      const started = {
        ...job,
        status: 'running',
        attempts: 1,
        startedAt: expect.any(Date),
      };
      expect(claimed).toEqual({
        ownerId,
        job: started,
        lease: { jobId: job?.id, token: query.token },
      });
      expect(claimed?.job.startedAt?.getTime()).toBeGreaterThanOrEqual(before);
      expect(claimed?.job.startedAt?.getTime()).toBeLessThanOrEqual(Date.now());
      expect(await jobOf(store(), job?.id ?? 0)).toEqual(claimed?.job);
      expect(await claim()).toBeUndefined();
    });

    it('take the oldest job of an owner', async () => {
      const ids = [...(await createJobs(store(), 3)), ...(await createJobs(store(), 2))].map(
        ({ id }) => id,
      );
      for (const id of ids) expect((await claimOne(store())).job.id).toBe(id);
    });

    it('take turns among owners: fewest running jobs, then served longest ago', async () => {
      await createJobs(store(), 4, { ownerId: 'a' });
      await createJobs(store(), 3, { ownerId: 'b' });
      const owners: string[] = [];
      const next = async (): Promise<ClaimedJob> => {
        const claimed = await claimOne(store());
        owners.push(claimed.ownerId);
        return claimed;
      };
      const firsts = [await next(), await next()];
      expect(owners.toSorted()).toEqual(['a', 'b']);
      // Both have one running. The owner served first is next.
      await next();
      expect(owners[2]).toBe(owners[0]);
      // A new owner has none.
      await createJobs(store(), 1, { ownerId: 'c' });
      await next();
      expect(owners[3]).toBe('c');
      await next();
      expect(owners[4]).toBe(owners[1]);
      // One running job less counts more than the time of the last claim.
      const second = firsts.find((work) => work.ownerId === owners[1]);
      if (second) await end(second, { kind: 'failed', error: jobError });
      await next();
      expect(owners[5]).toBe(owners[1]);
    });

    it('remember who was served last when no job is running', async () => {
      await createJobs(store(), 3, { ownerId: 'a' });
      await createJobs(store(), 3, { ownerId: 'b' });
      const owners: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        const claimed = await claimOne(store());
        owners.push(claimed.ownerId);
        await end(claimed, { kind: 'failed', error: jobError });
      }
      const [first, second] = owners;
      expect(owners).toEqual([first, second, first, second, first, second]);
      expect(first).not.toBe(second);
    });

    it('skip one owner if asked', async () => {
      await createJobs(store(), 2, { ownerId: 'a' });
      expect(await claim('a')).toBeUndefined();
      await createJobs(store(), 2, { ownerId: 'b' });
      expect(await claim('a')).toMatchObject({ ownerId: 'b' });
      expect(await claim('a')).toMatchObject({ ownerId: 'b' });
      expect(await claim('a')).toBeUndefined();
      expect(await claim()).toMatchObject({ ownerId: 'a' });
    });

    it('skip jobs whose next attempt is not due, and their owner', async () => {
      const [job] = await createJobs(store(), 1, { ownerId: 'a' });
      const before = Date.now();
      await end(await claimOne(store()), { ...retry, delayMs: oneDay });
      const waiting = await jobOf(store(), job?.id ?? 0, 'a');
      expect(waiting).toMatchObject({ status: 'queued', attempts: 1, error: jobError });
      expect(waiting.nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(before + oneDay);
      expect(waiting.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now() + oneDay);
      expect(await claim()).toBeUndefined();
      await createJobs(store(), 1, { ownerId: 'b' });
      await createJobs(store(), 1, { ownerId: 'a' });
      // The owner with none running is a, whose first job is not due, or b.
      const claimed = [await claimOne(store()), await claimOne(store())];
      expect(claimed.map((work) => work.ownerId).toSorted()).toEqual(['a', 'b']);
      expect(claimed.map((work) => work.job.id)).not.toContain(job?.id);
      expect(await claim()).toBeUndefined();
    });

    it('take a job again once its next attempt is due, before jobs that were never started', async () => {
      const [first] = await createJobs(store(), 3);
      await end(await claimOne(store()), { ...retry, delayMs: 1 });
      const { nextAttemptAt } = await jobOf(store(), first?.id ?? 0);
      await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Number(nextAttemptAt)));
      const again = await claimOne(store());
      expect(again.job).toMatchObject({
        id: first?.id,
        attempts: 2,
        error: jobError,
        nextAttemptAt: null,
      });
    });

    it('end without a report: failed, queued again, or given back', async () => {
      const [job] = await createJobs(store(), 2);
      const id = job?.id ?? 0;
      const startAgain = async (): Promise<ClaimedJob> => {
        const claimed = await claimOne(store());
        expect(claimed.job.id).toBe(id);
        return claimed;
      };
      const first = await startAgain();
      expect(await end(first, { kind: 'given_back' })).toBe(true);
      expect(await jobOf(store(), id)).toMatchObject({
        status: 'queued',
        attempts: 0,
        error: null,
        nextAttemptAt: null,
      });
      const second = await startAgain();
      expect(second.job.attempts).toBe(1);
      expect(await end(first, { kind: 'given_back' })).toBe(false);
      expect(await end(second, retry)).toBe(true);
      expect(await jobOf(store(), id)).toMatchObject({
        status: 'queued',
        attempts: 1,
        error: jobError,
        endedAt: null,
        nextAttemptAt: null,
      });
      const third = await startAgain();
      const error = {
        code: 'internal',
        message: 'm',
        issues: { url: ['i'] },
        reason: 'r',
      } as const;
      expect(await end(third, { kind: 'failed', error })).toBe(true);
      const failed = await jobOf(store(), id);
      expect(failed).toMatchObject({ status: 'failed', attempts: 2, reportId: null, error });
      expect(failed.endedAt?.getTime()).toBeGreaterThanOrEqual(Number(failed.startedAt));
      expect(await end(third, { kind: 'failed', error: jobError })).toBe(false);
      expect(await jobOf(store(), id)).toEqual(failed);
    });

    it('are due later if they are given back with a delay', async () => {
      const [job] = await createJobs(store(), 1);
      const id = job?.id ?? 0;
      expect(await end(await claimOne(store()), { kind: 'given_back', delayMs: oneDay })).toBe(
        true,
      );
      const { nextAttemptAt, ...waiting } = await jobOf(store(), id);
      expect(waiting).toMatchObject({ status: 'queued', attempts: 0, error: null });
      expect(Number(nextAttemptAt)).toBeGreaterThan(Date.now() + oneDay - 600_000);
      expect(await claim()).toBeUndefined();
    });

    it('end with a report', async () => {
      const [job] = await createJobs(store(), 1);
      await end(await claimOne(store()), retry);
      const { lease } = await claimOne(store());
      const report = await store().reports.createOnce(newReport(), lease);
      expect(await store().reports.find(ownerId, report?.id ?? 0)).toEqual(report);
      const done = await jobOf(store(), job?.id ?? 0);
      expect(done).toMatchObject({
        status: 'done',
        attempts: 2,
        reportId: report?.id,
        error: null,
        endedAt: expect.any(Date),
      });
      await expectExactCounters(store(), ownerId);
      await store().reports.delete(ownerId, report?.id ?? 0);
      expect(await jobOf(store(), job?.id ?? 0)).toEqual(done);
    });

    it.each<[how: string, lose: (claimed: ClaimedJob) => Promise<unknown>]>([
      ['was canceled', ({ job }) => store().jobs.cancel(ownerId, job.id, new Date())],
      ['was deleted', ({ job }) => store().jobs.delete(ownerId, job.id)],
      ['has failed', (claimed) => end(claimed, { kind: 'failed', error: jobError })],
      ['was given back', (claimed) => end(claimed, { kind: 'given_back' })],
      ['has its report', ({ lease }) => store().reports.createOnce(newReport(), lease)],
      ['was swept', () => sweep()],
      ['was swept and failed', () => sweep({ maxAttempts: 1 })],
      ['was claimed by another worker', async () => [await sweep(), await claimOne(store())]],
    ])('have no effect any more if the job %s', async (_, lose) => {
      await createJobs(store(), 1);
      const claimed = await claimOne(store(), { leaseMs: 0 });
      await lose(claimed);
      const job = await store().jobs.find(ownerId, claimed.job.id);
      const reports = await allReports(store(), ownerId);
      expect(await store().reports.createOnce(newReport(), claimed.lease)).toBeUndefined();
      for (const outcome of [retry, { kind: 'given_back' }, { kind: 'failed', error: jobError }]) {
        expect(await end(claimed, outcome as AttemptOutcome)).toBe(false);
      }
      expect(await store().jobs.find(ownerId, claimed.job.id)).toEqual(job);
      expect(await allReports(store(), ownerId)).toEqual(reports);
      await expectExactCounters(store(), ownerId);
    });

    it('belong to one token, one job and one owner', async () => {
      await createJobs(store(), 2);
      const [first, second] = [await claimOne(store()), await claimOne(store())];
      const wrong = [
        { jobId: first.job.id, token: second.lease.token },
        { jobId: first.job.id, token: '' },
        { jobId: first.job.id + 100, token: first.lease.token },
      ];
      for (const lease of wrong) {
        expect(await end({ ...first, lease }, retry)).toBe(false);
        expect(await store().reports.createOnce(newReport(), lease)).toBeUndefined();
      }
      const foreign = newReport({ ownerId: 'owner-2' });
      expect(await store().reports.createOnce(foreign, first.lease)).toBeUndefined();
      expect(await allReports(store(), 'owner-2')).toEqual([]);
      expect(await jobOf(store(), first.job.id)).toEqual(first.job);
      expect(await end(first, retry)).toBe(true);
    });

    it('end when their lease is over and jobs are swept', async () => {
      const jobs = await createJobs(store(), 2);
      const [over, running] = [
        await claimOne(store(), { leaseMs: 5 }),
        await claimOne(store(), { leaseMs: oneDay }),
      ];
      await vi.waitFor(async () => expect(await sweep()).toMatchObject({ queuedAgain: 1 }));
      expect(await jobOf(store(), over.job.id)).toEqual({
        ...over.job,
        status: 'queued',
        error: jobError,
      });
      expect(await jobOf(store(), running.job.id)).toEqual(running.job);
      const nothing = { queuedAgain: 0, failed: [], deleted: 0, isDone: true };
      expect(await sweep()).toEqual({ ...nothing, due: 1 });
      expect(await end(running, retry)).toBe(true);
      expect(await sweep()).toEqual({ ...nothing, due: jobs.length });
    });

    it('fail when their lease is over for the last time', async () => {
      await createJobs(store(), 1, { ownerId: 'a' });
      await createJobs(store(), 1, { ownerId: 'b' });
      await end(await claimOne(store(), { exceptOwner: 'b' }), retry);
      for (let started = 0; started < 2; started += 1) await claimOne(store(), { leaseMs: 0 });
      const swept = await sweep({ maxAttempts: 2 });
      expect(swept).toEqual({
        queuedAgain: 1,
        failed: [
          {
            ownerId: 'a',
            job: expect.objectContaining({
              status: 'failed',
              attempts: 2,
              error: jobError,
              endedAt: expect.any(Date),
            }),
          },
        ],
        deleted: 0,
        isDone: true,
        due: 1,
      });
      const failed = swept.failed[0]?.job;
      expect(await jobOf(store(), failed?.id ?? 0, 'a')).toEqual(failed);
    });

    it('are swept in small steps', async () => {
      await createJobs(store(), 7);
      for (let started = 0; started < 5; started += 1) await claimOne(store(), { leaseMs: 0 });
      const steps = [];
      for (let step = 0; step < 4; step += 1) steps.push(await sweep({ limit: 2 }));
      expect(steps.map(({ queuedAgain }) => queuedAgain)).toEqual([2, 2, 1, 0]);
      expect(steps.map(({ isDone }) => isDone)).toEqual([false, false, true, true]);
      expect(steps.map(({ due }) => due)).toEqual([2, 2, 2, 2]);
      expect(await sweep()).toMatchObject({ due: 7 });
    });

    it('leave jobs that are deleted by a sweep some time after they ended', async () => {
      const [canceled, failed] = await createJobs(store(), 5);
      await store().jobs.cancel(ownerId, canceled?.id ?? 0, new Date());
      expect((await claimOne(store())).job.id).toBe(failed?.id);
      const steps = [await claimOne(store()), await claimOne(store())];
      const [finished] = steps;
      if (finished)
        await store().reports.createOnce(newReport({ createdAt: new Date() }), finished.lease);
      expect(await sweep({ keepMs: oneDay })).toMatchObject({ deleted: 0 });
      const deleted: number[] = [];
      await vi.waitFor(async () => {
        const swept = await sweep({ keepMs: 1, limit: 1 });
        expect(swept.isDone).toBe(swept.deleted === 0);
        deleted.push(swept.deleted);
        expect(deleted.reduce((sum, count) => sum + count)).toBe(2);
      });
      expect(Math.max(...deleted)).toBe(1);
      const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
      const { rows } = await store().jobs.list(ownerId, query);
      expect(rows.map(({ status }: Job) => status)).toEqual(['running', 'running', 'queued']);
      expect(await allReports(store(), ownerId)).toHaveLength(1);
    });
  });
}
