import { join } from 'node:path';
import { it } from 'vitest';
import { startProcess } from '../../store-sqlite/test/start-process.ts';
import { expectTwoWorkersToShare } from '../../store-sqlite/test/two-workers.ts';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

it('two processes share the jobs of one database, each of which is done once', async () => {
  const { connectionString, schema } = ownSchema();
  const store = postgresStore({ connectionString, schema });
  await store.migrate();
  const script = join(import.meta.dirname, 'worker.process.ts');
  await expectTwoWorkersToShare(store, (origin) =>
    startProcess(script, connectionString, schema, origin),
  );
  await store.close();
});
