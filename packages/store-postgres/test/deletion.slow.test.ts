import {
  acceptFindings,
  continueDeletions,
  createContext,
  createRecipient,
  deleteOwner,
  issueApiKey,
  type Store,
  setSchedule,
  startSession,
} from '@sitegrade/core';
import { newCrawl, newReport } from '@sitegrade/testing';
import { expect, it, vi } from 'vitest';
import { furnishWebhooks } from '../../store-sqlite/test/exact-webhooks.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';

const at = new Date('2026-01-02T00:00:00Z');
const later = new Date('2026-01-03T00:00:00Z');

/** Gives an owner a row in every table. */
async function furnish(store: Store, ownerId: string): Promise<void> {
  const context = createContext({ store, now: () => at });
  await furnishWebhooks(store, ownerId);
  await store.reports.create(newReport({ ownerId, domain: 'gone.com' }));
  await store.maintenance.deleteOwned(ownerId, 'websites');
  const deleted = await store.crawls.create(newCrawl({ ownerId }));
  if (deleted.outcome === 'created') await store.crawls.delete(ownerId, deleted.crawl.id);
  await store.crawls.create(newCrawl({ ownerId }));
  const { id, websiteId } = await store.reports.create(newReport({ ownerId }));
  await store.reports.keepScreenshot(ownerId, id, Uint8Array.of(1), 9);
  const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
  await setSchedule(context, ownerId, websiteId, { ...time, task: 'reports' });
  await acceptFindings(context, ownerId, websiteId, { check: 'h1', path: '/', reason: 'x' });
  const alerts = { consoleUrl: 'https://seo.example.com', sendMail: async () => {} };
  const mailing = createContext({ store, alerts });
  const address = `${ownerId}@example.com`;
  await createRecipient(mailing, ownerId, websiteId, { address });
  const { key } = await issueApiKey(context, ownerId, { name: 'key' });
  await startSession(context, key);
  const attempt = { ownerId, key: 'key', token: 'token', fingerprint: 'f' };
  await store.idempotencyKeys.begin({ ...attempt, begunAt: at, expiresAt: later });
  const urls = ['https://example.com/'];
  await store.jobs.create({ ownerId, urls, isBatch: false, createdAt: at, maxQueued: 1 });
}

it('deleting an owner leaves no row of the owner in any table, and all of others', async () => {
  const { pool, store, schema } = await ownPool();
  const count = async (sql: string): Promise<number> =>
    Number((await pool.query(`select count(*) as n from ${schema}.${sql}`)).rows[0].n);
  const { rows: found } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
      where table_schema = $1 and column_name = 'owner_id' order by table_name`,
    [schema],
  );
  const tables = found.map(({ table_name }) => table_name);
  const rowsOf = async (ownerId: string): Promise<readonly string[]> => {
    const counts: string[] = [];
    for (const table of tables) {
      counts.push(`${table} ${await count(`${table} where owner_id = '${ownerId}'`)}`);
    }
    return counts;
  };
  await furnish(store, 'ann');
  await furnish(store, 'ben');
  // A new table needs a row here, and to be deleted with the owner.
  expect(tables.length).toBeGreaterThan(7);
  const before = await rowsOf('ben');
  for (const rows of [...(await rowsOf('ann')), ...before]) expect(rows).not.toMatch(/ 0$/);
  expect(await count('sitegrade_sessions')).toBe(2);

  await deleteOwner(createContext({ store }), 'ann');
  expect(await rowsOf('ann')).toEqual(tables.map((table) => `${table} 0`));
  expect(await rowsOf('ben')).toEqual(before);
  expect(await count('sitegrade_sessions')).toBe(1);
  expect(await count('sitegrade_report_details')).toBe(2);
  await expectExactTables(pool, schema);
});

it('continuing skips what another process is deleting, and the owner’s deletion waits', async () => {
  const { pool, store, schema } = await ownPool();
  for (const ownerId of ['ann', 'ben']) {
    await store.reports.create(newReport({ ownerId }));
    await store.maintenance.deleteOwned(ownerId, 'websites');
  }
  const client = await pool.connect();
  try {
    await client.query(`begin; select from ${schema}.sitegrade_deleted_websites
      where owner_id = 'ann' for update`);
    const context = createContext({ store });
    expect(await continueDeletions(context)).toBe(1);
    expect(await continueDeletions(context)).toBe(0);

    const { rows } = await client.query('select pg_backend_pid() as pid');
    const waiting = store.maintenance.deleteHidden('ann');
    await vi.waitFor(async () => {
      const blocked = await pool.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [rows[0].pid],
      );
      expect(blocked.rows).toHaveLength(1);
    });
    await client.query('rollback');
    expect(await waiting).toEqual({ deleted: 1, isDone: true });
  } finally {
    client.release(true);
  }
  await expectExactTables(pool, schema);
});

it('twenty workers create and delete websites and owners, and leave the tables exact', async () => {
  // A deadlock would last longer than the time limit of a method.
  const { pool, store, schema } = await ownPool({ max: 20, options: '-c deadlock_timeout=60s' });
  const context = createContext({ store });
  const worker = async (index: number): Promise<void> => {
    for (let round = 0; round < 10; round += 1) {
      const ownerId = `owner-${index % 2}`;
      const domain = `${(index + round) % 3}.com`;
      const report = newReport({ ownerId, domain, url: `https://${domain}/`, score: index });
      const { websiteId } = await store.reports.create(report);
      if (round % 4 === 1) await store.websites.delete(ownerId, websiteId);
      if (index % 10 === 3 && round % 4 === 2) await deleteOwner(context, ownerId);
      if (index % 10 === 4 && round % 4 === 3) await continueDeletions(context);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => worker(index)));
  await continueDeletions(context);
  await expectExactTables(pool, schema);
});
