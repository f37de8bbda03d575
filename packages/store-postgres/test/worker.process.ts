import { runWorker } from '../../store-sqlite/test/run-worker.ts';
import { listenQueue, postgresStore } from '../src/index.ts';

// With the name of a channel, it hears of jobs there.
const [, , connectionString = '', schema = '', origin = '', channel] = process.argv;
const queue = channel === undefined ? undefined : listenQueue({ connectionString, channel });
await runWorker(postgresStore({ connectionString, schema }), origin, queue);
await queue?.close();
