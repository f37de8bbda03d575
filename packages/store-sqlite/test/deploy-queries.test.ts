import Database from 'better-sqlite3';
import { it, onTestFinished } from 'vitest';
import { expectDeployQueries } from '../../../scripts/deploy-queries.ts';
import { sqliteStore } from '../src/index.ts';

it('the queries of docs/deploy.md count jobs', async () => {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  const store = sqliteStore({ database });
  await store.migrate();
  await expectDeployQueries(store, async (sql) => database.prepare(sql).get());
});
