import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeAdapter, memoryStore } from '@sitegrade/core/testing';
import express from 'express';
import { sitegradeRouter } from './sitegrade-router.ts';

describeAdapter('Express on memory', {
  store: async () => memoryStore(),
  start: async (options) => {
    const app = express();
    app.use(sitegradeRouter(options));
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  },
});
