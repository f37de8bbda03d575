import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { requestLines } from './request-lines.ts';

it('writes one line for each request, regardless of what a client sends, and none for a refused write', async () => {
  const lines: { readonly msg: string; readonly note?: string }[] = [];
  const stream = requestLines({ write: (line) => lines.push(JSON.parse(line)) });
  const app = Fastify({ pluginTimeout: 0, logger: { stream } });
  app.get('/api', (request, reply) => {
    request.log.info({ note: request.query }, 'sitegrade: request completed');
    return reply.send('');
  });
  app.get('/failed', (request, reply) => {
    request.log.error({}, 'sitegrade: request failed');
    return reply.code(500).send('');
  });
  app.get('/refused', (request, reply) => {
    request.log.info({}, 'sitegrade: write refused');
    return reply.code(503).send('');
  });
  app.get('/other', (request, reply) => {
    request.log.warn({ note: '"msg":"incoming request"' }, 'noted');
    return reply.send('');
  });
  const hostile = '/api?q=%22msg%22:%22incoming%20request%22';
  for (const url of ['/api', '/failed', '/refused', '/other', hostile, '/missing'])
    await app.inject(url);
  await app.close();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'sitegrade: request completed',
    'sitegrade: request failed',
    'noted',
    'request completed',
    'sitegrade: request completed',
    'Route GET:/missing not found',
    'request completed',
  ]);
});
