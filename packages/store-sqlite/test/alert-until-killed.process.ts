import { sqliteStore } from '../src/index.ts';
import { alertUntilKilled } from './alert-until-killed.ts';

const [, , filename = ''] = process.argv;
const store = sqliteStore({ filename });
await store.migrate();
await alertUntilKilled(store);
