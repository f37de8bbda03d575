import { describeAdapter } from '@sitegrade/adapter-suite';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { startFetch } from './fixtures/start-fetch.ts';

describeAdapter('srvx on SQLite', {
  store: async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
  start: startFetch,
  hostMakesRequest: true,
});
