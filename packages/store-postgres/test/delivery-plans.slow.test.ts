import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows } from './rows-read.ts';

const now = new Date();
const lease = { leaseMs: 60_000, now };
const failed = { httpStatus: 500, error: 'status', durationMs: 1, disableAfterMs: 9 } as const;
const tables = 'sitegrade_webhooks|sitegrade_deliveries|sitegrade_outbox|due|first|webhook';
const size = 100_000;
const hourMs = 3_600_000;

describe.each([
  { name: 'for these values', mode: 'force_custom_plan', hasStatistics: true },
  { name: 'for any values', mode: 'force_generic_plan', hasStatistics: true },
  { name: 'without statistics', mode: 'force_custom_plan', hasStatistics: false },
])('query plans of webhooks $name', ({ mode, hasStatistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, hasStatistics);
  });
  afterAll(() => filled.end());

  it.each([
    { name: 'passes an owner with much that is not due yet', given: {}, owner: 'owner-1' },
    {
      name: 'goes on to an owner with one event',
      given: { afterOwner: 'owner-1' },
      owner: 'owner-10',
    },
    { name: 'starts again after the last owner', given: { afterOwner: 'p' }, owner: 'owner-1' },
  ])('a claim of what has happened $name, and reads few rows', async ({ given, owner }) => {
    const plans = await filled.plansOf(async ({ deliveries }) => {
      const claimed = await deliveries.claimEvent({ token: 'event', ...given, ...lease });
      expect(claimed?.ownerId).toBe(owner);
    }, executed);
    expect(plans).toHaveLength(2);
    expectFewRows(plans, 10, tables);
    expect(plans[1]?.plan).toMatch(
      /Index Scan using sitegrade_outbox_by_owner .*\n *Index Cond: \(\(owner_id = .* AND \(due_at <= /,
    );
  });

  it('a claim of a delivery reads the webhook that it leases, and one delivery', async () => {
    const plans = await filled.plansOf(async ({ deliveries }) => {
      expect(await deliveries.claim({ token: 'a', ...lease })).toBeDefined();
    }, executed);
    expectFewRows(plans, 6, tables);
    expect(plans[0]?.plan).toMatch(/Index Only Scan using sitegrade_webhooks_due/);
  });

  it('a claim reads the webhooks of owners that it skips, and no others', async () => {
    const exceptOwners = ['owner-1', 'owner-2', 'owner-3', 'owner-4', 'owner-5'];
    const plans = await filled.plansOf(async ({ deliveries }) => {
      expect(await deliveries.claim({ token: 'b', exceptOwners, ...lease })).toBeDefined();
    }, executed);
    expectFewRows(plans, 6 + 2 * 5, tables);
  });

  it('ending an attempt reads its webhook and its delivery', async () => {
    const { deliveries } = filled.store;
    for (const kind of ['retry', 'failed'] as const) {
      const claimed = await deliveries.claim({ token: `end-${kind}`, ...lease });
      if (claimed === undefined) throw new Error('No delivery is due.');
      const plans = await filled.plansOf(async (store) => {
        const outcome = { kind, ...failed, delayMs: 1 };
        expect((await store.deliveries.end(claimed.lease, outcome, now)).isEnded).toBe(true);
      });
      expectKeys(plans);
    }
  });

  it('ending what has happened reads the webhooks of its owner', async () => {
    const claimed = await filled.store.deliveries.claimEvent({ token: 'ended', ...lease });
    if (claimed === undefined) throw new Error('Nothing has happened.');
    const webhookId = Number(claimed.ownerId.slice('owner-'.length));
    const plans = await filled.plansOf(async ({ deliveries }) => {
      const delivery = { messageId: 'm', type: 'report.created', websiteId: 1, body: '1' } as const;
      const made = { deliveries: [{ webhookId, ...delivery }], maxWaiting: 99, now };
      expect(await deliveries.endEvent(claimed.lease, made)).toEqual({ droppedMails: 0 });
    });
    expectKeys(plans);
  });

  it('deleting old deliveries reads those that it deletes', async () => {
    const plans = await filled.plansOf(async ({ deliveries }) => {
      const old = { createdBefore: new Date(99), limit: 5 };
      expect((await deliveries.deleteOld(old)).deleted).toBe(5);
    });
    expectKeys(plans);
    expect(plans[0]?.plan).toMatch(/Index Scan using sitegrade_deliveries_by_created_at/);
  });

  it('a list reads its page', async () => {
    const plans = await filled.plansOf(async ({ deliveries }) => {
      const page = await deliveries.list('owner-9', 9, { page: 1, perPage: 20 });
      expect(page.rows).toHaveLength(1);
    }, executed);
    expectFewRows(plans, 4, tables);
  });
});

function expectKeys(plans: readonly { readonly text: string; readonly plan: string }[]): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const { text, plan } of plans) {
    expect(plan, text).not.toMatch(/Seq Scan on (sitegrade|due|first|webhook)/);
  }
}

/**
 * 100,000 webhooks, each with a delivery that is due, and as much that has happened, of an owner each. Much more has happened
 * to two of them, to one of them not yet due.
 */
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
  const filled = ['webhooks', 'deliveries', 'outbox'].map((name) => `sitegrade_${name}`);
  for (const table of filled) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await pool.query(`
    insert into sitegrade_websites
        (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
      overriding system value values (1, 'owner-1', 'a', 'a', 'public', 't', 0, 0);
    insert into sitegrade_webhooks (owner_id, url, format, events, min_importance, secret,
        due_at, created_at, updated_at)
      select 'owner-' || n, 'u', 'json', '[]', 'low', 's', n, 0, 0 from generate_series(1, ${size}) n;
    insert into sitegrade_deliveries (owner_id, webhook_id, website_id, message_id, type, body,
        due_at, created_at)
      select 'owner-' || n, n, 1, 'm', 'report.created', '{}', n, n from generate_series(1, ${size}) n;
    insert into sitegrade_outbox (owner_id, kind, subject_id, created_at, due_at)
      select 'owner-' || n, 'report', n, n, n from generate_series(1, ${size}) n;
    insert into sitegrade_outbox (owner_id, kind, subject_id, created_at, due_at)
      select owner_id, 'report', n, n, n + delay_ms from generate_series(1, ${size / 4}) n,
        (values ('owner-0', ${now.getTime() + hourMs}), ('owner-1', 0)) as owner (owner_id, delay_ms)`);
  if (hasStatistics) await pool.query(`vacuum (freeze, analyze) ${filled.join()}`);
  return { store, plansOf: explainStatements(pool), end: () => pool.end() };
}
