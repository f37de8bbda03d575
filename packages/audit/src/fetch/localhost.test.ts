import { isSitegradeError } from '@sitegrade/foundation/errors';
import { describe, expect, it } from 'vitest';
import { fetchPage } from './fetch-page.ts';
import { reasonOf, testDns, testFetcher } from './fixtures/fetching.ts';
import { startHttp, startTcp, type TestServer } from './fixtures/servers.ts';
import { createNetwork, type NetworkOptions } from './network.ts';
import { parseTarget } from './parse-target.ts';

const localhost = { allowLocalhost: true, ports: [80] } as const;

function startSite(host?: string, port?: number): Promise<TestServer> {
  return startHttp(
    (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<p>mine');
    },
    host,
    port,
  );
}

/**
 * A site that only IPv6 reaches. Its port is below those that the system gives out, as another test may get the same
 * one for IPv4: `localhost` would then be its server.
 */
async function startIpv6Site(): Promise<TestServer> {
  for (let port = 20_000 + (process.pid % 8_000); ; port++) {
    try {
      return await startSite('::1', port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Fetches a URL as a user types it. */
async function get(typed: string, options: NetworkOptions = localhost) {
  const fetcher = testFetcher({ ports: [80], ...options });
  return fetcher.fetch(parseTarget(typed, createNetwork({ ports: [80], ...options })).url);
}

/** The texts of the causes of a refused fetch, for the operator, and the texts for the caller. */
async function refusalOf(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (!isSitegradeError(error)) throw error;
    const causes: string[] = [];
    for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
      causes.push(cause.message);
    }
    return { reason: error.reason, shown: [error.message, error.issues], cause: causes.at(-1) };
  }
  throw new Error('it was not refused');
}

describe.each(['c-ares', 'system'] as const)('allowLocalhost, with the resolver %s', (resolver) => {
  it.each(['127.0.0.1', '::1', '::'])('fetches a server that listens on %s', async (listening) => {
    const site = await (listening === '::1' ? startIpv6Site() : startSite(listening));
    const hosts = ['localhost', 'app.localhost', 'LOCALHOST.'];
    if (listening !== '127.0.0.1') hosts.push('[::1]');
    if (listening !== '::1') hosts.push('127.0.0.1', '127.1', '0x7f000001', '2130706433');
    for (const host of hosts) {
      const { status } = await get(`http://${host}:${site.port}/`, { ...localhost, resolver });
      expect([host, status]).toEqual([host, 200]);
    }
  });

  it('resolves localhost without the resolver', async () => {
    for (const host of ['localhost', 'no-such-app.localhost']) {
      const addresses = await createNetwork({ resolver }).createResolver().resolve(host);
      expect(addresses).toEqual(['127.0.0.1', '::1']);
    }
  });
});

describe('allowLocalhost', () => {
  it('is off by default', async () => {
    const site = await startSite();
    for (const options of [{}, { allowLocalhost: false }]) {
      const ofUrl = reasonOf(get(`http://localhost:${site.port}/`, options));
      const ofAddress = reasonOf(
        get(`http://localhost:${site.port}/`, { ...options, ports: 'any' }),
      );
      expect(await Promise.all([ofUrl, ofAddress])).toEqual(['url_port', 'address_blocked']);
    }
    expect(site.connections()).toBe(0);
  });

  it('allows all addresses of 127.0.0.0/8', async () => {
    const site = await startSite('127.9.8.7');
    expect((await get(`http://127.9.8.7:${site.port}/`)).status).toBe(200);
  });

  it('tries http for an address without a scheme', async () => {
    const site = await startSite();
    const target = parseTarget(`localhost:${site.port}`, createNetwork(localhost));
    const { finalUrl } = await fetchPage(testFetcher(localhost), target);
    expect(finalUrl).toBe(`http://localhost:${site.port}/`);
  });

  it.each([
    ['http://10.0.0.1/', 'address_blocked'],
    ['http://192.168.0.1/', 'address_blocked'],
    ['http://169.254.169.254/', 'address_blocked'],
    ['http://[fe80::1]/', 'address_blocked'],
    ['http://[fd00::1]/', 'address_blocked'],
    ['http://0.0.0.0/', 'address_blocked'],
    ['http://[::]/', 'address_blocked'],
    ['http://[::ffff:127.0.0.1]/', 'address_blocked'],
    ['http://[::127.0.0.1]/', 'address_blocked'],
    ['http://[64:ff9b::127.0.0.1]/', 'address_blocked'],
    ['http://0.0.0.0:3000/', 'url_port'],
    ['http://[::ffff:127.0.0.1]:3000/', 'url_port'],
    ['http://example.com:3000/', 'url_port'],
    ['http://localhost.example.com:3000/', 'url_port'],
    ['http://127.0.0.1.example.com:3000/', 'url_port'],
    ['http://notlocalhost:3000/', 'url_port'],
    ['http://localhost:0/', 'url_port'],
    ['ftp://localhost/', 'url_scheme'],
    ['http://user@localhost/', 'url_userinfo'],
  ])('allows nothing else: %s is %s', async (typed, reason) => {
    expect(await reasonOf(() => get(typed))).toBe(reason);
  });

  it('allows a name with a loopback address on the allowed ports only', async () => {
    const site = await startSite();
    const dns = await testDns({
      'app.test': ['127.0.0.1'],
      'mixed.test': ['127.0.0.1', '10.0.0.1'],
    });
    const named = { ...localhost, nameServers: [dns.address] };
    const from = (host: string, options: NetworkOptions) =>
      get(`http://${host}:${site.port}/`, options);
    expect(await reasonOf(() => from('app.test', named))).toBe('url_port');
    expect((await from('app.test', { ...named, ports: [site.port] })).status).toBe(200);
    const mixed = from('mixed.test', { ...named, ports: [site.port] });
    expect(await reasonOf(mixed)).toBe('address_blocked');
    expect(site.connections()).toBe(1);
  });

  it('yields to the deny lists', async () => {
    const site = await startSite();
    const url = `http://localhost:${site.port}/`;
    const host = get(url, { ...localhost, denyHosts: ['localhost'] });
    expect(await reasonOf(host)).toBe('host_blocked');
    const denyAddresses = ['127.0.0.0/8', '::1'];
    expect(await reasonOf(get(url, { ...localhost, denyAddresses }))).toBe('address_denied');
    expect(site.connections()).toBe(0);
  });

  it('also applies to redirects from other sites', async () => {
    const inner = await startSite();
    const outer = await startHttp((_request, response) => {
      response.writeHead(302, { location: `http://localhost:${inner.port}/` }).end();
    }, '127.0.0.2');
    const ports = [outer.port];
    const url = `http://127.0.0.2:${outer.port}/`;
    const allowAddresses = ['127.0.0.2'];
    expect((await get(url, { ports, allowLocalhost: true })).redirects).toHaveLength(1);
    expect(await reasonOf(get(url, { ports, allowAddresses }))).toBe('url_port');
    expect(await reasonOf(get(url, { ports: 'any', allowAddresses }))).toBe('address_blocked');
    expect(inner.connections()).toBe(1);
  });
});

describe('the cause of a refused address names the option that allows it, and the error does not', () => {
  it.each([
    [
      'http://127.0.0.1/',
      '127.0.0.1 port 80 is this machine. In development, network.allowLocalhost: true, or --allow-localhost, allows it.',
    ],
    [
      'http://[::1]/',
      '::1 port 80 is this machine. In development, network.allowLocalhost: true, or --allow-localhost, allows it.',
    ],
    [
      'http://localhost/',
      '127.0.0.1 port 80 is this machine. In development, network.allowLocalhost: true, or --allow-localhost, allows it.',
    ],
    [
      'http://10.0.0.1/',
      "10.0.0.1 port 80 is not public. network.allowAddresses: ['10.0.0.1:80'] allows it.",
    ],
    [
      'http://[fd00::1]/',
      "fd00::1 port 80 is not public. network.allowAddresses: ['[fd00::1]:80'] allows it.",
    ],
    [
      'http://mine.test/',
      '127.0.0.1 port 80 is this machine. In development, network.allowLocalhost: true, or --allow-localhost, allows it.',
    ],
    [
      'http://app.test/',
      "10.1.2.3 port 80 is not public. network.allowAddresses: ['10.1.2.3:80'] allows it.",
    ],
    [
      'http://localhost:3000/',
      'Port 3000 is not in network.ports. In development, network.allowLocalhost: true, or --allow-localhost, allows every port of localhost.',
    ],
    [
      'http://[::1]:3000/',
      'Port 3000 is not in network.ports. In development, network.allowLocalhost: true, or --allow-localhost, allows every port of [::1].',
    ],
    ['http://example.com:3000/', undefined],
  ])('%s', async (typed, cause) => {
    const dns = await testDns({ 'app.test': ['10.1.2.3'], 'mine.test': ['127.0.0.1'] });
    const refusal = await refusalOf(get(typed, { nameServers: [dns.address] }));
    expect(refusal.cause).toBe(cause);
    const shown = JSON.stringify(refusal.shown);
    expect(shown).not.toMatch(/network\.|127|::1|10\.|fd00|3000/);
    const namesThisMachine = /^http:\/\/(?:localhost|127|\[::1\])/.test(typed);
    expect(shown.includes('with --allow-localhost.')).toBe(namesThisMachine);
  });

  it('also behind a redirect', async () => {
    const site = await startHttp((_request, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    });
    const options = { ports: 'any', allowAddresses: ['127.0.0.1'] } as const;
    const { reason, cause } = await refusalOf(get(site.url, options));
    expect([reason, cause]).toEqual([
      'address_blocked',
      expect.stringContaining("['10.0.0.1:80']"),
    ]);
  });

  it('and that option does', async () => {
    for (const [host, listening] of [
      ['127.0.0.1', '127.0.0.1'],
      ['[::1]', '::1'],
    ] as const) {
      const site = await startTcp(
        (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
        listening,
      );
      const url = `http://${host}:${site.port}/`;
      const ports = [site.port];
      const { cause = '' } = await refusalOf(get(url, { ports, allowLocalhost: false }));
      expect(cause).toContain('network.allowLocalhost: true');
      expect((await get(url, { ports, allowLocalhost: true })).status).toBe(204);
      const allowAddresses = [`${host}:${site.port}`];
      expect((await get(url, { ports, allowAddresses })).status).toBe(204);
    }
  });
});
