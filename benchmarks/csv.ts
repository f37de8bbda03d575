import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import Fastify from 'fastify';
import { sitegradePlugin } from '../packages/adapter-fastify/src/index.ts';
import { postgresStores, sqliteStores } from './lists/databases.ts';
import { mainOwner } from './lists/rows.ts';

// Lists as CSV: how much the heap grows while a slow client reads 10,000 and 100,000 reports, how long a
// fast client takes, and how long the event loop is blocked meanwhile.
//
//   npm run bench -- csv [--sqlite | --postgres]

/** Numbers of reports in the tables, of which nine in ten belong to the owner who is measured. */
const sizes = [27_000, 109_000];
/** How much a slow client reads before each pause, in bytes, and how long that is. */
const slow = { bytes: 512 * 1024, pauseMs: 20 };

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const flag = (name: string) => process.argv.includes(`--${name}`);
const databases = [
  ...(flag('postgres') ? [] : [sqliteStores]),
  ...(flag('sqlite') ? [] : [postgresStores]),
];
for (const fill of databases) {
  const { name, stores, remove } = await fill(sizes);
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const { store } of stores) measured.push(await measure(store));
  const [few, many] = measured;
  if (few === undefined || many === undefined) throw new Error('Two sizes are compared.');
  console.log(`Node ${process.version}, ${name}`);
  console.table(measured);
  const times = (value: keyof typeof few) => (many[value] / few[value]).toFixed(1);
  console.log(`${times('rows')} times the rows, ${times('heap growth, MB')} times the heap\n`);
  await remove();
}

/** Reads all reports of the owner over HTTP. */
async function measure(store: Store) {
  const app = Fastify();
  app.register(sitegradePlugin, { store });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const { key } = await issueApiKey(createContext({ store }), mainOwner);
  const ask = (query: string) => request(Number(port), key, query);
  // Prepares statements and compiles code.
  await drain(await ask(''));

  const idle = heapUsed();
  let highest = 0;
  let sinceLast = 0;
  for await (const chunk of await ask('')) {
    sinceLast += chunk.length;
    if (sinceLast < slow.bytes) continue;
    sinceLast = 0;
    await sleep(slow.pauseMs);
    highest = Math.max(highest, heapUsed() - idle);
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const all = await drain(await ask(''));
  delay.disable();
  const found = await drain(await ask('?search=example'));
  await app.close();
  return {
    rows: all.lines - 1,
    'file, MB': inMegabytes(all.bytes),
    'heap growth, MB': inMegabytes(highest),
    seconds: inSeconds(all.ms),
    'seconds with search': inSeconds(found.ms),
    'blocked p99, ms': Math.round(delay.percentile(99) / 1e6),
    'blocked at most, ms': Math.round(delay.max / 1e6),
  };
}

async function request(port: number, key: string, query: string): Promise<IncomingMessage> {
  const headers = { accept: 'text/csv', authorization: `Bearer ${key}` };
  const path = `/api/v1/reports${query}`;
  const sent = get({ host: '127.0.0.1', port, path, headers, agent: false });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The status is ${response.statusCode}.`);
  return response;
}

/** Reads as fast as possible. */
async function drain(response: AsyncIterable<Buffer>) {
  const startedAt = performance.now();
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines, ms: performance.now() - startedAt };
}

/** Memory in use after a garbage collection, in bytes. */
function heapUsed(): number {
  collectGarbage();
  const { heapUsed: heap, external } = process.memoryUsage();
  return heap + external;
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}

function inSeconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}
