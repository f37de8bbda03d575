import { continueDeletions, createContext, deleteOwner } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, it, vi } from 'vitest';
import { describeDeletion } from '../../store-sqlite/test/describe-deletion.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';
import { testSchema } from './test-schema.ts';

describeDeletion(testSchema);

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
