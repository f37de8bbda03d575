import { printLine } from '../../store-sqlite/test/wait-to-begin.ts';
import { listenQueue } from '../src/index.ts';

const [, , connectionString = '', channel = ''] = process.argv;
const queue = listenQueue({ connectionString, channel });
await queue.listen();
const never = new AbortController().signal;
// A new connection leaves a ticket.
await queue.wait(never);
printLine('listening');
await queue.wait(never);
printLine('woken');
await queue.close();
