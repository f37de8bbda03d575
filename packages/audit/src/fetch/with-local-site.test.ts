import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from './connections.ts';
import { openEgressProxy } from './egress-proxy.ts';
import { ownFetcher, reasonOf } from './fixtures/fetching.ts';
import { startHttp, type TestServer } from './fixtures/servers.ts';
import { requestThrough } from './fixtures/through-proxy.ts';
import { createNetwork } from './network.ts';
import { withLocalSite } from './with-local-site.ts';

/** A server of this machine, and the hosts that it was asked for. */
async function startSite(): Promise<{ server: TestServer; hosts: string[] }> {
  const hosts: string[] = [];
  const server = await startHttp(({ url, headers }, response) => {
    hosts.push(`${headers.host}${url}`);
    response.end('mine');
  });
  return { server, hosts };
}

function fetcherFor(origin: string, serverPort: number, isAlone = false) {
  // Name servers that no one runs: a name that is resolved fails.
  const network = createNetwork({ nameServers: ['127.0.0.1:9'] });
  const fetcher = ownFetcher(withLocalSite(network, origin, { serverPort, isAlone }));
  onTestFinished(() => fetcher.close());
  return fetcher;
}

it.each([
  ['https://bakery.example', ['https://bakery.example/a', 'http://bakery.example/a']],
  ['http://localhost', ['http://localhost/a']],
  ['https://bakery.example:8444', ['https://bakery.example:8444/a']],
  ['http://[::1]', ['http://[::1]/a']],
])('%s is served from this machine, under its own name', async (origin, urls) => {
  const { server, hosts } = await startSite();
  const fetcher = fetcherFor(origin, server.port);
  for (const url of urls) {
    const { status, finalUrl } = await fetcher.fetch(new URL(url));
    expect([status, finalUrl]).toEqual([200, url]);
  }
  expect(hosts).toEqual(urls.map((url) => url.replace(/^https?:\/\//, '')));
});

it('opens no other host, port or address', async () => {
  const { server, hosts } = await startSite();
  const fetcher = fetcherFor('https://bakery.example', server.port);
  const reasons = async (...urls: readonly string[]) =>
    Promise.all(urls.map((url) => reasonOf(fetcher.fetch(new URL(url)))));
  expect(
    await reasons(
      `http://127.0.0.1:${server.port}/`,
      'http://127.0.0.1:8080/',
      'http://localhost:8080/',
      'https://bakery.example:8444/',
    ),
  ).toEqual(['url_port', 'address_blocked', 'address_blocked', 'url_port']);
  // Another port of the host is that of the host itself.
  expect(await reasons('https://bakery.example:8443/')).not.toEqual([undefined]);
  expect(hosts).toEqual([]);
});

it('requests no other host if it is alone', async () => {
  const { server } = await startSite();
  const fetcher = fetcherFor('https://bakery.example', server.port, true);
  expect(await reasonOf(fetcher.fetch(new URL('https://www.bakery.example/')))).toBe(
    'host_blocked',
  );
  expect((await fetcher.fetch(new URL('https://bakery.example/'))).status).toBe(200);
});

it('requests nothing outside its path but robots.txt', async () => {
  const { server, hosts } = await startSite();
  const fetcher = fetcherFor('https://bakery.example/docs/', server.port);
  for (const url of ['/', '/docs', '/docs/../b', '/sitemap.xml']) {
    const requested = fetcher.fetch(new URL(url, 'https://bakery.example/'));
    expect([url, await reasonOf(requested)]).toEqual([url, 'url_path']);
  }
  for (const url of ['/docs/a', '/robots.txt']) {
    await fetcher.fetch(new URL(url, 'https://bakery.example/'));
  }
  expect(hosts).toEqual(['bakery.example/docs/a', 'bakery.example/robots.txt']);
});

it('is reached by browsers at its path only', async () => {
  const { server, hosts } = await startSite();
  const site = { serverPort: server.port, isAlone: true };
  const network = withLocalSite(createNetwork(), 'http://localhost/docs/', site);
  const connections = createConnections(network);
  const { signal } = new AbortController();
  const proxy = await openEgressProxy(connections, { signal, maxBytes: 100_000 });
  onTestFinished(async () => {
    await proxy.close();
    await connections.close();
  });
  expect(await requestThrough(proxy, 'http://localhost/docs/a')).toMatchObject({ body: 'mine' });
  expect(await requestThrough(proxy, 'http://localhost/style.css')).toBeNull();
  expect([...proxy.refused]).toEqual([['url_path', 1]]);
  expect(hosts).toEqual(['localhost/docs/a']);
});

it('has no certificate', async () => {
  const { server } = await startSite();
  const fetcher = fetcherFor('https://bakery.example', server.port);
  const reason = await reasonOf(fetcher.handshake(new URL('https://bakery.example/')));
  expect(reason).toBe('tls_error');
});

it('is not an option, as callers of the API have some', () => {
  const localSite = { hostname: 'bakery.example', ports: new Set([443]), serverPort: 6379 };
  expect(() => createNetwork({ localSite } as object)).toThrow('localSite');
});

it('changes nothing of the network that it is made from', () => {
  const network = createNetwork();
  const local = withLocalSite(network, 'https://bakery.example:99', {
    serverPort: 1,
    isAlone: true,
  });
  expect(local.isPortAllowed(99, 'bakery.example')).toBe(true);
  expect(local.isPortAllowed(99, 'other.example')).toBe(false);
  expect(network.isPortAllowed(99, 'bakery.example')).toBe(false);
  expect(network.isHostDenied('other.example')).toBe(false);
  expect(network.localSite).toBeUndefined();
});
