import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import type { NetworkOptions, Store } from '@sitegrade/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { countEvents } from './count-events.ts';

/** Creates a server with sitegrade and with `/metrics` for Prometheus. */
export function createApp(store: Store, network: NetworkOptions): FastifyInstance {
  const app = Fastify();

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.register(sitegradePlugin, { store, network, onEvent: countEvents(registry) });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );

  return app;
}
