import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Fastify from 'fastify';
import type { LoopDelay, ServerStarted } from './messages.ts';

// The measured server: Fastify and SQLite, with slots for a hundred analyses. With a number, a worker that runs
// that many jobs at a time.

// The loader's source maps would make every error cost a hundred times what it does in production.
process.setSourceMapsEnabled(false);

const [, , atOnce] = process.argv;
const minutes = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-list-latency-'));
const store = sqliteStore({ filename: join(folder, 'reports.sqlite') });
await store.migrate();
const { key } = await issueApiKey(createContext({ store }), 'owner');

const app = Fastify();
app.register(sitegradePlugin, {
  store,
  analyses: { perOwner: 1_000, total: 100, waiting: 100 },
  ...(atOnce && { worker: { concurrency: Number(atOnce) } }),
  network: {
    allowAddresses: ['127.0.0.1'],
    ports: 'any',
    // A hundred large pages take long: none should time out.
    limits: { totalMs: 5 * minutes, connectMs: minutes, headersMs: minutes, bodyIdleMs: minutes },
  },
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

process.on('message', async (message) => {
  if (message === 'end') {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true });
    process.disconnect();
    return;
  }
  const held: LoopDelay = { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
  delay.reset();
  process.send?.(held);
});
process.once('disconnect', () => process.exit());
const started: ServerStarted = { server: `${address}/api/v1`, key };
process.send?.(started);
