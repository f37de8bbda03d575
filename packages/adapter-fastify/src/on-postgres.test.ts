import { randomUUID } from 'node:crypto';
import { describeAdapter } from '@sitegrade/core/testing';
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
  // Fastify's closing waits for a connection whose body was still coming when it began, until that has
  // been idle for so long.
  start: (options) => startFastify(options, { keepAliveTimeout: 500 }),
});
