import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiClient, type JsonResponse } from '../../../scripts/api-client.ts';
import { type HeldPage, startHeldPage } from '../../../scripts/held-page.ts';
import { openIdleConnection, untilRefused } from '../../../scripts/idle-connections.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { startCommand } from '../../../scripts/start-command.ts';

describe('sitegrade serve', () => {
  let site: SampleSite;
  let held: HeldPage;
  let folder: string;
  let started: ServerProcess[];

  beforeAll(async () => {
    site = await startSampleSite();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
    held = await startHeldPage();
    started = [];
  });
  afterEach(async () => {
    for (const server of started) server.kill('SIGKILL');
    await Promise.all(started.map(({ exited }) => exited));
    await held.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(environment: Readonly<Record<string, string>> = {}): ServerProcess {
    const server = startCommand(['serve'], {
      DATABASE_FILE: join(folder, 'test.sqlite'),
      ALLOW_ADDRESSES: '127.0.0.1',
      ALLOW_PORTS: 'any',
      TRUSTED_CERTIFICATES_FILE: site.certificateFile,
      ...environment,
    });
    started.push(server);
    return server;
  }

  async function open(key?: string) {
    const server = start();
    const address = await server.listening;
    const api = createApiClient(address, key ?? (await server.firstKey));
    return { server, address, api };
  }

  async function stop(server: ServerProcess): Promise<number | null> {
    server.kill('SIGTERM');
    return server.exited;
  }

  it.each([
    [{ MCP: 'true' }, 401],
    [{}, 404],
  ])('has tools for coding agents with a setting: %j', async (environment, status) => {
    const server = start(environment);
    const address = await server.listening;
    const response = await fetch(`${address}/mcp`, { method: 'POST' });
    expect(response.status).toBe(status);
    // The reference of the API needs no key.
    expect((await fetch(`${address}/api/v1/docs`)).status).toBe(200);
    expect(await stop(server)).toBe(0);
  });

  it('prints a first key only on an empty database', async () => {
    const { server, address, api } = await open();
    const key = server.key() ?? '';
    expect(server.output()).toContain(`Open ${address}/ in a browser`);
    expect(server.output().split(key)).toHaveLength(2);
    expect((await api.create(`${site.httpsUrl}/guides/chain`)).status).toBe(201);
    expect(await stop(server)).toBe(0);
    expect(server.output().split(key)).toHaveLength(2);

    const second = await open(key);
    expect(second.server.key()).toBeUndefined();
    expect((await second.api.rows('/api/v1/reports')).map(({ url }) => url)).toEqual([
      `${site.httpsUrl}/guides/chain`,
    ]);
    expect(await stop(second.server)).toBe(0);
    expect(second.server.output()).not.toMatch(/sitegrade_\w{20}/);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, /Open http:\/\/localhost:\d+\/ in/],
    [{ HOST: '::1' }, /Open http:\/\/\[::1\]:\d+\/ in/],
    [{ PUBLIC_URL: 'https://reports.example/seo' }, /Open https:\/\/reports\.example\/seo in/],
  ])('names the URL to open with %j', async (environment, expected) => {
    const server = start({ ...environment, DATABASE_FILE: join(folder, 'named.sqlite') });
    await server.firstKey;
    expect(server.output()).toMatch(expected);
  });

  it('logs every request, but neither headers nor queries', async () => {
    const { server, api } = await open();
    const key = server.key() ?? '';
    await api.send('GET', `/api/v1/reports?search=${key}`);
    await api.send('GET', '/nowhere');
    await stop(server);
    expect(server.output()).toContain('"path":"/api/v1/reports"');
    expect(server.output()).toContain('"path":"/nowhere"');
    expect(server.output().split(key)).toHaveLength(2);
    expect(server.output()).not.toMatch(/bearer/i);
  });

  it('logs the cause of an error apart from its message', async () => {
    const { server, api } = await open();
    const url = 'http://10.9.8.7/';
    await api.send('POST', '/api/v1/reports', JSON.stringify({ url }), 'application/json');
    await stop(server);
    const line =
      server
        .output()
        .split('\n')
        .find((text) => text.includes('"err":')) ?? '{}';
    const { type, message, cause } = JSON.parse(line).err;
    expect([type, message, cause.message]).toEqual([
      'SitegradeError',
      'The URL points to an address that is not on the public internet, so it cannot be analysed here.',
      "10.9.8.7 port 80 is not public. network.allowAddresses: ['10.9.8.7:80'] allows it.",
    ]);
  });

  it('responds to unknown paths in the format of the API', async () => {
    const { api } = await open();
    for (const [method, path, status, code] of [
      ['GET', '/nowhere', 404, 'not_found'],
      ['GET', '/api/v1/nowhere', 404, 'not_found'],
      ['POST', '/nowhere', 404, 'not_found'],
      ['GET', '/api/v1/reports/%ff', 400, 'malformed_request'],
      ['GET', '/api/v1/reports/7', 404, 'not_found'],
      ['PROPFIND', '/nowhere', 404, 'not_found'],
      ['PROPFIND', '/api/v1/reports', 405, 'method_not_allowed'],
      ['DELETE', '/api/v1/reports', 405, 'method_not_allowed'],
    ] as const) {
      const body = method === 'POST' ? '{' : undefined;
      const { json, headers, ...response } = await api.send(method, path, body, 'application/json');
      expect(response.status, `${method} ${path}`).toBe(status);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(headers.has('x-powered-by')).toBe(false);
      expect(json).toMatchObject({ type: 'about:blank', status, code });
      expect(json).toHaveProperty('title');
      expect(json.message).toBe(json.detail);
    }
  });

  it('finishes a report in progress on a signal, and does not wait for idle connections', async () => {
    const server = start({ METRICS_PORT: '0' });
    const address = await server.listening;
    const api = createApiClient(address, await server.firstKey);
    const [, metrics] = /Metrics are at (http:\S+)\/metrics/.exec(server.output()) ?? [];
    const keptAlive = await openIdleConnection(address);
    const keptAliveClosed = once(keptAlive, 'close');
    const creating = api.create(held.url);
    await held.asked;
    server.kill('SIGTERM');
    // npm and a terminal both forward the same Ctrl-C.
    server.kill('SIGTERM');
    await untilRefused(address);
    const ready = await fetch(`${metrics}/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
    await keptAliveClosed;
    held.release();

    const created = await creating;
    expect([created.status, created.headers.get('connection')]).toEqual([201, 'close']);
    expect(await server.exited).toBe(0);

    const again = await open(server.key());
    expect((await again.api.send('GET', `/api/v1/reports/${idOf(created)}`)).status).toBe(200);
  });

  it('leads from / to the console, and serves it', async () => {
    const { address } = await open();
    const console = await fetch(address);
    expect([console.redirected, console.status]).toEqual([true, 200]);
    expect(new URL(console.url).pathname).toMatch(/^\/sitegrade/);
    expect(await console.text()).toMatch(/<input[^>]+name="key"/);
  });

  it('listens on one address, even if a name has two', async () => {
    const server = start({ HOST: 'localhost', METRICS_PORT: '0' });
    await server.listening;
    expect(await stop(server)).toBe(0);
    expect(server.output().split('listening at')).toHaveLength(2);
    expect(server.output().split('Metrics are at')).toHaveLength(2);
  });

  it('does not wait after a second signal', async () => {
    const { server, address, api } = await open();
    const creating = api.create(held.url).catch(() => 'cut off');
    await held.asked;
    server.kill('SIGINT');
    await untilRefused(address);
    await new Promise((resolve) => setTimeout(resolve, 600));
    server.kill('SIGINT');
    expect(await server.exited).toBe(1);
    expect(await creating).toBe('cut off');
  });

  it('refuses to start with invalid settings, and names them', async () => {
    const refuses = async (
      exitCode: number,
      environment: Record<string, string>,
      ...messages: string[]
    ) => {
      const server = start(environment);
      expect(await server.exited, server.output()).toBe(exitCode);
      for (const message of messages) expect(server.output()).toContain(message);
      expect(server.output()).not.toContain('    at ');
      expect(server.key()).toBeUndefined();
    };
    const port = new URL(held.url).port;
    await Promise.all([
      refuses(2, { PORT: 'http', ALLOW_PORTS: '0' }, 'PORT (--port) is "http"', 'ALLOW_PORTS'),
      refuses(1, { DATABASE_FILE: '/nowhere/a.sqlite' }, 'is "/nowhere/a.sqlite", which cannot'),
      refuses(
        1,
        { DATABASE_FILE: import.meta.filename },
        'is not one: the file has other contents',
      ),
      refuses(2, { TRUSTED_CERTIFICATES_FILE: '/a' }, '(--trusted-certificates-file) is "/a"'),
      refuses(
        2,
        { TRUSTED_CERTIFICATES_FILE: import.meta.filename },
        'serve.slow.test.ts", which must hold certificates in PEM',
      ),
      refuses(1, { PORT: port }, `PORT (--port) is ${port}, where the server cannot listen: `),
      refuses(1, { METRICS_PORT: port }, `METRICS_PORT (--metrics-port) is ${port}, where`),
      refuses(2, { QUEUE: 'pg-boss' }, 'needs Postgres'),
      refuses(2, { SMTP_URL: 'smtp://mail.example.com' }, 'which needs a sender: set MAIL_FROM'),
    ]);
  });
});

function idOf({ json }: JsonResponse): number {
  return (json.data as { id: number }).id;
}
