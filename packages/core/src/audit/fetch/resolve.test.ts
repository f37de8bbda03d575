import { describe, expect, it } from 'vitest';
import { startStopwatch } from '../fixtures/stopwatch.ts';
import { reasonOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { startHttp } from './fixtures/servers.ts';

describe('a name without an address', () => {
  it.each([
    ['N06', 'empty.test', 'dns_not_found'],
    ['N06', 'missing.test', 'dns_not_found'],
    ['N06', 'broken.test', 'dns_failed'],
    ['N06', 'silent.test', 'dns_timeout'],
  ])('%s %s: %s, within the time of a connection', async (_id, host, reason) => {
    const dns = await testDns({
      'empty.test': [],
      'missing.test': 'nxdomain',
      'broken.test': 'servfail',
      'silent.test': 'silent',
    });
    const fetcher = testFetcher({ nameServers: [dns.address], limits: { connectMs: 1000 } });
    const took = startStopwatch();
    expect(await reasonOf(fetcher.fetch(new URL(`http://${host}/`)))).toBe(reason);
    expect(took()).toBeLessThan(2800);
  });

  it('a missing response has a shorter time limit than a connection', async () => {
    const dns = await testDns({ 'silent.test': 'silent' });
    const resolver = testNetwork({ nameServers: [dns.address] }).createResolver();
    expect(await reasonOf(resolver.resolve('silent.test'))).toBe('dns_timeout');
  }, 6000);

  it('an unreachable name server counts as a missing response', async () => {
    const dns = await testDns({});
    await dns.close();
    const fetcher = testFetcher({ nameServers: [dns.address], limits: { connectMs: 1000 } });
    expect(await reasonOf(fetcher.fetch(new URL('http://p.test/')))).toBe('dns_timeout');
  });
});

it('N07 unanswered queries do not delay other queries', async () => {
  const server = await startHttp((_request, response) => response.end('<p>'));
  const dns = await testDns({ 's1.test': 'silent', 's2.test': 'silent', 'p.test': ['127.0.0.1'] });
  const options = {
    nameServers: [dns.address],
    allowAddresses: ['127.0.0.1'],
    limits: { connectMs: 1500 },
  };
  const settled: unknown[] = [];
  const silent = ['s1.test', 's2.test'].map(async (host) => {
    const reason = await reasonOf(testFetcher(options).fetch(new URL(`http://${host}/`)));
    settled.push(reason);
    return reason;
  });
  await testFetcher(options).fetch(new URL(`http://p.test:${server.port}/`));
  expect(settled).toEqual([]);
  expect(await Promise.all(silent)).toEqual(['dns_timeout', 'dns_timeout']);
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
