import { describeStore } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { sqliteStore } from './sqlite-store.ts';

const database = new Database(':memory:');
await sqliteStore({ database }).migrate();
// Each store gets a copy: migrating takes longer than most tests.
const migrated = database.serialize();

describeStore('sqliteStore', {
  // sqlite-store.soak.test.ts has more, and migrates each store.
  runs: 1,
  async create() {
    const copy = new Database(migrated);
    return { ...sqliteStore({ database: copy }), close: async () => void copy.close() };
  },
});
