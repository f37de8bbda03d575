import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect, Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnections, requestsAlone } from './connections.ts';
import { openEgressProxy } from './egress-proxy.ts';
import { createFetcher } from './fetcher.ts';
import { testDns, testNetwork } from './fixtures/fetching.ts';
import { startFullBacklog } from './fixtures/full-backlog.ts';
import { countResources, leakedResources } from './fixtures/resources.ts';
import { pem, startHttp, startTcp, startTls, type TestServer } from './fixtures/servers.ts';
import {
  openTunnel,
  rawConnection,
  receivedBy,
  requestThrough,
  testProxy,
  tunnelTo,
} from './fixtures/through-proxy.ts';
import type { NetworkOptions } from './network.ts';

const allowing = { allowAddresses: ['127.0.0.1'] };
/** Hosts may take as long as they want. */
const patient = { ...allowing, limits: { headersMs: 600_000 } };
const counts = (refused: ReadonlyMap<string, number>) => Object.fromEntries(refused);
const closed = async (server: TestServer) =>
  await expect.poll(() => server.open(), { interval: 5 }).toBe(0);

/** A server that sends back what it receives. */
const startEcho = () =>
  startTcp((socket, first) => {
    socket.write(first);
    socket.pipe(socket);
  });

/** A server that responds to each chunk but `wait`, and those of 80 or 101 bytes. */
const startServer = () =>
  startTcp((socket, first) => {
    const respond = (chunk: Buffer) => {
      if (chunk.toString() !== 'wait' && ![80, 101].includes(chunk.length)) {
        socket.write('response');
      }
    };
    respond(first);
    socket.on('data', respond);
  });

describe('a tunnel', () => {
  it.each([[1], [3_000], [5 * 1024 * 1024]])(
    'carries %i bytes unchanged, both ways',
    async (size) => {
      const server = await startEcho();
      const proxy = await testProxy(allowing);
      const tunnel = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
      const sent = randomBytes(size);
      tunnel.end(sent);
      const received = await buffer(tunnel);
      expect(received.length).toBe(size);
      expect(received.equals(sent)).toBe(true);
      expect(proxy.bytes()).toBe(size);
    },
  );

  it('carries the end of a response after the host has closed the connection', async () => {
    const sent = randomBytes(3 * 1024 * 1024);
    const server = await startTcp((socket) => socket.end(sent));
    const proxy = await testProxy(allowing);
    const tunnel = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
    tunnel.write('x');
    expect((await buffer(tunnel)).equals(sent)).toBe(true);
    await closed(server);
  });

  it('carries the end of a response while the browser still sends', async () => {
    const sent = randomBytes(3 * 1024 * 1024);
    const server = await startTcp((socket) => {
      socket.resume();
      socket.end(sent);
    });
    const proxy = await testProxy(allowing);
    // What is sent must arrive at every moment of the end.
    for (let delay = 0; delay < 60; delay += 3) {
      const tunnel = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
      const sending = setInterval(() => {
        for (let count = 0; count < 20; count++) tunnel.write('still sending');
      }, 0);
      await setTimeout(delay);
      const received: Buffer[] = [];
      tunnel.on('data', (chunk) => received.push(chunk));
      await new Promise((resolve) => tunnel.on('end', resolve).on('close', resolve));
      clearInterval(sending);
      expect(Buffer.concat(received).equals(sent)).toBe(true);
    }
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
    const tunnel = await tunnelTo(proxy, `good.test:${server.port}`);
    const secure = connectSecurely({ socket: tunnel, servername: 'good.test', ca: pem('ca.pem') });
    await once(secure, 'secureConnect');
    const request = getSecurely({
      createConnection: () => secure,
      host: 'good.test',
    });
    const [response] = await once(request, 'response');
    expect(await text(response)).toBe(page);
  });

  it('ends at the host when the browser gives up before it is open', async () => {
    const port = await startFullBacklog();
    const proxy = await testProxy(allowing);
    const before = countResources();
    const socket = rawConnection(proxy, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await setTimeout(100);
    socket.destroy();
    expect(await leakedResources(before, 3_000)).toEqual({});
  });

  it('ends at the host when the browser closes it', async () => {
    const server = await startEcho();
    const proxy = await testProxy(allowing);
    const tunnel = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
    await expect.poll(() => server.open(), { interval: 5 }).toBe(1);
    tunnel.destroy();
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

describe('a body', () => {
  it.each([
    ['of 0 bytes', 'Content-Length: 0\r\n\r\n', ''],
    ['of a declared length', 'Content-Length: 3\r\n\r\nabc', 'abc'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['that is to be expected', 'Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc', 'abc'],
    [
      'whose length is named a header of the connection',
      'Connection: Content-Length, close\r\nContent-Length: 33\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n',
      'GET /smuggled HTTP/1.1\r\nHost: x\r\n',
    ],
  ])('%s is one body to the host, and no other request', async (_what, rest, body) => {
    const seen: string[] = [];
    const server = await startHttp(async (request, response) => {
      seen.push(`${request.url} ${await text(request)}`);
      response.end('<p>');
    });
    const proxy = await testProxy(allowing);
    const head = `POST ${server.url}a HTTP/1.1\r\nHost: x\r\n`;
    const next = `GET ${server.url}b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const isLast = rest.includes('close');
    const received = await receivedBy(rawConnection(proxy, head + rest + (isLast ? '' : next)));
    expect(received).toMatch(/<p>$/);
    expect(seen).toEqual([`/a ${body}`, ...(isLast ? [] : ['/b '])]);
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
    const tunnel = await tunnelTo(proxy, `moving.test:${port}`);
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
    const seen: string[] = [];
    const server = await startTcp((socket, first) => {
      seen.push(...first.toString('latin1').split('\r\n'));
      const lines = [
        ...['HTTP/1.1 200 Fine', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Latin: caf\u00e9'],
        ...['Connection: X-Hop', 'X-Hop: yes', 'Keep-Alive: timeout=9', 'Trailer: X-T'],
        ...['Proxy-Authenticate: Basic', 'Content-Length: 3', '', '<p>'],
      ];
      socket.write(lines.join('\r\n'), 'latin1');
    });
    const proxy = await testProxy(allowing);
    const sent = [
      ...[`GET ${server.url}a HTTP/1.1`, 'Host: wrong.test', 'User-Agent: Browser/1'],
      ...['Accept: a/b', 'accept: c/d', 'Cookie: a=1', 'Accept-Encoding: br', 'X-Latin: \u00e9'],
      ...['Proxy-Connection: keep-alive', 'Proxy-Authorization: Basic eDp5', 'TE: trailers'],
      ...['Connection: close, X-Hop', 'X-Hop: yes', 'Upgrade: websocket', '', ''],
    ];
    const socket = rawConnection(proxy, sent.join('\r\n'));
    const received = await receivedBy(socket);
    expect(seen).toEqual([
      ...['GET /a HTTP/1.1', `host: 127.0.0.1:${server.port}`, 'connection: keep-alive'],
      ...['User-Agent: Browser/1', 'Accept: a/b', 'accept: c/d', 'Cookie: a=1'],
      ...['Accept-Encoding: br', 'X-Latin: \u00e9', '', ''],
    ]);
    expect(received.split('\r\n')).toEqual([
      ...['HTTP/1.1 200 OK', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'X-Latin: caf\u00e9'],
      ...['Content-Length: 3', 'Connection: close', '', '<p>'],
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

it.each([
  ['without a host', ''],
  ['with another expectation', 'Host: x\r\nExpect: banana\r\n'],
  ['to upgrade', 'Host: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n'],
])('a request %s gets the response of its host', async (_what, headers) => {
  const seen: unknown[] = [];
  const server = await startHttp((request, response) => {
    seen.push(request.headers.host, request.headers.expect, request.headers.upgrade);
    response.end('<p>');
  });
  const proxy = await testProxy(allowing);
  const socket = rawConnection(proxy, `GET ${server.url} HTTP/1.1\r\n${headers}\r\n`);
  const received = receivedBy(socket);
  await expect.poll(() => proxy.bytes(), { interval: 5 }).toBeGreaterThan(0);
  await setTimeout(50);
  await proxy.close();
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<p>$/s);
  expect(seen).toEqual([`127.0.0.1:${server.port}`, undefined, undefined]);
});

it('an error of the server of a proxy does not end the process', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => void listen.mockRestore());
  const proxy = await testProxy(allowing);
  const [server] = listen.mock.contexts as Server[];
  server?.emit('error', new Error('too many open files'));
  expect(await openTunnel(proxy, '10.0.0.1:80')).toBeNull();
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

  it('are opened again after the host has closed them', async () => {
    const server = await startTcp((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\n.');
    });
    const proxy = await testProxy(allowing);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (let count = 1; count <= 3; count++) {
      expect(await requestThrough(proxy, server.url, { agent })).toMatchObject({ body: '.' });
      await closed(server);
      expect(server.connections()).toBe(count);
    }
  });

  it('carry the response after early hints', async () => {
    const server = await startTcp((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n.');
    });
    const proxy = await testProxy(allowing);
    expect(await requestThrough(proxy, server.url)).toMatchObject({ status: 200, body: '.' });
  });

  it('end with what is not a response, and with headers that are too large', async () => {
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

describe('the slots of a host', () => {
  /** A server, and a proxy with four tunnels to it. */
  async function fourTunnels(limits: NetworkOptions['limits'] = patient.limits, alone?: number) {
    const server = await startServer();
    const proxy = await testProxy({ ...allowing, limits }, {}, alone);
    const authority = `127.0.0.1:${server.port}`;
    const tunnels: Socket[] = [];
    for (let index = 0; index < 4; index++) {
      const tunnel = await tunnelTo(proxy, authority);
      if (tunnel !== null) tunnels.push(tunnel);
    }
    expect(tunnels).toHaveLength(4);
    return { server, proxy, authority, tunnels };
  }

  it('are left by tunnels whose host has responded, and taken again', async () => {
    const { server, proxy, authority, tunnels } = await fourTunnels();
    for (const tunnel of tunnels) tunnel.write('ask');
    const fifth = await tunnelTo(proxy, authority);
    expect(server.open()).toBe(5);
    for (const tunnel of [...tunnels, fifth]) {
      tunnel.write('again');
    }
    await expect.poll(() => proxy.bytes(), { interval: 5 }).toBe(9 * 'response'.length);
  });

  it.each([
    ['has not used', []],
    ['has only begun, with TLS', [Buffer.alloc(300, 22), Buffer.alloc(80, 20)]],
  ])('are left by tunnels that the browser %s', async (_what, messages) => {
    const { server, authority, proxy, tunnels } = await fourTunnels();
    for (const message of messages) {
      const before = proxy.bytes();
      for (const tunnel of tunnels) tunnel.write(message);
      // The response to the first message; there is none to the second one.
      if (message.length === 300) {
        await expect.poll(() => proxy.bytes(), { interval: 5 }).toBe(before + 4 * 8);
      }
    }
    expect(await openTunnel(proxy, authority)).not.toBeNull();
    expect(server.open()).toBe(5);
  });

  it.each([
    ['a longer message', Buffer.alloc(300, 22), Buffer.alloc(101, 23)],
    ['a connection without TLS', Buffer.alloc(300, 71), Buffer.alloc(80, 20)],
  ])('are held after %s', async (_what, first, second) => {
    const { server, authority, proxy, tunnels } = await fourTunnels();
    for (const tunnel of tunnels) tunnel.write(first);
    await expect.poll(() => proxy.bytes(), { interval: 5 }).toBe(4 * 8);
    for (const tunnel of tunnels) tunnel.write(second);
    const fifth = openTunnel(proxy, authority);
    await setTimeout(600);
    expect(server.connections()).toBe(4);
    tunnels[0]?.destroy();
    expect(await fifth).not.toBeNull();
  });

  it('are held while a host is to respond', async () => {
    const { server, proxy, authority, tunnels } = await fourTunnels();
    for (const tunnel of tunnels) tunnel.write('wait');
    const fifth = tunnelTo(proxy, authority);
    const fetcher = createFetcher(proxy.connections);
    onTestFinished(() => fetcher.close());
    const handshake = fetcher.handshake(new URL(`https://${authority}/`)).catch(() => {});
    // Longer than hosts are silent until they count as having responded.
    await setTimeout(600);
    expect(server.connections()).toBe(4);
    tunnels[0]?.destroy();
    expect(await fifth).not.toBeNull();
    tunnels[1]?.destroy();
    await expect.poll(() => server.connections(), { interval: 5 }).toBe(6);
    fetcher.close();
    await handshake;
  });

  it('are four for a browser, also of a report that is alone at the host', async () => {
    const { server, proxy, authority, tunnels } = await fourTunnels(patient.limits, requestsAlone);
    for (const tunnel of tunnels) tunnel.write('wait');
    const fifth = tunnelTo(proxy, authority);
    await setTimeout(600);
    expect(server.connections()).toBe(4);
    tunnels[0]?.destroy();
    expect(await fifth).not.toBeNull();
  });

  it('are left after a time, even if a host does not respond', async () => {
    const { server, proxy, authority, tunnels } = await fourTunnels({ headersMs: 300 });
    for (const tunnel of tunnels) tunnel.write('wait');
    expect(await openTunnel(proxy, authority)).not.toBeNull();
    const fetcher = createFetcher(proxy.connections);
    onTestFinished(() => fetcher.close());
    void fetcher.handshake(new URL(`https://${authority}/`)).catch(() => {});
    await expect.poll(() => server.connections(), { interval: 5 }).toBe(6);
  });

  it('are waited for by what a tunnel sends', async () => {
    const { server, proxy, authority, tunnels } = await fourTunnels();
    const received: Buffer[] = [];
    tunnels[0]?.on('data', (chunk) => received.push(chunk));
    for (const tunnel of tunnels) tunnel.write('ask');
    const fifth = await tunnelTo(proxy, authority);
    for (const tunnel of [...tunnels.slice(1), fifth]) tunnel.write('wait');
    await setTimeout(600);
    const before = received.length;
    tunnels[0]?.write('ask');
    await setTimeout(300);
    expect(received.length).toBe(before);
    fifth?.destroy();
    await expect.poll(() => received.length, { interval: 5 }).toBe(before + 1);
    expect(server.connections()).toBe(5);
  });

  it('belong to both schemes together', async () => {
    const { port } = await startTcp(() => {});
    const dns = await testDns({ 'p.test': ['127.0.0.1'] });
    const proxy = await testProxy({ ...allowing, nameServers: [dns.address] });
    const entered: string[] = [];
    const { slots } = proxy.connections;
    const enter = slots.enter.bind(slots);
    Object.assign(slots, {
      enter: (host: string) => {
        entered.push(host);
        return enter(host);
      },
    });
    await openTunnel(proxy, 'p.test:443');
    await openTunnel(proxy, 'p.test:80');
    await requestThrough(proxy, 'http://p.test/');
    await openTunnel(proxy, `p.test:${port}`);
    expect(entered).toEqual(['p.test', 'p.test', 'p.test', `p.test:${port}`]);
  });

  it('are all free after requests that end in every way', async () => {
    const server = await startTcp((socket, first) => {
      if (first.toString().startsWith('GET /good')) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n.');
      } else socket.resetAndDestroy();
    });
    const proxy = await testProxy(allowing);
    const { slots } = proxy.connections;
    const held = new Map<string, number>();
    const { enter, leave } = slots;
    const add = (host: string, by: number) => held.set(host, (held.get(host) ?? 0) + by);
    Object.assign(slots, {
      enter: (host: string) => {
        add(host, 1);
        return enter(host);
      },
      leave: (host: string) => {
        add(host, -1);
        leave(host);
      },
    });
    const authority = `127.0.0.1:${server.port}`;
    const waiting = Array.from({ length: 8 }, () => tunnelTo(proxy, authority));
    const tunnels = await Promise.all(waiting.slice(0, 4));
    for (const tunnel of tunnels) tunnel.write('x');
    for (const tunnel of await Promise.all(waiting.slice(4))) tunnel.destroy();
    expect(await requestThrough(proxy, `${server.url}good`)).toMatchObject({ status: 200 });
    expect(await requestThrough(proxy, `${server.url}bad`)).toBeNull();
    expect(await openTunnel(proxy, '10.0.0.1:80')).toBeNull();
    await expect
      .poll(() => Object.fromEntries(held), { interval: 5 })
      .toEqual({
        [authority]: 0,
        '10.0.0.1': 0,
      });
  });
});

describe('the budget of bytes', () => {
  const chunk = Buffer.alloc(100_000);
  /** A server that sends without end. */
  const startEndless = () =>
    startTcp((socket, first) => {
      const head = first.toString().startsWith('GET ') ? 'HTTP/1.1 200 OK\r\n\r\n' : '';
      if (head !== '') socket.write(head);
      const send = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', send);
      send();
    });

  it.each([['a tunnel'], ['a plain request']])('ends everything: %s', async (what) => {
    const server = await startEndless();
    const proxy = await testProxy(allowing, { maxBytes: 1_000_000 });
    const other = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
    const ended = receivedBy(other);
    if (what === 'a tunnel') {
      const tunnel = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
      tunnel.write('x');
      expect((await receivedBy(tunnel)).length).toBeLessThan(1_300_000);
    } else expect(await requestThrough(proxy, server.url)).toBeNull();
    await ended;
    await closed(server);
    expect(proxy.bytes()).toBeGreaterThan(1_000_000);
    expect(proxy.bytes()).toBeLessThan(1_300_000);
    expect(await openTunnel(proxy, `127.0.0.1:${server.port}`)).toBeNull();
    expect(await requestThrough(proxy, server.url)).toBeNull();
    expect(counts(proxy.refused)).toEqual({ over_budget: 2 });
    expect(server.connections()).toBe(2);
  });

  it.each([['a tunnel'], ['a plain request']])('holds for what is sent: %s', async (what) => {
    const server = await startTcp((socket) => void socket.resume());
    const proxy = await testProxy(allowing, { maxBytes: 1_000_000 });
    const body = Buffer.alloc(5_000_000);
    if (what === 'a tunnel') {
      const tunnel = await tunnelTo(proxy, `127.0.0.1:${server.port}`);
      tunnel.write(body);
      await receivedBy(tunnel);
    } else expect(await requestThrough(proxy, server.url, { method: 'POST', body })).toBeNull();
    await closed(server);
    expect(await openTunnel(proxy, `127.0.0.1:${server.port}`)).toBeNull();
    expect(counts(proxy.refused)).toEqual({ over_budget: 1 });
  });

  it('counts the headers of responses', async () => {
    const header = 'x'.repeat(10_000);
    const server = await startHttp((_request, response) => response.setHeader('x', header).end());
    const proxy = await testProxy(allowing, { maxBytes: 25_000 });
    const statuses = [];
    for (let index = 0; index < 5; index++) {
      statuses.push((await requestThrough(proxy, server.url))?.status);
    }
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(statuses.slice(3)).toEqual([undefined, undefined]);
  });

  it.each([['CONNECT'], ['GET']])(
    'lets the browser read slowly, without keeping much: %s',
    async (method) => {
      const server = await startEndless();
      const proxy = await testProxy(allowing);
      const target = method === 'GET' ? server.url : `127.0.0.1:${server.port}`;
      const socket = rawConnection(proxy, `${method} ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      if (method === 'CONNECT') socket.write('x');
      await expect.poll(() => proxy.bytes(), { interval: 5 }).toBeGreaterThan(0);
      const receivedIn300Ms = async () => {
        const before = proxy.bytes();
        await setTimeout(300);
        return proxy.bytes() - before;
      };
      await expect.poll(receivedIn300Ms, { interval: 5 }).toBe(0);
      const before = proxy.bytes();
      socket.resume();
      await expect.poll(() => proxy.bytes(), { interval: 5 }).toBeGreaterThan(before);
    },
  );
});

describe('the number of connections', () => {
  it('is limited: others wait for one to end', async () => {
    const server = await startServer();
    const other = await startHttp((_request, response) => response.end('<p>'));
    const proxy = await testProxy(patient, { maxConnections: 2 });
    const authority = `127.0.0.1:${server.port}`;
    const first = await tunnelTo(proxy, authority);
    for (const tunnel of [first, await tunnelTo(proxy, authority)]) tunnel.write('wait');
    const third = tunnelTo(proxy, authority);
    const fourth = requestThrough(proxy, other.url);
    await setTimeout(400);
    expect([server.connections(), other.connections()]).toEqual([2, 0]);
    first.destroy();
    const tunnel = await third;
    tunnel.write('wait');
    await setTimeout(400);
    expect([server.connections(), other.connections()]).toEqual([3, 0]);
    tunnel.destroy();
    expect(await fourth).toMatchObject({ status: 200 });
  });

  it('is limited also for those that wait', async () => {
    const server = await startServer();
    const proxy = await testProxy(patient, { maxConnections: 1 });
    const authority = `127.0.0.1:${server.port}`;
    const first = await tunnelTo(proxy, authority);
    first.write('wait');
    const waiting = Array.from({ length: 15 }, () => openTunnel(proxy, authority));
    await setTimeout(100);
    expect(await openTunnel(proxy, authority)).toBeNull();
    expect(counts(proxy.refused)).toEqual({ too_many_connections: 1 });
    first.destroy();
    expect(await waiting[0]).not.toBeNull();
  });

  it('is that of connections in use: the one that is idle for the longest time is ended', async () => {
    const server = await startServer();
    const proxy = await testProxy(patient, { maxConnections: 3 });
    const authority = `127.0.0.1:${server.port}`;
    const open = async () => await tunnelTo(proxy, authority);
    const [busy, second, third] = [await open(), await open(), await open()];
    busy.write('wait');
    for (const tunnel of [third, second]) {
      tunnel.write('x');
      await once(tunnel, 'data');
      await setTimeout(400);
    }
    const fourth = await open();
    await expect.poll(() => third.destroyed, { interval: 5 }).toBe(true);
    expect([busy, second, fourth].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    fourth.write('wait');
    const fifth = open();
    await expect.poll(() => second.destroyed, { interval: 5 }).toBe(true);
    await fifth;
    expect([busy, fourth].map(({ destroyed }) => destroyed)).toEqual([false, false]);
  });

  it('does not keep idle connections of plain requests either', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const proxy = await testProxy(patient, { maxConnections: 1 });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect(await requestThrough(proxy, server.url, { agent })).toMatchObject({ status: 200 });
    expect(await openTunnel(proxy, `127.0.0.1:${server.port}`)).not.toBeNull();
    await expect.poll(() => server.open(), { interval: 5 }).toBe(1);
  });

  it('is not that of what the browser gave up while it waited', async () => {
    const server = await startServer();
    const proxy = await testProxy(patient, { maxConnections: 1 });
    const authority = `127.0.0.1:${server.port}`;
    const first = await tunnelTo(proxy, authority);
    first.write('wait');
    const abandoned = [`CONNECT ${authority}`, `GET ${server.url}`].map((line) =>
      rawConnection(proxy, `${line} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    await setTimeout(50);
    for (const socket of abandoned) socket.destroy();
    const last = openTunnel(proxy, authority);
    await setTimeout(50);
    first.destroy();
    expect(await last).not.toBeNull();
    expect(server.connections()).toBe(2);
  });
});

describe('the end of a proxy', () => {
  /** A proxy in the middle of everything: connecting, waiting, sending, receiving, idle. */
  async function busyProxy(options: { readonly signal?: AbortSignal } = {}) {
    const server = await startTcp((socket, first) => {
      if (first.toString().startsWith('GET ')) {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
      }
    });
    const dns = await testDns({ 'silent.test': 'silent', 'p.test': ['127.0.0.1'] });
    const before = countResources();
    const connections = createConnections(testNetwork({ ...allowing, nameServers: [dns.address] }));
    onTestFinished(() => connections.close());
    const signal = options.signal ?? new AbortController().signal;
    const proxy = await openEgressProxy(connections, { signal, maxBytes: 10_000 });
    onTestFinished(() => proxy.close());
    const authority = `127.0.0.1:${server.port}`;
    const tunnel = await tunnelTo(proxy, authority);
    tunnel.write('x');
    const idle = rawConnection(proxy, '');
    const connecting = openTunnel(proxy, 'silent.test:80');
    const plain = requestThrough(proxy, server.url);
    const hanging = requestThrough(proxy, 'http://silent.test/');
    const uploading = rawConnection(
      proxy,
      `POST ${server.url} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc`,
    );
    const waiting = Array.from({ length: 6 }, () => openTunnel(proxy, authority));
    await expect.poll(() => server.open(), { interval: 5 }).toBeGreaterThanOrEqual(4);
    const ends = [receivedBy(tunnel), receivedBy(idle), receivedBy(uploading)];
    const results = [connecting, plain, hanging, ...waiting];
    return { server, proxy, before, connections, ended: Promise.all([...ends, ...results]) };
  }

  const isListening = (proxy: { readonly url: string }) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });

  it.each([
    ['when it is closed', 'close'],
    ['when its signal aborts', 'signal'],
    ['when the connections are closed', 'connections'],
  ])('ends everything %s', async (_what, how) => {
    const controller = new AbortController();
    const { server, proxy, before, connections, ended } = await busyProxy(controller);
    if (how === 'close') await proxy.close();
    else if (how === 'signal') controller.abort(new Error('enough'));
    else await connections.close();
    await ended;
    await closed(server);
    expect(await isListening(proxy)).toBe(false);
    await proxy.close();
    await connections.close();
    expect(await leakedResources(before, 5_000)).toEqual({});
    expect(counts(proxy.refused)).toEqual({});
  });

  it('is at once if its signal is aborted already', async () => {
    const connections = createConnections(testNetwork(allowing));
    onTestFinished(() => connections.close());
    const before = countResources();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(openEgressProxy(connections, { signal, maxBytes: 1 })).rejects.toThrow('enough');
    const controller = new AbortController();
    const opening = openEgressProxy(connections, { signal: controller.signal, maxBytes: 1 });
    controller.abort(new Error('too late'));
    await expect(opening).rejects.toThrow('too late');
    await connections.close();
    const late = openEgressProxy(connections, {
      signal: new AbortController().signal,
      maxBytes: 1,
    });
    await expect(late).rejects.toThrow('connections are closed');
    expect(await leakedResources(before, 5_000)).toEqual({});
  });

  it('ends the connections of a rendering only', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const proxy = await testProxy(allowing);
    await openTunnel(proxy, `127.0.0.1:${server.port}`);
    await proxy.close();
    const fetcher = createFetcher(proxy.connections);
    onTestFinished(() => fetcher.close());
    expect((await fetcher.fetch(new URL(server.url))).status).toBe(200);
  });
});

it('a proxy accepts connections of this machine only', async () => {
  const proxy = await testProxy(allowing);
  const port = Number(new URL(proxy.url).port);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  for (const host of [...others, '127.0.0.2']) {
    const socket = connect(port, host);
    const [error] = await once(socket, 'error').catch((refused) => [refused]);
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  }
});
