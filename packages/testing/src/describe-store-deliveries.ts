import type { Delivery } from '@sitegrade/core';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  MessageClaim,
  NewWebhook,
} from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { createWebsite } from './schedule-fixture.ts';
import { propertyTimeoutMs, type StoreHarness, useStore } from './store-harness.ts';
import {
  claimDelivery,
  claimEvent,
  createTest,
  createWebhook,
  delivered,
  deliveryOf,
  movedClock,
  newDelivery,
  newDeliveryClaim,
  newTest,
  refused,
  sendDeliveries,
  webhookOf,
} from './webhook-fixture.ts';

const ownerId = 'owner-1';
const firstPage = { page: 1, perPage: 100 };
const notEnded = { isEnded: false, disabled: null };

/** Deliveries to webhooks: who gets them, in which order, and how they end. */
export function describeStoreDeliveries(harness: StoreHarness): void {
  describe('deliveries', { timeout: propertyTimeoutMs }, () => {
    const store = useStore(harness);
    const deliveries = () => store().deliveries;
    const idOf = async (part: Partial<NewWebhook> = {}) => (await createWebhook(store(), part)).id;
    const all = async (webhookId: number, owner = ownerId) =>
      (await deliveries().list(owner, webhookId, firstPage)).rows;
    const claimNone = async (part: Partial<MessageClaim> = {}) =>
      expect(await deliveries().claim(newDeliveryClaim(part))).toBeUndefined();
    const end = ({ lease }: ClaimedDelivery, outcome: DeliveryOutcome = delivered) =>
      deliveries().end(lease, outcome, new Date());
    const disable = (id: number) =>
      store().webhooks.update(ownerId, id, { isEnabled: false, updatedAt: new Date() });
    const enable = (id: number) =>
      store().webhooks.update(ownerId, id, { isEnabled: true, updatedAt: new Date() });
    const replay = ({ webhookId, id }: Delivery, maxWaiting = 10_000, owner = ownerId) =>
      deliveries().replay({ ownerId: owner, webhookId, id, maxWaiting, now: new Date() });

    it.each([
      ['a minute', 60_000],
      ['two hours', 2 * 60 * 60_000],
    ])('are not late after the clock was set back by %s', async (_, ms) => {
      const clock = movedClock(harness, store);
      const id = await idOf();
      await createTest(store(), id, { now: clock.now() });
      const { lease } = await claimDelivery(store(), { now: clock.now() });
      await deliveries().end(lease, delivered, clock.now());
      await clock.pass(-ms);
      const next = await createTest(store(), id, { now: clock.now() });
      const claimed = await claimDelivery(store(), { now: clock.now() });
      expect(claimed.delivery.id).toBe(next.id);
    });

    it('are inserted as what has happened is ended, and wait', async () => {
      const [first, second] = [await idOf(), await idOf()];
      const websiteId = await createWebsite(store());
      const [event, made] = [await claimEvent(store()), newDelivery(first, { websiteId })];
      const other = newDelivery(second, { type: 'score.dropped' });
      const before = Date.now() - oneDay / 24;
      const created = { deliveries: [made, other], maxWaiting: 2, now: new Date() };
      expect(await deliveries().endEvent(event.lease, created)).toEqual({ droppedMails: 0 });
      const { body: _, ...shown } = made;
      const [delivery] = await all(first);
      expect(delivery).toEqual({
        ...shown,
        id: expect.any(Number),
        state: 'waiting',
        attempts: 0,
        dueAt: expect.any(Date),
        httpStatus: null,
        error: null,
        durationMs: null,
        createdAt: expect.any(Date),
        endedAt: null,
      });
      expect(delivery?.dueAt).toEqual(delivery?.createdAt);
      expect(delivery?.createdAt.getTime()).toBeGreaterThan(before);
      expect(await deliveryOf(store(), delivery as Delivery)).toEqual(delivery);
      expect(await all(second)).toMatchObject([{ type: 'score.dropped', websiteId: null }]);
      expect(await deliveries().countWaiting()).toBe(2);
      const claimed = await claimDelivery(store());
      expect(claimed).toEqual({
        ownerId,
        webhook: await webhookOf(store(), first),
        secrets: ['whsec_first'],
        delivery: { ...delivery, attempts: 1 },
        body: made.body,
        lease: { id: delivery?.id, token: claimed.lease.token },
      });
      expect(await deliveryOf(store(), claimed.delivery)).toEqual(claimed.delivery);
    });

    it('are left out for webhooks that were deleted, disabled, or are of others', async () => {
      const [gone, off, kept] = [await idOf(), await idOf(), await idOf()];
      const other = await idOf({ ownerId: 'owner-2' });
      await store().webhooks.delete(ownerId, gone);
      await disable(off);
      await sendDeliveries(
        store(),
        [gone, off, other, 0, 1.5, kept].map((id) => newDelivery(id)),
      );
      for (const id of [gone, off]) expect(await all(id)).toEqual([]);
      expect(await all(other, 'owner-2')).toEqual([]);
      expect(await all(kept)).toHaveLength(1);
      await sendDeliveries(store(), [newDelivery(off)]);
      expect(await deliveries().countWaiting()).toBe(1);
    });

    it('fail without an attempt if too many of their owner wait', async () => {
      const [first, second] = [await idOf(), await idOf()];
      const other = await idOf({ ownerId: 'owner-2' });
      await createTest(store(), other, { ownerId: 'owner-2' });
      await createTest(store(), first);
      const made = [first, second, first, second].map((id) => newDelivery(id));
      await sendDeliveries(store(), made, { maxWaiting: 3 });
      const [ofFirst, ofSecond] = [await all(first), await all(second)];
      const refusal = {
        state: 'failed',
        attempts: 0,
        dueAt: null,
        error: 'quota_exceeded',
        endedAt: expect.any(Date),
      };
      expect(ofFirst).toMatchObject([refusal, { state: 'waiting' }, { state: 'waiting' }]);
      expect(ofSecond).toMatchObject([refusal, { state: 'waiting' }]);
      const [lost] = ofSecond;
      if (lost === undefined) throw new Error('There is none.');
      expect(await replay(lost, 3)).toEqual({ outcome: 'quota_exceeded', used: 3 });
      await end(await claimDelivery(store(), { exceptOwners: ['owner-2'] }));
      expect(await replay(lost, 3)).toMatchObject({
        outcome: 'waiting',
        delivery: { error: null },
      });
    });

    it('do not exceed the quota together, however they are asked for at once', async () => {
      const [first, second] = [await idOf(), await idOf()];
      for (let index = 0; index < 4; index += 1) await store().reports.create(newReport());
      const events = [];
      for (let index = 0; index < 4; index += 1) events.push(await claimEvent(store()));
      const now = new Date();
      const both = () => [newDelivery(second), newDelivery(first)];
      const [creations] = await Promise.all([
        Promise.all(
          [first, second, first, second, first].map((id) =>
            deliveries().create(newTest(id, { maxWaiting: 7 })),
          ),
        ),
        ...events.map(({ lease }) =>
          deliveries().endEvent(lease, { deliveries: both(), maxWaiting: 7, now }),
        ),
      ]);
      expect(await deliveries().countWaiting()).toBe(7);
      const rows = [...(await all(first)), ...(await all(second))];
      const inserted = creations.filter(({ outcome }) => outcome === 'waiting').length;
      expect(rows).toHaveLength(8 + inserted);
      for (const creation of creations) {
        if (creation.outcome === 'quota_exceeded') expect(creation.used).toBe(7);
      }
    });

    it('are inserted when they are asked for, up to the quota', async () => {
      const id = await idOf();
      const test = newTest(id, { maxWaiting: 1 });
      const creation = await deliveries().create(test);
      const [delivery] = await all(id);
      expect(creation).toEqual({ outcome: 'waiting', delivery });
      const { messageId } = test;
      expect(delivery).toMatchObject({ webhookId: id, messageId, type: 'webhook.test' });
      expect(await deliveries().create(test)).toEqual({ outcome: 'quota_exceeded', used: 1 });
      // Those of a disabled webhook leave room for others.
      const other = await idOf();
      await disable(id);
      expect(await deliveries().create({ ...test, webhookId: other })).toMatchObject({
        outcome: 'waiting',
      });
      await enable(id);
      await store().webhooks.delete(ownerId, other);
      expect((await claimDelivery(store())).body).toBe(test.body);
      expect(await deliveries().create(test)).toEqual({ outcome: 'quota_exceeded', used: 1 });
      for (const webhookId of [id + 1, 0, 1.5, Number.NaN]) {
        expect(await deliveries().create({ ...test, webhookId })).toEqual({ outcome: 'missing' });
      }
      const ofOther = { ...test, ownerId: 'owner-2' };
      expect(await deliveries().create(ofOther)).toEqual({ outcome: 'missing' });
      expect(await all(id)).toHaveLength(1);
    });

    it('are listed newest first, in pages, only for their owner', async () => {
      const [id, other] = [await idOf(), await idOf()];
      const made: Delivery[] = [];
      for (let index = 0; index < 5; index += 1) {
        made.push(await createTest(store(), id));
        await createTest(store(), other);
      }
      const page = (number: number) => deliveries().list(ownerId, id, { page: number, perPage: 2 });
      const [first, second, third, fourth, fifth] = made;
      const total = { total: 5, totalRelation: 'eq' };
      expect(await page(1)).toEqual({ rows: [fifth, fourth], ...total });
      expect(await page(2)).toEqual({ rows: [third, second], ...total });
      expect(await page(3)).toEqual({ rows: [first], ...total });
      expect(await page(4)).toEqual({ rows: [], ...total });
      const none = { rows: [], total: 0, totalRelation: 'eq' };
      expect(await deliveries().list('owner-2', id, firstPage)).toEqual(none);
      for (const webhookId of [0, 1.5, Number.NaN, 2 ** 53]) {
        expect(await deliveries().list(ownerId, webhookId, firstPage)).toEqual(none);
      }
      const deliveryId = first?.id ?? 0;
      expect(await deliveries().find('owner-2', id, deliveryId)).toBeUndefined();
      expect(await deliveries().find(ownerId, other, deliveryId)).toBeUndefined();
      for (const odd of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
        expect(await deliveries().find(ownerId, id, odd)).toBeUndefined();
        expect(await replay({ ...made[0], id: odd } as Delivery)).toEqual({ outcome: 'missing' });
      }
    });

    it('are claimed one at a time of a webhook, in the order in which they are due', async () => {
      const id = await idOf();
      const made: Delivery[] = [];
      for (let index = 0; index < 3; index += 1) made.push(await createTest(store(), id));
      for (const { id: deliveryId } of made) {
        const claimed = await claimDelivery(store());
        expect(claimed.delivery.id).toBe(deliveryId);
        await claimNone();
        expect(await end(claimed)).toEqual({ isEnded: true, disabled: null });
      }
      await claimNone();
    });

    it('are claimed once each by any number of workers at once, and none finds nothing while some are due', async () => {
      const ids: number[] = [];
      for (let index = 0; index < 12; index += 1) {
        const owner = `owner-${index % 3}`;
        ids.push(await idOf({ ownerId: owner }));
        for (let delivery = 0; delivery < 3; delivery += 1) {
          await createTest(store(), ids.at(-1) ?? 0, { ownerId: owner });
        }
      }
      const claims = await Promise.all(
        Array.from({ length: 12 }, () => deliveries().claim(newDeliveryClaim())),
      );
      const claimed = claims.flatMap((claim) => claim?.webhook.id ?? []);
      expect(claimed.toSorted((a, b) => a - b)).toEqual(ids);
      await claimNone();
    });

    it('that succeed are delivered, which the webhook remembers', async () => {
      const id = await idOf();
      const { id: deliveryId } = await createTest(store(), id);
      await end(await claimDelivery(store()), { kind: 'retry', ...refused, delayMs: 0 });
      expect(await webhookOf(store(), id)).toMatchObject({
        failingSince: expect.any(Date),
        lastDeliveredAt: null,
      });
      const claimed = await claimDelivery(store());
      expect(claimed.delivery).toMatchObject({ httpStatus: 500, error: 'status', attempts: 2 });
      const webhook = await webhookOf(store(), id);
      expect(await end(claimed)).toEqual({ isEnded: true, disabled: null });
      const delivery = await deliveryOf(store(), { webhookId: id, id: deliveryId });
      expect(delivery).toEqual({
        ...claimed.delivery,
        state: 'delivered',
        httpStatus: 204,
        error: null,
        durationMs: 12,
        dueAt: null,
        endedAt: expect.any(Date),
      });
      expect(await webhookOf(store(), id)).toEqual({
        ...webhook,
        failingSince: null,
        lastDeliveredAt: expect.any(Date),
      });
      await claimNone();
    });

    it('that fail are attempted again after a delay, and others of the webhook meanwhile', async () => {
      const clock = movedClock(harness, store);
      const id = await idOf();
      const first = await createTest(store(), id, { now: clock.now() });
      const second = await createTest(store(), id, { now: clock.now() });
      const retry = { kind: 'retry', ...refused, delayMs: oneDay } as const;
      const claimed = await claimDelivery(store(), { now: clock.now() });
      const before = clock.now().getTime();
      await deliveries().end(claimed.lease, retry, clock.now());
      const failed = await deliveryOf(store(), first);
      expect(failed).toEqual({
        ...claimed.delivery,
        httpStatus: 500,
        error: 'status',
        durationMs: 34,
        dueAt: expect.any(Date),
      });
      expect(Math.abs(Number(failed.dueAt) - before - oneDay)).toBeLessThan(oneDay / 24);
      const next = await claimDelivery(store(), { now: clock.now() });
      expect(next.delivery.id).toBe(second.id);
      const timeout = { ...refused, kind: 'failed', httpStatus: null, error: 'timeout' } as const;
      await deliveries().end(next.lease, timeout, clock.now());
      expect(await deliveryOf(store(), second)).toMatchObject({
        state: 'failed',
        attempts: 1,
        dueAt: null,
        httpStatus: null,
        error: 'timeout',
        endedAt: expect.any(Date),
      });
      await claimNone({ now: clock.now() });
      await clock.pass(oneDay + 1_000);
      const again = await claimDelivery(store(), { now: clock.now() });
      expect(again.delivery).toMatchObject({ id: first.id, attempts: 2 });
    });

    it('wait all while the receiver is busy', async () => {
      const clock = movedClock(harness, store);
      const id = await idOf();
      for (let index = 0; index < 2; index += 1) {
        await createTest(store(), id, { now: clock.now() });
      }
      const { lease } = await claimDelivery(store(), { now: clock.now() });
      const pauseMs = oneDay;
      const busy = { kind: 'retry', ...refused, httpStatus: 429, delayMs: 0, pauseMs } as const;
      await deliveries().end(lease, busy, clock.now());
      await claimNone({ now: clock.now() });
      await createTest(store(), id, { now: clock.now() });
      await claimNone({ now: clock.now() });
      await clock.pass(oneDay + 1_000);
      await claimDelivery(store(), { now: clock.now() });
    });

    it.each([{ isEnabled: true }, { url: 'https://b.com/' }])(
      'do not wait for a receiver that is another one, or was repaired: %o',
      async (change) => {
        const id = await idOf();
        await createTest(store(), id);
        const { lease } = await claimDelivery(store());
        const busy = { kind: 'retry', ...refused, delayMs: 0, pauseMs: oneDay } as const;
        await deliveries().end(lease, busy, new Date());
        await claimNone();
        await store().webhooks.update(ownerId, id, { ...change, updatedAt: new Date() });
        await claimDelivery(store());
      },
    );

    it('take turns with those of other webhooks, however many wait', async () => {
      const clock = movedClock(harness, store);
      const [first, second] = [await idOf(), await idOf()];
      for (let index = 0; index < 3; index += 1) {
        await createTest(store(), first, { now: clock.now() });
      }
      await clock.pass(60_000);
      await createTest(store(), second, { now: clock.now() });
      const turns: number[] = [];
      for (let index = 0; index < 4; index += 1) {
        await clock.pass(60_000);
        const { webhook, lease } = await claimDelivery(store(), { now: clock.now() });
        turns.push(webhook.id);
        await deliveries().end(lease, delivered, clock.now());
      }
      expect(turns).toEqual([first, second, first, first]);
    });

    it('that are given back are due at once, and the attempt does not count', async () => {
      const id = await idOf();
      const delivery = await createTest(store(), id);
      await createTest(store(), id);
      expect(await end(await claimDelivery(store()), { kind: 'given_back' })).toEqual({
        isEnded: true,
        disabled: null,
      });
      expect(await deliveryOf(store(), delivery)).toEqual(delivery);
      expect(await webhookOf(store(), id)).toMatchObject({ failingSince: null });
      const claimed = await claimDelivery(store());
      expect(claimed.delivery).toEqual({ ...delivery, attempts: 1 });
    });

    it('wait while their webhook is disabled, also those whose attempt is running', async () => {
      const id = await idOf();
      const made = [await createTest(store(), id), await createTest(store(), id)];
      const claimed = await claimDelivery(store());
      await disable(id);
      await end(claimed, { kind: 'retry', ...refused, delayMs: oneDay });
      await claimNone();
      expect(await createTest(store(), id)).toMatchObject({ state: 'waiting' });
      await claimNone();
      expect(await deliveries().countWaiting()).toBe(3);
      await enable(id);
      expect((await claimDelivery(store())).delivery.id).toBe(made[1]?.id);
    });

    it('are not attempted twice at once when their webhook is disabled and enabled meanwhile', async () => {
      const id = await idOf();
      for (let index = 0; index < 2; index += 1) await createTest(store(), id);
      const claimed = await claimDelivery(store());
      await disable(id);
      await enable(id);
      await claimNone();
      expect(await end(claimed)).toMatchObject({ isEnded: true });
      await claimDelivery(store());
    });

    it('disable a webhook whose receiver is gone', async () => {
      const id = await idOf();
      await createTest(store(), id);
      await createTest(store(), id);
      const gone = { kind: 'failed', ...refused, httpStatus: 410, isGone: true } as const;
      expect(await end(await claimDelivery(store()), gone)).toEqual({
        isEnded: true,
        disabled: 'gone',
      });
      expect(await webhookOf(store(), id)).toMatchObject({
        disabledReason: 'gone',
        disabledAt: expect.any(Date),
      });
      await claimNone();
      await enable(id);
      await disable(id);
      await enable(id);
      const claimed = await claimDelivery(store());
      await disable(id);
      expect(await end(claimed, gone)).toEqual({ isEnded: true, disabled: null });
      expect(await webhookOf(store(), id)).toMatchObject({ disabledReason: 'owner' });
    });

    it('disable a webhook after days of failures, unless one succeeds in between', async () => {
      const clock = movedClock(harness, store);
      const id = await idOf();
      await createTest(store(), id, { now: clock.now() });
      const attempt = async (outcome: DeliveryOutcome) => {
        const { lease } = await claimDelivery(store(), { now: clock.now() });
        return deliveries().end(lease, outcome, clock.now());
      };
      const retry = { kind: 'retry', ...refused, delayMs: 0 } as const;
      const disabledBy = async (outcome: DeliveryOutcome) => (await attempt(outcome)).disabled;
      expect(await disabledBy(retry)).toBeNull();
      await clock.pass(4 * oneDay);
      expect(await disabledBy(retry)).toBeNull();
      await attempt(delivered);
      await createTest(store(), id, { now: clock.now() });
      await clock.pass(4 * oneDay);
      expect(await disabledBy(retry)).toBeNull();
      await clock.pass(4 * oneDay);
      expect(await disabledBy({ kind: 'given_back' })).toBeNull();
      expect(await disabledBy(retry)).toBeNull();
      await clock.pass(2 * oneDay);
      expect(await disabledBy(retry)).toBeNull();
      // Only the last attempt of a delivery.
      expect(await disabledBy({ kind: 'failed', ...refused })).toBe('failing');
      expect(await webhookOf(store(), id)).toMatchObject({ disabledReason: 'failing' });
      await claimNone({ now: clock.now() });
      await store().webhooks.update(ownerId, id, { isEnabled: true, updatedAt: clock.now() });
      await createTest(store(), id, { now: clock.now() });
      expect(await disabledBy({ kind: 'failed', ...refused })).toBeNull();
    });

    it('are sent again with the same message, without the attempts before', async () => {
      const id = await idOf();
      const delivery = await createTest(store(), id);
      expect(await replay(delivery)).toEqual({ outcome: 'waiting', delivery });
      const claimed = await claimDelivery(store());
      expect(await replay(delivery)).toEqual({ outcome: 'waiting', delivery: claimed.delivery });
      await end(claimed, { kind: 'failed', ...refused });
      for (const owner of ['owner-2', '']) {
        expect(await replay(delivery, 10, owner)).toEqual({ outcome: 'missing' });
      }
      const again = { ...delivery, dueAt: expect.any(Date) };
      expect(await replay(delivery)).toEqual({ outcome: 'waiting', delivery: again });
      const second = await claimDelivery(store());
      expect(second).toMatchObject({ body: claimed.body, delivery: { ...again, attempts: 1 } });
      await end(second);
      await disable(id);
      expect(await replay(delivery)).toEqual({ outcome: 'waiting', delivery: again });
      await claimNone();
      await enable(id);
      await claimDelivery(store());
    });

    it('of a deleted website are canceled instead of claimed, and those after them are claimed', async () => {
      const [id, other] = [await idOf(), await idOf()];
      const gone = await createWebsite(store(), 'gone.com');
      const kept = await createWebsite(store(), 'kept.com');
      for (let index = 0; index < 2; index += 1) await claimEvent(store());
      const make = (webhookId: number, websiteId: number) => newDelivery(webhookId, { websiteId });
      await sendDeliveries(store(), [make(id, gone), make(id, kept), make(id, gone)]);
      await sendDeliveries(store(), [make(other, gone), make(other, gone)]);
      await store().websites.delete(ownerId, gone);
      const claimed = await claimDelivery(store());
      expect(claimed.delivery).toMatchObject({ webhookId: id, websiteId: kept });
      await end(claimed);
      await claimNone();
      const canceled = { state: 'canceled', attempts: 0, dueAt: null, endedAt: expect.any(Date) };
      expect(await all(id)).toMatchObject([canceled, { state: 'delivered' }, canceled]);
      expect(await all(other)).toMatchObject([canceled, canceled]);
      const [last] = await all(other);
      if (last === undefined) throw new Error('There is none.');
      expect(await replay(last)).toMatchObject({ outcome: 'waiting' });
      await claimNone();
      expect(await deliveryOf(store(), last)).toMatchObject(canceled);
    });

    it('of a deleted website are deleted with the rest of it', async () => {
      const id = await idOf();
      const ofOther = await idOf({ ownerId: 'owner-2' });
      const gone = await createWebsite(store(), 'gone.com');
      const also = await createWebsite(store(), 'also.com');
      const kept = await createWebsite(store(), 'kept.com');
      const other = await createWebsite(store(), 'gone.com', 'owner-2');
      for (let index = 0; index < 4; index += 1) await claimEvent(store());
      const many = Array.from({ length: 1_100 }, () => newDelivery(id, { websiteId: gone }));
      const others = [also, kept].map((websiteId) => newDelivery(id, { websiteId }));
      await sendDeliveries(store(), [...many, ...others]);
      const made = newDelivery(ofOther, { websiteId: other });
      await sendDeliveries(store(), [made], { ownerId: 'owner-2' });
      await end(await claimDelivery(store(), { exceptOwners: ['owner-2'] }));
      await claimDelivery(store(), { exceptOwners: ['owner-2'] });
      await store().websites.delete(ownerId, gone);
      await store().websites.delete(ownerId, also);
      let parts = 0;
      for (let isDone = false; !isDone; parts += 1) {
        ({ isDone } = await store().maintenance.deleteHidden(ownerId));
      }
      expect(parts).toBeGreaterThan(1);
      expect(await all(id)).toMatchObject([{ websiteId: kept, state: 'waiting' }]);
      expect(await all(ofOther, 'owner-2')).toHaveLength(1);
    });

    it('are deleted when they are old, in any state, and their webhook goes on', async () => {
      const clock = movedClock(harness, store);
      const [id, other] = [await idOf(), await idOf()];
      for (const webhookId of [id, id, id, other]) {
        await createTest(store(), webhookId, { now: clock.now() });
      }
      const lost = await claimDelivery(store(), { now: clock.now() });
      await clock.pass(1_000);
      const kept = await createTest(store(), id, { now: clock.now() });
      const createdBefore = kept.createdAt;
      const deleteOld = (limit: number) =>
        store().maintenance.deleteOldMessages('deliveries', { createdBefore, limit });
      expect(await deleteOld(3)).toEqual({ deleted: 3, isDone: false });
      expect(await deleteOld(3)).toEqual({ deleted: 1, isDone: true });
      expect(await deleteOld(3)).toEqual({ deleted: 0, isDone: true });
      expect(await all(id)).toEqual([kept]);
      expect(await all(other)).toEqual([]);
      await claimNone({ now: clock.now() });
      // The webhook is free although the delivery of its attempt is gone.
      expect(await deliveries().end(lost.lease, delivered, clock.now())).toEqual(notEnded);
      const claimed = await claimDelivery(store(), { now: clock.now() });
      expect(claimed.delivery.id).toBe(kept.id);
      await claimNone({ now: clock.now() });
    });

    it('all end, regardless of what is done to them and to their webhooks at the same time', async () => {
      const ids: number[] = [];
      for (let index = 0; index < 4; index += 1) ids.push(await idOf());
      const websites = [
        await createWebsite(store(), 'a.com'),
        await createWebsite(store(), 'b.com'),
      ];
      for (let index = 0; index < 2; index += 1) await claimEvent(store());
      const running: ClaimedDelivery[] = [];
      const known: Delivery[] = [];
      const work = async (worker: number): Promise<void> => {
        for (let step = 0; step < 15; step += 1) {
          const choice = (worker * 7 + step * 5) % 11;
          const id = ids[(worker + step) % ids.length] ?? 0;
          if (choice < 2) {
            known.push(await createTest(store(), id));
          } else if (choice < 4) {
            await store().reports.create(newReport({ domain: 'c.com' }));
            const event = await deliveries().claimEvent({
              ...newDeliveryClaim({ leaseMs: choice === 2 ? 0 : oneDay }),
            });
            const websiteId = websites[worker % 3] ?? null;
            const made = ids.map((webhookId) => newDelivery(webhookId, { websiteId }));
            const created = { deliveries: made.reverse(), maxWaiting: 40, now: new Date() };
            if (event) await deliveries().endEvent(event.lease, created);
          } else if (choice < 7) {
            const leaseMs = choice === 6 ? 0 : oneDay;
            const claimed = await deliveries().claim(newDeliveryClaim({ leaseMs }));
            if (claimed) running.push(claimed);
          } else if (choice === 7) {
            const claimed = running.shift();
            const kind = (['delivered', 'given_back', 'failed', 'retry'] as const)[step % 4];
            const outcome =
              kind === 'delivered' || kind === undefined
                ? delivered
                : kind === 'given_back'
                  ? { kind }
                  : { kind, ...refused, delayMs: 0 };
            if (claimed) await end(claimed, outcome);
          } else if (choice === 8) {
            await (worker % 2 === 0 ? disable(id) : enable(id));
          } else if (choice === 9) {
            const old = known[(worker * 13 + step) % Math.max(1, known.length)];
            if (old) await replay(old);
          } else {
            const createdBefore = new Date(Date.now() - 50);
            await store().maintenance.deleteOldMessages('deliveries', { createdBefore, limit: 3 });
            if (worker === 3) await store().websites.delete(ownerId, websites[0] ?? 0);
            await store().maintenance.deleteHidden(undefined);
          }
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, worker) => work(worker)));
      for (const claimed of running) await end(claimed);
      for (const id of ids) await enable(id);
      for (let claimed = await deliveries().claim(newDeliveryClaim()); claimed; ) {
        expect(await end(claimed)).toMatchObject({ isEnded: true });
        claimed = await deliveries().claim(newDeliveryClaim());
      }
      expect(await deliveries().countWaiting()).toBe(0);
      const rows = (await Promise.all(ids.map((id) => all(id)))).flat();
      expect(rows.length).toBeGreaterThan(0);
      for (const { state, dueAt, endedAt } of rows) {
        expect(state).not.toBe('waiting');
        expect(dueAt).toBeNull();
        expect(endedAt).not.toBeNull();
      }
    });
  });
}
