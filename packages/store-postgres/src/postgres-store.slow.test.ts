import { describeStore } from '@sitegrade/testing';
import { ownSchema } from '../test/own-schema.ts';
import { postgresStore } from './postgres-store.ts';

describeStore('postgresStore, in many histories', {
  runs: 10,
  async create() {
    const store = postgresStore(ownSchema());
    await store.migrate();
    return store;
  },
});
