import { describeStore } from '@sitegrade/testing';
import { sqliteStore } from './sqlite-store.ts';

describeStore('sqliteStore, in many histories', {
  runs: 20,
  async create() {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
});
