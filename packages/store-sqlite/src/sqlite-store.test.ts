import { describeStore } from '@sitegrade/testing';
import { sqliteStore } from './sqlite-store.ts';

describeStore('sqliteStore', {
  async create() {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
});
