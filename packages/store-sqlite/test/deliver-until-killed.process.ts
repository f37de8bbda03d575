import { sqliteStore } from '../src/index.ts';
import { createAndDeliver } from './create-and-deliver.ts';

const [, , filename = '', json = ''] = process.argv;
await createAndDeliver(sqliteStore({ filename }), json);
