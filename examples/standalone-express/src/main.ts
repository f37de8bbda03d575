import { once } from 'node:events';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import { createContext, issueApiKey } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import express from 'express';

const { PORT = '3000', DATABASE_URL, DATABASE_FILE = 'seo.sqlite', ALLOW_ADDRESSES } = process.env;

// One line decides between the databases.
const store = DATABASE_URL
  ? postgresStore({ connectionString: DATABASE_URL })
  : sqliteStore({ filename: DATABASE_FILE });
await store.migrate();

// Without the option, reports only fetch public addresses.
const context = createContext({
  store,
  ...(ALLOW_ADDRESSES && { network: { allowAddresses: ALLOW_ADDRESSES.split(','), ports: 'any' } }),
});
const sitegrade = sitegradeRouter({ context, docs: true, pages: true, worker: true });
const app = express().disable('x-powered-by').use(sitegrade);
app.get('/', (_request, response) => response.redirect('/sitegrade'));

if ((await store.apiKeys.list('owner')).length === 0) {
  const { key } = await issueApiKey(context, 'owner', { name: 'first key' });
  console.log(`The first API key, shown only once: ${key}`);
}

const server = app.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' ? address?.port : PORT;
console.log(`The server is listening at http://127.0.0.1:${port}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.close();
    // Waits for reports in progress, and gives back jobs.
    await sitegrade.close();
    await store.close();
  });
}
