import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnections } from './connections.ts';
import { openEgressProxy } from './egress-proxy.ts';
import { createFetcher } from './fetcher.ts';
import { testDns, testNetwork } from './fixtures/fetching.ts';
import { countResources, leakedResources } from './fixtures/resources.ts';
import { pem, startHttp, startTcp, startTls, type TestServer } from './fixtures/servers.ts';
import {
  openTunnel,
  rawConnection,
  receivedBy,
  requestThrough,
  testProxy,
} from './fixtures/through-proxy.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };
const counts = (refused: ReadonlyMap<string, number>) => Object.fromEntries(refused);
const closed = async (server: TestServer) =>
  await expect.poll(() => server.open(), { interval: 5 }).toBe(0);

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
    await closed(server);
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
    await closed(server);
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

describe('a request that is refused', () => {
  it.each([
    ['a port', 'p.test:6379', 'url_port'],
    ['port 0', 'p.test:0', 'url_port'],
    ['a host of the deny list', 'denied.test:80', 'host_blocked'],
    ['a host of the deny list with a dot', 'denied.test.:443', 'host_blocked'],
    ['a label that is too long', `${'a'.repeat(64)}.test:80`, 'url_invalid'],
  ])('for %s', async (_what, authority, reason) => {
    const dns = await testDns({ 'p.test': ['127.0.0.1'], 'denied.test': ['127.0.0.1'] });
    const proxy = await testProxy({
      ...allowing,
      nameServers: [dns.address],
      ports: [80, 443],
      denyHosts: ['denied.test'],
    });
    expect(await openTunnel(proxy, authority)).toBeNull();
    expect(await requestThrough(proxy, `http://${authority}/`)).toBeNull();
    expect(counts(proxy.refused)).toEqual({ [reason]: 2 });
    expect(proxy.reported.map(({ reason: reported }) => reported)).toEqual([reason, reason]);
    expect(dns.queries).toEqual([]);
  });

  it.each([
    ['no port', 'CONNECT 127.0.0.1', 'url_invalid'],
    ['a path', 'CONNECT 127.0.0.1:80/x', 'url_invalid'],
    ['a user', 'CONNECT u@127.0.0.1:80', 'url_invalid'],
    ['a host in percent-encoding', 'CONNECT %31.0.0.1:80', 'url_invalid'],
    ['a user of a plain request', 'GET http://u:p@127.0.0.1:80/', 'url_userinfo'],
    ['a path instead of a URL', 'GET /', 'url_invalid'],
    ['TLS by the proxy', 'GET https://127.0.0.1/', 'url_invalid'],
    ['another scheme', 'GET ftp://127.0.0.1/', 'url_invalid'],
  ])('for its form: %s', async (_what, line, reason) => {
    const proxy = await testProxy(allowing);
    const socket = rawConnection(proxy, `${line} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(await receivedBy(socket)).toBe('');
    expect(counts(proxy.refused)).toEqual({ [reason]: 1 });
  });

  it.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a space before a colon', 'X : y\r\n\r\n'],
    ['headers that are too large', `X: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('for its headers: %s', async (_what, headers) => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const proxy = await testProxy(allowing);
    const head = `POST ${server.url} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`;
    expect(await receivedBy(rawConnection(proxy, head + headers))).toBe('');
    expect(server.connections()).toBe(0);
  });

  it('is named with its host', async () => {
    const proxy = await testProxy({});
    expect(await openTunnel(proxy, '10.0.0.1:443')).toBeNull();
    expect(proxy.reported).toEqual([{ host: '10.0.0.1:443', reason: 'address_blocked' }]);
  });

  it('is one to a proxy, by any address', async () => {
    const network = {
      allowAddresses: ['127.0.0.1', '0.0.0.0', '::ffff:127.0.0.1'],
      nameServers: [(await testDns({ 'me.test': ['127.0.0.1'] })).address],
    };
    const [proxy, other] = [await testProxy(network), await testProxy(network)];
    for (const { port } of [new URL(proxy.url), new URL(other.url)]) {
      for (const host of ['127.0.0.1', '0.0.0.0', '[::ffff:127.0.0.1]', 'me.test', 'localhost']) {
        expect(await openTunnel(proxy, `${host}:${port}`), host).toBeNull();
        expect(await requestThrough(proxy, `http://${host}:${port}/`), host).toBeNull();
      }
    }
    expect(counts(proxy.refused)).toEqual({ address_denied: 20 });
    expect(counts(other.refused)).toEqual({});
    await other.close();
    const server = await startHttp(
      (_request, response) => response.end('<p>'),
      '127.0.0.1',
      Number(new URL(other.url).port),
    );
    expect(await requestThrough(proxy, server.url)).toMatchObject({ status: 200 });
  });

  it('is not counted if the host cannot be reached', async () => {
    const dns = await testDns({});
    const proxy = await testProxy({ ...allowing, nameServers: [dns.address] });
    const gone = await startTcp(() => {});
    await gone.close();
    expect(await openTunnel(proxy, 'missing.test:80')).toBeNull();
    expect(await requestThrough(proxy, 'http://missing.test/')).toBeNull();
    expect(await openTunnel(proxy, `127.0.0.1:${gone.port}`)).toBeNull();
    expect(await requestThrough(proxy, gone.url)).toBeNull();
    expect(counts(proxy.refused)).toEqual({});
  });
});

describe('a request of the browser itself', () => {
  it('is refused, and not reported', async () => {
    const proxy = await testProxy({ ports: [80, 443] });
    expect(await openTunnel(proxy, 'content-autofill.googleapis.com:443')).toBeNull();
    expect(await openTunnel(proxy, 'mtalk.google.com:5228')).toBeNull();
    expect(await requestThrough(proxy, 'http://update.googleapis.com/service/update2')).toBeNull();
    expect(await requestThrough(proxy, 'http://www.gstatic.com/generate_204')).toBeNull();
    expect(counts(proxy.refused)).toEqual({ browser_request: 4 });
    expect(proxy.reported).toEqual([]);
  });

  it('is permitted to the host of the page, and to hosts that pages use', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const dns = await testDns({
      'edge.microsoft.com': ['127.0.0.1'],
      'www.gstatic.com': ['127.0.0.1'],
    });
    const proxy = await testProxy(
      { ...allowing, nameServers: [dns.address] },
      { pageHost: 'edge.microsoft.com' },
    );
    for (const url of [
      `http://edge.microsoft.com:${server.port}/`,
      `http://www.gstatic.com:${server.port}/x`,
    ]) {
      expect(await requestThrough(proxy, url)).toMatchObject({ status: 200 });
    }
    expect(counts(proxy.refused)).toEqual({});
  });
});

describe('headers', () => {
  it('between the ends are passed on unchanged, others not at all', async () => {
    const seen: (readonly string[])[] = [];
    const server = await startHttp((request, response) => {
      seen.push(request.rawHeaders);
      response.sendDate = false;
      response.writeHead(200, [
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Latin', 'caf\u00e9'],
        ...['Connection', 'X-Hop', 'X-Hop', 'yes', 'Keep-Alive', 'timeout=9'],
        ...['Proxy-Authenticate', 'Basic', 'Trailer', 'X-T', 'Content-Length', '3'],
      ]);
      response.end('<p>');
    });
    const proxy = await testProxy(allowing);
    const sent = [
      ...['Host', 'wrong.test', 'User-Agent', 'Browser/1', 'Accept', 'a/b', 'accept', 'c/d'],
      ...['Cookie', 'a=1', 'Accept-Encoding', 'br', 'Sec-Fetch-Site', 'none'],
      ...['Proxy-Connection', 'keep-alive', 'Proxy-Authorization', 'Basic eDp5', 'TE', 'trailers'],
      ...['Connection', 'close, X-Hop', 'X-Hop', 'yes', 'Upgrade', 'websocket'],
    ];
    const response = await requestThrough(proxy, server.url, {
      headers: sent as never,
      agent: new Agent({ keepAlive: true }),
    });
    const framing = new Set(['host', 'connection']);
    const pairs = (raw: readonly string[] = []) =>
      raw.flatMap((name, index) =>
        index % 2 === 0 && !framing.has(name.toLowerCase()) ? [`${name}: ${raw[index + 1]}`] : [],
      );
    expect(pairs(seen[0])).toEqual([
      ...['User-Agent: Browser/1', 'Accept: a/b', 'accept: c/d'],
      ...['Cookie: a=1', 'Accept-Encoding: br', 'Sec-Fetch-Site: none'],
    ]);
    const host = seen[0]?.findIndex((name) => name.toLowerCase() === 'host') ?? -1;
    expect(seen[0]?.[host + 1]).toBe(`127.0.0.1:${server.port}`);
    expect(pairs(response?.rawHeaders)).toEqual([
      ...['Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Latin: caf\u00e9', 'Content-Length: 3'],
    ]);
  });

  it.each([
    ['GET', 200, 'body'],
    ['HEAD', 200, ''],
    ['GET', 204, ''],
    ['GET', 304, ''],
    ['GET', 404, 'body'],
    ['GET', 999, 'body'],
    ['OPTIONS', 200, 'body'],
  ])('of a response to %s with status %i', async (method, status, body) => {
    const server = await startHttp((_request, response) => {
      response.writeHead(status, { etag: '"a"' }).end('body');
    });
    const proxy = await testProxy(allowing);
    const response = await requestThrough(proxy, server.url, { method });
    expect(response).toMatchObject({ status, headers: { etag: '"a"' }, body });
  });

  it('of a redirect are passed on: the browser follows it', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.2/' }).end();
    });
    const proxy = await testProxy(allowing);
    const response = await requestThrough(proxy, server.url);
    expect(response).toMatchObject({ status: 302, headers: { location: 'http://127.0.0.2/' } });
    expect(await requestThrough(proxy, 'http://127.0.0.2/')).toBeNull();
    expect(counts(proxy.refused)).toEqual({ address_blocked: 1 });
  });

  it('of a URL that is longer than those of pages', async () => {
    const lengths: number[] = [];
    const server = await startHttp((request, response) => {
      lengths.push(request.url?.length ?? 0);
      response.end('<p>');
    });
    const proxy = await testProxy(allowing);
    const path = `x?${'y'.repeat(5_000)}`;
    expect(await requestThrough(proxy, server.url + path)).toMatchObject({ status: 200 });
    expect(lengths).toEqual([5_003]);
  });
});

describe('connections to a host', () => {
  it('are used for further plain requests, also to other hosts, one at a time', async () => {
    const answer = (word: string) =>
      startHttp((request, response) => response.end(word + request.url));
    const [first, second] = [await answer('first'), await answer('second')];
    const proxy = await testProxy(allowing);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const get = async (url: string) => (await requestThrough(proxy, url, { agent }))?.body;
    expect(await get(`${first.url}1`)).toBe('first/1');
    expect(await get(`${first.url}2`)).toBe('first/2');
    expect(first.connections()).toBe(1);
    expect(await get(`${second.url}3`)).toBe('second/3');
    await closed(first);
    expect(await get(`${first.url}4`)).toBe('first/4');
    expect(first.connections()).toBe(2);
  });

  it('serve pipelined requests in order', async () => {
    const server = await startHttp((request, response) => response.end(`<${request.url}>`));
    const proxy = await testProxy(allowing);
    const get = (path: string) =>
      `GET ${server.url}${path} HTTP/1.1\r\nHost: x\r\n${path === 'c' ? 'Connection: close\r\n' : ''}\r\n`;
    const received = await receivedBy(rawConnection(proxy, get('a') + get('b') + get('c')));
    expect(received.match(/<[^>]*>/g)).toEqual(['</a>', '</b>', '</c>']);
  });

  it('end with a response that breaks off, which reaches the browser as incomplete', async () => {
    const server = await startTcp((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc');
    });
    const proxy = await testProxy(allowing);
    expect(await requestThrough(proxy, server.url)).toBeNull();
    await closed(server);
  });

  it('end with what is no response, and with headers that are too large', async () => {
    const proxy = await testProxy({ ...allowing, limits: { headerBytes: 1_000 } });
    for (const response of [
      'SSH-2.0\r\n\r\n',
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2_000)}\r\n\r\n`,
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ]) {
      const server = await startTcp((socket) => socket.end(response));
      expect(await requestThrough(proxy, server.url), response).toBeNull();
    }
    expect(counts(proxy.refused)).toEqual({});
  });
});
