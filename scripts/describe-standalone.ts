import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiAnswer, type ApiClient, createApiClient } from './api-client.ts';
import { type HeldPage, startHeldPage } from './held-page.ts';
import { type Example, type StandaloneProcess, startStandalone } from './standalone-process.ts';

/** Tests an example server as its users meet it: as a process, over HTTP, by its output. */
export function describeStandalone(example: Example): void {
  describe(example, () => {
    let site: SampleSite;
    let held: HeldPage;
    let folder: string;
    let started: StandaloneProcess[];

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

    function start(environment: Readonly<Record<string, string>> = {}): StandaloneProcess {
      const server = startStandalone(example, {
        DATABASE_FILE: join(folder, 'test.sqlite'),
        ALLOW_ADDRESSES: '127.0.0.1',
        ALLOW_PORTS: 'any',
        TRUSTED_CERTIFICATES_FILE: site.certificateFile,
        ...environment,
      });
      started.push(server);
      return server;
    }

    async function open(key?: string): Promise<{ server: StandaloneProcess; api: ApiClient }> {
      const server = start();
      const address = await server.listening;
      const api = createApiClient(address, key ?? server.key() ?? 'no key was printed');
      return { server, api };
    }

    async function stop(server: StandaloneProcess): Promise<number | null> {
      server.kill('SIGTERM');
      return server.exited;
    }

    it('prints a first key on an empty database, and on no other', async () => {
      const { server, api } = await open();
      const key = server.key() ?? '';
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

    it.each([
      ['GET', '/', 404, 'not_found'],
      ['GET', '/api/v1/nowhere', 404, 'not_found'],
      ['POST', '/nowhere', 404, 'not_found'],
      ['GET', '/api/v1/reports/%ff', 400, 'malformed_url'],
      ['GET', '/api/v1/reports/7', 404, 'not_found'],
      ['DELETE', '/api/v1/reports', 405, 'method_not_allowed'],
    ])('answers %s %s with a %i problem, %s', async (method, path, status, code) => {
      const { api } = await open();
      const body = method === 'POST' ? '{' : undefined;
      const answer = await api.send(method, path, body, 'application/json');
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(answer.headers.has('x-powered-by')).toBe(false);
      expect(answer.json).toMatchObject({ type: 'about:blank', status, code });
      expect(answer.json).toHaveProperty('title');
      expect(answer.json.message).toBe(answer.json.detail);
    });

    it('finishes a report under way when it is asked to stop, and waits for nobody idle', async () => {
      const { server, api } = await open();
      const idle = await idleConnections(server);
      const creating = api.create(held.url);
      await held.asked;
      server.kill('SIGTERM');
      // npm and a terminal both pass on the same Ctrl-C.
      server.kill('SIGTERM');
      await refused(server);
      held.release();

      const created = await creating;
      const answeredAt = performance.now();
      expect([created.status, created.headers.get('connection')]).toEqual([201, 'close']);
      expect(await server.exited).toBe(0);
      expect(performance.now() - answeredAt).toBeLessThan(3_000);
      expect(idle.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true);

      const again = await open(server.key());
      expect((await again.api.send('GET', `/api/v1/reports/${idOf(created)}`)).status).toBe(200);
    });

    it('does not wait once it is asked a second time', async () => {
      const { server, api } = await open();
      const creating = api.create(held.url).catch(() => 'cut off');
      await held.asked;
      server.kill('SIGINT');
      await refused(server);
      await new Promise((resolve) => setTimeout(resolve, 600));
      server.kill('SIGINT');
      expect(await server.exited).toBe(1);
      expect(await creating).toBe('cut off');
    });

    it.each([
      [{ PORT: 'http', ALLOW_PORTS: '0' }, ['PORT is "http"', 'ALLOW_PORTS is "0"']],
      [{ DATABASE_FILE: '/nowhere/test.sqlite' }, ['DATABASE_FILE is "/nowhere/test.sqlite"']],
      [{ TRUSTED_CERTIFICATES_FILE: '/nowhere' }, ['TRUSTED_CERTIFICATES_FILE is "/nowhere"']],
    ])('refuses to start with %o', async (environment, messages) => {
      const server = start(environment);
      expect(await server.exited).toBe(1);
      for (const message of messages) expect(server.output()).toContain(message);
      expect(server.output()).not.toContain('    at ');
      expect(server.key()).toBeUndefined();
    });

    it('refuses to start on a port that is taken', async () => {
      const server = start({ PORT: new URL(held.url).port });
      expect(await server.exited).toBe(1);
      expect(server.output()).toContain('EADDRINUSE');
    });

    it('loses no acknowledged report to SIGKILL, and its counters are right', async () => {
      let key: string | undefined;
      const acknowledged: number[] = [];
      for (const reports of [3, 11, 24]) {
        const { server, api } = await open(key);
        key ??= server.key();
        await createUntilKilled(server, api, reports, acknowledged);
      }
      const { api } = await open(key);
      const rows = await api.rows('/api/v1/reports');
      expect(acknowledged.length).toBeGreaterThanOrEqual(38);
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      const websites = await api.rows('/api/v1/websites');
      expect(websites).toHaveLength(2);
      for (const { id, reports_count } of websites) {
        expect(reports_count).toBe(rows.filter(({ website_id }) => website_id === id).length);
      }
    });

    /** Creates on four connections, and kills the server the moment enough are acknowledged. */
    async function createUntilKilled(
      server: StandaloneProcess,
      api: ApiClient,
      enough: number,
      acknowledged: number[],
    ): Promise<void> {
      let left = enough;
      const create = async (url: string): Promise<void> => {
        for (;;) {
          // Killing the server fails what is under way.
          const answer = await api.create(url).catch(() => undefined);
          if (answer === undefined) return;
          expect(answer.status).toBe(201);
          acknowledged.push(idOf(answer));
          left -= 1;
          if (left === 0) server.kill('SIGKILL');
        }
      };
      const urls = [`${site.url}/prices`, `${site.httpsUrl}/thanks`];
      await Promise.all([...urls, ...urls].map(create));
      expect(await server.exited).toBeNull();
    }
  });
}

function idOf({ json }: ApiAnswer): number {
  return (json.data as { id: number }).id;
}

/** Connections that would hold a server open: one after an answer, one that never asked anything. */
async function idleConnections(server: StandaloneProcess) {
  const { port, hostname } = new URL(await server.listening);
  const open = () =>
    new Promise<ReturnType<typeof connect>>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(socket));
      socket.on('error', reject);
    });
  const silent = await open();
  const keptAlive = await open();
  keptAlive.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => keptAlive.once('data', resolve));
  for (const socket of [silent, keptAlive]) socket.resume();
  return [silent, keptAlive];
}

/** Resolves once the server takes no more connections. */
async function refused(server: StandaloneProcess): Promise<void> {
  const { port, hostname } = new URL(await server.listening);
  for (;;) {
    const isRefused = await new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.once('connect', () => resolve(false));
      socket.once('error', () => resolve(true));
      socket.once('connect', () => socket.destroy());
    });
    if (isRefused) return;
  }
}
