import { sqliteStore } from '../src/index.ts';
import { runWorker } from './run-worker.ts';

const [, , filename = '', origin = ''] = process.argv;
await runWorker(sqliteStore({ filename }), origin);
