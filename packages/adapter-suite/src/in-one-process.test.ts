import { sitegradeRouter } from '@sitegrade/adapter-express';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import express from 'express';
import Fastify from 'fastify';
import { expect, it } from 'vitest';

it('one process may have both adapters, with a store each or with one store', async () => {
  const [mine, yours] = [memoryStore(), memoryStore()];
  const { key } = await issueApiKey(createContext({ store: mine }), 'user-1');
  await mine.reports.create(newReport({ ownerId: 'user-1' }));

  const app = Fastify({ pluginTimeout: 0 });
  app.register(sitegradePlugin, { store: mine, prefix: '/mine' });
  app.register(sitegradePlugin, { store: yours, prefix: '/yours' });
  const fastify = await app.listen({ host: '127.0.0.1', port: 0 });
  const routers = [sitegradeRouter({ store: mine }), sitegradeRouter({ store: yours })] as const;
  const server = express().use('/mine', routers[0]).use('/yours', routers[1]).listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  for (const origin of [fastify, `http://127.0.0.1:${port}`]) {
    const ask = async (path: string) => {
      const reply = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
      const { meta } = (await reply.json()) as { meta?: { total: number } };
      return [reply.status, meta?.total];
    };
    expect(await ask('/mine/api/v1/reports')).toEqual([200, 1]);
    expect(await ask('/yours/api/v1/reports')).toEqual([401, undefined]);
  }
  await app.close();
  for (const router of routers) await router.close();
  await new Promise((resolve) => server.close(resolve));
});
