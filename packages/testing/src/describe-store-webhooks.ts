import type { Webhook } from '@sitegrade/core';
import { describe, expect, it } from 'vitest';
import { oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';
import {
  allEvents,
  claimDelivery,
  createTest,
  createWebhook,
  deliveryOf,
  movedClock,
  newDelivery,
  newDeliveryClaim,
  newTest,
  newWebhook,
  refused,
  sendDeliveries,
  webhookOf,
} from './webhook-fixture.ts';

const ownerId = 'owner-1';
const updatedAt = new Date('2026-02-03T04:05:06.789Z');

/** Webhooks of owners. */
export function describeStoreWebhooks(harness: StoreHarness): void {
  describe('webhooks', () => {
    const store = useStore(harness);
    const webhooks = () => store().webhooks;

    it('are stored with all that was set, and are enabled', async () => {
      const {
        ownerId: _,
        secret: _1,
        maxWebhooks: _2,
        createdAt,
        ...given
      } = newWebhook({ websiteIds: [3, 1], createdAt: new Date() });
      const webhook = await createWebhook(store(), { websiteIds: [3, 1], createdAt });
      // By the clock of the database, as what happens is.
      expect(Math.abs(webhook.createdAt.getTime() - createdAt.getTime())).toBeLessThan(oneDay / 24);
      const expected = {
        ...given,
        id: webhook.id,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        lastDeliveredAt: null,
        previousSecretUntil: null,
        createdAt: webhook.createdAt,
        updatedAt: webhook.createdAt,
      };
      expect(webhook).toEqual(expected);
      expect(await webhooks().find(ownerId, webhook.id)).toEqual(expected);
      expect(await webhooks().list(ownerId)).toEqual([expected]);
    });

    it('are listed oldest first, and their ids are not used again', async () => {
      const ids: number[] = [];
      for (const url of ['https://c.com/', 'https://a.com/', 'https://b.com/']) {
        ids.push((await createWebhook(store(), { url })).id);
      }
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect((await webhooks().list(ownerId)).map(({ id }) => id)).toEqual(ids);
      expect(await webhooks().delete(ownerId, ids[2] ?? 0)).toBe(true);
      const { id } = await createWebhook(store());
      expect(id).toBeGreaterThan(ids[2] ?? 0);
      expect((await webhooks().list(ownerId)).map((webhook) => webhook.id)).toEqual([
        ...ids.slice(0, 2),
        id,
      ]);
    });

    it('cannot be read or changed by another owner, nor by an id that none has', async () => {
      const webhook = await createWebhook(store());
      const rotation = { secret: 'whsec_other', previousForMs: oneDay, updatedAt };
      const others = ['owner-2', 'OWNER-1', ''].map((owner) => [owner, webhook.id] as const);
      const ids = [webhook.id + 1, 0, -1, 1.5, Number.NaN, 2 ** 53];
      for (const [owner, id] of [...others, ...ids.map((other) => [ownerId, other] as const)]) {
        expect(await webhooks().find(owner, id)).toBeUndefined();
        const change = { format: 'slack', updatedAt } as const;
        expect(await webhooks().update(owner, id, change)).toBeUndefined();
        expect(await webhooks().rotate(owner, id, rotation)).toEqual({ outcome: 'missing' });
        expect(await webhooks().delete(owner, id)).toBe(false);
      }
      expect(await webhooks().list('owner-2')).toEqual([]);
      expect(await webhooks().list(ownerId)).toEqual([webhook]);
    });

    it('are changed in part, and what is absent stays', async () => {
      const webhook = await createWebhook(store());
      const other = await createWebhook(store());
      const changes = [
        { url: 'https://b.com/' },
        { format: 'slack' },
        { events: ['crawl.failed'] },
        { websiteIds: [7] },
        { minImportance: 'high' },
        { websiteIds: null },
        {},
      ] as const;
      let expected: Webhook = webhook;
      for (const [index, change] of changes.entries()) {
        const at = new Date(updatedAt.getTime() + index);
        expected = { ...expected, ...change, updatedAt: at };
        const update = await webhooks().update(ownerId, webhook.id, { ...change, updatedAt: at });
        expect(update).toEqual(expected);
        expect(await webhookOf(store(), webhook.id)).toEqual(expected);
      }
      expect(await webhookOf(store(), other.id)).toEqual(other);
    });

    it('are disabled and enabled by their owner', async () => {
      const webhook = await createWebhook(store());
      const disabledAt = updatedAt;
      const disable = { isEnabled: false, updatedAt } as const;
      const disabled = { ...webhook, disabledReason: 'owner', disabledAt, updatedAt } as const;
      expect(await webhooks().update(ownerId, webhook.id, disable)).toEqual(disabled);
      const later = new Date(updatedAt.getTime() + 1);
      const again = await webhooks().update(ownerId, webhook.id, { ...disable, updatedAt: later });
      expect(again).toMatchObject({ ...disabled, updatedAt: later });
      await webhooks().update(ownerId, webhook.id, { format: 'slack', updatedAt });
      expect(await webhookOf(store(), webhook.id)).toEqual({ ...disabled, format: 'slack' });
      await webhooks().update(ownerId, webhook.id, { isEnabled: true, updatedAt });
      expect(await webhookOf(store(), webhook.id)).toEqual({
        ...webhook,
        format: 'slack',
        updatedAt,
      });
    });

    it('keep why they are disabled until they are enabled, which ends what is known of failures', async () => {
      const { id } = await createWebhook(store());
      const fail = async (part: object) => {
        await createTest(store(), id);
        const { lease } = await claimDelivery(store());
        const outcome = { kind: 'failed', ...refused, ...part } as const;
        await store().deliveries.end(lease, outcome, new Date());
        return webhookOf(store(), id);
      };
      const first = await fail({});
      expect(first).toMatchObject({ disabledReason: null, failingSince: expect.any(Date) });
      await webhooks().update(ownerId, id, { format: 'slack', updatedAt });
      expect((await webhookOf(store(), id)).failingSince).toEqual(first.failingSince);
      // Also if it is enabled already, and for another receiver.
      for (const change of [{ isEnabled: true }, { url: 'https://b.com/' }]) {
        expect((await fail({})).failingSince).toEqual(expect.any(Date));
        await webhooks().update(ownerId, id, { ...change, updatedAt });
        expect((await webhookOf(store(), id)).failingSince).toBeNull();
      }
      const gone = await fail({ isGone: true });
      expect(gone).toMatchObject({ disabledReason: 'gone', disabledAt: expect.any(Date) });
      await webhooks().update(ownerId, id, { isEnabled: false, updatedAt });
      expect(await webhookOf(store(), id)).toEqual(gone);
      await webhooks().update(ownerId, id, { isEnabled: true, updatedAt });
      expect(await webhookOf(store(), id)).toEqual({
        ...gone,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
      });
    });

    it('do not exceed the quota of their owner, also of requests at once', async () => {
      for (const owner of ['owner-2', 'owner-3', ownerId]) {
        const webhook = newWebhook({ ownerId: owner, maxWebhooks: 3 });
        const creations = await Promise.all(
          Array.from({ length: 8 }, () => webhooks().create(webhook)),
        );
        const refusals = creations.filter(({ outcome }) => outcome === 'quota_exceeded');
        expect(refusals).toEqual(Array(5).fill({ outcome: 'quota_exceeded', used: 3 }));
        expect(await webhooks().list(owner)).toHaveLength(3);
      }
      const [first] = await webhooks().list(ownerId);
      await webhooks().delete(ownerId, first?.id ?? 0);
      await createWebhook(store(), { maxWebhooks: 3 });
      expect(await webhooks().list(ownerId)).toHaveLength(3);
    });

    it('are signed with two secrets at most, for a while after one was replaced', async () => {
      const { now, pass } = movedClock(harness, store);
      const { id } = await createWebhook(store());
      const rotate = (secret: string, previousForMs: number) =>
        webhooks().rotate(ownerId, id, { secret, previousForMs, updatedAt: now() });
      const secretsOf = async () => {
        await createTest(store(), id, { now: now() });
        const claimed = await claimDelivery(store(), { now: now() });
        expect(claimed.webhook).toEqual(await webhookOf(store(), id));
        await store().deliveries.end(claimed.lease, { kind: 'failed', ...refused }, now());
        return claimed.secrets;
      };
      expect(await secretsOf()).toEqual(['whsec_first']);
      const before = now().getTime();
      const rotated = await rotate('whsec_second', oneDay);
      const webhook = await webhookOf(store(), id);
      expect(rotated).toEqual({ outcome: 'rotated', webhook });
      const until = webhook.previousSecretUntil?.getTime() ?? 0;
      expect(Math.abs(until - before - oneDay)).toBeLessThan(oneDay / 24);
      expect(webhook.updatedAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(await secretsOf()).toEqual(['whsec_second', 'whsec_first']);
      await pass(oneDay / 2);
      expect(await rotate('whsec_third', oneDay)).toMatchObject({ outcome: 'rotated' });
      const signed = ['whsec_third', 'whsec_second'];
      expect(await secretsOf()).toEqual(signed);
      const refusal = await rotate('whsec_fourth', oneDay);
      expect(refusal).toEqual({
        outcome: 'too_many_rotations',
        retryAfterMs: expect.any(Number),
      });
      const retryAfterMs = 'retryAfterMs' in refusal ? refusal.retryAfterMs : 0;
      expect(Math.abs(retryAfterMs - oneDay / 2)).toBeLessThan(oneDay / 24);
      expect(await secretsOf()).toEqual(signed);
      await pass(retryAfterMs);
      expect(await rotate('whsec_fifth', oneDay)).toMatchObject({ outcome: 'rotated' });
      expect(await secretsOf()).toEqual(['whsec_fifth', 'whsec_third']);
      await pass(2 * oneDay);
      expect(await secretsOf()).toEqual(['whsec_fifth']);
      expect(await rotate('whsec_sixth', 0)).toMatchObject({ outcome: 'rotated' });
      expect(await secretsOf()).toEqual(['whsec_sixth']);
    });

    it('get other secrets one after the other, also of requests at once', async () => {
      const { id } = await createWebhook(store());
      const now = new Date();
      const rotation = { previousForMs: oneDay, updatedAt: now };
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          webhooks().rotate(ownerId, id, { ...rotation, secret: `whsec_${index}` }),
        ),
      );
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
        ...['rotated', 'rotated'],
        ...Array(4).fill('too_many_rotations'),
      ]);
    });

    it('get another secret when the clock was ahead as two were replaced', async () => {
      const { now, pass } = movedClock(harness, store);
      const { id } = await createWebhook(store());
      const rotate = () =>
        webhooks().rotate(ownerId, id, {
          secret: 'whsec_other',
          previousForMs: oneDay,
          updatedAt: now(),
        });
      await rotate();
      await rotate();
      await pass(-100 * oneDay);
      expect(await rotate()).toMatchObject({ outcome: 'rotated' });
    });

    it('are deleted with their deliveries, which nothing finds any more', async () => {
      const [gone, kept] = [await createWebhook(store()), await createWebhook(store())];
      const running = await createTest(store(), gone.id);
      const waiting = await createTest(store(), gone.id);
      const ofKept = await createTest(store(), kept.id);
      const { lease } = await claimDelivery(store());
      expect(await webhooks().delete(ownerId, gone.id)).toBe(true);
      expect(await webhooks().delete(ownerId, gone.id)).toBe(false);
      expect(await webhooks().find(ownerId, gone.id)).toBeUndefined();
      expect(await webhooks().list(ownerId)).toEqual([kept]);
      const { deliveries } = store();
      const outcome = { kind: 'delivered', httpStatus: 200, durationMs: 1 } as const;
      expect(await deliveries.end(lease, outcome, new Date())).toEqual({
        isEnded: false,
        disabled: null,
      });
      const query = { page: 1, perPage: 10 };
      const none = { rows: [], total: 0, totalRelation: 'eq' };
      const missing = { outcome: 'missing' };
      for (let isDone = false; ; ) {
        for (const { id } of [running, waiting]) {
          expect(await deliveries.find(ownerId, gone.id, id)).toBeUndefined();
          const replay = { ownerId, webhookId: gone.id, id, maxWaiting: 9, now: new Date() };
          expect(await deliveries.replay(replay)).toEqual(missing);
        }
        expect(await deliveries.list(ownerId, gone.id, query)).toEqual(none);
        expect(await deliveries.create(newTest(gone.id))).toEqual(missing);
        expect(await deliveries.countWaiting()).toBe(1);
        if (isDone) break;
        ({ isDone } = await store().maintenance.deleteHidden(ownerId));
      }
      const claimed = await claimDelivery(store());
      expect(claimed.delivery.id).toBe(ofKept.id);
      expect(await deliveries.claim(newDeliveryClaim())).toBeUndefined();
    });

    it('are deleted with more deliveries than are deleted at once', async () => {
      const { id } = await createWebhook(store());
      const many = Array.from({ length: 1_100 }, () => newDelivery(id));
      await sendDeliveries(store(), many);
      const { deliveries } = store();
      expect(await deliveries.countWaiting()).toBe(1_100);
      const query = { page: 1, perPage: 1 };
      const [newest] = (await deliveries.list(ownerId, id, query)).rows;
      await webhooks().delete(ownerId, id);
      // Some of them are left.
      expect(await deliveries.find(ownerId, id, newest?.id ?? 0)).toBeUndefined();
      const none = { rows: [], total: 0, totalRelation: 'eq' };
      expect(await deliveries.list(ownerId, id, query)).toEqual(none);
      expect(await deliveries.countWaiting()).toBe(0);
      expect(await deliveries.claim(newDeliveryClaim())).toBeUndefined();
      let parts = 0;
      for (let isDone = false; !isDone; parts += 1) {
        const part = await store().maintenance.deleteHidden(undefined);
        expect(part.deleted).toBe(0);
        isDone = part.isDone;
      }
      expect(parts).toBeGreaterThan(1);
      const old = { createdBefore: new Date(Date.now() + oneDay), limit: 1_000 };
      expect(await store().maintenance.deleteOldMessages('deliveries', old)).toEqual({
        deleted: 0,
        isDone: true,
      });
    });

    it('are deleted with their owner, in parts, with what has happened, and those of others stay', async () => {
      const ids: number[] = [];
      for (let index = 0; index < 25; index += 1) ids.push((await createWebhook(store())).id);
      const other = await createWebhook(store(), { ownerId: 'owner-2' });
      const ofOther = await createTest(store(), other.id, { ownerId: 'owner-2' });
      for (const id of ids) await createTest(store(), id);
      for (let index = 0; index < 25; index += 1) await store().reports.create(newReport());
      await store().reports.create(newReport({ ownerId: 'owner-2' }));
      let deleted = 0;
      for (let isDone = false; !isDone; ) {
        const part = await store().maintenance.deleteOwned(ownerId, 'webhooks');
        deleted += part.deleted;
        isDone = part.isDone;
      }
      expect(deleted).toBe(50);
      expect(await webhooks().list(ownerId)).toEqual([]);
      for (let isDone = false; !isDone; ) {
        ({ isDone } = await store().maintenance.deleteHidden(ownerId));
      }
      expect(await allEvents(store())).toMatchObject([{ ownerId: 'owner-2' }]);
      expect(await webhooks().list('owner-2')).toEqual([other]);
      expect(await deliveryOf(store(), ofOther, 'owner-2')).toEqual(ofOther);
      const old = { createdBefore: new Date(Date.now() + oneDay), limit: 1_000 };
      expect(await store().maintenance.deleteOldMessages('deliveries', old)).toEqual({
        deleted: 1,
        isDone: true,
      });
    });

    it('make their owner known to operators', async () => {
      await createWebhook(store(), { ownerId: 'owner-9' });
      const owners = await store().maintenance.listOwners({ after: '', limit: 10 });
      expect(owners).toEqual([
        { ownerId: 'owner-9', apiKeysCount: 0, websitesCount: 0, reportsCount: 0 },
      ]);
    });
  });
}
