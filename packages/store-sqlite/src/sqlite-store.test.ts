import { describeStore } from '@sitegrade/testing';
import { sqliteStore } from './sqlite-store.ts';

describeStore('sqliteStore', {
  // sqlite-store.soak.test.ts has more.
  runs: 1,
  async create() {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
});
