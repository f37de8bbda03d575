import type { MessageClaim, MessageLease, Store } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { oneDay } from './job-fixture.ts';
import { createConfirmed, newMail, newMailClaim, sendMails } from './recipient-fixture.ts';
import { newReport } from './report-fixture.ts';
import { createWebsite } from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';
import { createTest, createWebhook, delivered, movedClock, refused } from './webhook-fixture.ts';

/** What each queue leases. */
interface Leased {
  readonly ownerId: string;
  readonly attempts: number;
  /** What stays the same in each attempt. */
  readonly message: unknown;
  readonly lease: MessageLease;
}

/** Ends an attempt. Returns whether its lease had not ended. */
type End = (store: Store, lease: MessageLease, now: Date) => Promise<boolean>;

interface Queue {
  /** Makes one message of an owner, which is due. */
  readonly send: (store: Store, ownerId: string, now: Date) => Promise<unknown>;
  readonly claim: (store: Store, claim: MessageClaim) => Promise<Leased | undefined>;
  readonly done: End;
  /** It is due again after a day. */
  readonly retry: End;
  readonly giveBack?: End;
}

const queues: Readonly<Record<string, Queue>> = {
  'what has happened': {
    async send(store, ownerId, now) {
      await createWebhook(store, { ownerId });
      await store.reports.create(newReport({ ownerId, createdAt: now }));
    },
    async claim({ deliveries }, claim) {
      const claimed = await deliveries.claimEvent(claim);
      return claimed && { ...claimed, message: claimed.event };
    },
    done: async ({ deliveries }, lease, now) =>
      (await deliveries.endEvent(lease, { deliveries: [], maxWaiting: 0, now })) !== undefined,
    retry: ({ deliveries }, lease, now) => deliveries.deferEvent(lease, oneDay, now),
  },
  deliveries: {
    async send(store, ownerId, now) {
      const { id } = await createWebhook(store, { ownerId });
      await createTest(store, id, { ownerId, now });
    },
    async claim({ deliveries }, claim) {
      const claimed = await deliveries.claim(claim);
      if (claimed === undefined) return undefined;
      const { id, messageId, attempts } = claimed.delivery;
      return { ...claimed, attempts, message: [id, messageId, claimed.body] };
    },
    done: async ({ deliveries }, lease, now) =>
      (await deliveries.end(lease, delivered, now)).isEnded,
    async retry({ deliveries }, lease, now) {
      const outcome = { kind: 'retry', ...refused, delayMs: oneDay } as const;
      return (await deliveries.end(lease, outcome, now)).isEnded;
    },
    giveBack: async ({ deliveries }, lease, now) =>
      (await deliveries.end(lease, { kind: 'given_back' }, now)).isEnded,
  },
  mails: {
    async send(store, ownerId, now) {
      const websiteId = await createWebsite(store, 'a.com', ownerId);
      const { id } = await createConfirmed(store, websiteId, { ownerId });
      await sendMails(store, [newMail(id)], { ownerId, now });
    },
    async claim({ mails }, claim) {
      const claimed = await mails.claim(claim);
      return claimed && { ...claimed, message: [claimed.messageId, claimed.body] };
    },
    done: async ({ mails }, lease, now) => (await mails.end(lease, { kind: 'sent' }, now)).isEnded,
    async retry({ mails }, lease, now) {
      const failed = { error: 'not_sent', status: null } as const;
      const outcome = { kind: 'retry', ...failed, delayMs: oneDay } as const;
      return (await mails.end(lease, outcome, now)).isEnded;
    },
    giveBack: async ({ mails }, lease, now) =>
      (await mails.end(lease, { kind: 'given_back' }, now)).isEnded,
  },
};

/** The rules of all queues of messages: what is claimed, by whom, and how attempts end. */
export function describeStoreSending(harness: StoreHarness): void {
  describe.each(Object.entries(queues))('sending: %s', (_, queue) => {
    const { send, done, retry, giveBack } = queue;
    const store = useStore(harness);
    const find = (part: Partial<MessageClaim> = {}) => queue.claim(store(), newMailClaim(part));
    const claim = async (part: Partial<MessageClaim> = {}) => {
      const claimed = await find(part);
      if (claimed === undefined) throw new Error('Nothing is due.');
      return claimed;
    };
    const ends = [done, retry, ...(giveBack ? [giveBack] : [])];

    it('is claimed once each by any number of workers at once, and none finds nothing while there is enough', async () => {
      const owners = Array.from({ length: 9 }, (_, index) => `owner-${index}`);
      for (const ownerId of owners) await send(store(), ownerId, new Date());
      const claims = await Promise.all(owners.map(() => find()));
      expect(claims.map((claimed) => claimed?.ownerId).sort()).toEqual(owners);
      expect(await find()).toBeUndefined();
    });

    it('ends once, with the lease, however many workers end it at once', async () => {
      await send(store(), 'owner-1', new Date());
      const { lease } = await claim();
      for (const end of ends) {
        expect(await end(store(), { ...lease, token: 'other' }, new Date())).toBe(false);
        for (const id of [lease.id + 1, 0, -1, 1.5, Number.NaN, 2 ** 53]) {
          expect(await end(store(), { ...lease, id }, new Date())).toBe(false);
        }
      }
      const five = [done, done, done, retry, retry];
      const ended = await Promise.all(five.map((end) => end(store(), lease, new Date())));
      expect(ended.filter(Boolean)).toHaveLength(1);
      for (const end of ends) expect(await end(store(), lease, new Date())).toBe(false);
    });

    it('is attempted again once its lease is over, and the old lease ends nothing', async () => {
      const clock = movedClock(harness, store);
      await send(store(), 'owner-1', clock.now());
      const lost = await claim({ leaseMs: 60_000, now: clock.now() });
      expect(await find({ now: clock.now() })).toBeUndefined();
      await clock.pass(61_000);
      const found = await claim({ now: clock.now() });
      expect([found.message, found.attempts]).toEqual([lost.message, 2]);
      for (const end of ends) expect(await end(store(), lost.lease, clock.now())).toBe(false);
      expect(await done(store(), found.lease, clock.now())).toBe(true);
      await clock.pass(2 * oneDay);
      expect(await find({ now: clock.now() })).toBeUndefined();
    });

    it('is due again after a delay, and not before', async () => {
      const clock = movedClock(harness, store);
      await send(store(), 'owner-1', clock.now());
      const first = await claim({ now: clock.now() });
      expect(await retry(store(), first.lease, clock.now())).toBe(true);
      expect(await find({ now: clock.now() })).toBeUndefined();
      await clock.pass(1.01 * oneDay);
      const second = await claim({ now: clock.now() });
      expect([second.message, second.attempts]).toEqual([first.message, 2]);
    });

    if (giveBack === undefined) return;

    it('is due at once when it is given back, and the attempt does not count', async () => {
      await send(store(), 'owner-1', new Date());
      const first = await claim();
      expect(await giveBack(store(), first.lease, new Date())).toBe(true);
      expect(await claim()).toMatchObject({ message: first.message, attempts: 1 });
    });

    it('is claimed in the order in which it was due, without that of some owners', async () => {
      const clock = movedClock(harness, store);
      for (const ownerId of ['owner-3', 'owner-1', 'owner-2']) {
        await send(store(), ownerId, clock.now());
        await clock.pass(1_000);
      }
      const claimed = async (...exceptOwners: string[]) =>
        (await find({ exceptOwners, now: clock.now() }))?.ownerId;
      expect(await claimed('owner-3', 'owner-4')).toBe('owner-1');
      expect(await claimed('owner-1')).toBe('owner-3');
      expect(await claimed('owner-2')).toBeUndefined();
      expect(await claimed()).toBe('owner-2');
    });
  });
}
