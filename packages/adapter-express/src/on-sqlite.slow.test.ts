import { describeAdapter } from '@sitegrade/adapter-suite';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { startExpress } from './fixtures/start-express.ts';

describeAdapter('Express on SQLite', {
  store: async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
  start: startExpress,
});
