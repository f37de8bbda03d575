import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ContextOptions, createContext, createReport, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSite } from './fixtures/serve-site.ts';
import { callTool, type Era, eras } from './fixtures/start-agent.ts';
import { mcpHandler } from './serve-http.ts';

function openHandler({
  store = memoryStore(),
  publicUrl,
  ...more
}: Partial<ContextOptions> & { readonly publicUrl?: string | undefined } = {}) {
  const logged: unknown[] = [];
  const context = createContext({ store, network: { allowLocalhost: true }, ...more });
  const mcp = mcpHandler({ context, publicUrl, onError: (error) => logged.push(error) });
  onTestFinished(() => mcp.close());
  /** Connects the client of the SDK for an owner, and returns how to call tools. */
  const connect = async (
    ownerId: string,
    versionNegotiation: Era = { mode: { pin: '2026-07-28' } },
  ) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
    const transport = new StreamableHTTPClientTransport(new URL('https://seo.example/mcp'), {
      fetch: (url, init) => mcp.fetch(new Request(url, init), ownerId),
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return {
      client,
      call: (name: string, input: Record<string, unknown> = {}) => callTool(client, name, input),
    };
  };
  return { mcp, context, connect, logged };
}

const page = '<!doctype html><html lang="en"><title>Bread</title><h1>Bread</h1>';

it.each(eras)('serves the tools to each owner, with the protocol of %s', async (_, era) => {
  const site = await serveSite(() => ({ '/': page }));
  const { connect, logged } = openHandler();
  const ann = await connect('ann', era);
  const bob = await connect('bob', era);
  expect((await ann.client.listTools()).tools).toHaveLength(6);
  expect(await ann.call('analyze', { url: `${site}/` })).toContain('Report 1.');
  expect(await ann.call('list', { kind: 'reports' })).toContain(
    'Reports, of the owner of this API key, the newest first: 1 to 1 of 1.',
  );
  expect(await bob.call('list', { kind: 'reports' })).toContain('none of 0.');
  expect(await bob.call('analyze', { report: 1 })).toMatch(/^ERROR not_found: /);
  // As models send what they do not give, and numbers.
  const given = { kind: 'reports', crawl: null, search: '', page: '1' };
  expect(await ann.call('list', given)).toContain(': 1 to 1 of 1.');
  // Crawls are for the workers of the server.
  expect(await ann.call('crawl_start', { url: site })).toContain('Crawl 1 of ');
  expect(await bob.call('crawl_status', { crawl: 1 })).toMatch(/^ERROR not_found: /);
  expect(logged).toEqual([]);
});

it('reads no files', async () => {
  const { client, call } = await openHandler().connect('ann');
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema.properties).not.toHaveProperty('path');
  expect(await call('analyze', { path: 'package.json' })).toMatch(
    /^ERROR .*additional properties/s,
  );
  expect(await call('analyze', { html: page })).toContain('Only the HTML was checked');
});

it('keeps to the slots and quotas of the owner', async () => {
  const held: Array<() => void> = [];
  const site = await serveSite(async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return { '/': page };
  });
  const { connect, context } = openHandler();
  const { call } = await connect('ann');
  const running = Array.from({ length: 5 }, () =>
    createReport(context, 'ann', { url: `${site}/` }).catch(() => {}),
  );
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const input of [{ url: `${site}/` }, { html: page }]) {
    expect(await call('analyze', input)).toMatch(/^ERROR rate_limited: .*limit 5.*Retry in 2 s/);
  }
  const other = await connect('bob');
  expect(await other.call('analyze', { html: page })).toContain('score ');
  await context.analyses.close(0);
  await Promise.all(running);

  await call('crawl_start', { url: site });
  await call('crawl_start', { url: site });
  expect(await call('crawl_start', { url: site })).toMatch(/^ERROR quota_exceeded: /);
});

it('waits for a crawl no longer than the server runs, and for few of an owner', async () => {
  // A clock that stands still: a wait would never be over.
  const { connect, context } = openHandler({ monotonicMs: () => 0 });
  const { call } = await connect('ann');
  await call('crawl_start', { url: 'https://bread.example/' });
  const leaves = Array.from({ length: 5 }, () => context.jobWaits.enter('ann'));
  expect(await call('crawl_status', { crawl: 1 })).toContain('is queued: ');
  for (const leave of leaves) leave?.();
  const waiting = call('crawl_status', { crawl: 1 });
  await expect.poll(() => context.jobWaits.enter('bob')).toBeDefined();
  await context.analyses.close(0);
  expect(await waiting).toContain('is queued: 0 pages checked, of at most 50.');
});

it('says nothing of an error that is not ours, and logs it', async () => {
  const store = memoryStore();
  const failure = new Error('connection to 10.1.2.3 refused, password hunter2');
  const list: Store['reports']['list'] = () => Promise.reject(failure);
  const { connect, logged } = openHandler({
    store: { ...store, reports: { ...store.reports, list } },
  });
  const { call } = await connect('ann');
  const answer = await call('list', { kind: 'reports' });
  expect(answer).toMatch(/^ERROR \w+: /);
  expect(answer).not.toContain('hunter2');
  expect(logged).toHaveLength(1);
});

describe('requests that a page of a rebound name may have sent', () => {
  const hosts = ['seo.example:8443', 'localhost:3000', '127.0.0.1', '[::1]:3'];
  const others = ['backend', 'evil.example', 'seo.example.evil.example', '10.0.0.1', ''];
  const refuse = (publicUrl: string | undefined, headers: Record<string, string>) =>
    openHandler({ publicUrl }).mcp.refuse(new Request('http://127.0.0.1/mcp', { headers }));

  it.each([...hosts, ...others])('are refused by their origin: host %j', (host) => {
    // A proxy may send any host: see publicUrl.
    expect(refuse('https://seo.example/tools', { host })).toBeUndefined();
    for (const origin of ['https://seo.example', 'http://localhost:5173']) {
      expect(refuse('https://seo.example/tools', { host, origin })).toBeUndefined();
    }
    for (const origin of ['https://evil.example', `http://${host}.evil.example`, 'null', 'x']) {
      expect(refuse('https://seo.example/tools', { host, origin })?.status).toBe(403);
    }
  });

  it.each(['seo.example', ...others])('are refused by the host %j without a public URL', (host) => {
    expect(refuse(undefined, { host })?.status).toBe(403);
    expect(refuse(undefined, { host, origin: `http://${host || 'x'}` })?.status).toBe(403);
    expect(refuse(undefined, { host: 'localhost', origin: `http://${host || 'x'}` })?.status).toBe(
      403,
    );
    expect(refuse(undefined, { host: 'localhost:3000' })).toBeUndefined();
  });

  it.each([
    [undefined, { host: 'backend' }, 'The host "backend" is not allowed here: without publicUrl'],
    [undefined, { host: 'a'.repeat(999) }, `The host "${'a'.repeat(100)}" is`],
    ['https://seo.example', { origin: 'null' }, 'Pages of "null" may not send requests here'],
  ])('get the remedy: %j, %j', async (publicUrl, headers, message) => {
    expect(await refuse(publicUrl, headers)?.json()).toMatchObject({
      id: null,
      error: {
        message: expect.stringMatching(/PUBLIC_URL, --public-url.*TRUST_PROXY, --trust-proxy/),
      },
    });
    expect(await refuse(publicUrl, headers)?.json()).toMatchObject({
      error: { message: expect.stringContaining(message) },
    });
  });
});

it.each([
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400],
  ['no JSON', '{', 400],
  ['no message', 'null', 400],
  ['more than 4 MB', `{"a":"${'a'.repeat(4 * 1024 * 1024)}"}`, 413],
])('refuses %s', async (_, body, status) => {
  const { mcp } = openHandler();
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body });
  const response = await mcp.fetch(request, 'ann');
  expect([response.status, await response.json()]).toEqual([
    status,
    expect.objectContaining({ error: expect.anything() }),
  ]);
});

it.each(['GET', 'DELETE'])('has no sessions and no stream: %s', async (method) => {
  const { mcp } = openHandler();
  const request = new Request('http://localhost/mcp', {
    method,
    headers: { accept: 'text/event-stream' },
  });
  expect((await mcp.fetch(request, 'ann')).status).toBe(405);
});

it('takes JSON only', async () => {
  const { mcp } = openHandler();
  const request = new Request('http://localhost/mcp', { method: 'POST', body: '{}' });
  expect((await mcp.fetch(request, 'ann')).status).toBe(415);
});
