import type { Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, it, vi } from 'vitest';
import { ownPool } from './own-pool.ts';

const ownerId = 'owner-1';
const attempt = { ownerId, key: 'a key', token: 'this' };
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

/**
 * Calls the store while another transaction has changed and locked a row, and ends that transaction when
 * the store waits for it.
 */
async function during<Result>(
  { pool, store }: Awaited<ReturnType<typeof ownPool>>,
  change: string,
  call: (store: Store) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${change}`);
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const result = call(store);
    await vi.waitFor(async () => {
      // Not in the same transaction, which would see the same activity forever.
      const waiting = await pool.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [rows[0].pid],
      );
      expect(waiting.rows).toHaveLength(1);
    });
    await client.query('commit');
    return await result;
  } finally {
    client.release(true);
  }
}

it('the condition gets the website after the previous transaction', async () => {
  const database = await ownPool();
  const { websiteId } = await database.store.reports.create(newReport());
  const table = `${database.schema}.sitegrade_websites`;
  const asked: unknown[] = [];
  const onlyIf = ({ privacy }: { readonly privacy: string }) => {
    asked.push(privacy);
    return privacy === 'private';
  };
  const change = { privacy: 'private', updatedAt: at(0) } as const;
  const failed = { outcome: 'condition_failed' };
  const toPublic = `update ${table} set privacy = 'public'`;
  expect(
    await during(database, toPublic, (store) =>
      store.websites.update(ownerId, websiteId, change, onlyIf),
    ),
  ).toEqual(failed);
  expect(
    await during(database, toPublic, (store) => store.websites.delete(ownerId, websiteId, onlyIf)),
  ).toEqual(failed);
  expect(asked).toEqual(['public', 'public']);
});

it('an attempt whose key is being taken over stores nothing', async () => {
  const database = await ownPool();
  const { store, schema } = database;
  await store.idempotencyKeys.begin(beginning('this', 0));
  const takeover = `update ${schema}.sitegrade_idempotency_keys set token = 'other'`;
  const made = await during(database, takeover, () =>
    store.reports.createOnce(newReport(), { ...attempt, expiresAt: at(9) }),
  );
  expect(made).toBeUndefined();
  expect(await store.idempotencyKeys.begin(beginning('third', 0))).toMatchObject({
    made: null,
  });
});

it('a key that is being taken again is not deleted by maintenance', async () => {
  const database = await ownPool();
  const { store, schema } = database;
  await store.idempotencyKeys.begin(beginning('this', 0));
  const again = `update ${schema}.sitegrade_idempotency_keys set expires_at = ${at(99).getTime()}`;
  const query = { expiredAt: at(50), limit: 10 };
  expect(
    await during(database, again, () => store.maintenance.deleteExpiredIdempotencyKeys(query)),
  ).toEqual({ deleted: 0, isDone: true });
  expect(await store.idempotencyKeys.begin(beginning('other', 50))).toMatchObject({
    outcome: 'taken',
  });
});

it('a key whose report is being stored belongs to the report for later attempts', async () => {
  const database = await ownPool();
  const { store, schema } = database;
  await store.idempotencyKeys.begin(beginning('this', 0));
  const kept = `update ${schema}.sitegrade_idempotency_keys
    set made_kind = 'report', made_id = 7, expires_at = ${at(99).getTime()}`;
  // Its attempt has expired, which does not matter any more.
  expect(
    await during(database, kept, () => store.idempotencyKeys.begin(beginning('other', 50))),
  ).toEqual({ outcome: 'taken', fingerprint: 'f', made: { kind: 'report', id: 7 } });
});

it('releasing a key has no effect while its report is being stored', async () => {
  const database = await ownPool();
  const { store, schema } = database;
  await store.idempotencyKeys.begin(beginning('this', 0));
  const kept = `update ${schema}.sitegrade_idempotency_keys set made_kind = 'report', made_id = 7`;
  await during(database, kept, () => store.idempotencyKeys.release(attempt));
  expect(await store.idempotencyKeys.begin(beginning('other', 0))).toMatchObject({
    made: { kind: 'report', id: 7 },
  });
});

/** An attempt of ten seconds. */
function beginning(token: string, from: number) {
  return { ...attempt, token, fingerprint: 'f', begunAt: at(from), expiresAt: at(from + 10) };
}
