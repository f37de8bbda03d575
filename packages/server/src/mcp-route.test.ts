import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  createContext,
  issueApiKey,
  type NetworkOptions,
  revokeApiKey,
  type Store,
} from '@sitegrade/core';
import * as mcp from '@sitegrade/mcp';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createHealth } from './health.ts';
import { createServer, serverSettings } from './http-server.ts';
import { loadMcp } from './mcp-route.ts';
import { readSettings } from './settings.ts';

/** A server with `/mcp`, and the key of an owner with one report. */
async function open({
  environment = {},
  store = memoryStore(),
  network = {},
}: {
  readonly network?: NetworkOptions;
  readonly environment?: Readonly<Record<string, string>>;
  readonly store?: Store;
} = {}) {
  const context = createContext({ store, network });
  const { key, apiKey } = await issueApiKey(context, 'ann');
  const { id } = apiKey;
  await store.reports.create(newReport({ ownerId: 'ann', url: 'https://bread.example/' }));
  await store.reports.create(newReport({ ownerId: 'bob', url: 'https://secret.example/' }));
  const settings = readSettings(serverSettings, {}, { WORKER: 'false', ...environment });
  const logged: string[] = [];
  const { log: logger } = Fastify({
    logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
  });
  const app = createServer(settings, { context, health: createHealth(), logger, mcp });
  onTestFinished(() => app.close());
  const url = new URL('/mcp', await app.listen({ host: '127.0.0.1', port: 0 }));
  /** The status of a request with other headers. */
  const statusOf = async (headers: Readonly<Record<string, string>> = {}, body = ping) => {
    const { promise, resolve, reject } = deferred<number>();
    request(url, { method: 'POST', headers: { ...json, ...bearer(key), ...headers } })
      .once('response', (response) => resolve(response.resume().statusCode ?? 0))
      .once('error', reject)
      .end(body);
    return promise;
  };
  return { app, context, key, id, url, logged, statusOf };
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Value>((onDone, onFailed) => {
    [resolve, reject] = [onDone, onFailed];
  });
  return { promise, resolve, reject };
}

/** A page is waited for as long as its test may take. */
const patient = { totalMs: 600_000, headersMs: 600_000 };

const never = new AbortController().signal;
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const json = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function connect(url: URL, key: string, mode: 'legacy' | { readonly pin: string }) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: bearer(key) };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());
  return async (name: string, input: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: input });
    return content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
  };
}

it.each(['legacy', { pin: '2026-07-28' }] as const)(
  'serves the tools to the owner of an API key: %j',
  async (mode) => {
    const { url, key, logged } = await open();
    const call = await connect(url, key, mode);
    const listed = await call('list', { kind: 'reports' });
    expect(listed).toContain('«https://bread.example/»');
    expect(listed).not.toContain('secret.example');
    const html = `<!doctype html><title>Rye</title>${'<p>Crust, crumb and taste.'.repeat(70_000)}`;
    expect(await call('analyze', { html })).toMatch(/Only the HTML was checked|page_too_complex/);
    expect(await call('analyze', { url: 'http://127.0.0.1/' })).toContain('url_not_allowed');
    expect(logged.join('')).not.toContain(key);
  },
);

it('refuses a key that is missing, wrong or revoked, at the next request', async () => {
  const { url, key, id, context, statusOf } = await open();
  const call = await connect(url, key, { pin: '2026-07-28' });
  await call('list', { kind: 'reports' });
  expect(await statusOf()).toBe(200);
  for (const authorization of ['', 'Bearer', `Basic ${key}`, `Bearer ${key}x`]) {
    expect(await statusOf({ authorization })).toBe(401);
  }
  await revokeApiKey(context, 'ann', id);
  expect(await statusOf()).toBe(401);
  await expect(call('list', { kind: 'reports' })).rejects.toThrow();
});

it('asks for a key as RFC 6750 says, before it reads a body', async () => {
  const { url } = await open();
  const sent = request(url, { method: 'POST', headers: { ...json, 'content-length': 1_000_000 } });
  const { promise, resolve } = deferred<readonly unknown[]>();
  sent.once('response', ({ statusCode, headers }) => {
    resolve([statusCode, headers['www-authenticate']]);
    sent.destroy();
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  expect(await promise).toEqual([401, 'Bearer']);
});

it('accepts any host that a proxy sends, but no page of another one than the public URL', async () => {
  const environment = { PUBLIC_URL: 'https://seo.example/reports' };
  const { statusOf } = await open({ environment });
  const { statusOf: behindProxy } = await open({
    environment: { ...environment, TRUST_PROXY: 'loopback' },
  });
  for (const host of ['seo.example', 'backend', 'backend:3000', 'app.internal', '10.1.2.3']) {
    expect(await statusOf({ host })).toBe(200);
    expect(await statusOf({ host, authorization: '' })).toBe(401);
    expect(await statusOf({ host, origin: 'https://seo.example' })).toBe(200);
    expect(await behindProxy({ host: 'x', 'x-forwarded-host': host })).toBe(200);
    const rebound = { origin: 'http://evil.example:3000', 'x-forwarded-host': 'seo.example' };
    expect(await statusOf({ host, ...rebound })).toBe(403);
    expect(await behindProxy({ host, ...rebound })).toBe(403);
  }
});

it('names the settings to a client of another host, and once in the log', async () => {
  const { url, key, logged, statusOf } = await open({ environment: { TRUST_PROXY: 'loopback' } });
  expect(await statusOf({ host: 'localhost' })).toBe(200);
  for (const host of ['backend', 'backend', 'rebound.example']) {
    expect(await statusOf({ host })).toBe(403);
    expect(await statusOf({ 'x-forwarded-host': host })).toBe(403);
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...json, ...bearer(key), 'x-forwarded-host': 'seo.example' },
    body: ping,
  });
  expect(await response.text()).toMatch(/PUBLIC_URL.*TRUST_PROXY/);
  const warnings = logged.filter((line) => line.includes('PUBLIC_URL'));
  // Others cannot keep it out of the log, nor fill it.
  expect(warnings.map((line) => /The host \\"(.+?)\\"/.exec(line)?.[1])).toEqual(['backend']);
  for (const origin of ['http://a.test', 'http://b.test']) await statusOf({ origin });
  expect(logged.filter((line) => line.includes('PUBLIC_URL'))).toHaveLength(2);
});

it.each(['legacy', { pin: '2026-07-28' }] as const)(
  'stops a call when its client leaves: %j',
  async (mode) => {
    const { promise: asked, resolve: onAsked } = deferred<void>();
    const { promise: closed, resolve: onClosed } = deferred<void>();
    const site = createHttpServer((incoming) => {
      // Not for robots.txt, which is waited for for a shorter time.
      if (incoming.url !== '/') return;
      incoming.socket.once('close', () => onClosed());
      onAsked();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void site.close());
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const { url, key } = await open({ network: { allowLocalhost: true, limits: patient } });
    const leaving = new AbortController();
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: bearer(key) };
    await client.connect(
      new StreamableHTTPClientTransport(url, {
        requestInit,
        fetch: (to, init) =>
          fetch(to, { ...init, signal: AbortSignal.any([leaving.signal, init?.signal ?? never]) }),
      }),
    );
    const input = { name: 'analyze', arguments: { url: `http://127.0.0.1:${port}/` } };
    const calling = client.callTool(input).catch(() => 'left');
    await asked;
    leaving.abort();
    await closed;
    expect(await calling).toBe('left');
    await client.close().catch(() => {});
  },
);

it('limits the requests of an owner that are in progress', async () => {
  const { promise: held, resolve: release } = deferred<void>();
  const store = memoryStore();
  const list: Store['reports']['list'] = async (...input) => {
    await held;
    return store.reports.list(...input);
  };
  const { url, key, statusOf } = await open({
    store: { ...store, reports: { ...store.reports, list } },
  });
  const call = await connect(url, key, { pin: '2026-07-28' });
  const calls = Array.from({ length: 10 }, () => call('list', { kind: 'reports' }));
  await expect.poll(() => statusOf()).toBe(429);
  release();
  await Promise.all(calls);
  await expect.poll(() => statusOf()).toBe(200);
});

it('limits the size of a request', async () => {
  const { url, key } = await open();
  const tooLong = `{"a":"${'a'.repeat(4 * 1024 * 1024)}"}`;
  const refused = await fetch(url, {
    method: 'POST',
    headers: { ...json, ...bearer(key) },
    body: tooLong,
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    413,
    { error: { message: 'The request must be at most 4 MB.' } },
  ]);
});

it('is not there without its setting', async () => {
  const context = createContext({ store: memoryStore() });
  const settings = readSettings(serverSettings, {}, { WORKER: 'false' });
  const logger = Fastify().log;
  const app = createServer(settings, { context, health: createHealth(), logger });
  onTestFinished(() => app.close());
  expect((await app.inject({ method: 'POST', url: '/mcp' })).statusCode).toBe(404);
});

it('says nothing of what has failed, and logs it', async () => {
  const store = memoryStore();
  const findByDigest = () => Promise.reject(new Error('password hunter2 refused'));
  const failing = { ...store, apiKeys: { ...store.apiKeys, findByDigest } };
  const { url, key, logged } = await open({ store: failing });
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...json, ...bearer(key) },
    body: ping,
  });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('hunter2');
  expect(logged.join('')).toContain('a tool for agents failed');
});

it('says what to install where the package is missing', async () => {
  const error = Object.assign(new Error("Cannot find package '@sitegrade/mcp' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  await expect(loadMcp(() => Promise.reject(error), {})).rejects.toThrow(
    'MCP (--mcp) is true, which needs the package @sitegrade/mcp, which is not installed: npm install @sitegrade/mcp',
  );
  const other = new Error('broken');
  await expect(loadMcp(() => Promise.reject(other))).rejects.toBe(other);
});

it('keeps no place for clients that leave while their key is looked up', async () => {
  const store = memoryStore();
  const find = store.apiKeys.findByDigest;
  let beforeLookup = async () => {};
  const { app, key, url, statusOf } = await open({
    store: {
      ...store,
      apiKeys: {
        ...store.apiKeys,
        findByDigest: async (digest) => {
          await beforeLookup();
          return find(digest);
        },
      },
    },
  });
  for (let client = 0; client < 12; client += 1) {
    const [looking, left] = [deferred<void>(), deferred<void>()];
    beforeLookup = async () => {
      looking.resolve();
      await left.promise;
    };
    const accepted = once(app.server, 'connection');
    const socket = connectSocket(Number(url.port), '127.0.0.1');
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9\r\n\r\n{`,
    );
    const [connection] = await accepted;
    await looking.promise;
    socket.destroy();
    await once(connection, 'close');
    left.resolve();
  }
  beforeLookup = async () => {};
  expect(await statusOf()).toBe(200);
});
