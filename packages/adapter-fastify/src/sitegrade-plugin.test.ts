import { describeAdapter, memoryStore } from '@sitegrade/core/testing';
import Fastify from 'fastify';
import { sitegradePlugin } from './sitegrade-plugin.ts';

describeAdapter('Fastify on memory', {
  store: async () => memoryStore(),
  start: async (options) => {
    const app = Fastify();
    app.register(sitegradePlugin, options);
    return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
  },
});
