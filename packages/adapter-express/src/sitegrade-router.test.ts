import { connect } from 'node:net';
import type { RunningServer } from '@sitegrade/adapter-suite';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from './fixtures/serve.ts';
import { sitegradeRouter } from './sitegrade-router.ts';

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
  app: express.Express,
): Promise<(path: string, init?: RequestInit) => Promise<globalThis.Response>> {
  const server = await serve(app);
  servers.push(server);
  return (path, init = {}) =>
    fetch(server.url + path, { ...init, headers: { authorization, ...init.headers } });
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('sitegradeRouter', () => {
  it.each([
    ['under a path', () => express().use('/tools', sitegradeRouter({ store })), '/tools'],
    [
      'nested two deep',
      () => express().use('/a', Router().use('/b', Router().use('/c', sitegradeRouter({ store })))),
      '/a/b/c',
    ],
    [
      'under a parameter',
      () => express().use('/teams/:team', sitegradeRouter({ store })),
      '/teams/x%20y',
    ],
  ])('works %s, with links to that path', async (_name, makeApp, mount) => {
    const { id } = await store.reports.create(newReport({ ownerId: 'user-1' }));
    const ask = await start(makeApp());
    const list = await ask(`${mount}/api/v1/reports`);
    const { meta } = (await list.json()) as { meta: { path: string } };
    expect(new URL(meta.path).pathname).toBe(`${mount}/api/v1/reports`);
    expect((await ask(`${mount}/api/v1/reports/${id}`)).status).toBe(200);
    expect((await ask('/api/v1/reports')).status).toBe(404);
  });

  it.each(['GET', 'DELETE'])(
    'sends no response to %s requests of a flood once the connection is closed',
    async (method) => {
      let [received, responses] = [0, 0];
      const app = express().use((_request, response, next) => {
        received++;
        const { end } = response;
        response.end = (...parameters: unknown[]) => {
          responses++;
          return Reflect.apply(end, response, parameters);
        };
        next();
      });
      const logger = { info() {}, error() {} };
      const server = await serve(app.use(sitegradeRouter({ store, logger })));
      servers.push(server);
      const { port, hostname } = new URL(server.url);
      const socket = connect(Number(port), hostname).resume();
      socket.on('error', () => {});
      socket.write(`${method} /api/v1/reports HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_000));
      await new Promise((resolve) => socket.once('close', resolve));
      expect(received).toBeGreaterThan(100);
      expect(responses).toBeLessThanOrEqual(102);
    },
  );

  it('leaves errors and 404s of the host alone', async () => {
    const app = express();
    app.use(sitegradeRouter({ store }));
    app.get('/throws', () => {
      throw new Error('of the host');
    });
    app.use((_request, response) => void response.status(404).send('host 404'));
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(418).send(`host ${error.message}`);
    });
    const ask = await start(app);
    expect(await (await ask('/throws')).text()).toBe('host of the host');
    for (const path of ['/nowhere', '/api/v1/nowhere', '/api/v1/reports/', '/API/v1/reports']) {
      expect(await (await ask(path)).text()).toBe('host 404');
    }
  });

  it('leaves an error while it responds to the host, and rejects nothing', async () => {
    // Unhandled, a rejection would end the process, and here the test run.
    const app = express();
    app.use((_request, response, next) => {
      response.setHeader = () => {
        throw new Error('of a header');
      };
      next();
    });
    app.use(sitegradeRouter({ store, logger: { info() {}, error() {} } }));
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.writeHead(500).end(`host ${error.message}`);
    });
    const ask = await start(app);
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
      const reply = await ask('/api/v1/reports', { method });
      expect([method, reply.status, await reply.text()]).toEqual([method, 500, 'host of a header']);
    }
  });

  it.each([
    ['json', [express.json()]],
    ['json, lax', [express.json({ strict: false, type: () => true })]],
    ['urlencoded, simple', [express.urlencoded({ extended: false })]],
    ['urlencoded, extended', [express.urlencoded({ extended: true })]],
    ['raw', [express.raw({ type: () => true })]],
    ['text', [express.text({ type: () => true })]],
    [
      'all',
      [express.json(), express.urlencoded({ extended: false }), express.text(), express.raw()],
    ],
  ])('reads bodies behind the parsers: %s', async (name, parsers) => {
    const { websiteId } = await store.reports.create(newReport({ ownerId: 'user-1' }));
    const ask = await start(
      express()
        .use(...parsers)
        .use(sitegradeRouter({ store })),
    );
    const patch = async (headers: Record<string, string>, body: string) => {
      const init = { method: 'PATCH', headers, body };
      const reply = await ask(`/api/v1/websites/${websiteId}`, init);
      const { data } = (await reply.json()) as { data?: { privacy: number } };
      return [reply.status, data?.privacy];
    };
    expect(await patch(json, '{"privacy":0}')).toEqual([200, 0]);
    expect(await patch(json, '{"privacy":[1]}')).toEqual([422, undefined]);
    if (name !== 'json, lax') {
      expect(await patch(form, 'privacy=1')).toEqual([200, 1]);
      expect(await patch(form, 'privacy=0&privacy=0')).toEqual([422, undefined]);
      expect(await patch(form, 'privacy[]=0')).toEqual([422, undefined]);
      expect(await patch(form, '')).toEqual([200, 1]);
    }
    expect(await patch({ 'content-type': 'text/json' }, '{"privacy":0}')).toEqual([415, undefined]);
    expect(await patch(json, `{"x":"${'x'.repeat(65_536)}"}`)).toEqual([413, undefined]);
  });

  it('reads a body that an older parser skipped but set to an empty object', async () => {
    const { websiteId } = await store.reports.create(newReport({ ownerId: 'user-1' }));
    const app = express();
    app.use((request, _response, next) => {
      request.body = {};
      next();
    });
    const ask = await start(app.use(sitegradeRouter({ store })));
    const init = { method: 'PUT', headers: form, body: 'privacy=7' };
    expect((await ask(`/api/v1/websites/${websiteId}`, init)).status).toBe(422);
  });

  it('follows the host’s trust in proxies', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.example' };
    for (const trust of [true, false]) {
      const app = express().set('trust proxy', trust);
      const ask = await start(app.use(sitegradeRouter({ store })));
      const reply = await ask('/api/v1/reports', { headers });
      const { meta } = (await reply.json()) as { meta: { path: string } };
      expect(meta.path.startsWith('https://public.example/')).toBe(trust);
    }
  });

  it('sends no headers that Express adds by itself', async () => {
    const ask = await start(express().disable('x-powered-by').use(sitegradeRouter({ store })));
    const { headers } = await ask('/api/v1/reports');
    expect([...headers.keys()].toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
      'keep-alive',
      'link',
      'vary',
      'x-content-type-options',
    ]);
  });

  it('does not respond if the host has already responded', async () => {
    const app = express();
    app.use((_request: Request, response: Response, next: NextFunction) => {
      response.status(503).end('too slow');
      next();
    });
    const settled = new Promise((resolve) => {
      const logger = { info: () => setImmediate(resolve, undefined), error() {} };
      app.use(sitegradeRouter({ store, logger }));
      app.use((error: unknown, _request: Request, _response: Response, _next: NextFunction) => {
        resolve(error);
      });
    });
    const ask = await start(app);
    const reply = await ask('/api/v1/reports');
    expect([reply.status, await reply.text()]).toEqual([503, 'too slow']);
    expect(await settled).toBeUndefined();
  });

  describe('with a store that fails', () => {
    const broken = () => ({
      ...store,
      reports: { ...store.reports, list: () => Promise.reject(new Error('deep')) },
    });

    it('logs details that are not sent to the client', async () => {
      const logger = { info: vi.fn(), error: vi.fn() };
      const ask = await start(express().use(sitegradeRouter({ store: broken(), logger })));
      const reply = await ask('/api/v1/reports');
      expect([reply.status, (await reply.text()).includes('deep')]).toEqual([500, false]);
      expect(logger.error.mock.calls).toEqual([
        [
          expect.objectContaining({ err: expect.objectContaining({ message: 'deep' }) }),
          'sitegrade: request failed',
        ],
      ]);
      const bad = await ask('/api/v1/reports', { method: 'POST', headers: json, body: '{' });
      expect(bad.status).toBe(400);
      expect(logger.error).toHaveBeenCalledTimes(1);
    });

    it.each([
      [
        'throws',
        () => {
          throw new Error('of the logger');
        },
      ],
      // Unhandled, it would end the process, and here the test run.
      ['rejects', () => Promise.reject(new Error('of the logger'))],
    ])('responds even if the logger %s', async (_name, fail) => {
      const logger = { info: fail, error: fail };
      const ask = await start(express().use(sitegradeRouter({ store: broken(), logger })));
      const reply = await ask('/api/v1/reports');
      expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'internal' }]);
      expect((await ask('/api/v1/websites')).status).toBe(200);
    });

    it('accepts the console as a logger', () => {
      expect(() => sitegradeRouter({ store, logger: console })).not.toThrow();
    });

    it('warns the process by default', async () => {
      const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
      const ask = await start(express().use(sitegradeRouter({ store: broken() })));
      await ask('/api/v1/reports');
      expect(warn).toHaveBeenCalledWith(
        expect.any(String),
        expect.objectContaining({ detail: expect.stringContaining('deep') }),
      );
      warn.mockRestore();
    });
  });

  it.each([
    [{ store: undefined }, 'sitegrade: store must be a store'],
    [{ store: {} }, 'sitegrade: store must be a store'],
    [{ publicUrl: 'example.com' }, 'sitegrade: publicUrl must be an absolute'],
    [{ logger: 'log' }, 'sitegrade: logger must be a logger with the methods'],
    [{ logger: { info() {} } }, 'sitegrade: logger must be a logger with the methods'],
    [{ logger: null }, 'sitegrade: logger must be a logger with the methods'],
    [{ onError: () => {} }, 'sitegrade: onError is not an option. The options are store'],
    [{ authenticate: 'cookie' }, 'sitegrade: authenticate must be a function'],
    [{ onEvent: {} }, 'sitegrade: onEvent must be a function'],
    [{ network: { ports: [0] } }, 'sitegrade: network.ports must be'],
    [
      { publicURL: 'https://example.com' },
      'sitegrade: publicURL is not an option. Did you mean publicUrl?',
    ],
  ])('rejects the options %j at start', (options, message) => {
    const wrong = { store, ...options } as unknown as { store: Store };
    expect(() => sitegradeRouter(wrong)).toThrow(message);
  });

  it('requires options', () => {
    const none = undefined as unknown as { store: Store };
    expect(() => sitegradeRouter(none)).toThrow('sitegrade: options must be an object.');
  });

  it('suggests logger for a misspelt option', () => {
    const wrong = { store, loger: console } as unknown as { store: Store };
    expect(() => sitegradeRouter(wrong)).toThrow(
      'sitegrade: loger is not an option. Did you mean logger?',
    );
  });
});
