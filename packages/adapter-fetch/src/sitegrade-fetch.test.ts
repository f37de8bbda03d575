import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { startSrvx } from './fixtures/start-srvx.ts';
import {
  type SitegradeFetch,
  type SitegradeFetchOptions,
  sitegradeFetch,
} from './sitegrade-fetch.ts';

const origin = 'https://host.example';
const path = '/api/v1/reports';
let store: Store;
let headers: { readonly authorization: string };

beforeEach(async () => {
  store = memoryStore();
  const { key } = await issueApiKey(createContext({ store }), 'user-1');
  headers = { authorization: `Bearer ${key}` };
});

const get = (sitegrade: SitegradeFetch, where: string, init: RequestInit = {}) =>
  sitegrade(new Request(origin + where, { headers, ...init }));
const pathOf = async (response: Response) =>
  ((await response.json()) as { readonly meta: { readonly path: string } }).meta.path;

describe('sitegradeFetch', () => {
  it.each([
    [{ prefix: '/tools/' }, 'prefix must be a path such as /tools/seo'],
    [{ prefix: 'tools' }, 'prefix must be a path such as /tools/seo'],
    [{ prefix: '/ä' }, 'prefix must be a path such as /tools/seo'],
    [{ notFound: true }, 'notFound must be'],
    [{ clientAddress: '127.0.0.1' }, 'clientAddress must be'],
    [{ authenticate: 'user-1' }, 'authenticate must be'],
    [{ logger: {} }, 'logger must be'],
    [{ trustProxy: true }, 'trustProxy is not an option'],
  ])('refuses %j', (options, message) => {
    const create = () => sitegradeFetch({ store, ...options } as SitegradeFetchOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  it('is mounted below its prefix, with links to the host of the URL', async () => {
    const sitegrade = sitegradeFetch({ store, prefix: '/a%20b/seo' });
    const response = await get(sitegrade, `/a%20b/seo${path}?page=1`);
    expect(await pathOf(response)).toBe(`${origin}/a%20b/seo${path}`);
    for (const other of ['', '/a%20b/seo2', '/b%20a/seo', '/x/a%20b/seo', '/a b/seo/..']) {
      expect((await get(sitegrade, other + path)).status, other).toBe(404);
    }
  });

  it('takes the links from publicUrl where the host changes the URL', async () => {
    const sitegrade = sitegradeFetch({ store, publicUrl: 'https://public.example/seo' });
    expect(await pathOf(await get(sitegrade, path))).toBe(`https://public.example/seo${path}`);
  });

  it('leaves other paths to notFound, also below its own path', async () => {
    const sitegrade = sitegradeFetch<string>({
      store,
      pages: { console: false },
      notFound: ({ method }, host) => new Response(`${method} by ${host}`, { status: 418 }),
    });
    for (const other of ['/', '/api/v1', '/api/v1/', '/api/v1/reports/', '/api/v2/reports']) {
      const response = await sitegrade(new Request(origin + other), 'the host');
      expect([other, response.status, await response.text()]).toEqual([
        other,
        418,
        'GET by the host',
      ]);
    }
  });

  it('gives the host’s own object to authenticate and clientAddress', async () => {
    await store.reports.create(newReport({ ownerId: 'team-7', title: 'of the team' }));
    const seen: unknown[] = [];
    const sitegrade = sitegradeFetch<{ readonly team: number | undefined }>({
      store,
      authenticate: async (request, { team }) => {
        seen.push(new URL(request.url).pathname);
        return team === undefined ? undefined : `team-${team}`;
      },
      clientAddress: (_request, host) => {
        seen.push(host);
        return '192.0.2.1';
      },
    });
    const ask = (team: number | undefined) => sitegrade(new Request(origin + path), { team });
    expect(await (await ask(7)).json()).toMatchObject({ data: [{ title: 'of the team' }] });
    expect((await ask(undefined)).status).toBe(401);
    expect(seen).toEqual([{ team: 7 }, path, { team: undefined }, path]);
  });

  it('is typed: what the options expect of the host must be passed', () => {
    expectTypeOf<Parameters<SitegradeFetch>>().toEqualTypeOf<[Request, unknown?]>();
    expectTypeOf<Parameters<SitegradeFetch<number>>>().toEqualTypeOf<[Request, number]>();
  });

  it('sends no body for HEAD, 204 and 304', async () => {
    const sitegrade = sitegradeFetch({ store });
    const { id } = await store.reports.create(newReport({ ownerId: 'user-1' }));
    const shown = await get(sitegrade, `${path}/${id}`);
    const etag = shown.headers.get('etag') ?? '';
    for (const [init, status] of [
      [{ method: 'HEAD' }, 200],
      [{ method: 'OPTIONS' }, 204],
      [{ headers: { ...headers, 'if-none-match': etag } }, 304],
    ] as const) {
      const response = await get(sitegrade, `${path}/${id}`, init);
      expect([response.status, response.body]).toEqual([status, null]);
    }
  });

  it('says what is wrong if the host has read the body', async () => {
    const errors: object[] = [];
    const logger = { info: () => {}, error: (details: object) => void errors.push(details) };
    const sitegrade = sitegradeFetch({ store, logger });
    const init = { method: 'POST', headers, body: new URLSearchParams({ url: 'https://a.test/' }) };
    const request = new Request(origin + path, init);
    await request.text();
    expect((await sitegrade(request)).status).toBe(500);
    expect(errors).toMatchObject([
      { err: { message: expect.stringContaining('request.clone()') } },
    ]);
  });

  it('reads a list no further when the signal of the request aborts', async () => {
    for (let count = 0; count < 3_000; count += 1) {
      await store.reports.create(newReport({ ownerId: 'user-1' }));
    }
    const lines: object[] = [];
    const logger = { info: (line: object) => void lines.push(line), error: () => {} };
    const sitegrade = sitegradeFetch({ store, logger });
    const controller = new AbortController();
    const response = await get(sitegrade, path, {
      headers: { ...headers, accept: 'text/csv' },
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(lines).toEqual([]);
    controller.abort();
    await expect.poll(() => lines).toMatchObject([{ status: 200, aborted: true }]);
  });

  it('accepts no more reports once it closes', async () => {
    const sitegrade = sitegradeFetch({ store });
    await sitegrade.close();
    const response = await get(sitegrade, path, {
      method: 'POST',
      body: new URLSearchParams({ url: 'https://a.test/' }),
    });
    expect(response.status).toBe(503);
  });
});

describe('a body that no one reads', () => {
  /** Sends a request with a longer body than anyone reads, and more on the same connection. */
  const upload = async (head: string, bytes: number) => {
    const sitegrade = sitegradeFetch({ store });
    const { url, close } = await startSrvx(sitegrade, { close: sitegrade.close });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const failed = new Promise<string>((resolve) =>
      socket.once('error', ({ message }) => resolve(message)),
    );
    const replies = text(socket).catch(() => '');
    const authorization = `Authorization: ${headers.authorization}`;
    socket.write(`${head}\r\nHost: x\r\n${authorization}\r\nContent-Length: ${bytes}\r\n\r\n`);
    const chunk = Buffer.alloc(1_000_000);
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length) {
      const isFull = !socket.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent)));
      if (isFull)
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), failed]);
    }
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\nConnection: close\r\n\r\n`,
    );
    const received = await Promise.race([replies, failed.then(() => replies)]);
    await close();
    return received.match(/HTTP\/1\.1 \d+/g);
  };

  it.each([
    ['PUT /api/v1/reports HTTP/1.1', 405],
    ['DELETE /api/v1/reports/99 HTTP/1.1', 404],
    ['POST /api/v1/reports HTTP/1.1\r\nContent-Type: application/json', 413],
  ])('of %j does not break the connection', async (head, status) => {
    expect(await upload(head, 5_000_000)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  });

  it('is not read without end', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    let pulled = 0;
    let isCancelled = false;
    const sitegrade = sitegradeFetch({ store });
    const response = await get(sitegrade, `${path}/99`, {
      method: 'DELETE',
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(404);
    await expect.poll(() => isCancelled).toBe(true);
    expect(pulled).toBeLessThan(30);
  });
});
