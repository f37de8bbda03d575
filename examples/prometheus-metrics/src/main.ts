import { createContext, issueApiKey } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { createApp } from './app.ts';

const { PORT = '3000', ALLOW_ADDRESSES } = process.env;

const store = sqliteStore({ filename: ':memory:' });
await store.migrate();
const { key } = await issueApiKey(createContext({ store }), 'owner', { name: 'example' });

// Only public addresses, and a list of others, separated by commas, for trying it out.
const network = ALLOW_ADDRESSES
  ? { allowAddresses: ALLOW_ADDRESSES.split(','), ports: 'any' as const }
  : {};
const app = createApp(store, network);
app.addHook('onClose', () => store.close());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close());

const url = await app.listen({ host: '127.0.0.1', port: Number(PORT) });
console.log(`API key: ${key}`);
console.log(`The server is listening at ${url}, its metrics are at ${url}/metrics`);
