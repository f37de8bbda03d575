import { alertUntilKilled } from '../../store-sqlite/test/alert-until-killed.ts';
import { postgresStore } from '../src/index.ts';

const [, , connectionString = '', schema = ''] = process.argv;
const store = postgresStore({ connectionString, schema });
await store.migrate();
await alertUntilKilled(store);
