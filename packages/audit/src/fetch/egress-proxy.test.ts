import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get as getSecurely } from 'node:https';
import { buffer, text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { testDns } from './fixtures/fetching.ts';
import { pem, startHttp, startTcp, startTls } from './fixtures/servers.ts';
import {
  openTunnel,
  rawConnection,
  receivedBy,
  requestThrough,
  testProxy,
} from './fixtures/through-proxy.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };
const counts = (refused: ReadonlyMap<string, number>) => Object.fromEntries(refused);

/** A server that sends back what it receives. */
const startEcho = () =>
  startTcp((socket, first) => {
    socket.write(first);
    socket.pipe(socket);
  });

describe('a tunnel', () => {
  it.each([[1], [3_000], [5 * 1024 * 1024]])(
    'carries %i bytes unchanged, both ways',
    async (size) => {
      const server = await startEcho();
      const proxy = await testProxy(allowing);
      const tunnel = await openTunnel(proxy, `127.0.0.1:${server.port}`);
      const sent = randomBytes(size);
      tunnel?.end(sent);
      const received = await buffer(tunnel ?? []);
      expect(received.length).toBe(size);
      expect(received.equals(sent)).toBe(true);
      expect(proxy.bytes()).toBe(size);
    },
  );

  it('carries the end of a response after the host has closed the connection', async () => {
    const sent = randomBytes(3 * 1024 * 1024);
    const server = await startTcp((socket) => socket.end(sent));
    const proxy = await testProxy(allowing);
    const tunnel = await openTunnel(proxy, `127.0.0.1:${server.port}`);
    tunnel?.write('x');
    expect((await buffer(tunnel ?? [])).equals(sent)).toBe(true);
    await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
  });

  it('carries what follows its request at once', async () => {
    const server = await startEcho();
    const proxy = await testProxy(allowing);
    const socket = rawConnection(
      proxy,
      `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: x\r\n\r\nearly`,
    );
    const received = receivedBy(socket);
    await expect.poll(() => proxy.bytes(), { interval: 5 }).toBe(5);
    socket.end();
    expect(await received).toMatch(/\r\n\r\nearly$/);
  });

  it('carries TLS between the browser and the host', async () => {
    const page = 'p'.repeat(300_000);
    const server = await startTls((_request, response) => response.end(page), {
      cert: pem('good.pem'),
      key: pem('server.key'),
    });
    const dns = await testDns({ 'good.test': ['127.0.0.1'] });
    const proxy = await testProxy({ ...allowing, nameServers: [dns.address] });
    const tunnel = await openTunnel(proxy, `good.test:${server.port}`);
    const socket = tunnel ?? undefined;
    const secure = connectSecurely({ socket, servername: 'good.test', ca: pem('ca.pem') });
    await once(secure, 'secureConnect');
    const request = getSecurely({
      createConnection: () => secure,
      host: 'good.test',
    });
    const [response] = await once(request, 'response');
    expect(await text(response)).toBe(page);
  });

  it('ends at the host when the browser closes it', async () => {
    const server = await startEcho();
    const proxy = await testProxy(allowing);
    const tunnel = await openTunnel(proxy, `127.0.0.1:${server.port}`);
    await expect.poll(() => server.open(), { interval: 5 }).toBe(1);
    tunnel?.destroy();
    await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
  });
});

describe('a plain request', () => {
  it('reaches its host with its method, path and body, and the response comes back', async () => {
    const seen: unknown[] = [];
    const server = await startHttp(async (request, response) => {
      seen.push(request.method, request.url, request.headers.host, await text(request));
      response.writeHead(201, { 'content-type': 'text/plain' }).end('made');
    });
    const dns = await testDns({ 'p.test': ['127.0.0.1'] });
    const proxy = await testProxy({ ...allowing, nameServers: [dns.address] });
    const url = `http://p.test:${server.port}//other.test/a?b=%20c`;
    const response = await requestThrough(proxy, url, { method: 'POST', body: 'body' });
    expect(response).toMatchObject({ status: 201, body: 'made' });
    expect(seen).toEqual(['POST', '//other.test/a?b=%20c', `p.test:${server.port}`, 'body']);
  });

  it.each([[3_000], [5 * 1024 * 1024]])('carries %i bytes unchanged, both ways', async (size) => {
    const hashes: string[] = [];
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const sent = randomBytes(size).toString('hex');
    const server = await startHttp(async (request, response) => {
      const body = await buffer(request);
      hashes.push(hashOf(body));
      response.end(body);
    });
    const proxy = await testProxy(allowing);
    const response = await requestThrough(proxy, server.url, { method: 'PUT', body: sent });
    expect(hashes).toEqual([hashOf(Buffer.from(sent))]);
    expect(response?.body === sent).toBe(true);
    expect(proxy.bytes()).toBeGreaterThan(2 * size);
  });
});

describe('an address that is not public', () => {
  const zone = {
    'private.test': ['127.0.0.2'],
    'mixed.test': ['127.0.0.1', '10.0.0.1'],
    'moving.test': { sequence: [['127.0.0.1'], ['127.0.0.2']] },
  };

  async function twoServers() {
    const visible = await startHttp((_request, response) => response.end('<p>'));
    const hidden = await startTcp((socket) => socket.end(), '127.0.0.2', visible.port);
    const dns = await testDns(zone);
    const proxy = await testProxy({ ...allowing, nameServers: [dns.address] });
    return { visible, hidden, proxy, port: visible.port };
  }

  it.each([
    ['127.0.0.2'],
    ['127.2'],
    ['[::1]'],
    ['[::ffff:127.0.0.2]'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['private.test'],
    ['mixed.test'],
  ])('is refused: %s', async (host) => {
    const { visible, hidden, proxy, port } = await twoServers();
    expect(await openTunnel(proxy, `${host}:${port}`)).toBeNull();
    expect(await requestThrough(proxy, `http://${host}:${port}/`)).toBeNull();
    expect(counts(proxy.refused)).toEqual({ address_blocked: 2 });
    expect(visible.connections() + hidden.connections()).toBe(0);
  });

  it('is refused after a name pointed to a permitted one', async () => {
    const { visible, hidden, proxy, port } = await twoServers();
    const tunnel = await openTunnel(proxy, `moving.test:${port}`);
    expect(tunnel).not.toBeNull();
    expect(await openTunnel(proxy, `moving.test:${port}`)).toBeNull();
    expect(await requestThrough(proxy, `http://moving.test:${port}/`)).toBeNull();
    expect(counts(proxy.refused)).toEqual({ address_blocked: 2 });
    expect([visible.connections(), hidden.connections()]).toEqual([1, 0]);
  });
});
