import type { Recipient } from '@sitegrade/core';
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
import { allEvents, movedClock } from './webhook-fixture.ts';

const ownerId = 'owner-1';
const updatedAt = new Date('2026-02-03T04:05:06.789Z');
const digestDueAt = new Date('2026-02-09T07:00:00.000Z');
const oddIds = [0, -1, 1.5, Number.NaN, 2 ** 53];

/** Recipients of mails about websites: their settings, and their consent. */
export function describeStoreRecipients(harness: StoreHarness): void {
  describe('recipients', () => {
    const store = useStore(harness);
    const recipients = () => store().recipients;

    it('are stored with all that was set, unconfirmed, with a mail that asks for the confirmation', async () => {
      const websiteId = await createWebsite(store());
      const given = newRecipient(websiteId, { digest: true });
      const recipient = await createRecipient(store(), websiteId, given);
      const { address, events, minImportance, digest, createdAt, token } = given;
      const expected = {
        id: recipient.id,
        websiteId,
        address,
        events,
        minImportance,
        digest,
        state: 'unconfirmed',
        confirmedAt: null,
        unsubscribedAt: null,
        refusedAt: null,
        lastFailure: null,
        createdAt,
        updatedAt: createdAt,
      };
      expect(recipient).toEqual(expected);
      expect(await recipients().find(ownerId, websiteId, recipient.id)).toEqual(expected);
      expect(await recipients().list(ownerId, websiteId)).toEqual([expected]);
      const found = { ownerId, domain: 'example.com', recipient };
      expect(await recipients().findByToken(token)).toEqual(found);
      const claimed = await claimMail(store());
      expect(claimed).toEqual({
        ...found,
        kind: 'confirmation',
        messageId: given.messageId,
        body: null,
        token,
        attempts: 1,
        createdAt: expect.any(Date),
        lease: { id: expect.any(Number), token: claimed.lease.token },
      });
      expect(await store().mails.claim(newMailClaim())).toBeUndefined();
    });

    it('are of a website of the owner, each address once, listed oldest first', async () => {
      const [first, second] = [
        await createWebsite(store(), 'a.com'),
        await createWebsite(store(), 'b.com'),
      ];
      const ofOther = await createWebsite(store(), 'a.com', 'owner-2');
      for (const websiteId of [ofOther, ofOther + 1, ...oddIds]) {
        expect(await recipients().create(newRecipient(websiteId))).toEqual({ outcome: 'missing' });
        expect(await recipients().list(ownerId, websiteId)).toEqual([]);
      }
      const address = 'ann@example.com';
      const ids: number[] = [];
      for (const part of [{ address: 'z@example.com' }, { address }]) {
        ids.push((await createRecipient(store(), first, part)).id);
      }
      const again = await recipients().create(newRecipient(first, { address }));
      expect(again).toEqual({ outcome: 'exists' });
      await createRecipient(store(), second, { address });
      await createRecipient(store(), ofOther, { address, ownerId: 'owner-2' });
      const listed = await recipients().list(ownerId, first);
      expect(listed.map(({ id }) => id)).toEqual(ids);
      // What was refused has left no mail.
      expect(await sendAll(store())).toHaveLength(4);
    });

    it('cannot be read or changed by another owner, by another website, nor by an id or a token that none has', async () => {
      const websiteId = await createWebsite(store());
      const other = await createWebsite(store(), 'b.com');
      const recipient = await createRecipient(store(), websiteId);
      const keys = [
        ...['owner-2', 'OWNER-1', ''].map((owner) => [owner, websiteId, recipient.id] as const),
        ...[other, ...oddIds].map((id) => [ownerId, id, recipient.id] as const),
        ...[recipient.id + 1, ...oddIds].map((id) => [ownerId, websiteId, id] as const),
      ];
      for (const [owner, website, id] of keys) {
        expect(await recipients().find(owner, website, id)).toBeUndefined();
        const change = { minImportance: 'high', updatedAt, digestDueAt } as const;
        expect(await recipients().update(owner, website, id, change)).toBeUndefined();
        expect(await recipients().delete(owner, website, id)).toBe(false);
        const request = { ...newConfirmation(recipient), ownerId: owner, websiteId: website, id };
        expect(await recipients().requestConfirmation(request)).toEqual({ outcome: 'missing' });
      }
      expect(await recipients().list('owner-2', websiteId)).toEqual([]);
      for (const token of ['', 'token', 'TOKEN-1']) {
        expect(await recipients().findByToken(token)).toBeUndefined();
        const confirmation = { digestDueAt, now: new Date() };
        expect(await recipients().confirm(token, confirmation)).toBeUndefined();
        expect(await recipients().unsubscribe(token, new Date())).toBeUndefined();
      }
      expect(await recipients().list(ownerId, websiteId)).toEqual([recipient]);
    });

    it('are changed in part, and their state stays', async () => {
      const websiteId = await createWebsite(store());
      const recipient = await createRecipient(store(), websiteId);
      const other = await createRecipient(store(), websiteId);
      const changes = [
        { events: ['crawl.failed'] },
        { minImportance: 'high' },
        { digest: true },
        { events: [] },
        {},
      ] as const;
      let expected: Recipient = recipient;
      for (const [index, change] of changes.entries()) {
        const at = new Date(updatedAt.getTime() + index);
        expected = { ...expected, ...change, updatedAt: at };
        const given = { ...change, updatedAt: at, digestDueAt };
        const updated = await recipients().update(ownerId, websiteId, recipient.id, given);
        expect(updated).toEqual(expected);
        expect(await recipients().find(ownerId, websiteId, recipient.id)).toEqual(expected);
      }
      expect(await recipients().find(ownerId, websiteId, other.id)).toEqual(other);
    });

    it('are confirmed and unsubscribed, each once, and confirmed again', async () => {
      const websiteId = await createWebsite(store());
      const given = newRecipient(websiteId);
      const recipient = await createRecipient(store(), websiteId, given);
      const { token } = given;
      const confirm = () => recipients().confirm(token, { digestDueAt, now: new Date() });
      const unsubscribe = () => recipients().unsubscribe(token, new Date());
      const confirmed = await confirm();
      expect(confirmed).toEqual({
        ownerId,
        domain: 'example.com',
        recipient: { ...recipient, state: 'confirmed', confirmedAt: expect.any(Date) },
      });
      expect(await confirm()).toEqual(confirmed);
      const unsubscribed = await unsubscribe();
      expect(unsubscribed?.recipient).toEqual({
        ...confirmed?.recipient,
        state: 'unsubscribed',
        unsubscribedAt: expect.any(Date),
      });
      expect(await unsubscribe()).toEqual(unsubscribed);
      expect(await recipients().list(ownerId, websiteId)).toEqual([unsubscribed?.recipient]);
      expect((await confirm())?.recipient).toMatchObject({
        state: 'confirmed',
        unsubscribedAt: null,
      });
      expect(await recipients().findByToken(token)).toMatchObject({
        recipient: { state: 'confirmed', updatedAt: recipient.updatedAt },
      });
    });

    it('that unsubscribe again are not asked any more', async () => {
      const websiteId = await createWebsite(store());
      const given = newRecipient(websiteId);
      const recipient = await createRecipient(store(), websiteId, given);
      await recipients().unsubscribe(given.token, new Date());
      const request = newConfirmation(recipient);
      expect(await recipients().requestConfirmation(request)).toMatchObject({
        outcome: 'requested',
      });
      await recipients().unsubscribe(given.token, new Date());
      expect(await store().mails.claim(newMailClaim())).toBeUndefined();
    });

    it('are asked again, unless they are confirmed', async () => {
      const websiteId = await createWebsite(store());
      const given = newRecipient(websiteId);
      const recipient = await createRecipient(store(), websiteId, given);
      const again = newConfirmation(recipient);
      const requested = { outcome: 'requested', recipient };
      expect(await recipients().requestConfirmation(again)).toEqual(requested);
      expect(await sendAll(store())).toEqual([given.messageId, again.messageId]);
      await recipients().confirm(given.token, { digestDueAt, now: new Date() });
      const confirmed = { outcome: 'confirmed' };
      expect(await recipients().requestConfirmation(newConfirmation(recipient))).toEqual(confirmed);
      expect(await sendAll(store())).toEqual([]);
      await recipients().unsubscribe(given.token, new Date());
      const last = newConfirmation(recipient);
      expect((await recipients().requestConfirmation(last)).outcome).toBe('requested');
      expect(await sendAll(store())).toEqual([last.messageId]);
    });

    it('do not exceed the quota of their owner, also of requests at once', async () => {
      const websites = [
        await createWebsite(store(), 'a.com'),
        await createWebsite(store(), 'b.com'),
      ];
      const creations = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          recipients().create(newRecipient(websites[index % 2] ?? 0, { maxRecipients: 3 })),
        ),
      );
      const refusals = creations.filter(({ outcome }) => outcome === 'quota_exceeded');
      expect(refusals).toEqual(Array(5).fill({ outcome: 'quota_exceeded', used: 3 }));
      expect(await sendAll(store())).toHaveLength(3);
    });

    it('are asked within the quota of mails of their owner', async () => {
      const clock = movedClock(harness, store);
      const websiteId = await createWebsite(store());
      const recipient = await createRecipient(store(), websiteId);
      await clock.pass(oneDay / 4);
      const now = clock.now();
      const limited = { maxMailsPerDay: 2, createdAt: now };
      await createRecipient(store(), websiteId, limited);
      const exceeded = { outcome: 'mails_exceeded', used: 2, retryAfterMs: expect.any(Number) };
      const refusal = await recipients().create(newRecipient(websiteId, limited));
      expect(refusal).toEqual(exceeded);
      const retryAfterMs = 'retryAfterMs' in refusal ? refusal.retryAfterMs : 0;
      expect(Math.abs(retryAfterMs - 0.75 * oneDay)).toBeLessThan(oneDay / 24);
      expect(await recipients().list(ownerId, websiteId)).toHaveLength(2);
      const request = newConfirmation(recipient, { ...limited, now });
      expect(await recipients().requestConfirmation(request)).toEqual(exceeded);
      // The newest of more than there may be is a day old in a day.
      const one = newConfirmation(recipient, { maxMailsPerDay: 1, now });
      const last = await recipients().requestConfirmation(one);
      expect('retryAfterMs' in last && last.retryAfterMs).toBeGreaterThan(0.9 * oneDay);
      const none = newConfirmation(recipient, { maxMailsPerDay: 0, now });
      expect(await recipients().requestConfirmation(none)).toMatchObject({ retryAfterMs: oneDay });
      // Deleting one makes no room: its mail was sent.
      await sendAll(store(), now);
      await recipients().delete(ownerId, websiteId, recipient.id);
      expect(await recipients().create(newRecipient(websiteId, limited))).toEqual(exceeded);
      await clock.pass(retryAfterMs);
      const later = newRecipient(websiteId, { ...limited, createdAt: clock.now() });
      expect((await recipients().create(later)).outcome).toBe('created');
    });

    it('are asked a few times in a while by their owner, also if they were deleted', async () => {
      const clock = movedClock(harness, store);
      const websites: number[] = [];
      for (const domain of ['a.com', 'b.com', 'c.com', 'd.com']) {
        websites.push(await createWebsite(store(), domain));
      }
      const shared = { ofOwner: { key: 'shared', windowMs: 30 * oneDay, max: 3 } };
      const create = (index: number) =>
        recipients().create(
          newRecipient(websites[index] ?? 0, { ...shared, createdAt: clock.now() }),
        );
      const first = await create(0);
      if (first.outcome !== 'created') throw new Error('It was not created.');
      await recipients().delete(ownerId, first.recipient.websiteId, first.recipient.id);
      await clock.pass(20 * oneDay);
      const outcomes = await Promise.all([1, 2, 3].map(create));
      const refusals = outcomes.filter(({ outcome }) => outcome === 'too_many_confirmations');
      expect(refusals).toHaveLength(1);
      const [refusal] = refusals;
      const retryAfterMs = refusal && 'retryAfterMs' in refusal ? refusal.retryAfterMs : 0;
      expect(Math.abs(retryAfterMs - 10 * oneDay)).toBeLessThan(oneDay / 24);
      for (const outcome of outcomes) {
        if (outcome.outcome !== 'created') continue;
        const request = newConfirmation(outcome.recipient, { ...shared, now: clock.now() });
        expect(await recipients().requestConfirmation(request)).toMatchObject({
          outcome: 'too_many_confirmations',
        });
      }
      // Another address is another one.
      expect((await recipients().create(newRecipient(websites[0] ?? 0))).outcome).toBe('created');
      await clock.pass(11 * oneDay);
      expect((await create(0)).outcome).toBe('created');
    });

    it('are asked by others, too, without learning of it, and by mails that wait when they are many', async () => {
      const clock = movedClock(harness, store);
      const owners = ['owner-1', 'owner-2', 'owner-3', 'owner-4', 'owner-5'];
      const ids: string[] = [];
      const ask = async (owner: string) => {
        const websiteId = await createWebsite(store(), 'a.com', owner);
        const given = newRecipient(websiteId, {
          ownerId: owner,
          createdAt: clock.now(),
          ofAll: { key: 'shared', windowMs: oneDay, max: 2 },
        });
        ids.push(given.messageId);
        return recipients().create(given);
      };
      const outcomes = await Promise.all(owners.map(ask));
      expect(outcomes).toEqual(
        owners.map(() => ({
          outcome: 'created',
          recipient: expect.objectContaining({ state: 'unconfirmed', lastFailure: null }),
        })),
      );
      const sent: string[] = [];
      for (const expected of [2, 0, 2, 0, 1]) {
        const now = await sendAll(store(), clock.now());
        expect(now).toHaveLength(expected);
        sent.push(...now);
        await clock.pass(oneDay / 2 + 1_000);
      }
      expect(sent.sort()).toEqual(ids.sort());
    });

    it('are not asked, and no one is informed, where that is more than 30 days ahead', async () => {
      const clock = movedClock(harness, store);
      const ofAll = { key: 'shared', windowMs: 12 * oneDay, max: 1 };
      const asked: Recipient[] = [];
      for (const owner of ['owner-1', 'owner-2', 'owner-3', 'owner-4', 'owner-5']) {
        const websiteId = await createWebsite(store(), 'a.com', owner);
        const part = { ownerId: owner, createdAt: clock.now(), ofAll };
        asked.push(await createRecipient(store(), websiteId, part));
      }
      for (const expected of [1, 1, 1, 0]) {
        expect(await sendAll(store(), clock.now())).toHaveLength(expected);
        await clock.pass(12 * oneDay + 1_000);
      }
      const [, , , , last] = asked;
      if (last === undefined) throw new Error('It was not created.');
      const again = newConfirmation(last, { ownerId: 'owner-5', now: clock.now(), ofAll });
      expect((await recipients().requestConfirmation(again)).outcome).toBe('requested');
      expect(await sendAll(store(), clock.now())).toEqual([again.messageId]);
    });

    it('are asked by mails that count for the quota of their owner once they are due', async () => {
      const clock = movedClock(harness, store);
      const ofAll = { key: 'shared', windowMs: oneDay, max: 1 };
      const other = await createWebsite(store(), 'a.com', 'owner-2');
      await createRecipient(store(), other, { ofAll, ownerId: 'owner-2', createdAt: clock.now() });
      const websiteId = await createWebsite(store());
      await createRecipient(store(), websiteId, { ofAll, createdAt: clock.now() });
      const create = () =>
        recipients().create(newRecipient(websiteId, { maxMailsPerDay: 1, createdAt: clock.now() }));
      expect((await create()).outcome).toBe('created');
      // Before the mail that waits is due, and after.
      for (const ms of [oneDay / 4, oneDay]) {
        await clock.pass(ms);
        const refusal = await create();
        expect(refusal).toMatchObject({ outcome: 'mails_exceeded', used: 1 });
        const retryAfterMs = 'retryAfterMs' in refusal ? refusal.retryAfterMs : 0;
        expect(Math.abs(retryAfterMs - 0.75 * oneDay)).toBeLessThan(oneDay / 24);
      }
    });

    it('leave a record of who was asked, which is deleted after a while', async () => {
      const websiteId = await createWebsite(store());
      const one = { ofOwner: { key: 'shared', windowMs: 30 * oneDay, max: 1 } };
      const outcome = async () => (await recipients().create(newRecipient(websiteId, one))).outcome;
      const deleteOld = (createdBefore: Date) =>
        store().maintenance.deleteOldMessages('mails', { createdBefore, limit: 100 });
      expect(await outcome()).toBe('created');
      await deleteOld(new Date(Date.now() - oneDay));
      expect(await outcome()).toBe('too_many_confirmations');
      await deleteOld(new Date(Date.now() + oneDay));
      expect(await outcome()).toBe('created');
    });

    it('are asked although the clock was years ahead when they were asked before', async () => {
      const clock = movedClock(harness, store);
      const websiteId = await createWebsite(store());
      const shared = {
        ofOwner: { key: 'of-owner', windowMs: 30 * oneDay, max: 1 },
        ofAll: { key: 'of-all', windowMs: oneDay, max: 1 },
      };
      await createRecipient(store(), websiteId, { ...shared, createdAt: clock.now() });
      await clock.pass(-3_650 * oneDay);
      const next = newRecipient(websiteId, { ...shared, createdAt: clock.now() });
      expect((await recipients().create(next)).outcome).toBe('created');
      expect(await sendAll(store(), clock.now())).toEqual([next.messageId]);
    });

    it('make what happens known once they are confirmed, until they are unsubscribed', async () => {
      const websiteId = await createWebsite(store());
      const given = newRecipient(websiteId);
      await createRecipient(store(), websiteId, given);
      await store().reports.create(newReport());
      expect(await allEvents(store())).toEqual([]);
      await recipients().confirm(given.token, { digestDueAt, now: new Date() });
      await store().reports.create(newReport({ ownerId: 'owner-2' }));
      await store().reports.create(newReport());
      expect(await allEvents(store())).toMatchObject([{ ownerId, event: { kind: 'report' } }]);
      await recipients().unsubscribe(given.token, new Date());
      await store().reports.create(newReport());
      expect(await allEvents(store())).toEqual([]);
    });

    it('have a digest once they are confirmed and want one', async () => {
      const websiteId = await createWebsite(store());
      const due = async (now = new Date()) =>
        (await recipients().dueDigests({ limit: 10, now })).digests;
      const given = newRecipient(websiteId, { digest: true });
      const { id } = await createRecipient(store(), websiteId, given);
      expect(await due()).toEqual([]);
      const past = new Date(Date.now() - oneDay);
      const found = await recipients().confirm(given.token, { digestDueAt: past, now: new Date() });
      expect(await due()).toEqual([{ ...found, dueAt: past }]);
      const set = (digest: boolean, at: Date) =>
        recipients().update(ownerId, websiteId, id, { digest, updatedAt, digestDueAt: at });
      // It keeps its time.
      await set(true, new Date(Date.now() - 2 * oneDay));
      expect(await due()).toMatchObject([{ dueAt: past }]);
      await set(false, past);
      expect(await due()).toEqual([]);
      await set(true, new Date(Date.now() + oneDay));
      expect(await due()).toEqual([]);
      const other = new Date(Date.now() - 3 * oneDay);
      await set(false, other);
      await set(true, other);
      expect(await due()).toMatchObject([{ dueAt: other }]);
      await recipients().unsubscribe(given.token, new Date());
      expect(await due()).toEqual([]);
      await set(true, other);
      expect(await due()).toEqual([]);
    });

    it('have digests in the order in which they are due, of all owners', async () => {
      const [first, second] = [
        await createWebsite(store(), 'a.com'),
        await createWebsite(store(), 'b.com', 'owner-2'),
      ];
      const daysAgo = (days: number) => new Date(Date.now() - days * oneDay);
      const part = { digest: true };
      await createConfirmed(store(), first, part, daysAgo(1));
      await createConfirmed(store(), second, { ...part, ownerId: 'owner-2' }, daysAgo(3));
      await createConfirmed(store(), first, part, daysAgo(-1));
      await createConfirmed(store(), first, part, daysAgo(2));
      const query = { limit: 2, now: new Date() };
      const { digests, now } = await recipients().dueDigests(query);
      expect(Math.abs(now.getTime() - query.now.getTime())).toBeLessThan(oneDay / 24);
      expect(digests.map(({ domain }) => domain)).toEqual(['b.com', 'a.com']);
      expect(digests.map(({ ownerId: owner }) => owner)).toEqual(['owner-2', ownerId]);
    });

    it('are deleted, and with their website, in parts, with the mails that wait', async () => {
      const websiteId = await createWebsite(store(), 'a.com');
      const kept = await createConfirmed(store(), await createWebsite(store(), 'b.com'));
      const single = await createConfirmed(store(), kept.websiteId);
      await sendAll(store());
      const tokens: string[] = [];
      const ids: number[] = [];
      for (let index = 0; index < 240; index += 1) {
        const given = newRecipient(websiteId, { digest: true });
        tokens.push(given.token);
        ids.push((await createConfirmed(store(), websiteId, given, updatedAt)).id);
      }
      await sendMails(
        store(),
        [...ids, single.id, kept.id].map((id) => newMail(id)),
      );
      expect(await recipients().delete(ownerId, kept.websiteId, single.id)).toBe(true);
      expect(await recipients().delete(ownerId, kept.websiteId, single.id)).toBe(false);
      const running = await claimMail(store());
      expect(running.recipient.id).toBe(ids[0]);
      await store().websites.delete(ownerId, websiteId);
      const sent = { kind: 'sent' } as const;
      expect(await store().mails.end(running.lease, sent, new Date())).toMatchObject({
        isEnded: false,
      });
      const nothingLeft = async () => {
        expect(await recipients().list(ownerId, websiteId)).toEqual([]);
        for (const token of tokens) expect(await recipients().findByToken(token)).toBeUndefined();
        const due = await recipients().dueDigests({ limit: 10, now: new Date() });
        expect(due.digests).toEqual([]);
      };
      await nothingLeft();
      for (let isDone = false; !isDone; ) {
        ({ isDone } = await store().maintenance.deleteHidden(undefined));
      }
      await nothingLeft();
      // They count no more.
      const another = await createRecipient(store(), kept.websiteId, { maxRecipients: 2 });
      const claimed = await claimMail(store());
      expect(claimed.recipient).toEqual(kept);
      expect((await claimMail(store())).recipient).toEqual(another);
      expect(await store().mails.claim(newMailClaim())).toBeUndefined();
      expect(await recipients().list(ownerId, kept.websiteId)).toEqual([kept, another]);
    });

    it('are deleted with their owner, in parts, with all mails, and those of others stay', async () => {
      const websiteId = await createWebsite(store());
      for (let index = 0; index < 25; index += 1) await createRecipient(store(), websiteId);
      await sendAll(store());
      const other = await createWebsite(store(), 'a.com', 'owner-2');
      const ofOther = await createRecipient(store(), other, { ownerId: 'owner-2' });
      let deleted = 0;
      for (let isDone = false; !isDone; ) {
        const part = await store().maintenance.deleteOwned(ownerId, 'recipients');
        deleted += part.deleted;
        isDone = part.isDone;
      }
      expect(deleted).toBe(50);
      expect(await recipients().list(ownerId, websiteId)).toEqual([]);
      expect(await recipients().list('owner-2', other)).toEqual([ofOther]);
      const old = { createdBefore: new Date(Date.now() + oneDay), limit: 100 };
      expect(await store().maintenance.deleteOldMessages('mails', old)).toEqual({
        deleted: 1,
        isDone: true,
      });
    });
  });
}
