import { describe, expect, it, onTestFinished } from 'vitest';
import { ownFetcher, reasonOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { startHttp } from './fixtures/servers.ts';
import { defaultLimits } from './limits.ts';
import { createResolver, queryTimes } from './resolve.ts';

describe('a name without an address', () => {
  it.each([
    ['N06', 'empty.test', 'dns_not_found'],
    ['N06', 'missing.test', 'dns_not_found'],
    ['N06', 'broken.test', 'dns_failed'],
  ])('%s %s: %s', async (_id, host, reason) => {
    const dns = await testDns({
      'empty.test': [],
      'missing.test': 'nxdomain',
      'broken.test': 'servfail',
    });
    const fetcher = testFetcher({ nameServers: [dns.address] });
    expect(await reasonOf(fetcher.fetch(new URL(`http://${host}/`)))).toBe(reason);
  });

  it('is dns_timeout at the time limit of a connection, regardless of the resolver', async () => {
    const resolver = { resolve: () => new Promise<never>(() => {}), cancel: () => {} };
    const limits = { connectMs: 50, totalMs: 600_000 };
    const network = { ...testNetwork({ limits }), createResolver: () => resolver };
    const fetcher = ownFetcher(network);
    onTestFinished(() => fetcher.close());
    expect(await reasonOf(fetcher.fetch(new URL('http://p.test/')))).toBe('dns_timeout');
  });

  it('is dns_timeout if no name server responds', async () => {
    const dns = await testDns({ 'silent.test': 'silent' });
    const times = { timeout: 10, tries: 2 };
    const create = createResolver({ resolver: 'c-ares', nameServers: [dns.address], times });
    expect(await reasonOf(create().resolve('silent.test'))).toBe('dns_timeout');
    expect(dns.queries).toEqual(Array(4).fill('silent.test'));
  });

  it('is known within the time limit of a connection', () => {
    expect(queryTimes.tries).toBe(2);
    expect((1 + 2) * queryTimes.timeout).toBeLessThan(defaultLimits.connectMs);
  });

  it('an unreachable name server counts as a missing response', async () => {
    const dns = await testDns({});
    await dns.close();
    const fetcher = testFetcher({ nameServers: [dns.address] });
    expect(await reasonOf(fetcher.fetch(new URL('http://p.test/')))).toBe('dns_timeout');
  });
});

it('look-ups of a name at the same time share their queries, and later ones do not', async () => {
  const dns = await testDns({ 'p.test': ['127.0.0.1'] });
  const nameServers = [dns.address];
  const { resolve } = createResolver({ resolver: 'c-ares', nameServers })();
  const found = await Promise.all([resolve('p.test'), resolve('p.test')]);
  expect(found).toEqual([['127.0.0.1'], ['127.0.0.1']]);
  expect(dns.queries).toHaveLength(2);
  await resolve('p.test');
  expect(dns.queries).toHaveLength(4);
});

it('N07 unanswered queries do not delay other queries', async () => {
  const server = await startHttp((_request, response) => response.end('<p>'));
  const dns = await testDns({ 's1.test': 'silent', 's2.test': 'silent', 'p.test': ['127.0.0.1'] });
  const nameServers = [dns.address];
  const limits = { connectMs: 600_000, totalMs: 600_000 };
  const network = {
    ...testNetwork({ nameServers, allowAddresses: ['127.0.0.1'], limits }),
    // Longer than a test.
    createResolver: createResolver({
      resolver: 'c-ares',
      nameServers,
      times: { timeout: 600_000, tries: 1 },
    }),
  };
  const silent = ['s1.test', 's2.test'].map((host) => {
    const fetcher = ownFetcher(network);
    return { fetcher, fetching: fetcher.fetch(new URL(`http://${host}/`)) };
  });
  const ended = Promise.allSettled(silent.map(({ fetching }) => fetching));
  await expect.poll(() => dns.queries.length).toBe(4);
  const fetcher = ownFetcher(network);
  const { status } = await fetcher.fetch(new URL(`http://p.test:${server.port}/`));
  expect(status).toBe(200);
  for (const own of [fetcher, ...silent.map(({ fetcher }) => fetcher)]) await own.close();
  expect(await ended).toMatchObject(Array(2).fill({ reason: { message: expect.any(String) } }));
});

describe('the resolvers', () => {
  it('c-ares alternates between the two address families', async () => {
    const dns = await testDns({ 'p.test': ['192.0.2.1', '192.0.2.2', '2001:db8::1'] });
    const resolver = testNetwork({ nameServers: [dns.address] }).createResolver();
    expect(await resolver.resolve('p.test')).toEqual(['2001:db8::1', '192.0.2.1', '192.0.2.2']);
  });

  it('c-ares returns the addresses of one family if the other fails', async () => {
    const dns = await testDns({ 'p.test': { sequence: [['192.0.2.1']] } });
    const resolver = testNetwork({ nameServers: [dns.address] }).createResolver();
    expect(await resolver.resolve('p.test')).toEqual(['192.0.2.1']);
  });

  it('c-ares appends no suffix and does not read /etc/hosts', async () => {
    const dns = await testDns({});
    const resolver = testNetwork({ nameServers: [dns.address] }).createResolver();
    for (const host of ['metadata', 'ip6-localhost', 'p.svc']) {
      expect(await reasonOf(resolver.resolve(host))).toBe('dns_not_found');
    }
    expect(new Set(dns.queries)).toEqual(new Set(['metadata', 'ip6-localhost', 'p.svc']));
  });

  it('system uses the resolver of the machine', async () => {
    const resolver = testNetwork({ resolver: 'system' }).createResolver();
    expect(await resolver.resolve('localhost')).toContain('127.0.0.1');
    expect(await reasonOf(resolver.resolve('no-such-host.invalid'))).toMatch(/^dns_/);
  });
});
