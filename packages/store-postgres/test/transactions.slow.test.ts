import { expect, it } from 'vitest';
import {
  cutOff,
  driftsOf,
  everyNowAndThen,
  runTwentyWorkers,
} from '../../store-sqlite/test/twenty-workers.ts';
import type { HostPool } from '../src/host-pool.ts';
import { postgresStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';
import { wrappedPool } from './wrapped-pool.ts';

/** A pool whose statements sometimes fail, with or without transactions. */
function unreliable(pool: HostPool, hasTransactions: boolean): HostPool {
  const isCutOff = everyNowAndThen();
  return wrappedPool(pool, async (query, client) => {
    if (isCutOff()) throw cutOff;
    const isOfTransaction = /^(begin|commit|rollback)/.test(query.text);
    return isOfTransaction && !hasTransactions ? { rows: [] } : await client.query(query);
  });
}

async function storeAfterwards(hasTransactions: boolean) {
  const { pool, store, schema } = await ownPool();
  const unreliableStore = postgresStore({ pool: unreliable(pool, hasTransactions), schema });
  const { succeeded, endedPages } = await runTwentyWorkers(unreliableStore, 200);
  expect(succeeded).toBeGreaterThan(100);
  return { pool, schema, endedPages, drifts: await driftsOf(store) };
}

it('twenty workers on three websites, interrupted at any statement, leave no drift', async () => {
  const { pool, schema, endedPages, drifts } = await storeAfterwards(true);
  expect(endedPages).toBeGreaterThan(5);
  expect(drifts).toEqual([]);
  await expectExactTables(pool, schema);
});

it('without transactions there is drift', async () => {
  expect((await storeAfterwards(false)).drifts).not.toEqual([]);
});
