import type { MailOutcome, NewRecipient } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { oneDay } from './job-fixture.ts';
import {
  claimMail,
  createConfirmed,
  createRecipient,
  newConfirmation,
  newMail,
  newMailClaim,
  newRecipient,
  sendAll,
  sendMails,
} from './recipient-fixture.ts';
import { newReport } from './report-fixture.ts';
import { createWebsite } from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';
import { claimEvent, movedClock } from './webhook-fixture.ts';

const ownerId = 'owner-1';
const sent = { kind: 'sent' } as const;
const ended = { isEnded: true, isRefused: false };
const notEnded = { isEnded: false, isRefused: false };
const refusedAfter = { mails: 3, ms: oneDay };
const refused = { kind: 'failed', error: 'refused', status: '550 5.1.1', refusedAfter } as const;

/** Mails to recipients: who gets them, in which order, and how they end. */
export function describeStoreMails(harness: StoreHarness): void {
  describe('mails', () => {
    const store = useStore(harness);
    const mails = () => store().mails;
    /** A recipient that is confirmed, whose confirmation was sent. */
    const confirmed = async (domain = 'a.com', part: Partial<NewRecipient> = {}) => {
      const websiteId = await createWebsite(store(), domain, part.ownerId);
      const recipient = await createConfirmed(store(), websiteId, part);
      await sendAll(store());
      return recipient;
    };
    const claimNone = async (part = {}) =>
      expect(await mails().claim(newMailClaim(part))).toBeUndefined();

    it('are inserted as what has happened is ended, and claimed in order', async () => {
      const recipient = await confirmed();
      const [first, second] = [newMail(recipient.id), newMail(recipient.id)];
      expect(await sendMails(store(), [first, second])).toBe(0);
      const claimed = await claimMail(store());
      expect(claimed).toEqual({
        ownerId,
        domain: 'a.com',
        recipient,
        kind: 'alert',
        attempts: 1,
        messageId: first.messageId,
        body: first.body,
        token: expect.any(String),
        createdAt: expect.any(Date),
        lease: { id: expect.any(Number), token: claimed.lease.token },
      });
      expect((await claimMail(store())).messageId).toBe(second.messageId);
      await claimNone();
    });

    it('are left out for recipients that are not confirmed, were deleted, or are of others', async () => {
      const kept = await confirmed();
      const { websiteId } = kept;
      const unconfirmed = await createRecipient(store(), websiteId);
      const given = newRecipient(websiteId);
      const gone = await createConfirmed(store(), websiteId, given);
      await store().recipients.unsubscribe(given.token, new Date());
      const deleted = await createConfirmed(store(), websiteId);
      await store().recipients.delete(ownerId, websiteId, deleted.id);
      const other = await confirmed('b.com', { ownerId: 'owner-2' });
      await sendAll(store());
      const ids = [unconfirmed.id, gone.id, deleted.id, other.id, 0, 1.5, kept.id];
      const made = ids.map((id) => newMail(id));
      // They leave room for others.
      expect(await sendMails(store(), made, { maxMailsPerDay: 6 })).toBe(0);
      expect(await sendAll(store())).toEqual([made.at(-1)?.messageId]);
    });

    it('are as many of an owner in 24 hours as the quota allows, also at once', async () => {
      const clock = movedClock(harness, store);
      const recipient = await confirmed();
      const other = await confirmed('b.com', { ownerId: 'owner-2' });
      for (let index = 0; index < 3; index += 1) await store().reports.create(newReport());
      const leases = [];
      for (let index = 0; index < 3; index += 1) leases.push((await claimEvent(store())).lease);
      // The confirmation is one of them.
      const maxMailsPerDay = 6;
      const ends = await Promise.all(
        leases.map((lease) =>
          store().deliveries.endEvent(lease, {
            deliveries: [],
            maxWaiting: 0,
            now: clock.now(),
            mails: { mails: [1, 2].map(() => newMail(recipient.id)), maxMailsPerDay },
          }),
        ),
      );
      expect(ends.reduce((sum, end) => sum + (end?.droppedMails ?? 0), 0)).toBe(1);
      expect(await sendAll(store())).toHaveLength(5);
      const send = (id: number, owner = ownerId) =>
        sendMails(store(), [newMail(id)], { maxMailsPerDay, ownerId: owner, now: clock.now() });
      expect(await send(recipient.id)).toBe(1);
      expect(await send(other.id, 'owner-2')).toBe(0);
      await clock.pass(1.01 * oneDay);
      expect(await send(recipient.id)).toBe(0);
    });

    it('are put off by attempts that do not count, until one of their owner is sent, in the order in which they were made', async () => {
      const clock = movedClock(harness, store);
      const recipient = await confirmed();
      const other = await confirmed('b.com', { ownerId: 'owner-2' });
      const end = async (outcome: MailOutcome, exceptOwners: readonly string[] = []) => {
        const claimed = await claimMail(store(), { now: clock.now(), exceptOwners });
        expect(await mails().end(claimed.lease, outcome, clock.now())).toEqual(ended);
        return claimed;
      };
      const putOff = { kind: 'put_off', error: 'unavailable', status: null } as const;
      const made = [1, 2, 3, 4].map(() => newMail(recipient.id));
      const [first, second, third, fourth] = made.map(({ messageId }) => messageId);
      const ofOther = newMail(other.id);
      await sendMails(store(), [ofOther], { ownerId: 'owner-2', now: clock.now() });
      expect((await end({ ...putOff, delayMs: oneDay })).messageId).toBe(ofOther.messageId);
      for (const [index, mail] of made.entries()) {
        await sendMails(store(), [mail], { now: clock.now() });
        // Those that were made first wait longest.
        if (index < 2) await end({ ...putOff, delayMs: (3 - index) * oneDay });
        await clock.pass(10_000);
      }
      const retry = { kind: 'retry', error: 'not_sent', status: null, delayMs: oneDay } as const;
      expect((await end(retry)).messageId).toBe(third);
      const last = await end(sent);
      expect(last).toMatchObject({ messageId: fourth, attempts: 1 });
      expect(Math.abs(last.createdAt.getTime() - clock.now().getTime())).toBeLessThan(oneDay / 24);
      const next = await end({ ...putOff, delayMs: 60_000 });
      expect(next).toMatchObject({ messageId: first, attempts: 1 });
      expect(await end(sent)).toMatchObject({ messageId: second, attempts: 1 });
      // It was put off again, and is due again.
      expect((await end(sent)).messageId).toBe(first);
      await claimNone({ now: clock.now() });
      await clock.pass(1.01 * oneDay);
      const later = [await claimMail(store(), { now: clock.now() })];
      later.push(await claimMail(store(), { now: clock.now() }));
      expect(later.map(({ messageId }) => messageId).toSorted()).toEqual(
        [ofOther.messageId, third].toSorted(),
      );
    });

    it('that were put off become due a hundred at a time, as they are sent', async () => {
      const recipient = await confirmed();
      const made = Array.from({ length: 150 }, () => newMail(recipient.id));
      await sendMails(store(), made);
      for (;;) {
        const claimed = await mails().claim(newMailClaim());
        if (claimed === undefined) break;
        const putOff = { kind: 'put_off', error: 'unavailable', status: null } as const;
        await mails().end(claimed.lease, { ...putOff, delayMs: oneDay }, new Date());
      }
      const last = newMail(recipient.id);
      await sendMails(store(), [last]);
      const ids = [last, ...made].map(({ messageId }) => messageId);
      expect(await sendAll(store())).toEqual(ids);
    });

    it('leave the last failure with their recipient until one is sent', async () => {
      const clock = movedClock(harness, store);
      const { id, websiteId } = await confirmed();
      const end = async (outcome: MailOutcome) => {
        const { lease } = await claimMail(store(), { now: clock.now() });
        expect(await mails().end(lease, outcome, clock.now())).toEqual(ended);
        return (await store().recipients.find(ownerId, websiteId, id))?.lastFailure;
      };
      await sendMails(store(), [newMail(id), newMail(id)], { now: clock.now() });
      const retry = { kind: 'retry', error: 'timeout', status: null, delayMs: 1_000 } as const;
      const failedAt = expect.any(Date);
      expect(await end(retry)).toEqual({ failedAt, error: 'timeout', status: null });
      const last = { failedAt, error: 'refused', status: '550 5.1.1' };
      expect(await end(refused)).toEqual(last);
      await clock.pass(2_000);
      expect(await end({ kind: 'given_back' })).toEqual(last);
      expect(await end(sent)).toBeNull();
    });

    it('end for an address that was refused again and again for a while, until it is confirmed again', async () => {
      const clock = movedClock(harness, store);
      const { websiteId } = await confirmed();
      const given = newRecipient(websiteId, { digest: true });
      const { id } = await createConfirmed(store(), websiteId, given);
      await sendAll(store());
      const find = () => store().recipients.find(ownerId, websiteId, id);
      const end = async (outcome: MailOutcome) => {
        await sendMails(store(), [newMail(id)], { now: clock.now() });
        const { lease } = await claimMail(store(), { now: clock.now() });
        return mails().end(lease, outcome, clock.now());
      };
      expect(await end(refused)).toEqual(ended);
      await clock.pass(1.01 * oneDay);
      expect(await end(refused)).toEqual(ended);
      // They were not in a row.
      expect(await end(sent)).toEqual(ended);
      for (let count = 0; count < 4; count += 1) expect(await end(refused)).toEqual(ended);
      await clock.pass(1.01 * oneDay);
      await sendMails(store(), [newMail(id), newMail(id)], { now: clock.now() });
      const { lease } = await claimMail(store(), { now: clock.now() });
      expect(await mails().end(lease, refused, clock.now())).toEqual({
        isEnded: true,
        isRefused: true,
      });
      expect(await find()).toMatchObject({ state: 'refused', refusedAt: expect.any(Date) });
      await claimNone({ now: clock.now() });
      expect(await sendMails(store(), [newMail(id)], { now: clock.now() })).toBe(0);
      await claimNone({ now: clock.now() });
      const request = newConfirmation({ websiteId, id }, { now: clock.now() });
      expect((await store().recipients.requestConfirmation(request)).outcome).toBe('requested');
      expect((await claimMail(store(), { now: clock.now() })).kind).toBe('confirmation');
      const confirmation = { digestDueAt: clock.now(), now: clock.now() };
      await store().recipients.confirm(given.token, confirmation);
      expect(await find()).toMatchObject({ state: 'confirmed', refusedAt: null });
      expect(await end(refused)).toEqual(ended);
    });

    it('that wait when their recipient is refused are not sent when it is confirmed again', async () => {
      const { websiteId } = await confirmed();
      const given = newRecipient(websiteId);
      const { id } = await createConfirmed(store(), websiteId, given);
      await sendAll(store());
      await sendMails(store(), [newMail(id), newMail(id)]);
      const { lease } = await claimMail(store());
      const atOnce = { ...refused, refusedAfter: { mails: 1, ms: 0 } };
      expect((await mails().end(lease, atOnce, new Date())).isRefused).toBe(true);
      const confirmation = { digestDueAt: new Date(), now: new Date() };
      await store().recipients.confirm(given.token, confirmation);
      await claimNone();
    });

    it('that wait are canceled when their recipient unsubscribes, and are not sent when it is confirmed again', async () => {
      const { websiteId } = await confirmed();
      const given = newRecipient(websiteId);
      const { id } = await createConfirmed(store(), websiteId, given);
      await sendAll(store());
      await sendMails(store(), [newMail(id), newMail(id)]);
      const running = await claimMail(store());
      await store().recipients.unsubscribe(given.token, new Date());
      expect(await mails().end(running.lease, sent, new Date())).toEqual(notEnded);
      const confirmation = { digestDueAt: new Date(), now: new Date() };
      await store().recipients.confirm(given.token, confirmation);
      await claimNone();
    });

    it('that ask for a confirmation are not sent to one that has confirmed', async () => {
      const { websiteId } = await confirmed();
      await createConfirmed(store(), websiteId);
      const waiting = await createRecipient(store(), websiteId);
      expect((await claimMail(store())).recipient.id).toBe(waiting.id);
      await claimNone();
    });

    it('of a digest are inserted as the next one is moved, by one of several workers', async () => {
      const dueAt = new Date(Date.now() - oneDay);
      const nextDueAt = new Date(Date.now() - 1_000);
      const websiteId = await createWebsite(store());
      const { id } = await createConfirmed(store(), websiteId, { digest: true }, dueAt);
      await sendAll(store());
      const { recipientId, messageId, body } = newMail(id);
      const digest = {
        recipientId,
        dueAt,
        nextDueAt,
        mail: { messageId, body },
        maxMailsPerDay: 2,
        now: new Date(),
      };
      const ends = await Promise.all([1, 2, 3].map(() => mails().endDigest(digest)));
      expect(ends.toSorted()).toEqual(['created', 'taken', 'taken']);
      expect(await claimMail(store())).toMatchObject({ kind: 'digest', messageId, body });
      await claimNone();
      const due = async () => {
        const { digests } = await store().recipients.dueDigests({ limit: 9, now: new Date() });
        return digests.map((found) => found.dueAt);
      };
      expect(await due()).toEqual([nextDueAt]);
      const next = { ...digest, dueAt: nextDueAt, nextDueAt: dueAt };
      expect(await mails().endDigest(next)).toBe('dropped');
      expect(await due()).toEqual([dueAt]);
      expect(await mails().endDigest({ ...digest, mail: null })).toBe('skipped');
      expect(await due()).toEqual([nextDueAt]);
      for (const odd of [id + 1, 0, 1.5, Number.NaN]) {
        expect(await mails().endDigest({ ...next, recipientId: odd })).toBe('taken');
      }
      await claimNone();
    });

    it('that still wait are deleted after a while, in parts, also those that are being sent', async () => {
      const recipient = await confirmed();
      const [first, ...others] = [1, 2, 3, 4].map(() => newMail(recipient.id));
      await sendMails(store(), first ? [first] : []);
      await sendAll(store());
      await sendMails(store(), others);
      const { lease } = await claimMail(store());
      const deleteUnsent = (createdBefore: Date) =>
        store().maintenance.deleteOldMessages('unsent_mails', { createdBefore, limit: 2 });
      const past = new Date(Date.now() - oneDay);
      expect(await deleteUnsent(past)).toEqual({ deleted: 0, isDone: true });
      const future = new Date(Date.now() + oneDay);
      expect(await deleteUnsent(future)).toEqual({ deleted: 2, isDone: false });
      expect(await deleteUnsent(future)).toEqual({ deleted: 1, isDone: true });
      await claimNone();
      expect(await mails().end(lease, sent, new Date())).toEqual(notEnded);
      // The confirmation, and the one that was sent.
      const old = { createdBefore: future, limit: 10 };
      expect(await store().maintenance.deleteOldMessages('mails', old)).toEqual({
        deleted: 2,
        isDone: true,
      });
    });

    it('are deleted after a while, in parts, in any state', async () => {
      const recipient = await confirmed();
      await sendMails(
        store(),
        [1, 2, 3].map(() => newMail(recipient.id)),
      );
      await claimMail(store());
      const deleteOld = (createdBefore: Date, limit: number) =>
        store().maintenance.deleteOldMessages('mails', { createdBefore, limit });
      const past = new Date(Date.now() - oneDay);
      expect(await deleteOld(past, 10)).toEqual({ deleted: 0, isDone: true });
      const future = new Date(Date.now() + oneDay);
      expect(await deleteOld(future, 2)).toMatchObject({ deleted: 2, isDone: false });
      let left = 0;
      for (let isDone = false; !isDone; ) {
        const part = await deleteOld(future, 2);
        left += part.deleted;
        isDone = part.isDone;
      }
      expect(left).toBe(2);
      await claimNone();
    });
  });
}
