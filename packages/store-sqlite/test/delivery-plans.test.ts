import type { Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

const ownerId = 'owner-7';
const webhookId = 7;
const now = new Date(1_800_000_000_000);
const lease = { leaseMs: 60_000, now };
const failed = { httpStatus: 500, error: 'status', durationMs: 1, disableAfterMs: 9 } as const;
const maxWaiting = 99;

// 2,000 webhooks of 200 owners, each with 10 deliveries, of which one waits and is due for every tenth webhook, 200
// websites, and 2,000 things that have happened.
const filled = `
    insert into sitegrade_websites
        (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
      select n, 'owner-' || (n % 200), n, n, 'public', 't' || n, 0, 0 from numbers where n <= 200;
    insert into sitegrade_owner_totals select 'owner-' || n, 1, 0, 0, 0, 0 from numbers where n <= 200;
    insert into sitegrade_webhooks (id, owner_id, url, format, events, min_importance, secret,
        due_at, created_at, updated_at)
      select n, 'owner-' || (n % 200), 'u', 'json', '[]', 'low', 's', iif(n % 10 = 0, n, null), 0, 0
      from numbers;
    insert into sitegrade_deliveries (owner_id, webhook_id, website_id, message_id, type, body, state,
        due_at, created_at, ended_at)
      select 'owner-' || (n % 200), n, n % 200 + 1, 'm', 'report.created', '{}',
        iif(n % 10 = 0 and m = 1, 'waiting', 'delivered'), iif(n % 10 = 0 and m = 1, n, null), m,
        iif(n % 10 = 0 and m = 1, null, m)
      from numbers, (select n as m from numbers where n <= 10);
    insert into sitegrade_outbox (owner_id, kind, subject_id, created_at, due_at)
      select 'owner-' || (n % 200), 'report', n, n, n from numbers`;
const tables = {
  about: /sitegrade_(webhooks|deliveries|outbox|deleted_webhooks)/,
  allowed: /^SCAN (json_each|given|counted|owners|CONSTANT)/,
  filled,
};

const byOwner = 'SEARCH sitegrade_outbox USING COVERING INDEX sitegrade_outbox_by_owner';

describePlans(tables, {
  'what is due: a seek in its index, in order': {
    async run({ deliveries }) {
      expect(await deliveries.claimEvent({ token: 'event', ...lease })).toBeDefined();
      const exceptOwners = ['owner-1', 'owner-2'];
      expect(await deliveries.claim({ token: 'a', ...lease })).toBeDefined();
      expect(await deliveries.claim({ token: 'b', exceptOwners, ...lease })).toBeDefined();
    },
    least: 7,
    steps: [
      'SEARCH sitegrade_webhooks USING COVERING INDEX sitegrade_webhooks_due (due_at>? AND due_at<?)',
      'SEARCH due USING COVERING INDEX sitegrade_deliveries_waiting (webhook_id=? AND due_at>? AND due_at<?)',
    ],
  },
  'what has happened: seeks from owner to owner, and one in what the owner has': {
    async run({ deliveries }) {
      const claim = { token: 'event', afterOwner: 'owner-7', ...lease };
      expect((await deliveries.claimEvent(claim))?.ownerId).toBe('owner-70');
    },
    least: 2,
    also(plans) {
      const steps = plans.flatMap(({ plan }) => plan.filter((step) => /outbox/.test(step)));
      const nextAfter = [`${byOwner} (owner_id>?)`, `${byOwner} (owner_id>?)`];
      expect(steps.toSorted()).toEqual(
        [
          ...[...nextAfter, `${byOwner} (owner_id=?)`, ...nextAfter, `${byOwner} (owner_id=?)`],
          'SEARCH sitegrade_outbox USING COVERING INDEX sitegrade_outbox_due (due_at<?)',
          'SEARCH sitegrade_outbox USING INTEGER PRIMARY KEY (rowid=?)',
          `${byOwner} (owner_id=? AND due_at<?)`,
        ].toSorted(),
      );
    },
  },
  'ending attempts and what has happened: by keys': {
    async run(store) {
      await endEvents(store);
      const delayMs = 1;
      for (const outcome of [
        { kind: 'retry', ...failed, delayMs },
        { kind: 'failed', ...failed, delayMs },
        { kind: 'delivered', httpStatus: 200, durationMs: 1 },
        { kind: 'given_back' },
      ] as const) {
        const claimed = await store.deliveries.claim({ token: outcome.kind, ...lease });
        if (claimed === undefined) throw new Error('No delivery is due.');
        const { isEnded } = await store.deliveries.end(claimed.lease, outcome, now);
        expect(isEnded).toBe(true);
      }
    },
    least: 14,
    steps: [
      'SEARCH sitegrade_webhooks USING INDEX sitegrade_webhooks_leased (lease_token=?)',
      'SEARCH first USING COVERING INDEX sitegrade_deliveries_waiting (webhook_id=? AND due_at>?)',
    ],
  },
  'lists, tests, and sending one again: by webhook and by owner': {
    async run({ deliveries, webhooks }) {
      const test = { type: 'webhook.test', messageId: 'm', websiteId: null, body: '{}' } as const;
      const created = await deliveries.create({ ownerId, webhookId, ...test, maxWaiting, now });
      expect(created.outcome).toBe('waiting');
      const { rows } = await deliveries.list(ownerId, webhookId, { page: 1, perPage: 20 });
      const { id = 0 } = rows[0] ?? {};
      expect(await deliveries.find(ownerId, webhookId, id)).toBeDefined();
      await deliveries.replay({ ownerId, webhookId, id, maxWaiting, now });
      expect(await webhooks.list(ownerId)).toHaveLength(10);
      await webhooks.update(ownerId, webhookId, { isEnabled: false, updatedAt: now });
      await webhooks.rotate(ownerId, webhookId, { secret: 's', previousForMs: 1, updatedAt: now });
    },
    least: 12,
  },
  'deletions: by time, by webhook, by website and by owner': {
    async run({ webhooks, maintenance, websites }) {
      expect(await webhooks.delete(ownerId, webhookId)).toBe(true);
      await maintenance.deleteOwned('owner-8', 'webhooks');
      await maintenance.deleteOwned('owner-8', 'webhooks');
      expect((await websites.delete(ownerId, webhookId)).outcome).toBe('deleted');
      await maintenance.deleteHidden(undefined);
      await maintenance.deleteHidden(ownerId);
      const query = { createdBefore: new Date(9), limit: 3 };
      const old = await maintenance.deleteOldMessages('deliveries', query);
      expect(old.deleted).toBe(3);
    },
    least: 14,
  },
});

describePlans(
  { ...tables, about: /sitegrade_outbox/ },
  {
    'what happens: one seek in the webhooks of the owner': {
      async run({ reports, jobs }) {
        await reports.create(newReport());
        const urls = ['https://a.com/'];
        await jobs.create({ ownerId, urls, isBatch: false, createdAt: now, maxQueued: 9 });
        const claimed = await jobs.claim({ token: 'a', perHost: 1, ...lease });
        const error = { code: 'page_unreachable', message: 'm' } as const;
        if (claimed) await jobs.end(claimed.lease, { kind: 'failed', error }, now);
      },
      also(plans) {
        expect(plans).toHaveLength(2);
        for (const { plan } of plans) {
          expect(plan.filter((step) => step.includes('(owner_id=?'))).toEqual([
            expect.stringContaining('sitegrade_webhooks_by_owner'),
            expect.stringContaining('COVERING INDEX sitegrade_recipients_confirmed'),
            expect.stringContaining('COVERING INDEX sitegrade_schedules_by_owner'),
            expect.stringContaining('COVERING INDEX sitegrade_websites_failing'),
          ]);
        }
      },
    },
  },
);

/** Ends what has happened, with deliveries of two webhooks. */
async function endEvents({ deliveries }: Store): Promise<void> {
  const event = await deliveries.claimEvent({ token: 'a', ...lease });
  if (event === undefined) throw new Error('Nothing has happened.');
  const id = Number(event.ownerId.slice('owner-'.length));
  const made = [id, id + 200].map((webhook) => ({
    webhookId: webhook,
    messageId: 'm',
    type: 'report.created',
    websiteId: 7,
    body: '{}',
  })) as Parameters<typeof deliveries.endEvent>[1]['deliveries'];
  expect(await deliveries.endEvent(event.lease, { deliveries: made, maxWaiting, now })).toEqual({
    droppedMails: 0,
  });
  const other = await deliveries.claimEvent({ token: 'b', ...lease });
  if (other) expect(await deliveries.renewEvent(other.lease, 1, now)).toBe(true);
  if (other) expect(await deliveries.deferEvent(other.lease, 1, now)).toBe(true);
}
