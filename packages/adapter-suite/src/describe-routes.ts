import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createContext, SitegradeError } from '@sitegrade/core';
import type { Endpoint } from '@sitegrade/core/http';
import {
  defineRoute,
  endpointsOf,
  jsonResponse,
  type PublicRoute,
  passedText,
  trackConnections,
  wellFormedText,
  withBody,
} from '@sitegrade/core/http/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from './adapter-harness.ts';

/** What {@link describeRoutes} needs of an adapter. */
export interface RouteHarness {
  /** Starts a server on loopback with these endpoints below `mount`. `log` gets every line of its log. */
  readonly start: (
    endpoints: readonly Endpoint[],
    options: RouteServerOptions,
  ) => Promise<RunningServer>;
}

/** How to start the server. */
export interface RouteServerOptions {
  readonly mount: string;
  readonly trustProxy: boolean;
  readonly log: (line: string) => void;
}

const chunkBytes = 64 * 1024;
/** More than sockets buffer, by far. */
const manyChunks = 2_000;
const none = { success: { status: 200, envelope: 'item', record: 'report' }, errors: [] } as const;
const described = { summary: 'A test', description: 'A route of the tests.', query: {} };
const notFound = () => new SitegradeError('not_found', 'There is nothing with this number.');

/** Tests that an adapter serves every kind of route: parameters, statuses, limits, bodies in chunks. */
export function describeRoutes(name: string, harness: RouteHarness): void {
  describe(name, () => {
    let server: RunningServer | undefined;
    const logged: string[] = [];
    const linesOf = (operation: string) =>
      logged.map((line) => JSON.parse(line)).filter((line) => line.operation === operation);

    /** What `/chunks` sends. */
    let chunks: () => AsyncIterable<string | Uint8Array>;
    let headers: Record<string, string>;

    const routes = [
      defineRoute({
        ...described,
        ...none,
        method: 'GET',
        path: '/api/v1/pairs/:one/:other/:token',
        operationId: 'showPair',
        params: { one: 'number', other: 'number', token: 'token' },
        notFound,
        handle: async ({ params, root, clientAddress }) =>
          jsonResponse(200, { params, root: root(), clientAddress }),
      }),
      defineRoute({
        ...described,
        ...none,
        method: 'GET',
        path: '/api/v1/paths/:a/:b/:c',
        operationId: 'showPath',
        params: { a: 'token', b: 'token', c: 'token' },
        notFound,
        handle: async ({ root }) => jsonResponse(200, { root: root() }),
      }),
      defineRoute({
        ...described,
        method: 'POST',
        path: '/api/v1/jobs',
        operationId: 'createJob',
        body: {
          text: passedText({ description: 'Any text.', schema: wellFormedText, example: 'x' }),
        },
        bodyLimit: 200_000,
        success: { status: 202, envelope: 'item', record: 'report' },
        errors: [],
        handle: async ({ body, root }) =>
          jsonResponse(202, { length: body.text?.length }, { location: `${root()}/jobs/1` }),
      }),
      defineRoute({
        ...described,
        method: 'DELETE',
        path: '/api/v1/jobs/:id',
        operationId: 'deleteJob',
        params: { id: 'number' },
        notFound,
        body: {
          text: passedText({ description: 'Any text.', schema: wellFormedText, example: 'x' }),
        },
        success: { status: 204, envelope: 'none', record: 'report' },
        errors: [],
        handle: async () => ({ status: 204, headers: {}, body: '' }),
      }),
      defineRoute({
        ...described,
        ...none,
        method: 'GET',
        path: '/api/v1/chunks',
        operationId: 'listChunks',
        handle: async () => withBody(200, chunks(), headers),
      }),
      {
        access: 'public',
        method: 'GET',
        path: '/api/v1/shared/:token',
        params: { token: 'token' },
        notFound,
        operationId: 'showShared',
        summary: 'A test',
        respond: async ({ params, clientAddress }) => jsonResponse(200, { params, clientAddress }),
      } satisfies PublicRoute<{ token: 'token' }> as unknown as PublicRoute,
    ];

    const start = async (options: Partial<RouteServerOptions> = {}): Promise<string> => {
      headers = { 'content-type': 'text/csv; charset=utf-8' };
      logged.length = 0;
      const context = createContext({ store: memoryStore() });
      const endpoints = endpointsOf(
        routes,
        { context, publicUrl: undefined, authenticate: () => 'user-1' },
        trackConnections(),
      );
      const log = (line: string) => void logged.push(line);
      server = await harness.start(endpoints, { mount: '', trustProxy: false, log, ...options });
      return server.url;
    };
    afterEach(() => server?.close());
    const json = async (url: string, init: RequestInit = {}) => {
      const response = await fetch(url, { headers: { connection: 'close' }, ...init });
      return { status: response.status, body: JSON.parse(await response.text()) };
    };

    it('passes several parameters, each of its kind', async () => {
      const url = await start();
      expect(await json(`${url}/api/v1/pairs/1/22/a-_Z`)).toMatchObject({
        status: 200,
        body: { params: { one: 1, other: 22, token: 'a-_Z' } },
      });
      for (const path of ['x/2/a', '1/x/a', '0/2/a', '1/2/a.b', '1/2/a%20b', '1/2/a%2fb']) {
        const { status, body } = await json(`${url}/api/v1/pairs/${path}`);
        expect([path, status, body.message]).toEqual([path, 404, notFound().message]);
      }
    });

    it('leaves paths with an empty parameter or an escaped name to the host', async () => {
      const url = await start();
      for (const path of ['pairs/1//a', 'pairs/1/2/', 'pair%73/1/2/a', 'pairs/1/2', 'shared/']) {
        const response = await fetch(`${url}/api/v1/${path}`);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.text()).not.toContain('"code"');
      }
    });

    it('takes the root of links from the matched route', async () => {
      const url = await start({ mount: '/tools' });
      const root = `${url}/tools/api/v1`;
      expect((await json(`${root}/pairs/1/2/a`)).body.root).toBe(root);
      expect((await json(`${root}/paths/api/v1/x`)).body.root).toBe(root);
    });

    it.each([
      [true, '203.0.113.7'],
      [false, '127.0.0.1'],
    ])('passes the client’s address, trust in proxies: %s', async (trustProxy, address) => {
      const url = await start({ trustProxy });
      const sent = { headers: { 'x-forwarded-for': '203.0.113.7' } };
      expect((await json(`${url}/api/v1/pairs/1/2/a`, sent)).body.clientAddress).toBe(address);
      expect((await json(`${url}/api/v1/shared/a`, sent)).body).toEqual({
        params: { token: 'a' },
        clientAddress: address,
      });
    });

    it('sends a 202 with its body, and a 204 without one', async () => {
      const url = await start();
      const accepted = await fetch(`${url}/api/v1/jobs`, { method: 'POST' });
      expect([accepted.status, await accepted.json()]).toEqual([202, {}]);
      expect(accepted.headers.get('location')).toBe(`${url}/api/v1/jobs/1`);
      const deleted = await fetch(`${url}/api/v1/jobs/1`, { method: 'DELETE' });
      expect([deleted.status, await deleted.text()]).toEqual([204, '']);
      for (const header of ['content-type', 'content-length', 'transfer-encoding']) {
        expect([header, deleted.headers.get(header)]).toEqual([header, null]);
      }
    });

    it('reads bodies up to the limit of the route', async () => {
      const url = await start();
      const send = (path: string, method: string, length: number) =>
        json(`${url}/api/v1/${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text: 'x'.repeat(length) }),
        });
      expect(await send('jobs', 'POST', 150_000)).toEqual({
        status: 202,
        body: { length: 150_000 },
      });
      const tooLarge = await send('jobs', 'POST', 200_000);
      expect([tooLarge.status, tooLarge.body.message]).toEqual([
        413,
        'The body must be at most 200000 bytes long.',
      ]);
      const other = await send('jobs/1', 'DELETE', 70_000);
      expect([other.status, other.body.message]).toEqual([
        413,
        'The body must be at most 65536 bytes long.',
      ]);
    });

    describe('a body in chunks', () => {
      it('is sent as it is produced, and logged when it ends', async () => {
        let finish = () => {};
        const finished = new Promise<void>((resolve) => {
          finish = resolve;
        });
        chunks = async function* () {
          yield 'grüße;';
          yield '';
          yield Buffer.from('é');
          await finished;
          yield '\n';
        };
        const url = await start();
        const response = await fetch(`${url}/api/v1/chunks`);
        const reader = response.body?.getReader();
        let received = '';
        const decoder = new TextDecoder();
        const read = async () => {
          const { value, done } = (await reader?.read()) ?? { done: true };
          received += decoder.decode(value, { stream: true });
          return done;
        };
        while (received !== 'grüße;é') expect(await read()).toBe(false);
        expect(linesOf('listChunks')).toEqual([]);
        finish();
        while (!(await read()));
        expect(received).toBe('grüße;é\n');
        expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(response.headers.get('content-length')).toBeNull();
        await vi.waitFor(() => expect(linesOf('listChunks')).toHaveLength(1));
        expect(linesOf('listChunks')).toMatchObject([{ level: 30, status: 200 }]);
      });

      it('may be empty', async () => {
        chunks = async function* () {};
        const response = await fetch(`${await start()}/api/v1/chunks`);
        expect([response.status, await response.text()]).toEqual([200, '']);
      });

      it('is produced only as fast as the client reads, and ends when the client disconnects', async () => {
        const produced = { chunks: 0, ended: false };
        chunks = async function* () {
          try {
            for (; produced.chunks < manyChunks; produced.chunks++) yield Buffer.alloc(chunkBytes);
          } finally {
            produced.ended = true;
          }
        };
        const socket = request(await start(), 'GET');
        socket.pause();
        await untilStill(() => produced.chunks);
        expect(produced.chunks).toBeGreaterThan(0);
        expect(produced.chunks).toBeLessThan(manyChunks);
        expect(produced.ended).toBe(false);
        socket.destroy();
        await vi.waitFor(() => expect(linesOf('listChunks')).toHaveLength(1));
        expect(produced.ended).toBe(true);
        expect(produced.chunks).toBeLessThan(manyChunks);
        expect(linesOf('listChunks')).toMatchObject([{ level: 30, aborted: true }]);
      });

      it('that fails destroys the connection, and the cause is logged without secrets', async () => {
        chunks = async function* () {
          yield 'first';
          await setImmediate();
          throw new Error('broken by secret-of-a-header');
        };
        const reply = await text(request(await start(), 'GET'));
        expect(reply).toMatch(/^HTTP\/1\.1 200 /);
        expect(reply).toContain('first');
        expect(reply).not.toMatch(/\r\n0\r\n\r\n$/);
        await vi.waitFor(() => expect(linesOf('listChunks')).toHaveLength(1));
        expect(linesOf('listChunks')).toMatchObject([
          {
            level: 50,
            status: 200,
            code: 'internal',
            err: { message: expect.stringMatching(/^broken by /) },
          },
        ]);
        expect(logged.join()).not.toContain('secret-of-a-header');
      });

      it('that fails before its first chunk is an error response', async () => {
        chunks = async function* () {
          await setImmediate();
          yield* [];
          throw new SitegradeError('overloaded', 'The database is busy.');
        };
        const { status, body } = await json(`${await start()}/api/v1/chunks`);
        expect([status, body.code]).toEqual([503, 'overloaded']);
        expect(linesOf('listChunks')).toMatchObject([{ level: 50, status: 503 }]);
      });

      it.each([
        ['for HEAD', 'HEAD', 200, {}],
        ['that the client has', 'GET', 304, { 'if-none-match': '"a"' }],
      ])('%s is neither produced nor sent', async (_name, method, status, sent) => {
        const source = { started: false, returned: false };
        const iterator: AsyncIterableIterator<string> = {
          next: async () => {
            source.started = true;
            return { done: true, value: undefined };
          },
          return: async () => {
            source.returned = true;
            return { done: true, value: undefined };
          },
          [Symbol.asyncIterator]: () => iterator,
        };
        chunks = () => iterator;
        const url = await start();
        headers = { ...headers, etag: '"a"' };
        const response = await fetch(`${url}/api/v1/chunks`, { method, headers: sent });
        expect([response.status, await response.text()]).toEqual([status, '']);
        expect(response.headers.get('etag')).toBe('"a"');
        expect(source).toEqual({ started: false, returned: true });
        expect(linesOf('listChunks')).toMatchObject([{ level: 30, status }]);
      });
    });
  });
}

/** Sends a request for `/chunks` and leaves the response on the socket. */
function request(url: string, method: string): Socket {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `${method} /api/v1/chunks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret-of-a-header\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

/** Resolves when a positive count has not changed for many iterations of the event loop. */
async function untilStill(count: () => number): Promise<void> {
  let last = -1;
  for (let still = 0; still < 300; still++) {
    if (count() !== last || last <= 0) still = 0;
    last = count();
    await setImmediate();
  }
}
