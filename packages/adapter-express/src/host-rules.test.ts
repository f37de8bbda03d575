import type { RunningServer } from '@sitegrade/adapter-suite';
import { createContext, issueApiKey, memoryStore, type Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import cors from 'cors';
import express, { type Express } from 'express';
import rateLimit from 'express-rate-limit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve } from './fixtures/serve.ts';
import { sitegradeRouter } from './sitegrade-router.ts';

const path = '/api/v1/reports';
let store: Store;
let authorization: string;
const servers: RunningServer[] = [];

/** Values that proxies send, and the resulting links. */
const forwardedProtocols = [
  ['https', 'https'],
  ['HTTPS', 'https'],
  ['http', 'http'],
  ['javascript', 'http'],
  ['data', 'http'],
  ['https://evil.example/?', 'http'],
  ['"><script>', 'http'],
] as const;
const forwardedHosts = [
  ['outer.example:8443', 'outer.example:8443'],
  ['outer.example/evil', 'inner.example'],
  ['ann:pw@outer.example', 'inner.example'],
  ['outer.example evil', 'inner.example'],
  ['outer.example%0d%0ax', 'inner.example'],
  ['outer.example?x#y', 'inner.example'],
  ['<script>', 'inner.example'],
] as const;

beforeEach(async () => {
  store = memoryStore();
  const { key } = await issueApiKey(createContext({ store }), 'user-1');
  authorization = `Bearer ${key}`;
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(
  app: Express,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const server = await serve(app);
  servers.push(server);
  return (where, init = {}) =>
    fetch(server.url + where, { ...init, headers: { authorization, ...init.headers } });
}

it('express-rate-limit used before applies to the API, with its own response', async () => {
  const limit = rateLimit({ limit: 2, message: 'host: slow down', validate: false });
  const ask = await start(express().use(limit, sitegradeRouter({ store })));
  expect((await ask(path)).status).toBe(200);
  expect((await ask(path, { method: 'PUT' })).status).toBe(405);
  const limited = await ask(path);
  expect([limited.status, await limited.text()]).toEqual([429, 'host: slow down']);
});

describe.each(['before', 'after'])('a host with cors used %s', (when) => {
  it('responds to preflights if it comes first; otherwise they get Allow', async () => {
    const app = express();
    const origin = 'https://a.test';
    if (when === 'before') app.use(cors({ origin, methods: ['PATCH'] }));
    app.use(sitegradeRouter({ store }));
    if (when === 'after') app.use(cors({ origin, methods: ['PATCH'] }));
    const ask = await start(app);
    const headers = { origin, 'access-control-request-method': 'PATCH' };
    const preflight = await ask('/api/v1/websites/1', { method: 'OPTIONS', headers });
    const first = when === 'before';
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe(first ? 'PATCH' : null);
    expect(preflight.headers.get('allow') === null).toBe(first);
    const reply = await ask(path, { headers: { origin } });
    expect(reply.headers.get('access-control-allow-origin')).toBe(first ? origin : null);
  });
});

it('publicUrl takes precedence over proxy headers, trusted or not', async () => {
  for (const trust of [true, false, 'loopback']) {
    const app = express().set('trust proxy', trust);
    const ask = await start(
      app.use('/x', sitegradeRouter({ store, publicUrl: 'https://public.example/seo' })),
    );
    const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' };
    const { meta } = (await (await ask(`/x${path}`, { headers })).json()) as List;
    expect(meta.path).toBe('https://public.example/seo/api/v1/reports');
  }
});

it('uses only the protocol and host of a trusted proxy', async () => {
  const ask = await start(express().set('trust proxy', true).use(sitegradeRouter({ store })));
  const pathOf = async (forwarded: Record<string, string>) => {
    const reply = await ask(path, {
      headers: { 'x-forwarded-host': 'outer.example', ...forwarded },
    });
    const { links, meta } = (await reply.json()) as List;
    expect(links.first).toBe(`${meta.path}?page=1`);
    expect(reply.headers.get('link')).toContain(`<${meta.path}?`);
    return meta.path;
  };
  for (const [protocol, expected] of forwardedProtocols) {
    const sent = await pathOf({ 'x-forwarded-proto': protocol });
    expect(sent).toBe(`${expected}://outer.example${path}`);
  }
  const { host: own } = new URL(await pathOf({ 'x-forwarded-host': 'a b' }));
  expect(own).toMatch(/^127\.0\.0\.1:\d+$/);
  for (const [host, expected] of forwardedHosts) {
    const sent = await pathOf({ 'x-forwarded-host': host });
    expect(sent).toBe(`http://${expected === 'inner.example' ? own : expected}${path}`);
  }
});

it('keeps two stores in one host separate, each below its own path', async () => {
  const other = memoryStore();
  const { key } = await issueApiKey(createContext({ store: other }), 'user-1');
  await store.reports.create(newReport({ ownerId: 'user-1', title: 'one' }));
  await other.reports.create(newReport({ ownerId: 'user-1', title: 'other' }));
  const ask = await start(
    express()
      .use('/one', sitegradeRouter({ store }))
      .use('/other', sitegradeRouter({ store: other })),
  );
  const withOther = { headers: { authorization: `Bearer ${key}` } };
  const titles = async (reply: Response) =>
    ((await reply.json()) as List).data.map(({ title }) => title);
  expect(await titles(await ask(`/one${path}`))).toEqual(['one']);
  expect(await titles(await ask(`/other${path}`, withOther))).toEqual(['other']);
  expect((await ask(`/one${path}`, withOther)).status).toBe(401);
  expect((await ask(`/other${path}`)).status).toBe(401);
});

interface List {
  readonly data: readonly { readonly title: string }[];
  readonly meta: { readonly path: string };
  readonly links: { readonly first: string };
}
