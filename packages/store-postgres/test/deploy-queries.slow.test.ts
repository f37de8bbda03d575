import pg from 'pg';
import { it, onTestFinished } from 'vitest';
import { expectDeployQueries } from '../../../scripts/deploy-queries.ts';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

it('the queries of docs/deploy.md count jobs', async () => {
  const { connectionString, schema } = ownSchema();
  const store = postgresStore({ connectionString, schema });
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${schema}` });
  onTestFinished(async () => {
    await store.close();
    await pool.end();
  });
  await store.migrate();
  await expectDeployQueries(store, async (sql) => (await pool.query(sql)).rows[0]);
});
