import { beforeEach, describe, expect, it } from 'vitest';
import { claimOne, createJobs, jobError, newClaim, oneDay } from './job-fixture.ts';
import { claimMail, createConfirmed, createRecipient, newMailClaim } from './recipient-fixture.ts';
import { newReport } from './report-fixture.ts';
import { createWebsite, daysAgo, setSchedule } from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';
import {
  claimDelivery,
  claimEvent,
  createTest,
  createWebhook,
  delivered,
  movedClock,
  newDeliveryClaim,
  newEventClaim,
  refused,
} from './webhook-fixture.ts';

const minuteMs = 60_000;

/** What waits when the clock was ahead, and is set back. */
export function describeStoreSetBack(harness: StoreHarness): void {
  describe('a clock that is set back', () => {
    const store = useStore(harness);
    let clock = movedClock(harness, store);
    beforeEach(() => {
      clock = movedClock(harness, store);
    });
    const beat = (id: string) =>
      store().processes.beat({
        ...{ id, role: 'worker', settings: {}, aliveMs: 90_000, now: clock.now() },
      });
    /** As the first process that works with the store once the clock is correct: perhaps after a restart. */
    const setBack = async (ms: number) => {
      await clock.pass(-ms);
      return beat('after');
    };

    it.each([
      ['a minute', minuteMs],
      ['two hours', 120 * minuteMs],
    ])('by %s delays no message of a webhook that has delivered', async (_, ms) => {
      const { id } = await createWebhook(store());
      await createTest(store(), id, { now: clock.now() });
      const { lease } = await claimDelivery(store(), { now: clock.now() });
      await store().deliveries.end(lease, delivered, clock.now());
      await clock.pass(-ms);
      const next = await createTest(store(), id, { now: clock.now() });
      expect((await claimDelivery(store(), { now: clock.now() })).delivery.id).toBe(next.id);
    });

    it.each([
      ['a minute', minuteMs],
      ['two hours', 120 * minuteMs],
      ['ten years', 3_650 * oneDay],
    ])('by %s delays nothing that was due', async (_, ms) => {
      await beat('before');
      const { id } = await createWebhook(store());
      await createTest(store(), id, { now: clock.now() });
      await createRecipient(store(), await createWebsite(store()), { createdAt: clock.now() });
      await store().reports.create(newReport({ createdAt: clock.now() }));
      await setBack(ms);
      // How much later than the last beat that was.
      await clock.pass(1_000);
      const now = clock.now();
      await claimDelivery(store(), { now });
      await claimMail(store(), { now });
      await claimEvent(store(), { now });
    });

    it('ends waits and leases after as long as they should take', async () => {
      await beat('before');
      const waitMs = 10 * minuteMs;
      const later = { error: jobError, kind: 'retry', delayMs: waitMs } as const;
      const { id } = await createWebhook(store());
      const other = await createWebhook(store());
      const at = () => ({ now: clock.now() });
      // An attempt of each failed, and another one is running.
      await createTest(store(), id, at());
      const { lease } = await claimDelivery(store(), at());
      const busy = { ...refused, kind: 'retry', delayMs: waitMs, pauseMs: waitMs } as const;
      await store().deliveries.end(lease, busy, clock.now());
      await createTest(store(), other.id, at());
      await claimDelivery(store(), { leaseMs: waitMs, ...at() });
      await createJobs(store(), 1, { createdAt: clock.now() });
      const job = await claimOne(store(), at());
      await store().jobs.end(job.lease, later, clock.now());
      await createRecipient(store(), await createWebsite(store()), { createdAt: clock.now() });
      await claimMail(store(), { leaseMs: waitMs, ...at() });
      for (let event = await store().deliveries.claimEvent(newEventClaim(at())); event; ) {
        await store().deliveries.deferEvent(event.lease, waitMs, clock.now());
        event = await store().deliveries.claimEvent(newEventClaim(at()));
      }

      await setBack(120 * minuteMs);
      const claims = () => [
        store().deliveries.claim(newDeliveryClaim(at())),
        store().jobs.claim(newClaim(at())),
        store().mails.claim(newMailClaim(at())),
        store().deliveries.claimEvent(newEventClaim(at())),
      ];
      expect(await Promise.all(claims())).toEqual(Array(4).fill(undefined));
      await clock.pass(waitMs + minuteMs);
      for (const claimed of await Promise.all(claims())) expect(claimed).toBeDefined();
      const { deliveries } = store();
      expect(await deliveries.claim(newDeliveryClaim(at()))).toBeDefined();
    });

    it('moves no time by which a process was slow, nor twice', async () => {
      const { id } = await createWebhook(store());
      await createTest(store(), id, { now: clock.now() });
      await claimDelivery(store(), { leaseMs: minuteMs, now: clock.now() });
      await beat('before');
      await setBack(5_000);
      await setBack(120 * minuteMs);
      await beat('again');
      expect(
        await store().deliveries.claim(newDeliveryClaim({ now: clock.now() })),
      ).toBeUndefined();
    });

    it('lets no schedule wait for longer than its period, nor a digest, nor at another hour', async () => {
      await beat('before');
      const websiteId = await createWebsite(store());
      const tomorrow = await createWebsite(store(), 'b.com');
      await setSchedule(store(), websiteId, { nextRunAt: daysAgo(-3_650) });
      const kept = await setSchedule(store(), tomorrow);
      const digestDueAt = new Date(clock.now().getTime() + 70 * oneDay);
      await createConfirmed(store(), websiteId, { digest: true }, digestDueAt);
      await setBack(120 * minuteMs);
      const { schedules } = await store().schedules.due({ limit: 10, now: clock.now() });
      expect(schedules.map(({ schedule }) => schedule.websiteId)).toEqual([websiteId]);
      expect(await store().schedules.find('owner-1', tomorrow)).toEqual(kept);
      await clock.pass(7 * oneDay);
      const query = { limit: 10, now: clock.now() };
      const { digests } = await store().recipients.dueDigests(query);
      expect(digests).toHaveLength(1);
      const weeksMs = Number(digestDueAt) - Number(digests[0]?.dueAt);
      expect(Math.abs(Math.round(weeksMs / oneDay) % 7)).toBe(0);
    });

    it('forgets a process that has ended since', async () => {
      await beat('killed');
      await setBack(120 * minuteMs);
      await clock.pass(2 * minuteMs);
      expect((await beat('after')).map(({ id }) => id)).toEqual(['after']);
    });
  });
}
