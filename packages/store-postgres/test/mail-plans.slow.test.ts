import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows } from './rows-read.ts';

const now = new Date();
const lease = { leaseMs: 60_000, now };
const tables = 'sitegrade_mails|sitegrade_recipients|sitegrade_confirmations|recipient|website';
const size = 100_000;

describe.each([
  { name: 'for these values', mode: 'force_custom_plan', hasStatistics: true },
  { name: 'for any values', mode: 'force_generic_plan', hasStatistics: true },
  { name: 'without statistics', mode: 'force_custom_plan', hasStatistics: false },
])('query plans of mails $name', ({ mode, hasStatistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, hasStatistics);
  });
  afterAll(() => filled.end());

  it('a claim reads the mail that it leases, its recipient, and those of owners that it skips', async () => {
    const exceptOwners = ['owner-1', 'owner-2', 'owner-3'];
    const plans = await filled.plansOf(async ({ mails }) => {
      expect(await mails.claim({ token: 'a', exceptOwners, ...lease })).toBeDefined();
    }, executed);
    expectFewRows(plans, 6 + 2 * 3, tables);
  });

  it('due digests are as many as asked for', async () => {
    const plans = await filled.plansOf(async ({ recipients }) => {
      expect((await recipients.dueDigests({ limit: 5, now })).digests).toHaveLength(5);
    }, executed);
    expectFewRows(plans, 10, tables);
  });

  it('the quotas of an owner, and a list, read what the owner has', async () => {
    const plans = await filled.plansOf(async ({ recipients }) => {
      expect(await recipients.list('owner-9', 9)).toHaveLength(1);
      const creation = await recipients.create({
        ...{ ownerId: 'owner-9', websiteId: 9, address: 'new', token: 'new', events: [] },
        ...{ minImportance: 'low', digest: true, maxRecipients: 9, maxMailsPerDay: 9 },
        messageId: '<m>',
        ofOwner: { key: 'owner-key-9', max: 3, windowMs: 1_000 },
        ofAll: { key: 'key-9', max: 3, windowMs: 1_000 },
        createdAt: now,
      });
      expect(creation.outcome).toBe('created');
    });
    for (const { text, plan } of plans) {
      expect(plan, text).not.toMatch(/Seq Scan on (sitegrade|recipient|website)/);
    }
  });

  it('sending a mail reads the mails of its owner that were put off, and no others', async () => {
    const claimed = await filled.store.mails.claim({ token: 'sent', ...lease });
    if (claimed === undefined) throw new Error('None is due.');
    const plans = await filled.plansOf(async ({ mails }) => {
      expect(await mails.end(claimed.lease, { kind: 'sent' }, now)).toMatchObject({
        isEnded: true,
      });
    });
    for (const { text, plan } of plans) expect(plan, text).not.toMatch(/Seq Scan on sitegrade/);
    expect(plans.map(({ plan }) => plan).join('\n')).toMatch(
      /Index Scan (using|on) sitegrade_mails_put_off/,
    );
  });

  it('the time until an owner may have another mail is read from the newest ones', async () => {
    const plans = await filled.plansOf(async ({ recipients }) => {
      const creation = await recipients.create({
        ...{ ownerId: 'owner-8', websiteId: 8, address: 'new', token: 'full', events: [] },
        ...{ minImportance: 'low', digest: true, maxRecipients: 9, maxMailsPerDay: 0 },
        messageId: '<m>',
        ofOwner: { key: 'owner-key-8', max: 3, windowMs: 1_000 },
        ofAll: { key: 'key-8', max: 3, windowMs: 1_000 },
        createdAt: now,
      });
      expect(creation.outcome).toBe('mails_exceeded');
    });
    for (const { text, plan } of plans) {
      expect(plan, text).not.toMatch(/Seq Scan on (sitegrade|recipient|website)/);
    }
  });

  it('deleting mails that wait reads those that it deletes', async () => {
    const plans = await filled.plansOf(async ({ mails }) => {
      const unsent = { createdBefore: new Date(999), limit: 5 };
      expect((await mails.deleteUnsent(unsent)).deleted).toBe(5);
    }, executed);
    expectFewRows(plans, 10, tables);
  });

  it('deleting old mails reads those that it deletes', async () => {
    const plans = await filled.plansOf(async ({ mails }) => {
      const old = { createdBefore: new Date(99), limit: 5 };
      expect((await mails.deleteOld(old)).deleted).toBe(5);
    });
    for (const { text, plan } of plans) {
      expect(plan, text).not.toMatch(/Seq Scan on sitegrade_(mails|confirmations)/);
    }
  });
});

/** 100,000 owners with a website, a recipient whose digest is due, a mail that is due, and a confirmation. */
async function filledStore(mode: string, hasStatistics: boolean) {
  const { connectionString, schema } = await ownDatabase();
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    options: `-c search_path=${schema} -c plan_cache_mode=${mode}`,
  });
  await pool.query(`create schema ${schema}`);
  const store = postgresStore({ pool });
  await store.migrate();
  const names = ['websites', 'owner_totals', 'recipients', 'mails', 'confirmations'];
  const filled = names.map((name) => `sitegrade_${name}`);
  for (const table of filled) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await pool.query(`
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
    insert into sitegrade_confirmations select 'key-' || n, '[1]', n from generate_series(1, ${size}) n`);
  if (hasStatistics) await pool.query(`vacuum (freeze, analyze) ${filled.join()}`);
  return { store, plansOf: explainStatements(pool), end: () => pool.end() };
}
