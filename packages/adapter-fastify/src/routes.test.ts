import { describeRoutes } from '@sitegrade/adapter-suite';
import Fastify from 'fastify';
import { registerEndpoints } from './sitegrade-plugin.ts';

describeRoutes('routes on Fastify', {
  start: async (endpoints, { mount, trustProxy, log }) => {
    const app = Fastify({ pluginTimeout: 0, logger: { stream: { write: log } }, trustProxy });
    app.register(async (scope) => registerEndpoints(scope, endpoints), { prefix: mount });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return { url, close: () => app.close() };
  },
});
