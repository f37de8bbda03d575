import type { Store } from '@sitegrade/core';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

const now = new Date();
const lease = { leaseMs: 60_000, now };
const size = 100_000;

let mail: Awaited<ReturnType<Store['mails']['claim']>>;

const creationOf = (id: number, token: string) => ({
  ownerId: `owner-${id}`,
  websiteId: id,
  address: 'new',
  token,
  messageId: '<m>',
  ...({ events: [], minImportance: 'low', digest: true, maxRecipients: 9 } as const),
  ofOwner: { key: `owner-key-${id}`, max: 3, windowMs: 1_000 },
  ofAll: { key: `key-${id}`, max: 3, windowMs: 1_000 },
  createdAt: now,
});

describePlans(
  {
    names: ['websites', 'owner_totals', 'recipients', 'mails', 'confirmations'],
    counted: 'sitegrade_mails|sitegrade_recipients|sitegrade_confirmations|recipient|website',
    // 100,000 owners with a website, a recipient whose digest is due, a mail that is due, and a confirmation.
    filled: `
      insert into sitegrade_websites
          (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
        overriding system value
        select n, 'owner-' || n, 'a', 'a', 'public', 't' || n, 0, 0 from generate_series(1, ${size}) n;
      insert into sitegrade_owner_totals (owner_id, websites_count, reports_count, good_count, decent_count, bad_count)
        select 'owner-' || n, 1, 0, 0, 0, 0 from generate_series(1, ${size}) n;
      insert into sitegrade_recipients (id, owner_id, website_id, address, events, min_importance, digest,
          state, token, confirmed_at, digest_due_at, created_at, updated_at)
        overriding system value
        select n, 'owner-' || n, n, 'a', '[]', 'low', 1, 'confirmed', 'token-' || n, 1, n, 0, 0
        from generate_series(1, ${size}) n;
      select setval(pg_get_serial_sequence('sitegrade_recipients', 'id'), ${size});
      insert into sitegrade_mails (owner_id, recipient_id, kind, message_id, body, due_at, created_at)
        select 'owner-' || n, n, 'alert', '<m>', '{}', n, n from generate_series(1, ${size}) n;
      insert into sitegrade_mails (owner_id, recipient_id, kind, message_id, state, due_at, created_at)
        select 'owner-' || n, n, 'alert', '<m>', 'sent', null, n from generate_series(1, ${size}) n;
      insert into sitegrade_confirmations select 'key-' || n, '[1]', n from generate_series(1, ${size}) n`,
  },
  {
    'a claim: the mail that it leases, its recipient, and those of owners that it skips': {
      async run({ mails }) {
        const exceptOwners = ['owner-1', 'owner-2', 'owner-3'];
        expect(await mails.claim({ token: 'a', exceptOwners, ...lease })).toBeDefined();
      },
      rows: 6 + 2 * 3,
    },
    'due digests: as many as asked for': {
      run: async ({ recipients }) =>
        expect((await recipients.dueDigests({ limit: 5, now })).digests).toHaveLength(5),
      rows: 10,
    },
    'the quotas of an owner, and a list: what the owner has': {
      async run({ recipients }) {
        expect(await recipients.list('owner-9', 9)).toHaveLength(1);
        const creation = await recipients.create({ ...creationOf(9, 'new'), maxMailsPerDay: 9 });
        expect(creation.outcome).toBe('created');
      },
    },
    'sending a mail: the mails of its owner that were put off, and no others': {
      after: async ({ mails }) => {
        mail = await mails.claim({ token: 'sent', ...lease });
      },
      async run({ mails }) {
        if (mail === undefined) throw new Error('None is due.');
        const ended = await mails.end(mail.lease, { kind: 'sent' }, now);
        expect(ended).toMatchObject({ isEnded: true });
      },
      plan: /Index Scan (using|on) sitegrade_mails_put_off/,
    },
    'the time until an owner may have another mail: the newest ones': {
      async run({ recipients }) {
        const creation = await recipients.create({ ...creationOf(8, 'full'), maxMailsPerDay: 0 });
        expect(creation.outcome).toBe('mails_exceeded');
      },
    },
    'deleting mails that wait: those that it deletes': {
      async run({ maintenance }) {
        const unsent = { createdBefore: new Date(999), limit: 5 };
        expect((await maintenance.deleteOldMessages('unsent_mails', unsent)).deleted).toBe(5);
      },
      rows: 10,
    },
    'deleting old mails: those that it deletes': {
      async run({ maintenance }) {
        const old = { createdBefore: new Date(99), limit: 5 };
        expect((await maintenance.deleteOldMessages('mails', old)).deleted).toBe(5);
      },
      of: 'sitegrade_(mails|confirmations)',
    },
  },
);
