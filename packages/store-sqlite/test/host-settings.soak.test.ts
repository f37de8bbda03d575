import { describeStore } from '@sitegrade/testing';
import { sqliteStore } from '../src/index.ts';
import { openOddDatabase } from './odd-database.ts';

describeStore('sqliteStore in a database of the host', {
  runs: 2,
  async create() {
    const store = sqliteStore({ database: openOddDatabase() });
    await store.migrate();
    return store;
  },
});
