import { runWorker } from '../../store-sqlite/test/run-worker.ts';
import { postgresStore } from '../src/index.ts';

const [, , connectionString = '', schema = '', origin = ''] = process.argv;
await runWorker(postgresStore({ connectionString, schema }), origin);
