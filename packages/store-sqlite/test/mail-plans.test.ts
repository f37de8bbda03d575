import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';

const ownerId = 'owner-7';
const websiteId = 7;
const now = new Date(1_800_000_000_000);
const lease = { leaseMs: 60_000, now };
const limits = {
  ...{ messageId: '<m>', maxMailsPerDay: 99 },
  ofOwner: { key: 'owner-key-7', max: 3, windowMs: 1_000 },
  ofAll: { key: 'key-7', max: 3, windowMs: 1_000 },
};

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
])('query plans of mails $name', ({ sql }) => {
  it('of what is due: a seek in its index, in order', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(async ({ mails, recipients }) => {
      const exceptOwners = ['owner-1', 'owner-2'];
      const claimed = await mails.claim({ token: 'a', exceptOwners, ...lease });
      if (claimed === undefined) throw new Error('None is due.');
      expect(await mails.end(claimed.lease, { kind: 'sent' }, now)).toMatchObject({
        isEnded: true,
      });
      expect((await recipients.dueDigests({ limit: 5, now })).digests).toHaveLength(5);
    });
    expectSeeks(plans, 6);
    const steps = plans.flatMap(({ plan }) => plan);
    expect(steps).toContain(
      'SEARCH sitegrade_mails USING COVERING INDEX sitegrade_mails_due (due_at>? AND due_at<?)',
    );
    expect(steps).toContain(
      'SEARCH recipient USING INDEX sitegrade_recipients_digest_due (digest_due_at>? AND digest_due_at<?)',
    );
  });

  it('of what was put off: a seek in its index, in order', async () => {
    const plansOf = await filledStore(`
      update sitegrade_mails set error = 'unavailable', due_at = due_at + ${Date.now()} * 2 where state = 'waiting';
      ${sql}`);
    const plans = await plansOf(async ({ mails, deliveries, reports }) => {
      await reports.create(newReport({ ownerId }));
      const event = await deliveries.claimEvent({ token: 'a', ...lease });
      if (event === undefined) throw new Error('Nothing has happened.');
      const mail = { recipientId: 7, kind: 'alert', messageId: '<m>', body: '{}' } as const;
      const made = { mails: [mail], maxMailsPerDay: 9 };
      await deliveries.endEvent(event.lease, { deliveries: [], maxWaiting: 0, mails: made, now });
      for (let count = 0; count < 2; count += 1) {
        const claimed = await mails.claim({ token: `b${count}`, ...lease });
        if (claimed === undefined) throw new Error('None is due.');
        await mails.end(claimed.lease, { kind: 'sent' }, now);
      }
    });
    expectSeeks(plans, 11);
    expect(plans.flatMap(({ plan }) => plan)).toContain(
      'SEARCH sitegrade_mails USING INDEX sitegrade_mails_put_off (owner_id=?)',
    );
  });

  it('of recipients: by website, by id and by token', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(async ({ recipients }) => {
      const settings = { events: [], minImportance: 'low', digest: true } as const;
      const creation = await recipients.create({
        ...{ ...limits, ...settings, ownerId, websiteId, address: 'new', token: 'new' },
        ...{ maxRecipients: 99, createdAt: now },
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
    });
    expectSeeks(plans, 16);
  });

  it('of mails that are inserted, and deletions: by keys', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(async (store) => {
      const { deliveries, mails, maintenance, websites, recipients, reports } = store;
      await reports.create(newReport({ ownerId }));
      const event = await deliveries.claimEvent({ token: 'a', ...lease });
      if (event === undefined) throw new Error('Nothing has happened.');
      const mail = { kind: 'alert', messageId: '<m>', body: '{}' } as const;
      const ended = await deliveries.endEvent(event.lease, {
        ...{ deliveries: [], maxWaiting: 0, now },
        mails: {
          mails: [7, 207].map((recipientId) => ({ ...mail, recipientId })),
          maxMailsPerDay: 9,
        },
      });
      expect(ended).toEqual({ droppedMails: 0 });
      const digest = { messageId: '<m>', body: '{}' };
      const due = { recipientId: 27, dueAt: new Date(27), nextDueAt: now };
      expect(await mails.endDigest({ ...due, mail: digest, maxMailsPerDay: 9, now })).toBe(
        'created',
      );
      const full = { ...limits, ownerId, websiteId, address: 'full', token: 'full', events: [] };
      const quota = { maxMailsPerDay: 2, maxRecipients: 99, createdAt: now };
      const creation = await recipients.create({
        ...{ ...full, ...quota, minImportance: 'low', digest: true },
      });
      expect(creation).toMatchObject({ outcome: 'mails_exceeded' });
      await mails.deleteOld({ createdBefore: new Date(9), limit: 3 });
      await mails.deleteUnsent({ createdBefore: new Date(99), limit: 3 });
      expect((await websites.delete(ownerId, websiteId)).outcome).toBe('deleted');
      await maintenance.deleteOwned('owner-8', 'recipients');
      await maintenance.deleteOwned('owner-8', 'recipients');
    });
    expectSeeks(plans, 18);
  });
});

/** Expects that no statement reads all rows of a table of mails, nor sorts rows. */
function expectSeeks(plans: readonly Plan[], least: number): void {
  const found = plans.filter(({ sql }) => /sitegrade_(recipients|mails|confirmations)/.test(sql));
  expect(found.length).toBeGreaterThanOrEqual(least);
  for (const { sql, plan } of found) {
    const scans = plan.filter((step) => /SCAN (?!json_each|given|counted|CONSTANT)/.test(step));
    const sorts = plan.filter((step) => /TEMP B-TREE/.test(step));
    expect([...scans, ...sorts], sql).toEqual([]);
  }
}

/** 2,000 recipients of 200 owners with a website each, and 20,000 mails, of which one of each recipient waits. */
async function filledStore(afterwards: string) {
  const host = new Database(':memory:');
  await sqliteStore({ database: host }).migrate();
  host.exec(`
    create temp table numbers as with recursive counted (n) as
      (select 1 union all select n + 1 from counted where n < 2000) select n from counted;
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
    insert into sitegrade_confirmations select 'key-' || n, '[1]', n from numbers;
    ${afterwards}`);
  return explainStatements(host);
}
