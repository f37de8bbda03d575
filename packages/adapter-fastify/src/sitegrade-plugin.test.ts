import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createContext, createJob, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sitegradePlugin } from './sitegrade-plugin.ts';

let app: FastifyInstance;
let store: Store;
let authorization: string;
const logged: string[] = [];
const json = { 'content-type': 'application/json' };

beforeEach(async () => {
  logged.length = 0;
  store = memoryStore();
  const { key } = await issueApiKey(createContext({ store }), 'user-1');
  authorization = `Bearer ${key}`;
  app = Fastify({
    pluginTimeout: 0,
    logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
  });
});
afterEach(() => app.close());

describe('sitegradePlugin', () => {
  it('is mounted after its prefix, with links to that path', async () => {
    app.register(sitegradePlugin, { store, prefix: '/tools/seo' });
    const { statusCode, body } = await app.inject({
      url: '/tools/seo/api/v1/reports',
      headers: { authorization, host: 'example.com' },
    });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body).meta.path).toBe('http://example.com/tools/seo/api/v1/reports');
    expect((await app.inject('/api/v1/reports')).statusCode).toBe(404);
  });

  it('is mounted twice, with the console apart from what is opened without a login', async () => {
    app.register(sitegradePlugin, { store, pages: { console: false } });
    app.register(sitegradePlugin, { store, api: false, pages: { share: false } });
    const statusOf = async (path: string) => (await app.inject(path)).statusCode;
    expect(await statusOf('/sitegrade/sign-in')).toBe(200);
    const mail = await app.inject(`/sitegrade/mail/${'A'.repeat(43)}/confirm`);
    expect([mail.statusCode, mail.body]).toEqual([404, expect.stringContaining('<!doctype html>')]);
    expect(await statusOf('/sitegrade/share/websites/none')).toBe(404);
  });

  it.each([
    { routerOptions: { ignoreTrailingSlash: true } },
    { routerOptions: { ignoreTrailingSlash: false } },
  ])('leads from /sitegrade/ to the console with %j', async (options) => {
    const host = Fastify({ ...options, pluginTimeout: 0 });
    host.register(sitegradePlugin, { store, pages: true, authenticate: () => 'ann' });
    const { statusCode, headers } = await host.inject('/sitegrade/');
    const isSame = options.routerOptions.ignoreTrailingSlash;
    expect([statusCode, headers.location]).toEqual(isSame ? [200, undefined] : [308, '/sitegrade']);
    await host.close();
  });

  it('says in the console that there is no worker, once the process knows', async () => {
    const context = createContext({ store });
    app.register(sitegradePlugin, { context, pages: true, authenticate: () => 'ann' });
    for (const areMissing of [false, true, false]) {
      context.knownWorkers.setMissing(areMissing);
      for (const path of ['/sitegrade/jobs', '/sitegrade/crawls', '/sitegrade/webhooks']) {
        const { statusCode, body } = await app.inject(path);
        expect([statusCode, body.includes('No worker is running')], path).toEqual([
          200,
          areMissing,
        ]);
      }
    }
  });

  it('lets jobs end before the host closes its store, in any order', async () => {
    const held: ServerResponse[] = [];
    const site = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(site.listening).toBe(true));
    const address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const steps: string[] = [];
    const context = createContext({
      store,
      network: { allowAddresses: [address], ports: 'any' },
      onEvent: ({ type }) => steps.push(type),
    });
    // Awaited, so that Fastify runs the hook of the host first.
    await app.register(sitegradePlugin, { context, worker: true });
    app.addHook('onClose', () => void steps.push('store closed'));
    await app.ready();
    await createJob(context, 'ann', { url: `http://${address}/` });
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0));
    const closed = app.close();
    site.removeAllListeners('request').on('request', (_, response) => response.end());
    for (const response of held) response.setHeader('content-type', 'text/html').end('<p>Held');
    await closed;
    expect(steps).toEqual(['jobs.created', 'report.created', 'job.done', 'store closed']);
    site.close();
  });

  it('can be registered twice, for two stores', async () => {
    app.register(sitegradePlugin, { store, prefix: '/a' });
    app.register(sitegradePlugin, { store: memoryStore(), prefix: '/b' });
    const statusOf = async (url: string) =>
      (await app.inject({ url, headers: { authorization } })).statusCode;
    expect(await statusOf('/a/api/v1/reports')).toBe(200);
    expect(await statusOf('/b/api/v1/reports')).toBe(401);
  });

  it.each(['GET', 'DELETE'])(
    'sends no response to %s requests of a flood once the connection is closed',
    async (method) => {
      let [received, responses] = [0, 0];
      app.addHook('onRequest', async () => void received++);
      app.addHook('onSend', async () => void responses++);
      app.register(sitegradePlugin, { store });
      const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
      const socket = connect(Number(url.port), url.hostname).resume();
      socket.on('error', () => {});
      socket.write(`${method} /api/v1/reports HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_000));
      await new Promise((resolve) => socket.once('close', resolve));
      expect(received).toBeGreaterThan(100);
      expect(responses).toBeLessThanOrEqual(102);
    },
  );

  it('leaves errors, 404s and parsers of the host alone', async () => {
    app.setErrorHandler((_error, _request, reply) => reply.code(418).send('host error'));
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('host 404'));
    app.addContentTypeParser('text/x-host', { parseAs: 'string' }, (_request, body, done) =>
      done(null, `host ${body}`),
    );
    app.register(sitegradePlugin, { store });
    app.get('/throws', () => {
      throw new Error('of the host');
    });
    app.post('/echo', async (request) => request.body);

    expect((await app.inject('/throws')).body).toBe('host error');
    for (const url of ['/nowhere', '/api/v1/nowhere', '/api/v1/reports/', '/api/v2/reports']) {
      expect((await app.inject({ url, headers: { authorization } })).body).toBe('host 404');
    }
    const echo = (headers: Record<string, string>, payload: string) =>
      app.inject({ method: 'POST', url: '/echo', headers, payload });
    expect((await echo(json, '{"a":1}')).json()).toEqual({ a: 1 });
    expect((await echo({ 'content-type': 'text/x-host' }, 'x')).body).toBe('host x');
    expect((await echo(json, '{')).body).toBe('host error');
    expect((await app.inject({ method: 'POST', url: '/api/v1/reports' })).statusCode).toBe(401);
  });

  it('runs the host’s hooks, and leaves their errors to the host’s error handler', async () => {
    const seen: (string | undefined)[] = [];
    app.addHook('onRequest', async (request) => {
      seen.push(request.routeOptions.url);
      if (request.headers['x-limit'])
        throw Object.assign(new Error('slow down'), { statusCode: 429 });
    });
    app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
      reply.code(error.statusCode ?? 500).send(`host: ${error.message}`),
    );
    app.register(sitegradePlugin, { store });
    const reply = await app.inject({ url: '/api/v1/reports/1', headers: { 'x-limit': '1' } });
    expect([reply.statusCode, reply.body]).toEqual([429, 'host: slow down']);
    expect(seen).toEqual(['/api/v1/reports/:id']);
  });

  it('reads bodies itself, regardless of the host’s parsers and limits', async () => {
    const { websiteId } = await store.reports.create(newReport({ ownerId: 'user-1' }));
    const small = Fastify({ pluginTimeout: 0, bodyLimit: 5 });
    small.removeAllContentTypeParsers();
    small.addContentTypeParser('application/json', (_request, _payload, done) =>
      done(new Error('of the host')),
    );
    small.register(sitegradePlugin, { store });
    const patch = (type: string, payload: string) =>
      small.inject({
        method: 'PATCH',
        url: `/api/v1/websites/${websiteId}`,
        headers: { authorization, 'content-type': type },
        payload,
      });
    expect((await patch('application/json', '{"privacy":0}')).json().data.privacy).toBe(0);
    const form = await patch('application/x-www-form-urlencoded', 'privacy=1');
    expect(form.json().data.privacy).toBe(1);
    // Fastify itself rejects this type before any parser; the response is still ours, in our order.
    expect((await patch('nonsense', '{"privacy":0}')).json().code).toBe('unsupported_media_type');
    const noKey = await small.inject({
      method: 'PATCH',
      url: '/api/v1/websites/1',
      headers: { 'content-type': 'nonsense' },
      payload: 'x',
    });
    expect(noKey.statusCode).toBe(401);
    await small.close();
  });

  it('follows the host’s trust in proxies', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.example' };
    for (const [trustProxy, path] of [
      [true, 'https://public.example/api/v1/reports'],
      [false, 'http://inner.example/api/v1/reports'],
    ] as const) {
      const proxied = Fastify({ pluginTimeout: 0, trustProxy });
      proxied.register(sitegradePlugin, { store });
      const reply = await proxied.inject({
        url: '/api/v1/reports',
        headers: { authorization, host: 'inner.example', ...headers },
      });
      expect(reply.json().meta.path).toBe(path);
      await proxied.close();
    }
  });

  it('logs details that are not sent to the client', async () => {
    const broken = {
      ...store,
      reports: { ...store.reports, list: () => Promise.reject(new Error('deep')) },
    };
    app.register(sitegradePlugin, { store: broken });
    const reply = await app.inject({ url: '/api/v1/reports', headers: { authorization } });
    expect([reply.statusCode, reply.body.includes('deep')]).toEqual([500, false]);
    const line = logged.map((text) => JSON.parse(text)).find(({ err }) => err !== undefined);
    expect(line).toMatchObject({ level: 50, err: { message: 'deep' } });
  });

  it.each([
    [{}, 'sitegrade: store must be a store'],
    [{ store: {} }, 'sitegrade: store must be a store'],
    [{ publicUrl: 'example.com' }, 'sitegrade: publicUrl must be an absolute'],
    [{ defaultPrivacy: 'secret' }, 'sitegrade: defaultPrivacy must be one of public, private'],
    [{ network: { ports: [0] } }, 'sitegrade: network.ports must be'],
    [
      { publicURL: 'https://example.com' },
      'sitegrade: publicURL is not an option. Did you mean publicUrl?',
    ],
  ])('rejects the options %j at start', async (options, message) => {
    const wrong = {
      ...('store' in options || message.includes('store') ? {} : { store }),
      ...options,
    };
    const app = Fastify({ pluginTimeout: 0 });
    app.register(sitegradePlugin, wrong as unknown as { store: Store });
    await expect(app.ready()).rejects.toThrow(message);
  });
});
