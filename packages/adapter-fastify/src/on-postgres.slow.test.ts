import { randomUUID } from 'node:crypto';
import { describeAdapter } from '@sitegrade/adapter-suite';
import { postgresStore } from '@sitegrade/store-postgres';
import { inject } from 'vitest';
import { startFastify } from './fixtures/start-fastify.ts';

describeAdapter('Fastify on Postgres', {
  store: async () => {
    const schema = `adapter_${randomUUID()}`;
    const store = postgresStore({ connectionString: inject('postgres'), schema });
    await store.migrate();
    return store;
  },
  start: startFastify,
});
