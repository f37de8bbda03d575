import { embeddedQueue } from '@sitegrade/core';
import { describeQueue } from '@sitegrade/testing';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

describeQueue('embeddedQueue on postgresStore', {
  async createStore() {
    const store = postgresStore(ownSchema());
    await store.migrate();
    return store;
  },
  createQueue: async () => embeddedQueue(),
});
