import type { ClaimedJob, JobClaim } from '@sitegrade/core/store';
import { describe, expect, it, vi } from 'vitest';
import {
  beginCrawl,
  claimWork,
  createCrawl,
  endPage,
  newBegun,
  newCrawlClaim,
  newUrls,
} from './crawl-fixture.ts';
import { createJobs, jobError, jobOf, newClaim, newSweep, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const failed = { kind: 'failed', error: jobError } as const;

/** How many jobs of a host run at a time, beside its crawls, and which jobs wait for it. */
export function describeStoreJobHosts(harness: StoreHarness): void {
  describe('jobs of one host', () => {
    const store = useStore(harness);
    const claim = (part: Partial<JobClaim> = {}) =>
      store().jobs.claim(newClaim({ perHost: 2, ...part }));
    const claimOne = async (part: Partial<JobClaim> = {}): Promise<ClaimedJob> => {
      const claimed = await claim(part);
      if (claimed === undefined) throw new Error('No job is due.');
      return claimed;
    };
    const end = ({ lease }: ClaimedJob) => store().jobs.end(lease, failed, new Date());
    const urlsOf = (host: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${host}/${at}`);
    const create = (ownerId: string, urls: readonly string[]) =>
      createJobs(store(), urls.length, { ownerId, urls });

    it('are limited, regardless of their owners, schemes and paths', async () => {
      await create('a', [
        'https://one.com/',
        'one.com/x',
        'http://one.com/?y',
        'https://one.com/z',
      ]);
      await create('b', ['https://one.com/b', 'https://one.com:8080/', 'https://www.one.com/']);
      const first = [await claimOne(), await claimOne(), await claimOne(), await claimOne()];
      const urls = first.map(({ job }) => job.url);
      expect(urls.filter((url) => !url.includes(':8080') && !url.includes('www.'))).toHaveLength(2);
      expect(await claim()).toBeUndefined();
      expect(await claim({ perHost: 3 })).toBeDefined();
      expect(await claim({ perHost: 3 })).toBeUndefined();
    });

    it('run in the order of their creation as soon as others have ended', async () => {
      const jobs = await create('a', urlsOf('https://one.com', 6));
      const running = [await claimOne(), await claimOne()];
      expect(await claim()).toBeUndefined();
      const ids: number[] = running.map(({ job }) => job.id);
      for (;;) {
        const next = running.shift();
        if (next === undefined) break;
        await end(next);
        const claimed = await claim();
        if (claimed === undefined) continue;
        ids.push(claimed.job.id);
        running.push(claimed);
        expect(await claim()).toBeUndefined();
      }
      expect(ids).toEqual(jobs.map(({ id }) => id));
    });

    it.each<[how: string, free: (claimed: ClaimedJob) => Promise<unknown>]>([
      ['has failed', end],
      [
        'is given back',
        ({ lease }) => store().jobs.end(lease, { kind: 'given_back', delayMs: oneDay }, new Date()),
      ],
      [
        'has its report',
        ({ ownerId, lease }) => store().reports.createOnce(newReport({ ownerId }), lease),
      ],
      ['was canceled', ({ ownerId, job }) => store().jobs.cancel(ownerId, job.id, new Date())],
      ['was deleted', ({ ownerId, job }) => store().jobs.delete(ownerId, job.id)],
    ])('run when one before them %s', async (_, free) => {
      const [, second] = await create('a', urlsOf('https://one.com', 2));
      const first = await claimOne({ perHost: 1 });
      expect(await claim({ perHost: 1 })).toBeUndefined();
      await free(first);
      expect(await claim({ perHost: 1 })).toMatchObject({ job: { id: second?.id } });
      expect(await claim({ perHost: 1 })).toBeUndefined();
    });

    it('run when the lease of one before them is over', async () => {
      const [first, second, third] = await create('a', urlsOf('https://one.com', 3));
      await claimOne({ perHost: 1, leaseMs: 0 });
      expect(await claimOne({ perHost: 1, leaseMs: 20 })).toMatchObject({
        job: { id: second?.id },
      });
      await vi.waitFor(async () => {
        expect(await claim({ perHost: 1 })).toMatchObject({ job: { id: third?.id } });
      });
      await store().jobs.sweep(newSweep());
      expect(await claim({ perHost: 1 })).toBeUndefined();
      await store().jobs.cancel('a', third?.id ?? 0, new Date());
      expect(await claim({ perHost: 1 })).toMatchObject({ job: { id: first?.id } });
    });

    it('keep their state while they wait, and use up no attempt', async () => {
      const [, , third] = await create('a', urlsOf('https://one.com', 3));
      const [first] = [await claimOne(), await claimOne()];
      expect(await claim()).toBeUndefined();
      expect(await jobOf(store(), third?.id ?? 0, 'a')).toEqual(third);
      await end(first);
      expect((await claimOne()).job).toMatchObject({ id: third?.id, attempts: 1 });
    });

    it('do not delay other jobs of their owner, nor other owners', async () => {
      await create('a', urlsOf('https://one.com', 600));
      await create('a', ['https://two.com/']);
      await create('b', ['https://three.com/']);
      const claimed = [await claimOne(), await claimOne(), await claimOne(), await claimOne()];
      expect(claimed.map(({ job }) => job.url).toSorted()).toEqual([
        'https://one.com/0',
        'https://one.com/1',
        'https://three.com/',
        'https://two.com/',
      ]);
      expect(await claim()).toBeUndefined();
    });

    it('of several owners alternate', async () => {
      await create('a', urlsOf('https://one.com', 10));
      const running = [await claimOne(), await claimOne()];
      expect(await claim()).toBeUndefined();
      await create('b', urlsOf('https://one.com', 4));
      await create('c', urlsOf('https://one.com', 4));
      expect(await claim()).toBeUndefined();
      const owners: string[] = [];
      while (owners.length < 9) {
        const next = running.shift();
        if (next) await end(next);
        const claimed = await claimOne();
        owners.push(claimed.ownerId);
        running.push(claimed);
      }
      for (const owner of ['a', 'b', 'c']) {
        expect(
          owners.filter((one) => one === owner),
          owners.join(),
        ).toHaveLength(3);
      }
    });

    it('come in their turn: a later job takes no room for which others wait', async () => {
      await create('a', urlsOf('https://one.com', 3));
      const [first] = [await claimOne(), await claimOne()];
      expect(await claim()).toBeUndefined();
      await create('b', urlsOf('https://one.com', 1));
      await end(first);
      expect(await claim({ exceptOwner: 'a' })).toBeUndefined();
      expect(await claim({ exceptOwner: 'b' })).toMatchObject({ ownerId: 'a' });
    });

    it('are canceled and deleted while they wait', async () => {
      const jobs = await create('a', urlsOf('https://one.com', 5));
      const [third, fourth, fifth] = jobs.slice(2).map(({ id }) => id);
      const [first] = [await claimOne(), await claimOne()];
      expect(await claim()).toBeUndefined();
      const canceled = await store().jobs.cancel('a', third ?? 0, new Date());
      expect(canceled).toMatchObject({ isNew: true, job: { status: 'canceled' } });
      await end(first);
      // Room is kept for the fourth.
      expect(await claim({ exceptOwner: 'a' })).toBeUndefined();
      expect(await store().jobs.delete('a', fourth ?? 0)).toBe(true);
      expect(await claimOne()).toMatchObject({ job: { id: fifth } });
      expect(await claim()).toBeUndefined();
    });

    it('leave room for reports of requests', async () => {
      await create('a', urlsOf('https://one.com', 3));
      const otherReports = ['two.com', 'one.com'];
      expect(await claim({ otherReports: ['one.com', ...otherReports] })).toBeUndefined();
      expect(await claim({ otherReports })).toBeDefined();
      expect(await claim({ otherReports })).toBeUndefined();
      expect(await claim()).toBeDefined();
      expect(await claim()).toBeUndefined();
    });

    it('count with the pages of crawls', async () => {
      const host = 'one.com';
      await beginCrawl(store(), { host, urls: newUrls(1, 9) });
      const pages = [await claimWork(store()), await claimWork(store())];
      await create('a', urlsOf('https://one.com', 4));
      expect(await claim()).toBeUndefined();
      // A page leaves its place to the job that waits.
      const ended = pages.map(({ lease }) => lease);
      if (ended[0]) await endPage(store(), ended[0]);
      expect(await store().crawls.claim(newCrawlClaim())).toBeUndefined();
      const job = await claimOne();
      expect(await claim()).toBeUndefined();
      expect(await store().crawls.claim(newCrawlClaim())).toBeUndefined();
      // And a job to a page.
      await end(job);
      const next = await claimOne();
      if (ended[1]) await endPage(store(), ended[1]);
      expect(await claim()).toBeUndefined();
      expect(await store().crawls.claim(newCrawlClaim())).toMatchObject({ work: { kind: 'page' } });
      expect(await store().crawls.claim(newCrawlClaim())).toBeUndefined();
      expect(await end(next)).toBe(true);
      expect(await claim()).toBeDefined();
    });

    it('and crawls both go on, however often each is claimed first', async () => {
      await beginCrawl(store(), { host: 'one.com', urls: newUrls(1, 40) });
      await create('a', urlsOf('https://one.com', 40));
      const counts = { jobs: 0, pages: 0 };
      for (const isJobFirst of [true, false]) {
        const running: (() => Promise<unknown>)[] = [];
        const claimJob = async () => {
          const claimed = await claim();
          if (claimed === undefined) return;
          counts.jobs += 1;
          running.push(() => end(claimed));
        };
        const claimPage = async () => {
          const claimed = await store().crawls.claim(newCrawlClaim());
          if (claimed === undefined) return;
          counts.pages += 1;
          running.push(() => endPage(store(), claimed.lease));
        };
        for (let round = 0; round < 12; round += 1) {
          if (isJobFirst) await claimJob();
          await claimPage();
          await claimPage();
          await claimJob();
          expect(running.length).toBeLessThanOrEqual(2);
          await running.shift()?.();
        }
        for (const endOne of running) await endOne();
      }
      expect(counts.jobs).toBeGreaterThanOrEqual(8);
      expect(counts.pages).toBeGreaterThanOrEqual(8);
    });

    it('wait while a crawl of the host starts, or waits for it', async () => {
      const [first] = await create('a', urlsOf('https://one.com', 2));
      const running = await claimOne();
      expect(running.job.id).toBe(first?.id);
      await createCrawl(store(), { ownerId: 'b', host: 'one.com' });
      expect(await store().crawls.claim(newCrawlClaim())).toBeUndefined();
      expect(await claim()).toBeUndefined();
      // Unless no one may claim the start.
      const other = await claim({ exceptOwner: 'b' });
      expect(other).toBeDefined();
      await end(running);
      if (other) await end(other);
      const start = await claimWork(store());
      await create('a', urlsOf('https://one.com', 1));
      expect(await claim()).toBeUndefined();
      expect(await claim({ exceptOwner: 'b' })).toBeUndefined();
      const begun = newBegun({ host: 'elsewhere.com' });
      expect(await store().crawls.begin(start.lease, begun)).toBe(true);
      expect(await claim()).toBeDefined();
    });

    it('do not wait for a crawl whose next request is not due', async () => {
      await beginCrawl(store(), { host: 'one.com', delayMs: oneDay, urls: newUrls(1, 3) });
      const { lease } = await claimWork(store());
      await endPage(store(), lease);
      await createCrawl(store(), { ownerId: 'b', host: 'one.com' });
      await create('a', urlsOf('https://one.com', 3));
      expect([await claim(), await claim(), await claim()].map((one) => one !== undefined)).toEqual(
        [true, true, false],
      );
    });

    it('are claimed once and never too many, by concurrent calls', async () => {
      await create('a', urlsOf('https://one.com', 20));
      await create('b', urlsOf('https://one.com', 20));
      await create('c', [...urlsOf('https://two.com', 10), ...urlsOf('https://three.com', 10)]);
      const ids = new Set<number>();
      for (let round = 0; ids.size < 60 && round < 200; round += 1) {
        const claimed = await Promise.all(Array.from({ length: 12 }, () => claim()));
        const found = claimed.filter((one) => one !== undefined);
        expect(found.length).toBeGreaterThan(0);
        const hosts = found.map(({ job }) => new URL(job.url).host);
        for (const host of new Set(hosts)) {
          expect(hosts.filter((one) => one === host).length).toBeLessThanOrEqual(2);
        }
        for (const { job } of found) {
          expect(ids.has(job.id)).toBe(false);
          ids.add(job.id);
        }
        await Promise.all(found.map(end));
      }
      expect(ids.size).toBe(60);
    });
  });
}
