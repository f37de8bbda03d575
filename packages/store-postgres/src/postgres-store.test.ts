import { describeStore } from '@sitegrade/testing';
import { ownSchema } from '../test/own-schema.ts';
import { postgresStore } from './postgres-store.ts';

describeStore('postgresStore', {
  // postgres-store.slow.test.ts has more.
  runs: 2,
  async create() {
    const store = postgresStore(ownSchema());
    await store.migrate();
    return store;
  },
});
