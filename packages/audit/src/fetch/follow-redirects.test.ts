import { describe, expect, it } from 'vitest';
import { failureOf, reasonOf, testDns, testFetcher } from './fixtures/fetching.ts';
import { pem, startHttp, startRawServer, startTcp, startTls } from './fixtures/servers.ts';

/** A server that redirects `/` to this `Location`, and sends the path for everything else. */
async function redirecting(location: string | ((port: number) => string), status = 302) {
  const asked: string[] = [];
  const server = await startHttp((request, response) => {
    asked.push(request.url ?? '');
    if (request.url !== '/') return response.end(request.url);
    const to = typeof location === 'string' ? location : location(server.port);
    return response.writeHead(status, { location: to }).end();
  });
  const dns = await testDns({ 'v.test': ['127.0.0.2'], 'p.test': ['127.0.0.1'] });
  const fetcher = testFetcher({
    allowAddresses: [`127.0.0.1:${server.port}`],
    nameServers: [dns.address],
  });
  return { server, asked, get: () => fetcher.fetch(new URL(server.url)) };
}

describe('a redirect to a blocked URL', () => {
  it.each<[string, (port: number) => string]>([
    ['N08', (port) => `http://127.0.0.2:${port}/`],
    ['N08', (port) => `http://v.test:${port}/`],
    ['N08', (port) => `//127.0.0.2:${port}`],
    ['N08', (port) => `http://[::ffff:7f00:2]:${port}`],
    ['N08', (port) => `http://0x7f000002:${port}/`],
    ['N08', () => 'http://169.254.169.254/latest/meta-data/'],
  ])('%s %s', async (_id, location) => {
    const { get, server } = await redirecting(location);
    const hidden = await startTcp((socket) => socket.end(), '127.0.0.2', server.port);
    const failure = await failureOf(get());
    expect(failure).toMatchObject({ code: 'url_not_allowed', reason: 'address_blocked' });
    expect(failure.message).toMatch(/^The page redirects to another URL\. /);
    expect(hidden.connections()).toBe(0);
  });

  it.each([
    ['N09', 'file:///etc/passwd', 'url_scheme'],
    ['N09', 'javascript:alert(1)', 'url_scheme'],
    ['N09', 'http://user:pass@p.test/', 'url_userinfo'],
    ['N09', 'http://user@p.test/', 'url_userinfo'],
    ['N09', 'http://:pass@p.test/', 'url_userinfo'],
    ['N09', 'http://[', 'redirect_invalid'],
    ['N09', '', 'redirect_invalid'],
    ['N09', ' ', 'redirect_invalid'],
    ['N09', 'http://a..b/', 'redirect_invalid'],
    ['N09', `/${'a'.repeat(2100)}`, 'redirect_too_long'],
  ])('%s "%s": %s', async (_id, location, reason) => {
    const { get } = await redirecting(location);
    expect(await reasonOf(get())).toBe(reason);
  });

  it('N09 two Locations', async () => {
    const server = await startRawServer(
      'HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
    );
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await failureOf(fetcher.fetch(new URL(server.url)))).toMatchObject({
      code: 'too_many_redirects',
      reason: 'redirect_invalid',
    });
  });

  it('a blocked port on an allowed address', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:22/' }).end();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], ports: [server.port] });
    expect(await reasonOf(fetcher.fetch(new URL(server.url)))).toBe('url_port');
  });

  it('a denied host', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(302, { location: 'http://own.test/' }).end();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], denyHosts: ['own.test'] });
    expect(await reasonOf(fetcher.fetch(new URL(server.url)))).toBe('host_blocked');
  });
});

describe('an endless chain of redirects', () => {
  it('N10 to itself', async () => {
    const { get, asked } = await redirecting('/#part');
    expect(await reasonOf(get())).toBe('redirect_loop');
    expect(asked).toEqual(['/']);
  });

  it('N10 between two URLs', async () => {
    const server = await startHttp((request, response) => {
      response.writeHead(302, { location: request.url === '/' ? '/b' : '/' }).end();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await reasonOf(fetcher.fetch(new URL(server.url)))).toBe('redirect_loop');
  });

  it('N10 to new URLs', async () => {
    let asked = 0;
    const server = await startHttp((_request, response) => {
      response.writeHead(302, { location: `/?${++asked}` }).end();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await failureOf(fetcher.fetch(new URL(server.url)))).toMatchObject({
      code: 'too_many_redirects',
      reason: 'redirect_too_many',
    });
    expect(asked).toBe(6);
  });
});

describe('a redirect that is followed', () => {
  it.each([301, 302, 303, 307, 308])('%i', async (status) => {
    const { get, server } = await redirecting('/b#part', status);
    const fetched = await get();
    expect(fetched).toMatchObject({
      url: server.url,
      finalUrl: `${server.url}b`,
      status: 200,
      redirects: [{ url: server.url, status, location: `${server.url}b` }],
    });
    expect(Buffer.from(fetched.body).toString()).toBe('/b');
  });

  it.each([
    ['caf\u00c3\u00a9', '/caf%C3%A9'],
    ['caf\u00e9', '/caf%E9'],
    ['?q=\u00e3\u0083\u0084', '/?q=%E3%83%84'],
    ['a b', '/a%20b'],
    ['%0d%0aX:%20y', '/%0d%0aX:%20y'],
  ])('non-ASCII bytes keep their meaning: %j', async (location, path) => {
    const { get, asked } = await redirecting(location);
    await get();
    expect(asked).toEqual(['/', path]);
  });

  it('a non-ASCII host name', async () => {
    const seen: string[] = [];
    const server = await startHttp((request, response) => {
      seen.push(request.headers.host ?? '');
      if (seen.length > 1) return response.end('<p>');
      const location = Buffer.from(`http://münchen.test:${server.port}/`).toString('latin1');
      return response.writeHead(302, { location }).end();
    });
    const dns = await testDns({ 'xn--mnchen-3ya.test': ['127.0.0.1'] });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], nameServers: [dns.address] });
    await fetcher.fetch(new URL(server.url));
    expect(seen[1]).toBe(`xn--mnchen-3ya.test:${server.port}`);
  });

  it('N12 an endless body is not read', async () => {
    const server = await startHttp((request, response) => {
      if (request.url === '/b') return response.end('<p>');
      response.writeHead(302, { location: '/b' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
      };
      response.on('drain', more);
      return more();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 10_000 } });
    expect((await fetcher.fetch(new URL(server.url))).status).toBe(200);
  });

  it('N12 endless bodies do not use up the connections to a host', async () => {
    const server = await startTcp((socket, first) => {
      const [, at = ''] = /^GET \/(\d*)/.exec(first.toString('latin1')) ?? [];
      if (at === '5') return socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      const location = `/${Number(at) + 1}`;
      // The declared length is never reached.
      return socket.write(`HTTP/1.1 302 x\r\nLocation: ${location}\r\nContent-Length: 9\r\n\r\na`);
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'], limits: { totalMs: 5_000 } });
    expect((await fetcher.fetch(new URL(server.url))).redirects).toHaveLength(5);
  });

  it('an invalid redirect releases its connection', async () => {
    const server = await startTcp((socket) => {
      socket.write('HTTP/1.1 302 x\r\nLocation: http://[\r\nContent-Length: 9\r\n\r\na');
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await reasonOf(fetcher.fetch(new URL(server.url)))).toBe('redirect_invalid');
    await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
  });

  it('N13 from https to http and back', async () => {
    const tls = { cert: pem('good.pem'), key: pem('server.key') };
    const last = await startTls((_request, response) => response.end('<p>'), tls);
    const plain = await startHttp((_request, response) => {
      response.writeHead(302, { location: `https://good.test:${last.port}/` }).end();
    });
    const first = await startTls((_request, response) => {
      response.writeHead(302, { location: plain.url }).end();
    }, tls);
    const dns = await testDns({ 'good.test': ['127.0.0.1'] });
    const fetcher = testFetcher({
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    });
    const start = `https://good.test:${first.port}/`;
    const fetched = await fetcher.fetch(new URL(start));
    expect(fetched.redirects.map(({ url }) => url)).toEqual([start, plain.url]);
    expect(fetched.finalUrl).toBe(`https://good.test:${last.port}/`);
  });

  it('N29 carries no cookie and no referrer', async () => {
    const seen: object[] = [];
    const server = await startHttp((request, response) => {
      seen.push(request.headers);
      if (request.url === '/b') return response.end('<p>');
      return response.writeHead(302, { location: '/b', 'set-cookie': 'a=b' }).end();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    await fetcher.fetch(new URL(server.url));
    expect(seen).toHaveLength(2);
    for (const headers of seen) {
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
    }
  });
});

describe('responses that are not redirects', () => {
  it.each([
    ['N11', 302, {}],
    ['N11', 300, { location: '/b' }],
    ['N11', 304, { location: '/b' }],
    ['N11', 201, { location: '/b' }],
  ])('%s %i %j', async (_id, status, headers) => {
    const server = await startHttp((_request, response) =>
      response.writeHead(status, headers).end(),
    );
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    const fetched = await fetcher.fetch(new URL(server.url));
    expect(fetched).toMatchObject({ status, finalUrl: server.url, redirects: [] });
  });
});
