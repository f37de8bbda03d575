import { describeProxies, type RunningServer } from '@sitegrade/adapter-suite';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
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

describeProxies('Express behind a proxy', {
  start: (options, { mount, trustProxy }) =>
    serve(
      express()
        .set('trust proxy', trustProxy)
        .use(mount || '/', sitegradeRouter(options)),
    ),
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
}
