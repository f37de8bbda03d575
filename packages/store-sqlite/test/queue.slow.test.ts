import { embeddedQueue } from '@sitegrade/core';
import { describeQueue } from '@sitegrade/testing';
import { sqliteStore } from '../src/index.ts';

describeQueue('embeddedQueue on sqliteStore', {
  async createStore() {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
  createQueue: async () => embeddedQueue(),
});
