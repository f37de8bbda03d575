import type { Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

const ownerId = 'owner-7';
const websiteId = 7;
const now = new Date(1_800_000_000_000);
const lease = { leaseMs: 60_000, now };
const limits = {
  messageId: '<m>',
  maxMailsPerDay: 99,
  ofOwner: { key: 'owner-key-7', max: 3, windowMs: 1_000 },
  ofAll: { key: 'key-7', max: 3, windowMs: 1_000 },
};
const settings = { events: [], minImportance: 'low', digest: true } as const;

// 2,000 recipients of 200 owners with a website each, and 20,000 mails, of which one of each recipient waits.
const filled = `
  insert into sitegrade_websites
      (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
    select n, 'owner-' || n, n, n, 'public', 't' || n, 0, 0 from numbers where n <= 200;
  insert into sitegrade_owner_totals select 'owner-' || n, 1, 0, 0, 0, 0 from numbers where n <= 200;
  insert into sitegrade_recipients (id, owner_id, website_id, address, events, min_importance, digest,
      state, token, confirmed_at, digest_due_at, created_at, updated_at)
    select n, 'owner-' || iif(n % 200 = 0, 200, n % 200), iif(n % 200 = 0, 200, n % 200), n, '[]', 'low', 1,
      'confirmed', 'token-' || n, 1, n, 0, 0 from numbers;
  insert into sitegrade_mails (owner_id, recipient_id, kind, message_id, body, state, due_at, created_at)
    select 'owner-' || iif(n % 200 = 0, 200, n % 200), n, 'alert', '<m>', iif(m = 1, '{}', null),
      iif(m = 1, 'waiting', 'sent'), iif(m = 1, n, null), n + m
    from numbers, (select n as m from numbers where n <= 10);
  insert into sitegrade_confirmations select 'key-' || n, '[1]', n from numbers`;

describePlans(
  {
    about: /sitegrade_(recipients|mails|confirmations)/,
    allowed: /^SCAN (json_each|given|counted|CONSTANT)/,
    filled,
  },
  {
    'mails and digests that are due: a seek in their index, in order': {
      async run({ mails, recipients }) {
        const exceptOwners = ['owner-1', 'owner-2'];
        await send(mails, { token: 'a', exceptOwners, ...lease });
        expect((await recipients.dueDigests({ limit: 5, now })).digests).toHaveLength(5);
      },
      least: 6,
      steps: [
        'SEARCH sitegrade_mails USING COVERING INDEX sitegrade_mails_due (due_at>? AND due_at<?)',
        'SEARCH recipient USING INDEX sitegrade_recipients_digest_due (digest_due_at>? AND digest_due_at<?)',
      ],
    },
    'mails that were put off: a seek in their index, in order': {
      rows: `update sitegrade_mails set error = 'unavailable', due_at = due_at + ${Date.now()} * 2
        where state = 'waiting'`,
      async run(store) {
        await endEvent(store, [7], 9);
        for (const token of ['b0', 'b1']) await send(store.mails, { token, ...lease });
      },
      least: 11,
      steps: ['SEARCH sitegrade_mails USING INDEX sitegrade_mails_put_off (owner_id=?)'],
    },
    'recipients: by website, by id and by token': {
      async run({ recipients }) {
        const creation = await recipients.create({
          ...limits,
          ...settings,
          ownerId,
          websiteId,
          address: 'new',
          token: 'new',
          maxRecipients: 99,
          createdAt: now,
        });
        expect(creation.outcome).toBe('created');
        expect(await recipients.list(ownerId, websiteId)).toHaveLength(11);
        const id = (await recipients.findByToken('token-7'))?.recipient.id ?? 0;
        expect(await recipients.find(ownerId, websiteId, id)).toBeDefined();
        const change = { digest: false, digestDueAt: now, updatedAt: now };
        expect(await recipients.update(ownerId, websiteId, id, change)).toBeDefined();
        await recipients.unsubscribe('token-7', now);
        await recipients.requestConfirmation({ ...limits, ownerId, websiteId, id, now });
        await recipients.confirm('token-7', { digestDueAt: now, now });
        expect(await recipients.delete(ownerId, websiteId, id)).toBe(true);
      },
      least: 16,
    },
    'mails that are inserted, and deletions: by keys': {
      async run(store) {
        const { mails, maintenance, websites, recipients } = store;
        await endEvent(store, [7, 207], 9);
        const mail = { messageId: '<m>', body: '{}' };
        const due = { recipientId: 27, dueAt: new Date(27), nextDueAt: now };
        expect(await mails.endDigest({ ...due, mail, maxMailsPerDay: 9, now })).toBe('created');
        const creation = await recipients.create({
          ...limits,
          ...settings,
          ownerId,
          websiteId,
          address: 'full',
          token: 'full',
          maxMailsPerDay: 2,
          maxRecipients: 99,
          createdAt: now,
        });
        expect(creation).toMatchObject({ outcome: 'mails_exceeded' });
        const old = { createdBefore: new Date(9), limit: 3 };
        await maintenance.deleteOldMessages('mails', old);
        await maintenance.deleteOldMessages('unsent_mails', old);
        expect((await websites.delete(ownerId, websiteId)).outcome).toBe('deleted');
        await maintenance.deleteOwned('owner-8', 'recipients');
        await maintenance.deleteOwned('owner-8', 'recipients');
      },
      least: 18,
    },
  },
);

async function send(mails: Store['mails'], claim: Parameters<typeof mails.claim>[0]) {
  const claimed = await mails.claim(claim);
  if (claimed === undefined) throw new Error('None is due.');
  expect(await mails.end(claimed.lease, { kind: 'sent' }, now)).toMatchObject({ isEnded: true });
}

/** Ends what happens when a report is created, with mails to these recipients. */
async function endEvent(
  { reports, deliveries }: Store,
  to: readonly number[],
  maxMailsPerDay: number,
) {
  await reports.create(newReport({ ownerId }));
  const event = await deliveries.claimEvent({ token: 'a', ...lease });
  if (event === undefined) throw new Error('Nothing has happened.');
  const mail = { kind: 'alert', messageId: '<m>', body: '{}' } as const;
  const mails = to.map((recipientId) => ({ ...mail, recipientId }));
  const ended = { deliveries: [], maxWaiting: 0, mails: { mails, maxMailsPerDay }, now };
  expect(await deliveries.endEvent(event.lease, ended)).toEqual({ droppedMails: 0 });
}
