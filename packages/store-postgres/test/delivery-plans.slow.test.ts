import type { Store } from '@sitegrade/core';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';
import type { Plan } from './explain-statements.ts';

const now = new Date();
const lease = { leaseMs: 60_000, now };
const failed = { httpStatus: 500, error: 'status', durationMs: 1, disableAfterMs: 9 } as const;
const size = 100_000;
const hourMs = 3_600_000;

type Deliveries = Store['deliveries'];
let delivery: Awaited<ReturnType<Deliveries['claim']>>;
let event: Awaited<ReturnType<Deliveries['claimEvent']>>;

const claimsOfEvents = [
  ['passes an owner with much that is not due yet', {}, 'owner-1'],
  ['goes on to an owner with one event', { afterOwner: 'owner-1' }, 'owner-10'],
  ['starts again after the last owner', { afterOwner: 'p' }, 'owner-1'],
] as const;

describePlans(
  {
    names: ['webhooks', 'deliveries', 'outbox'],
    counted: 'sitegrade_webhooks|sitegrade_deliveries|sitegrade_outbox|due|first|webhook',
    // 100,000 webhooks, each with a delivery that is due, and as much that has happened, of an owner each. Much more has
    // happened to two of them, to one of them not yet due.
    filled: `
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
        (values ('owner-0', ${now.getTime() + hourMs}), ('owner-1', 0)) as owner (owner_id, delay_ms)`,
  },
  {
    ...Object.fromEntries(
      claimsOfEvents.map(([name, given, owner]) => [
        `a claim of what has happened, which ${name}: few rows`,
        {
          async run({ deliveries }: Store) {
            const claimed = await deliveries.claimEvent({ token: 'event', ...given, ...lease });
            expect(claimed?.ownerId).toBe(owner);
          },
          rows: 10,
          statements: 2,
          also: ([, claim]: readonly Plan[]) =>
            expect(claim?.plan).toMatch(
              /Index Scan using sitegrade_outbox_by_owner .*\n *Index Cond: \(\(owner_id = .* AND \(due_at <= /,
            ),
        },
      ]),
    ),
    'a claim of a delivery: the webhook that it leases, and one delivery': {
      run: async ({ deliveries }) =>
        expect(await deliveries.claim({ token: 'a', ...lease })).toBeDefined(),
      rows: 6,
      also: ([claim]) =>
        expect(claim?.plan).toMatch(/Index Only Scan using sitegrade_webhooks_due/),
    },
    'a claim without some owners: their webhooks, and no others': {
      async run({ deliveries }) {
        const exceptOwners = ['owner-1', 'owner-2', 'owner-3', 'owner-4', 'owner-5'];
        expect(await deliveries.claim({ token: 'b', exceptOwners, ...lease })).toBeDefined();
      },
      rows: 6 + 2 * 5,
    },
    ...Object.fromEntries(
      (['retry', 'failed'] as const).map((kind) => [
        `ending an attempt with ${kind}: its webhook and its delivery`,
        {
          after: async ({ deliveries }: Store) => {
            delivery = await deliveries.claim({ token: `end-${kind}`, ...lease });
          },
          async run({ deliveries }: Store) {
            if (delivery === undefined) throw new Error('No delivery is due.');
            const ended = await deliveries.end(
              delivery.lease,
              { kind, ...failed, delayMs: 1 },
              now,
            );
            expect(ended.isEnded).toBe(true);
          },
        },
      ]),
    ),
    'ending what has happened: the webhooks of its owner': {
      after: async ({ deliveries }) => {
        event = await deliveries.claimEvent({ token: 'ended', ...lease });
      },
      async run({ deliveries }) {
        if (event === undefined) throw new Error('Nothing has happened.');
        const webhookId = Number(event.ownerId.slice('owner-'.length));
        const made = { messageId: 'm', type: 'report.created', websiteId: 1, body: '1' } as const;
        const all = { deliveries: [{ webhookId, ...made }], maxWaiting: 99, now };
        expect(await deliveries.endEvent(event.lease, all)).toEqual({ droppedMails: 0 });
      },
    },
    'deleting old deliveries: those that it deletes': {
      async run({ maintenance }) {
        const old = { createdBefore: new Date(99), limit: 5 };
        expect((await maintenance.deleteOldMessages('deliveries', old)).deleted).toBe(5);
      },
      also: ([deletion]) =>
        expect(deletion?.plan).toMatch(/Index Scan using sitegrade_deliveries_by_created_at/),
    },
    'a list: its page': {
      async run({ deliveries }) {
        const page = await deliveries.list('owner-9', 9, { page: 1, perPage: 20 });
        expect(page.rows).toHaveLength(1);
      },
      rows: 4,
    },
  },
);
