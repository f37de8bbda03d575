import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Fastify from 'fastify';

const { PORT = '3000', DATABASE_FILE = 'sitegrade.sqlite', ALLOW_ADDRESSES } = process.env;

// The reports, and everything else that lasts.
const store = sqliteStore({ filename: DATABASE_FILE });
await store.migrate();

// Only public addresses, and a list of others, separated by commas, for trying it out.
const network = ALLOW_ADDRESSES
  ? { allowAddresses: ALLOW_ADDRESSES.split(','), ports: 'any' as const }
  : {};
const context = createContext({ store, network });

// API, reference, console and shared pages, and a worker for jobs. The log gets a line for each request.
const app = Fastify({ logger: true });
app.register(sitegradePlugin, { context, docs: true, pages: true, worker: true });
app.get('/', (_request, reply) => reply.redirect('/sitegrade'));

// `close` waits for reports in progress, and gives back jobs.
app.addHook('onClose', () => store.close());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close());

const keys = await store.apiKeys.list(undefined);
if (keys.length === 0) {
  const { key } = await issueApiKey(context, 'owner', { name: 'first key' });
  console.log(`The first API key, shown only once: ${key}`);
}
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
