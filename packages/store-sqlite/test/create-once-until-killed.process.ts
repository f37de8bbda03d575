import { sqliteStore } from '../src/index.ts';
import { createOnceOverAndOver } from './create-once-over-and-over.ts';

const [, , filename = '', json = '', prefix = ''] = process.argv;
const store = sqliteStore({ filename });
await store.migrate();
await createOnceOverAndOver(store, json, prefix);
