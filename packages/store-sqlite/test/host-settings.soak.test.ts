import { describeStore } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { sqliteStore } from '../src/index.ts';

describeStore('sqliteStore in a database of the host', {
  runs: 2,
  async create() {
    const database = new Database(':memory:');
    // Settings of a host that must not matter.
    database.pragma('foreign_keys = off');
    database.pragma('case_sensitive_like = on');
    database.defaultSafeIntegers(true);
    const store = sqliteStore({ database });
    await store.migrate();
    return store;
  },
});
