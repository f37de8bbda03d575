import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey, type SitegradeEvent } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Fastify from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const { PORT = '3000', ALLOW_ADDRESSES } = process.env;

const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });
const created = new Counter({
  name: 'reports_created_total',
  help: 'Reports created, by their result.',
  labelNames: ['result'],
  registers,
});
const failed = new Counter({
  name: 'reports_failed_total',
  help: 'Requests that did not create a report, by the code of the error.',
  labelNames: ['code'],
  registers,
});
const seconds = new Histogram({
  name: 'report_seconds',
  help: 'Time until the report.',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers,
});

// Never the owner, the URL or the domain as labels: each value would be a separate time series.
function onEvent(event: SitegradeEvent): void {
  if (event.type === 'report.created') {
    created.inc({ result: event.result });
    seconds.observe(event.durationMs / 1_000);
  }
  if (event.type === 'report.failed') failed.inc({ code: event.code });
}

const store = sqliteStore({ filename: ':memory:' });
await store.migrate();
// Only public addresses, and a list of others, separated by commas, for trying it out.
const network = ALLOW_ADDRESSES
  ? { allowAddresses: ALLOW_ADDRESSES.split(','), ports: 'any' as const }
  : {};
const context = createContext({ store, network, onEvent });

const app = Fastify();
app.register(sitegradePlugin, { context });
app.get('/metrics', async (_request, reply) =>
  reply.type(registry.contentType).send(await registry.metrics()),
);
app.addHook('onClose', () => store.close());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close());

const { key } = await issueApiKey(context, 'owner', { name: 'example' });
const url = await app.listen({ host: '127.0.0.1', port: Number(PORT) });
console.log(`API key: ${key}`);
console.log(`The server is listening at ${url}, its metrics are at ${url}/metrics`);
