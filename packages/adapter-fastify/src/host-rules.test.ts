import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import { describeProxies } from '@sitegrade/adapter-suite';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { sitegradePlugin } from './sitegrade-plugin.ts';

const url = '/api/v1/reports';
let store: Store;
let headers: { readonly authorization: string };

beforeEach(async () => {
  store = memoryStore();
  const { key } = await issueApiKey(createContext({ store }), 'user-1');
  headers = { authorization: `Bearer ${key}` };
});

describe('a host with @fastify/rate-limit', () => {
  const limit = { max: 2, errorResponseBuilder: () => new Error('host: slow down') };

  it('limits the API, with its own response, if registered before', async () => {
    const app = Fastify({ pluginTimeout: 0 });
    app.setErrorHandler((error: Error, _request, reply) => reply.code(429).send(error.message));
    app.register(rateLimit, limit);
    app.register(sitegradePlugin, { store });
    expect((await app.inject({ url, headers })).statusCode).toBe(200);
    // Rejected requests and other methods count too: the host counts them.
    const refused = await app.inject({ method: 'PUT', url, headers });
    expect([refused.statusCode, refused.headers['x-ratelimit-remaining']]).toEqual([405, '0']);
    const limited = await app.inject({ url, headers });
    expect([limited.statusCode, limited.body]).toEqual([429, 'host: slow down']);
    expect(limited.headers['content-type']).not.toContain('problem+json');
    await app.close();
  });

  it('does not limit the API if registered after, as with the host’s own routes', async () => {
    const app = Fastify({ pluginTimeout: 0 });
    app.register(sitegradePlugin, { store });
    app.register(rateLimit, limit);
    for (const _time of [1, 2, 3]) {
      expect((await app.inject({ url, headers })).statusCode).toBe(200);
    }
    await app.close();
  });
});

describe.each(['before', 'after'])('a host with @fastify/cors registered %s', (when) => {
  it('responds to preflights, and lets other origins read the API’s responses', async () => {
    const app = Fastify({ pluginTimeout: 0 });
    if (when === 'before') app.register(cors, { origin: 'https://a.test', methods: ['PATCH'] });
    app.register(sitegradePlugin, { store });
    if (when === 'after') app.register(cors, { origin: 'https://a.test', methods: ['PATCH'] });
    const origin = 'https://a.test';
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/v1/websites/1',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
    expect([preflight.statusCode, preflight.headers.allow]).toEqual([204, undefined]);
    expect(preflight.headers['access-control-allow-methods']).toBe('PATCH');
    for (const [sent, status] of [
      [{ ...headers, origin }, 200],
      [{ origin }, 401],
    ] as const) {
      const reply = await app.inject({ url, headers: sent });
      expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([
        status,
        'https://a.test',
      ]);
    }
    await app.close();
  });
});

describe('a host with @fastify/swagger', () => {
  const documentOf = async (options: { readonly swagger?: boolean }) => {
    const app = Fastify({ pluginTimeout: 0 });
    await app.register(swagger, { openapi: { info: { title: 'The host', version: '1' } } });
    app.register(sitegradePlugin, { store, prefix: '/seo', pages: true, docs: true, ...options });
    app.get('/hello', () => 'hello');
    await app.ready();
    expect((await app.inject({ url: `/seo${url}`, headers })).statusCode).toBe(200);
    const { paths = {} } = app.swagger() as { paths?: Record<string, object> };
    await app.close();
    return paths;
  };

  it('does not describe the routes of sitegrade', async () => {
    expect(Object.keys(await documentOf({}))).toEqual(['/hello']);
  });

  it('describes those of the API if it is asked to', async () => {
    const paths = await documentOf({ swagger: true });
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/hello', `/seo${url}`, '/seo/api/v1/reports/{id}']),
    );
    expect(Object.keys(paths).filter((path) => path.includes('/sitegrade'))).toEqual([]);
    expect(paths[`/seo${url}`]).toMatchObject({
      get: { operationId: 'listReports', summary: expect.any(String), tags: ['sitegrade'] },
      post: { operationId: 'createReport' },
    });
    expect(Object.keys(paths[`/seo${url}`] ?? {})).toEqual(['get', 'post']);
  });
});

describeProxies('Fastify behind a proxy', {
  start: async (options, { mount, trustProxy }) => {
    const app = Fastify({ pluginTimeout: 0, trustProxy });
    app.register(sitegradePlugin, { ...options, prefix: mount });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return { url, close: () => app.close() };
  },
});

it('keeps two stores in one host separate, each with its own prefix', async () => {
  const other = memoryStore();
  const { key } = await issueApiKey(createContext({ store: other }), 'user-1');
  await store.reports.create(newReport({ ownerId: 'user-1', title: 'one' }));
  await other.reports.create(newReport({ ownerId: 'user-1', title: 'other' }));
  const app = Fastify({ pluginTimeout: 0 });
  app.register(sitegradePlugin, { store, prefix: '/one' });
  app.register(sitegradePlugin, { store: other, prefix: '/other' });
  const ask = (prefix: string, authorization: string) =>
    app.inject({ url: prefix + url, headers: { authorization } });
  expect((await ask('/one', headers.authorization)).json().data).toMatchObject([{ title: 'one' }]);
  expect((await ask('/other', `Bearer ${key}`)).json().data).toMatchObject([{ title: 'other' }]);
  expect((await ask('/one', `Bearer ${key}`)).statusCode).toBe(401);
  expect((await ask('/other', headers.authorization)).statusCode).toBe(401);
  await app.close();
});

it('leaves methods that Fastify does not route to the host, until they are added with addHttpMethod', async () => {
  for (const [known, status] of [
    [false, 404],
    [true, 405],
  ] as const) {
    const app = Fastify({ pluginTimeout: 0 });
    if (known) app.addHttpMethod('PROPFIND');
    app.register(sitegradePlugin, { store });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    expect((await fetch(address + url, { method: 'PROPFIND' })).status).toBe(status);
    await app.close();
  }
});
