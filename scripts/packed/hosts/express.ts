import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import { sqliteStore } from '@sitegrade/store-sqlite';

import express = require('express');

import { apiOptions, useApi } from './use-api';

async function run(): Promise<void> {
  const store = sqliteStore({ filename: ':memory:' });
  await store.migrate();
  const app = express();
  app.use('/seo', sitegradeRouter({ store, ...apiOptions }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await useApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  await store.close();
}

run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
