import { once } from 'node:events';
import { connect } from 'node:http2';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { sitegradePlugin } from './sitegrade-plugin.ts';

it('handles many HTTP/2 requests on one connection, even while the server closes', async () => {
  const store = memoryStore();
  const { key } = await issueApiKey(createContext({ store }), 'user-1');
  const { websiteId } = await store.reports.create(newReport({ ownerId: 'user-1' }));
  const app = Fastify({ pluginTimeout: 0, http2: true });
  let onAsked = async () => {};
  const list: Store['reports']['list'] = async (ownerId, query) => {
    await onAsked();
    return store.reports.list(ownerId, query);
  };
  app.register(sitegradePlugin, { store: { ...store, reports: { ...store.reports, list } } });
  const session = connect(await app.listen({ host: '127.0.0.1', port: 0 }));

  const ask = async (method: string, path: string, body = '') => {
    const sent = {
      ':method': method,
      ':path': `/api/v1${path}`,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    };
    const stream = session.request(sent, { endStream: body === '' });
    if (body !== '') stream.end(body);
    const [headers] = await once(stream, 'response');
    return { status: headers[':status'], headers, body: await text(stream) };
  };
  const replies = await Promise.all([
    ask('GET', '/reports'),
    ask('HEAD', '/reports'),
    ask('PATCH', `/websites/${websiteId}`, '{"privacy":0}'),
    ask('PATCH', '/websites/99', 'x'.repeat(70_000)),
    ask('PUT', '/reports'),
    ask('OPTIONS', '/reports'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 404, 405, 204]);
  const [listed, head, patched] = replies;
  expect(JSON.parse(listed?.body ?? '').meta).toMatchObject({
    total: 1,
    path: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/reports$/),
  });
  expect([head?.body, head?.headers['content-length']]).toEqual([
    '',
    listed?.headers['content-length'],
  ]);
  expect(JSON.parse(patched?.body ?? '').data.privacy).toBe(0);

  let closed: Promise<unknown> | undefined;
  onAsked = async () => {
    closed = app.close();
  };
  expect((await ask('GET', '/reports')).status).toBe(200);
  session.close();
  await closed;
});

it('knows of a body that a hook has read, which HTTP/2 need not announce', async () => {
  const store = memoryStore();
  const { key } = await issueApiKey(createContext({ store }), 'user-1');
  const { websiteId } = await store.reports.create(newReport({ ownerId: 'user-1' }));
  const app = Fastify({ pluginTimeout: 0, http2: true });
  let read = async (_request: Readable): Promise<unknown> => undefined;
  app.addHook('onRequest', async ({ raw }) => void (await read(raw)));
  app.register(sitegradePlugin, { store });
  const session = connect(await app.listen({ host: '127.0.0.1', port: 0 }));

  const patch = async (body: string) => {
    const stream = session.request(
      {
        ':method': 'PATCH',
        ':path': `/api/v1/websites/${websiteId}`,
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      { endStream: false },
    );
    stream.end(body);
    const [headers] = await once(stream, 'response');
    await text(stream);
    return headers[':status'];
  };
  expect([await patch(''), await patch('privacy=0')]).toEqual([200, 200]);
  read = buffer;
  expect([await patch(''), await patch('privacy=1')]).toEqual([200, 500]);
  session.close();
  await app.close();
});
