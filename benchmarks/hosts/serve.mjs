import { createServer } from 'node:http';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { sitegradeFetch } from '@sitegrade/adapter-fetch';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';

// One host with a report of sitegrade, and with a handler of its own that sends the same text. It prints its address, and
// the CPU time that it has used so far for each line on stdin.

const store = memoryStore();
await store.reports.create(newReport({ ownerId: 'user-1' }));
const options = { store, authenticate: () => 'user-1' };
const path = '/api/v1/reports/1';
const sitegrade = sitegradeFetch(options);
const sent = await sitegrade(new Request(`http://localhost${path}`));
const headers = Object.fromEntries(sent.headers);
const body = await sent.text();
const bare = () => new Response(body, { headers });

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const hosts = {
  hono: async () => {
    const { serve } = await import('@hono/node-server');
    const { Hono } = await import('hono');
    const app = new Hono();
    app.get('/bare', bare);
    app.all('/api/v1/*', (c) => sitegrade(c.req.raw));
    serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(port));
  },
  koa: async () => {
    const { default: Koa } = await import('koa');
    const { toNodeHandler } = await import('srvx/node');
    const handle = toNodeHandler(sitegrade);
    const app = new Koa();
    app.use((ctx, next) => {
      if (ctx.path === '/bare') {
        ctx.set(headers);
        ctx.body = body;
        return;
      }
      if (!ctx.path.startsWith('/api/v1/')) return next();
      ctx.respond = false;
      return handle(ctx.req, ctx.res);
    });
    listen(createServer(app.callback()));
  },
  h3: async () => {
    const { H3, serve } = await import('h3');
    const app = new H3();
    app.get('/bare', bare);
    app.all('/api/v1/**', (event) => sitegrade(event.req));
    const server = serve(app, { port: 0, silent: true });
    await server.ready();
    console.log(new URL(server.url).port);
  },
  fastify: async () => {
    const { default: Fastify } = await import('fastify');
    const app = Fastify();
    app.get('/bare', (_request, reply) => reply.headers(headers).send(body));
    app.register(sitegradePlugin, options);
    console.log(new URL(await app.listen({ port: 0 })).port);
  },
  express: async () => {
    const { default: express } = await import('express');
    const app = express();
    app.get('/bare', (_request, response) => response.set(headers).send(body));
    app.use(sitegradeRouter(options));
    listen(createServer(app));
  },
};

/** @param {import('node:http').Server} server */
function listen(server) {
  server.listen(0, () => console.log(/** @type {{ port: number }} */ (server.address()).port));
}

process.stdin.on('data', () => {
  const { user, system } = process.cpuUsage();
  console.log(user + system);
});
process.stdin.once('end', () => process.exit());
await hosts[process.argv[2] ?? '']?.();
