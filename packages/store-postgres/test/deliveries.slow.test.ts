import { join } from 'node:path';
import type { ClaimedDelivery, NewDelivery } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { expectNoDeliveryLost } from '../../store-sqlite/test/deliver-until-killed.ts';
import { furnishWebhooks } from '../../store-sqlite/test/exact-webhooks.ts';
import { killTimeoutMs } from '../../store-sqlite/test/kill-rounds.ts';
import { startProcess } from '../../store-sqlite/test/start-process.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';
import { ownSchema } from './own-schema.ts';

it(
  'killed processes lose no delivery, and make none twice',
  async () => {
    const { pool, store, schema } = await ownPool();
    const { connectionString } = ownSchema();
    const script = join(import.meta.dirname, 'deliver-until-killed.process.ts');
    const start = (json: string) => startProcess(script, connectionString, schema, json);
    const rowsOf = async (sql: string) => (await pool.query(sql)).rows;
    await expectNoDeliveryLost(store, start, async () => ({
      reportIds: (await rowsOf(`select id from ${schema}.sitegrade_reports`)).map(({ id }) => id),
      outbox: (await rowsOf(`select from ${schema}.sitegrade_outbox`)).length,
      deliveries: await rowsOf(`select message_id, state from ${schema}.sitegrade_deliveries`),
    }));
    await expectExactTables(pool, schema);
  },
  killTimeoutMs,
);

it('deletions leave the deliveries that others change to the next one', async () => {
  const { pool, store, schema } = await ownPool();
  const ownerId = 'owner-1';
  await furnishWebhooks(store, ownerId);
  const [webhook] = await store.webhooks.list(ownerId);
  const { websiteId } = await store.reports.create(newReport({ ownerId }));
  const deliveries = `${schema}.sitegrade_deliveries`;
  await pool.query(`update ${deliveries} set website_id = ${websiteId}`);
  await store.websites.delete(ownerId, websiteId);
  const idsLeft = async () => (await pool.query(`select id from ${deliveries}`)).rows.length;
  const client = await pool.connect();
  try {
    await client.query(`begin; select from ${deliveries} for update`);
    expect(await store.webhooks.delete(ownerId, webhook?.id ?? 0)).toBe(true);
    expect(await store.maintenance.deleteHidden(ownerId)).toMatchObject({ isDone: false });
    expect(await idsLeft()).toBe(2);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await expectExactTables(pool, schema);
  expect(await store.maintenance.deleteHidden(ownerId)).toMatchObject({ isDone: true });
  expect(await idsLeft()).toBe(0);
});

it('twenty workers change webhooks, deliveries and what they are about, without a deadlock', async () => {
  // A deadlock would last longer than the time limit of a method.
  const { pool, store, schema } = await ownPool({ max: 20, options: '-c deadlock_timeout=60s' });
  const { webhooks, deliveries, maintenance } = store;
  const owners = ['owner-0', 'owner-1'] as const;
  const create = async (ownerId: string) => {
    const creation = await webhooks.create({
      ownerId,
      url: 'https://example.com/',
      format: 'json',
      events: ['report.created'],
      websiteIds: null,
      minImportance: 'low',
      secret: 'whsec_1',
      maxWebhooks: 5,
      createdAt: new Date(),
    });
    return creation.outcome;
  };
  for (const ownerId of owners) for (let made = 0; made < 4; made += 1) await create(ownerId);
  const running: ClaimedDelivery[] = [];
  let tokens = 0;
  const claim = (leaseMs: number) => {
    tokens += 1;
    return { token: `token-${tokens}`, leaseMs, now: new Date() };
  };
  const worker = async (index: number): Promise<void> => {
    for (let round = 0; round < 20; round += 1) {
      const ownerId = owners[index % 2] ?? 'owner-0';
      const choice = (index * 7 + round * 3) % 13;
      const now = new Date();
      const ofOwner = await webhooks.list(ownerId);
      const some = ofOwner[round % Math.max(1, ofOwner.length)];
      if (choice < 4) {
        const domain = `${(index + round) % 3}.com`;
        const { websiteId } = await store.reports.create(newReport({ ownerId, domain }));
        const event = await deliveries.claimEvent(claim(60_000));
        const made: NewDelivery[] = ofOwner.map(({ id }) => ({
          webhookId: id,
          messageId: `msg_${tokens}`,
          type: 'report.created',
          websiteId,
          body: '{}',
        }));
        const created = { deliveries: made.reverse(), maxWaiting: 50, now };
        if (event) await deliveries.endEvent(event.lease, created);
        if (choice === 3) await store.websites.delete(ownerId, websiteId);
      } else if (choice < 8) {
        const claimed = await deliveries.claim(claim(choice === 4 ? 0 : 60_000));
        if (claimed) running.push(claimed);
      } else if (choice < 10) {
        const claimed = running.shift();
        const outcome = { kind: 'failed', httpStatus: 410, error: 'status' } as const;
        const isGone = round % 9 === 0 ? { isGone: true as const } : {};
        const rest = { durationMs: 1, disableAfterMs: 60_000, ...isGone };
        if (claimed) await deliveries.end(claimed.lease, { ...outcome, ...rest }, now);
      } else if (choice === 10 && some) {
        const isEnabled = index % 3 > 0;
        await webhooks.update(ownerId, some.id, { isEnabled, updatedAt: now });
        const { rows } = await deliveries.list(ownerId, some.id, { page: 1, perPage: 3 });
        for (const { id } of rows) {
          await deliveries.replay({ ownerId, webhookId: some.id, id, maxWaiting: 50, now });
        }
      } else if (choice === 11 && some) {
        await webhooks.delete(ownerId, some.id);
        await create(ownerId);
      } else {
        if (index === 3) await maintenance.deleteOwned(ownerId, 'webhooks');
        await create(ownerId);
        await maintenance.deleteHidden(index % 2 === 0 ? undefined : ownerId);
        await maintenance.deleteOldMessages('deliveries', {
          createdBefore: new Date(now.getTime() - 300),
          limit: 20,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => worker(index)));
  expect(running.length).toBeGreaterThan(0);
  await expectExactTables(pool, schema);
});
