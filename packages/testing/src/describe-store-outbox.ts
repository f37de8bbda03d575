import { interruptedError } from '@sitegrade/core/internal';
import type { EndedCrawl, OutboxEvent } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import {
  beginCrawl,
  claimWork,
  crawlOf,
  createCrawl,
  doneOutcome,
  newCrawlClaim,
  newShape,
  newUrls,
} from './crawl-fixture.ts';
import { completeCrawl, readyToEnd } from './ended-crawl.ts';
import { claimOne, createJobs, jobError, newClaim, newSweep, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { createWebsite, setSchedule } from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';
import {
  allEvents,
  claimEvent,
  createWebhook,
  movedClock,
  newDelivery,
  newEventClaim,
} from './webhook-fixture.ts';

const ownerId = 'owner-1';
const done = {
  status: 'done',
  end: 'complete',
  score: 50,
  result: 'decent',
  rulesetVersion: '1',
  issues: [],
  shape: newShape(),
} as const satisfies EndedCrawl;
const failed = { status: 'failed', end: 'start_failed', error: jobError } as const;

/** What happens is recorded with the change that makes it true, for the webhooks of its owner. */
export function describeStoreOutbox(harness: StoreHarness): void {
  describe('the outbox', () => {
    const store = useStore(harness);
    const now = () => new Date();
    const events = async (): Promise<readonly OutboxEvent[]> =>
      (await allEvents(store())).map(({ event }) => event);
    const begin = async () => {
      const key = { ownerId, key: 'key', token: 'attempt' };
      const expiresAt = new Date(Date.now() + oneDay);
      const attempt = { ...key, fingerprint: 'f', begunAt: now(), expiresAt };
      expect(await store().idempotencyKeys.begin(attempt)).toEqual({ outcome: 'begun' });
      return { ...key, expiresAt };
    };
    /** A crawl whose pages are done and whose last step is leased. */
    const lastStep = (domain = 'a.com') => readyToEnd(store(), { ...completeCrawl, domain });
    /** A crawl at its first step, whose lease was over as often as is allowed. */
    const interruptedCrawl = async () => {
      const { id } = await createCrawl(store());
      const lost = { crawlId: id, stepLeaseMs: 0, maxAttempts: 1 };
      await claimWork(store(), lost);
      return { id, claim: newCrawlClaim(lost) };
    };

    /** Each path that makes something true, and what it has made. */
    const paths: Record<string, () => Promise<OutboxEvent>> = {
      async 'a report'() {
        const { id } = await store().reports.create(newReport());
        return { kind: 'report', reportId: id, jobId: null };
      },
      async 'another report of a website'() {
        const { id } = await store().reports.create(newReport({ rulesetVersion: '2' }));
        return { kind: 'report', reportId: id, jobId: null };
      },
      async 'the report of a job'() {
        const [job] = await createJobs(store(), 1);
        const { lease } = await claimOne(store());
        const report = await store().reports.createOnce(newReport(), lease);
        return { kind: 'report', reportId: report?.id ?? 0, jobId: job?.id ?? 0 };
      },
      async 'a report with an idempotency key'() {
        const report = await store().reports.createOnce(newReport(), await begin());
        return { kind: 'report', reportId: report?.id ?? 0, jobId: null };
      },
      async 'a job that failed'() {
        await createJobs(store(), 1);
        const { lease } = await claimOne(store());
        await store().jobs.end(lease, { kind: 'failed', error: jobError }, now());
        return { kind: 'failed_job', jobId: lease.jobId };
      },
      async 'a job whose leases were over too often'() {
        await createJobs(store(), 1);
        const { lease } = await claimOne(store(), { leaseMs: 0 });
        const { failed: jobs } = await store().jobs.sweep(newSweep({ maxAttempts: 1 }));
        expect(jobs).toHaveLength(1);
        return { kind: 'failed_job', jobId: lease.jobId };
      },
      async 'a crawl that is done'() {
        const { id, lease } = await lastStep();
        expect(await store().crawls.end(lease, done, now())).toBe(true);
        return { kind: 'crawl', crawlId: id };
      },
      async 'a crawl that failed'() {
        const { id } = await createCrawl(store());
        const { lease } = await claimWork(store(), { crawlId: id });
        expect(await store().crawls.end(lease, failed, now())).toBe(true);
        return { kind: 'crawl', crawlId: id };
      },
      async 'a crawl that was interrupted too often'() {
        const { id, claim } = await interruptedCrawl();
        expect(await store().crawls.claim(claim)).toMatchObject({ work: { kind: 'ended' } });
        return { kind: 'crawl', crawlId: id };
      },
      async 'a crawl that is found interrupted after its last page'() {
        const begun = await beginCrawl(store(), { urls: newUrls(1, 1) });
        const { lease } = await claimWork(store(), { crawlId: begun.id });
        const query = newCrawlClaim({ maxAttempts: 0 });
        const ended = await store().crawls.endPage(lease, doneOutcome(), new Date(), query);
        expect(ended).toMatchObject({ isEnded: true, next: { work: { kind: 'ended' } } });
        const crawl = await crawlOf(store(), begun.id);
        expect(crawl).toMatchObject({ status: 'failed', error: interruptedError });
        return { kind: 'crawl', crawlId: begun.id };
      },
    };

    for (const [name, happens] of Object.entries(paths)) {
      it(`has ${name} once, if the owner has a webhook that is enabled`, async () => {
        await createWebhook(store());
        await createWebhook(store());
        await createWebhook(store(), { ownerId: 'owner-2' });
        const event = await happens();
        expect(await events()).toEqual([event]);
      });

      it(`has ${name} once, if the owner has a schedule`, async () => {
        await setSchedule(store(), await createWebsite(store(), 'scheduled.com'));
        const event = await happens();
        expect(await events()).toEqual([event]);
      });

      it(`has ${name} not if the owner has none`, async () => {
        await createWebhook(store(), { ownerId: 'owner-2' });
        const { id } = await createWebhook(store());
        const disable = { isEnabled: false, updatedAt: now() };
        await store().webhooks.update(ownerId, id, disable);
        await store().webhooks.delete(ownerId, (await createWebhook(store())).id);
        const website = await createWebsite(store(), 'scheduled.com', 'owner-2');
        await setSchedule(store(), website, { ownerId: 'owner-2' });
        for (const { lease } of await allEvents(store())) {
          await store().deliveries.endEvent(lease, { deliveries: [], maxWaiting: 9, now: now() });
        }
        await happens();
        expect(await events()).toEqual([]);
      });
    }

    it('has what happens while a site of the owner fails, also without a webhook', async () => {
      const { id } = await createWebhook(store());
      const { websiteId } = await store().reports.create(newReport());
      const { lease } = await claimEvent(store());
      const from = {
        failingSince: null,
        isUnreachable: false,
        recheck: null,
        certificatesTold: [],
      };
      const failing = { ...from, failingSince: now() };
      const ended = { deliveries: [], maxWaiting: 9, now: now() };
      const site = { ownerId, websiteId, from, to: failing };
      expect(await store().deliveries.endEvent(lease, { ...ended, site })).toEqual({
        droppedMails: 0,
      });
      await store().webhooks.delete(ownerId, id);
      await store().reports.create(newReport({ ownerId: 'owner-2' }));
      const { id: reportId } = await store().reports.create(newReport({ domain: 'b.com' }));
      const [found, ...others] = await allEvents(store());
      expect([found?.event, others]).toEqual([{ kind: 'report', reportId, jobId: null }, []]);
      if (found === undefined) throw new Error('Nothing has happened.');
      const back = { ownerId, websiteId, from: failing, to: from };
      expect(await store().deliveries.endEvent(found.lease, { ...ended, site: back })).toEqual({
        droppedMails: 0,
      });
      await store().reports.create(newReport());
      expect(await events()).toEqual([]);
    });

    it('has nothing of what changes nothing, is given back, tried again or canceled', async () => {
      await createWebhook(store());
      const ended = { token: 'ended', jobId: 1 };
      const attempt = { ownerId, key: 'key', token: 't', expiresAt: now() };
      await createJobs(store(), 2);
      for (const kind of ['given_back', 'retry'] as const) {
        const { lease } = await claimOne(store());
        const outcome = kind === 'retry' ? { kind, error: jobError, delayMs: 0 } : { kind };
        expect(await store().jobs.end(lease, outcome, now())).toBe(true);
      }
      expect(await store().jobs.end(ended, { kind: 'failed', error: jobError }, now())).toBe(false);
      expect(await store().reports.createOnce(newReport(), ended)).toBeUndefined();
      expect(await store().reports.createOnce(newReport(), attempt)).toBeUndefined();
      await claimOne(store(), { leaseMs: 0 });
      await store().jobs.sweep(newSweep({ maxAttempts: 9 }));
      const { lease: canceled } = await claimOne(store());
      await store().jobs.cancel(ownerId, canceled.jobId, now());
      await store().jobs.end(canceled, { kind: 'failed', error: jobError }, now());
      await store().jobs.claim(newClaim({ leaseMs: 0 }));
      const [other] = await createJobs(store(), 1);
      await store().jobs.delete(ownerId, other?.id ?? 0);

      const { lease } = await lastStep();
      expect(await store().crawls.end({ ...lease, token: 'other' }, done, now())).toBe(false);
      await store().crawls.cancel(ownerId, lease.crawlId, now());
      expect(await store().crawls.end(lease, done, now())).toBe(false);
      const { id } = await createCrawl(store());
      const lost = { crawlId: id, stepLeaseMs: 0 };
      await claimWork(store(), lost);
      await claimWork(store(), lost);
      await store().crawls.delete(ownerId, id);
      expect(await events()).toEqual([]);
    });

    it('has each of the jobs that a sweep has ended, for owners with webhooks', async () => {
      await createWebhook(store());
      await createWebhook(store(), { ownerId: 'owner-3' });
      const ids: number[] = [];
      for (const owner of ['owner-1', 'owner-2', 'owner-3']) {
        for (const job of await createJobs(store(), 3, { ownerId: owner })) {
          if (owner !== 'owner-2') ids.push(job.id);
        }
      }
      while (await store().jobs.claim(newClaim({ leaseMs: 0 })));
      const { failed: jobs } = await store().jobs.sweep(newSweep({ maxAttempts: 1 }));
      expect(jobs).toHaveLength(9);
      const found = await allEvents(store());
      const jobIds = found.map(({ event }) => (event.kind === 'failed_job' ? event.jobId : 0));
      expect(jobIds.toSorted((a, b) => a - b)).toEqual(ids);
      for (const { ownerId: owner, event } of found) {
        const id = event.kind === 'failed_job' ? event.jobId : 0;
        expect(await store().jobs.find(owner, id)).toMatchObject({ status: 'failed' });
      }
    });

    it('returns what has been due longest of an owner, with its owner, its time and how often it was claimed', async () => {
      await createWebhook(store());
      await createWebhook(store(), { ownerId: 'owner-2' });
      const before = Date.now() - oneDay / 24;
      const ids: number[] = [];
      for (const owner of ['owner-1', 'owner-2', 'owner-1']) {
        const report = newReport({ ownerId: owner, createdAt: now() });
        ids.push((await store().reports.create(report)).id);
      }
      const found = await allEvents(store());
      expect(found.map(({ ownerId: owner, event, attempts }) => [owner, event, attempts])).toEqual([
        ['owner-1', { kind: 'report', reportId: ids[0], jobId: null }, 1],
        ['owner-1', { kind: 'report', reportId: ids[2], jobId: null }, 1],
        ['owner-2', { kind: 'report', reportId: ids[1], jobId: null }, 1],
      ]);
      for (const { createdAt } of found) {
        expect(createdAt.getTime()).toBeGreaterThan(before);
        expect(createdAt.getTime()).toBeLessThan(before + oneDay);
      }
    });

    it('returns what was put off after what has waited since', async () => {
      const clock = movedClock(harness, store);
      await createWebhook(store());
      for (let index = 0; index < 2; index += 1) {
        await store().reports.create(newReport({ createdAt: clock.now() }));
        await clock.pass(1_000);
      }
      const first = await claimEvent(store(), { now: clock.now() });
      expect(await store().deliveries.deferEvent(first.lease, 0, clock.now())).toBe(true);
      const next = await claimEvent(store(), { now: clock.now() });
      const last = await claimEvent(store(), { now: clock.now() });
      expect(next.event).not.toEqual(first.event);
      expect([last.event, last.attempts]).toEqual([first.event, 2]);
    });

    const happenTo = async (owners: readonly string[], createdAt = now()) => {
      for (const id of owners) {
        await createWebhook(store(), { ownerId: id });
        await store().reports.create(newReport({ ownerId: id, createdAt }));
      }
    };

    it('gives what the next owner has who has something that is due, and the first one has after the last', async () => {
      const clock = movedClock(harness, store);
      // In order of code points, which is not that of UTF-16.
      const [first, second, third, last] = [
        'owner-1',
        'owner-2',
        'owner-\uffff',
        'owner-😀',
      ] as const;
      await happenTo([last, first, first, first, third, second], clock.now());
      const claim = (afterOwner?: string) =>
        claimEvent(store(), { now: clock.now(), ...(afterOwner && { afterOwner }) });
      const { ownerId: owner, lease } = await claim(first);
      expect(owner).toBe(second);
      // Nothing of this owner is due.
      expect(await store().deliveries.deferEvent(lease, oneDay, clock.now())).toBe(true);
      const owners = [first];
      for (let index = 0; index < 5; index += 1) {
        owners.push((await claim(owners.at(-1))).ownerId as typeof first);
      }
      expect(owners.slice(1)).toEqual([third, last, first, first, first]);
      await clock.pass(2 * oneDay);
      expect((await claim()).ownerId).toBe(first);
      expect((await claim('owner-1\u0001')).ownerId).toBe(second);
      expect((await claim('zzz')).ownerId).toBe(first);
    });

    it('makes nothing of what another worker has claimed since', async () => {
      const { id: webhookId } = await createWebhook(store());
      await store().reports.create(newReport());
      const { deliveries } = store();
      const lost = await claimEvent(store(), { leaseMs: 0 });
      const found = await claimEvent(store());
      const made = { deliveries: [newDelivery(webhookId)], maxWaiting: 10, now: now() };
      expect(await deliveries.endEvent(lost.lease, made)).toBeUndefined();
      expect(await deliveries.renewEvent(lost.lease, 0, now())).toBe(false);
      expect([await deliveries.countWaiting(), await events()]).toEqual([0, []]);
      expect(await deliveries.endEvent(found.lease, made)).toEqual({ droppedMails: 0 });
      expect(await deliveries.countWaiting()).toBe(1);
    });

    it('leaves what was renewed to its worker for longer', async () => {
      const clock = movedClock(harness, store);
      const { id: webhookId } = await createWebhook(store());
      await store().reports.create(newReport({ createdAt: clock.now() }));
      const { deliveries } = store();
      const { lease } = await claimEvent(store(), { leaseMs: 60_000, now: clock.now() });
      expect(await deliveries.renewEvent(lease, oneDay, clock.now())).toBe(true);
      await clock.pass(oneDay / 2);
      expect(await deliveries.claimEvent(newEventClaim({ now: clock.now() }))).toBeUndefined();
      await clock.pass(oneDay);
      // No other one has claimed it.
      expect(await deliveries.renewEvent(lease, 0, clock.now())).toBe(true);
      const made = { deliveries: [newDelivery(webhookId)], maxWaiting: 10, now: clock.now() };
      for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
        expect(await deliveries.renewEvent({ ...lease, id }, oneDay, clock.now())).toBe(false);
      }
      expect(await deliveries.endEvent(lease, made)).toBeDefined();
      expect(await deliveries.endEvent(lease, made)).toBeUndefined();
      expect(await deliveries.countWaiting()).toBe(1);
      expect(await deliveries.renewEvent(lease, oneDay, clock.now())).toBe(false);
    });
  });
}
