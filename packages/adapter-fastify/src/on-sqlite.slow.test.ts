import { describeAdapter } from '@sitegrade/adapter-suite';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { startFastify } from './fixtures/start-fastify.ts';

describeAdapter('Fastify on SQLite', {
  store: async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
  start: startFastify,
});
