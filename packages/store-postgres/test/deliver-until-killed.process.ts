import { createAndDeliver } from '../../store-sqlite/test/create-and-deliver.ts';
import { postgresStore } from '../src/index.ts';

const [, , connectionString = '', schema = '', json = ''] = process.argv;
await createAndDeliver(postgresStore({ connectionString, schema }), json);
