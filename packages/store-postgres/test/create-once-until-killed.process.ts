import { createOnceOverAndOver } from '../../store-sqlite/test/create-once-over-and-over.ts';
import { postgresStore } from '../src/index.ts';

const [, , connectionString = '', schema = '', json = ''] = process.argv;
const store = postgresStore({ connectionString, schema });
await store.migrate();
await createOnceOverAndOver(store, json);
