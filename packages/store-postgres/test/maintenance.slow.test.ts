import { createContext, reconcileCounters } from '@sitegrade/core';
import { expect, it } from 'vitest';
import {
  changeThreeWebsites,
  describeMaintenance,
} from '../../store-sqlite/test/describe-maintenance.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownPool } from './own-pool.ts';
import { testSchema } from './test-schema.ts';

describeMaintenance(testSchema);

it('D06, D07: twenty workers on three websites leave the counters exact', async () => {
  // A deadlock would last longer than the time limit of a method.
  const { pool, store, schema } = await ownPool({ max: 20, options: '-c deadlock_timeout=60s' });
  await changeThreeWebsites(() => store);
  await expectExactTables(pool, schema);
  const context = createContext({ store });
  expect((await reconcileCounters(context, { repair: false })).drifts).toEqual([]);
});
