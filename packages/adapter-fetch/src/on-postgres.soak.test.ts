import { randomUUID } from 'node:crypto';
import { describeAdapter } from '@sitegrade/adapter-suite';
import { postgresStore } from '@sitegrade/store-postgres';
import { inject } from 'vitest';
import { startFetch } from './fixtures/start-fetch.ts';

describeAdapter('srvx on Postgres', {
  store: async () => {
    const schema = `adapter_${randomUUID()}`;
    const store = postgresStore({ connectionString: inject('postgres'), schema });
    await store.migrate();
    return store;
  },
  start: startFetch,
  hostMakesRequest: true,
});
