import type { Job, JobStatus } from '@sitegrade/core';
import { maxSearchedJobs } from '@sitegrade/core/internal';
import { type JobListQuery, maxExactTotal, type NewJobs } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { claimOne, createJobs, jobError, jobOf, newClaim, newJobs, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const none = { rows: [], total: 0, totalRelation: 'eq' };
const firstPage = { start: { page: 1 }, perPage: 100, sortBy: 'id', sort: 'asc' } as const;

/** Jobs: inserting them within a quota, finding, listing, canceling and deleting them. */
export function describeStoreJobs(harness: StoreHarness): void {
  describe('jobs', () => {
    const store = useStore(harness);
    const create = (count: number, part: Partial<NewJobs> = {}) =>
      store().jobs.create(newJobs(count, part));
    const list = (query: Partial<JobListQuery> = {}) =>
      store().jobs.list(ownerId, { ...firstPage, ...query });

    it('are queued when they are created', async () => {
      const before = Date.now();
      const [job] = await createJobs(store(), 1);
      expect(job).toEqual({
        id: expect.any(Number),
        batchId: null,
        url: 'https://example.com/0',
        status: 'queued',
        attempts: 0,
        reportId: null,
        error: null,
        createdAt: expect.any(Date),
        startedAt: null,
        endedAt: null,
        nextAttemptAt: null,
      } satisfies Record<keyof Job, unknown>);
      expect(job?.createdAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(job?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
      expect(await store().jobs.find(ownerId, job?.id ?? 0)).toEqual(job);
    });

    it('of a batch are in order, and have the id of the first', async () => {
      const urls = Array.from({ length: 1000 }, (_, index) => `https://example.com/${index % 7}`);
      await createJobs(store(), 1);
      const jobs = await createJobs(store(), 1, { urls, isBatch: true });
      const ids = jobs.map(({ id }) => id);
      expect(jobs.map(({ url }) => url)).toEqual(urls);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(new Set(jobs.map(({ batchId }) => batchId))).toEqual(new Set([ids[0]]));
      const { rows, total } = await list({ batchId: ids[0] ?? 0 });
      expect(total).toBe(1000);
      expect(rows).toEqual(jobs.slice(0, 100));
      expect(await createJobs(store(), 1, { isBatch: true })).toMatchObject([
        { id: expect.any(Number), batchId: expect.any(Number) },
      ]);
    });

    it('have increasing ids, which are not reused when the newest is deleted', async () => {
      const seen: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const [job] = await createJobs(store(), 1, { isBatch: round % 2 === 0 });
        seen.push(job?.id ?? 0);
        expect(job?.batchId).toBe(round % 2 === 0 ? job?.id : null);
        await store().jobs.delete(ownerId, job?.id ?? 0);
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    });

    it('are refused beyond the quota, all of them', async () => {
      expect(await create(4, { maxQueued: 3 })).toEqual({ outcome: 'quota_exceeded', queued: 0 });
      expect(await create(2, { maxQueued: 3 })).toMatchObject({ outcome: 'created' });
      expect(await create(2, { maxQueued: 3 })).toEqual({ outcome: 'quota_exceeded', queued: 2 });
      expect(await list()).toMatchObject({ total: 2 });
      expect(await create(1, { maxQueued: 3 })).toMatchObject({ outcome: 'created' });
      expect(await create(1, { maxQueued: 3 })).toEqual({ outcome: 'quota_exceeded', queued: 3 });
      expect(await create(3, { maxQueued: 3, ownerId: 'owner-2' })).toMatchObject({
        outcome: 'created',
      });
      expect(await list()).toMatchObject({ total: 3 });
    });

    it('count for the quota only while they are queued', async () => {
      const quota = { maxQueued: 1 };
      const [job] = await createJobs(store(), 1, quota);
      const { lease } = await claimOne(store());
      await createJobs(store(), 1, quota);
      expect(await store().jobs.end(lease, { kind: 'given_back' }, new Date())).toBe(true);
      expect(await create(1, quota)).toEqual({ outcome: 'quota_exceeded', queued: 2 });
      await store().jobs.cancel(ownerId, job?.id ?? 0, new Date());
      expect(await create(1, quota)).toEqual({ outcome: 'quota_exceeded', queued: 1 });
      const [other] = (await list({ status: 'queued' })).rows;
      await store().jobs.delete(ownerId, other?.id ?? 0);
      expect(await create(1, quota)).toMatchObject({ outcome: 'created' });
    });

    it('are counted for operators, of all owners, until they end', async () => {
      expect(await store().jobs.countUnended()).toEqual({ queued: 0, running: 0 });
      await createJobs(store(), 3);
      await createJobs(store(), 2, { ownerId: 'owner-2' });
      expect(await store().jobs.countUnended()).toEqual({ queued: 5, running: 0 });
      const [first, second] = [await claimOne(store()), await claimOne(store())];
      expect(await store().jobs.countUnended()).toEqual({ queued: 3, running: 2 });
      await store().jobs.end(first.lease, { kind: 'failed', error: jobError }, new Date());
      await store().jobs.cancel(second.ownerId, second.job.id, new Date());
      expect(await store().jobs.countUnended()).toEqual({ queued: 3, running: 0 });
    });

    it('do not exceed the quota together when they are created concurrently', async () => {
      const creations = await Promise.all(
        Array.from({ length: 20 }, () => create(7, { maxQueued: 30 })),
      );
      expect(creations.filter(({ outcome }) => outcome === 'created')).toHaveLength(4);
      expect(await list()).toMatchObject({ total: 28 });
      const batches = new Set((await list()).rows.map(({ batchId }) => batchId));
      expect(batches.size).toBe(4);
    });

    it('are created once for an idempotency key, which belongs to the job or the batch', async () => {
      const attempt = { ownerId, key: 'k', token: 't', expiresAt: new Date(Date.now() + oneDay) };
      const beginning = { ...attempt, fingerprint: 'f', begunAt: new Date() };
      const begin = () => store().idempotencyKeys.begin({ ...beginning, token: 'other' });
      const createOnce = (count: number, maxQueued = 10) =>
        store().jobs.create(newJobs(count, { maxQueued }), attempt);

      expect(await createOnce(1)).toEqual({ outcome: 'key_lost' });
      await store().idempotencyKeys.begin(beginning);
      expect(await createOnce(2, 1)).toEqual({ outcome: 'quota_exceeded', queued: 0 });
      expect(await begin()).toEqual({ outcome: 'taken', fingerprint: 'f', made: null });
      const twice = await Promise.all([createOnce(2), createOnce(2)]);
      const [creation] = twice.filter(({ outcome }) => outcome !== 'key_lost');
      const ids = creation?.outcome === 'created' ? creation.jobs.map(({ id }) => id) : [];
      expect((await list()).rows.map(({ id }) => id)).toEqual(ids);
      expect(ids).toHaveLength(2);
      const made = { kind: 'batch', id: ids[0] };
      expect(await begin()).toEqual({ outcome: 'taken', fingerprint: 'f', made });
      await store().jobs.delete(ownerId, ids[0] ?? 0);
      expect(await begin()).toMatchObject({ made });

      await store().idempotencyKeys.begin({ ...beginning, key: 'single' });
      const single = await store().jobs.create(newJobs(1), { ...attempt, key: 'single' });
      expect(single).toMatchObject({ outcome: 'created', jobs: [{ batchId: null }] });
      expect(
        await store().idempotencyKeys.begin({ ...beginning, key: 'single', token: 'other' }),
      ).toMatchObject({ made: { kind: 'job' } });
    });

    /** Eleven jobs of three batches in all states. */
    const fill = async (): Promise<readonly Job[]> => {
      const ids: number[] = [];
      for (const [index, count] of [4, 1, 6].entries()) {
        const urls = Array.from({ length: count }, (_, at) => `https://${index}.com/A_${at}%`);
        const jobs = await createJobs(store(), count, { urls, isBatch: count > 1 });
        ids.push(...jobs.map(({ id }) => id));
      }
      for (const outcome of ['failed', 'given_back', 'done', 'running'] as const) {
        const { lease } = await claimOne(store());
        if (outcome === 'done') await store().reports.createOnce(newReport(), lease);
        if (outcome === 'failed') {
          await store().jobs.end(lease, { kind: 'failed', error: jobError }, new Date());
        }
        if (outcome === 'given_back') await store().jobs.end(lease, { kind: outcome }, new Date());
      }
      await store().jobs.cancel(ownerId, ids[10] ?? 0, new Date());
      await createJobs(store(), 3, { ownerId: 'owner-2' });
      return Promise.all(ids.map((id) => jobOf(store(), id)));
    };

    it('are listed by batch and status, with totals', async () => {
      const jobs = await fill();
      expect(new Set(jobs.map(({ status }) => status)).size).toBe(5);
      const batches = [undefined, ...new Set(jobs.map(({ batchId }) => batchId ?? 999))];
      const statuses = [undefined, 'queued', 'running', 'done', 'failed', 'canceled'] as const;
      for (const batchId of batches) {
        for (const status of statuses) {
          const expected = jobs.filter(
            (job) =>
              (batchId === undefined || job.batchId === batchId) &&
              (status === undefined || job.status === status),
          );
          const filters = { ...(batchId && { batchId }), ...(status && { status }) };
          const all = { total: expected.length, totalRelation: 'eq' };
          expect(await list(filters)).toEqual({ ...all, rows: expected });
          expect(await list({ ...filters, sort: 'desc' })).toEqual({
            ...all,
            rows: expected.toReversed(),
          });
          for (const sort of ['asc', 'desc'] as const) {
            const sorted = sort === 'asc' ? expected : expected.toReversed();
            const page = { ...filters, sort, perPage: 2 };
            expect(await list({ ...page, start: { page: 2 } })).toEqual({
              ...all,
              rows: sorted.slice(2, 4),
            });
            const second = sorted[1];
            if (second === undefined) continue;
            const position = { key: second.id, id: second.id };
            expect(await list({ ...page, start: { after: position } })).toEqual({
              ...all,
              rows: sorted.slice(2, 4),
            });
            expect(await list({ ...page, start: { before: position } })).toEqual({
              ...all,
              rows: sorted.slice(0, 1),
            });
          }
        }
      }
    });

    it('are searched by URL', async () => {
      const jobs = await fill();
      for (const search of ['2.COM/a_', 'A_1%', '%', '_', '/b', "'"]) {
        const expected = jobs.filter(({ url }) => url.toLowerCase().includes(search.toLowerCase()));
        const found = { rows: expected, total: expected.length, totalRelation: 'eq' };
        expect(await list({ search }), search).toEqual(found);
      }
      const queued = jobs.filter(({ url, status }) => url.includes('2.com') && status === 'queued');
      expect((await list({ search: '2.com', status: 'queued' })).rows).toEqual(queued);
    });

    it('have exact totals up to a limit', async () => {
      const many = { maxQueued: 2 * maxExactTotal };
      for (let made = 0; made < maxExactTotal; made += 2000) {
        await createJobs(store(), 2000, many);
      }
      expect(await list({ perPage: 1 })).toMatchObject({
        total: maxExactTotal,
        totalRelation: 'eq',
      });
      const [job] = await createJobs(store(), 1, many);
      expect(await list({ perPage: 1, sort: 'desc' })).toMatchObject({
        rows: [{ id: job?.id }],
        total: maxExactTotal,
        totalRelation: 'gte',
      });
    });

    it('are searched among the newest ones', async () => {
      const many = { maxQueued: 2 * maxSearchedJobs };
      const urls = ['https://example.com/old', 'https://example.com/0'];
      const [old, next] = await createJobs(store(), 2, { ...many, urls });
      await createJobs(store(), 1, { ownerId: 'owner-2', urls: ['https://example.com/old'] });
      for (let made = 2; made < maxSearchedJobs; made += 2_222) {
        await createJobs(store(), Math.min(2_222, maxSearchedJobs - made), many);
      }
      const found = { rows: [old], total: 1, totalRelation: 'eq' };
      const filters = { batchId: old?.id ?? 0, status: 'queued' } as const;
      expect(await list({ search: '/OLD' })).toEqual(found);

      const [newest] = await createJobs(store(), 1, many);
      expect(await list({ search: '/old' })).toEqual(none);
      expect(await list({ search: '/old', sort: 'desc' })).toEqual(none);
      expect(await list({ search: '/old', ...filters })).toEqual(none);
      expect(await list({ search: '/old', start: { before: { key: 9e9, id: 9e9 } } })).toEqual(
        none,
      );
      expect((await list({ search: 'example.com', perPage: 1 })).rows).toEqual([next]);
      expect((await list({ perPage: 1 })).rows).toEqual([old]);
      await store().jobs.delete(ownerId, newest?.id ?? 0);
      expect(await list({ search: '/old', ...filters })).toEqual(found);
      const { rows } = await store().jobs.list('owner-2', { ...firstPage, search: '/old' });
      expect(rows).toHaveLength(1);
    });

    it('of a batch are counted by status', async () => {
      const jobs = await fill();
      const batchId = jobs[0]?.batchId ?? 0;
      const count = (status: JobStatus) =>
        jobs.filter((job) => job.batchId === batchId && job.status === status).length;
      expect(await store().jobs.progress(ownerId, batchId)).toEqual({
        queued: count('queued'),
        running: count('running'),
        done: count('done'),
        failed: count('failed'),
        canceled: count('canceled'),
      });
      expect(await store().jobs.progress(ownerId, jobs[4]?.id ?? 0)).toBeUndefined();
      expect(await store().jobs.progress(ownerId, 999)).toBeUndefined();
    });

    it('cannot be seen, canceled or deleted by another owner', async () => {
      const [job] = await createJobs(store(), 2);
      const id = job?.id ?? 0;
      for (const other of ['owner-2', 'OWNER-1', '']) {
        expect(await store().jobs.find(other, id)).toBeUndefined();
        expect(await store().jobs.list(other, firstPage)).toEqual(none);
        expect(await store().jobs.list(other, { ...firstPage, batchId: id })).toEqual(none);
        expect(await store().jobs.progress(other, id)).toBeUndefined();
        expect(await store().jobs.cancel(other, id, new Date())).toBeUndefined();
        const batch = { batchId: id, limit: 10, now: new Date() };
        expect(await store().jobs.cancelBatch(other, batch)).toEqual([]);
        expect(await store().jobs.delete(other, id)).toBe(false);
      }
      expect(await store().jobs.find(ownerId, id)).toEqual(job);
    });

    it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53 - 1, 2 ** 53, 1e300])(
      '%s is not the id of a job',
      async (id) => {
        await createJobs(store(), 2);
        const { token } = newClaim();
        const lease = { jobId: id, token };
        const { jobs, reports } = store();
        expect(await jobs.find(ownerId, id)).toBeUndefined();
        expect(await jobs.progress(ownerId, id)).toBeUndefined();
        expect(await list({ batchId: id })).toEqual(none);
        expect(await jobs.cancel(ownerId, id, new Date())).toBeUndefined();
        const batch = { batchId: id, limit: 10, now: new Date() };
        expect(await jobs.cancelBatch(ownerId, batch)).toEqual([]);
        expect(await jobs.delete(ownerId, id)).toBe(false);
        expect(await jobs.end(lease, { kind: 'given_back' }, new Date())).toBe(false);
        expect(await reports.createOnce(newReport(), lease)).toBeUndefined();
        expect(await list({ status: 'queued' })).toMatchObject({ total: 2 });
      },
    );

    it('can be canceled until they end', async () => {
      const jobs = await fill();
      for (const job of jobs) {
        const canceled = await store().jobs.cancel(ownerId, job.id, new Date());
        if (job.status === 'queued' || job.status === 'running') {
          const ended = { status: 'canceled', error: null, endedAt: expect.any(Date) };
          expect(canceled).toEqual({
            job: { ...job, ...ended, nextAttemptAt: null },
            isNew: true,
          });
        } else {
          expect(canceled).toEqual({ job, isNew: false });
        }
        expect(await jobOf(store(), job.id)).toEqual(canceled?.job);
      }
      await store().jobs.delete('owner-2', 0);
      expect(await store().jobs.claim(newClaim({ exceptOwner: 'owner-2' }))).toBeUndefined();
    });

    it('can be canceled while they wait for their next attempt', async () => {
      const [job] = await createJobs(store(), 1);
      const { lease } = await claimOne(store());
      const retry = { kind: 'retry', error: jobError, delayMs: oneDay } as const;
      await store().jobs.end(lease, retry, new Date());
      expect(await store().jobs.cancel(ownerId, job?.id ?? 0, new Date())).toMatchObject({
        job: { status: 'canceled', attempts: 1, error: null, nextAttemptAt: null },
      });
    });

    it('of a batch can be canceled together until they end, the oldest first', async () => {
      const jobs = await fill();
      const batchId = jobs[0]?.batchId ?? 0;
      const open = jobs.filter(
        (job) => job.batchId === batchId && ['queued', 'running'].includes(job.status),
      );
      expect(new Set(open.map(({ status }) => status)).size).toBe(2);
      const ids = open.map(({ id }) => id);
      const cancel = (limit: number) =>
        store().jobs.cancelBatch(ownerId, { batchId, limit, now: new Date() });
      expect(await cancel(1)).toEqual(ids.slice(0, 1));
      expect(await cancel(100)).toEqual(ids.slice(1));
      expect(await cancel(100)).toEqual([]);
      for (const job of jobs) {
        const after = await jobOf(store(), job.id);
        const canceled = { status: 'canceled', error: null, nextAttemptAt: null } as const;
        expect(after).toEqual(
          ids.includes(job.id) ? { ...job, ...canceled, endedAt: expect.any(Date) } : job,
        );
      }
    });

    it('can be deleted in any state, without their report', async () => {
      for (const job of await fill()) {
        expect(await store().jobs.delete(ownerId, job.id)).toBe(true);
        expect(await store().jobs.delete(ownerId, job.id)).toBe(false);
        expect(await store().jobs.find(ownerId, job.id)).toBeUndefined();
        const isKept = job.reportId === null || (await store().reports.find(ownerId, job.reportId));
        expect(isKept).toBeTruthy();
      }
      expect(await list()).toEqual(none);
      expect(await store().jobs.claim(newClaim({ exceptOwner: 'owner-2' }))).toBeUndefined();
    });
  });
}
