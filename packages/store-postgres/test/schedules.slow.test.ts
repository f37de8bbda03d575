import { it } from 'vitest';
import { expectOneRunOfThreeWorkers } from '../../store-sqlite/test/three-schedulers.ts';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

it('three workers on one database start each run of a schedule once', async () => {
  const { connectionString, schema } = ownSchema();
  const store = postgresStore({ connectionString, schema });
  await store.migrate();
  await store.close();
  await expectOneRunOfThreeWorkers(() => postgresStore({ connectionString, schema }));
});
