import { describe, expect, it } from 'vitest';
import { reasonOf, testDns, testFetcher } from './fixtures/fetching.ts';
import { pem, startHttp, startTcp, startTls } from './fixtures/servers.ts';

const good = { cert: pem('good.pem'), key: pem('server.key') };

async function fetcherFor(options: Parameters<typeof testFetcher>[0] = {}) {
  const dns = await testDns({ 'good.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
  return testFetcher({
    allowAddresses: ['127.0.0.1'],
    nameServers: [dns.address],
    trustedCertificates: [pem('ca.pem')],
    ...options,
  });
}

const start = (options: object = {}) =>
  startTls((_request, response) => response.end('<p>'), { ...good, ...options });

it.each([
  [{ ALPNProtocols: ['h2', 'http/1.1'] }, 'h2', 'TLSv1.3'],
  [{ ALPNProtocols: ['http/1.1'] }, 'http/1.1', 'TLSv1.3'],
  [{ maxVersion: 'TLSv1.2' }, null, 'TLSv1.2'],
])('a server with %j', async (options, alpn, protocol) => {
  const server = await start(options);
  const fetcher = await fetcherFor();
  const agreed = await fetcher.handshake(new URL(`https://good.test:${server.port}/a`));
  expect(agreed).toEqual({
    protocol,
    alpn,
    issuer: 'Test Authority',
    validFrom: '2020-01-01T00:00:00.000Z',
    validTo: '2120-01-01T00:00:00.000Z',
  });
  expect(server.connections()).toBe(1);
  await fetcher.close();
  await expect.poll(() => server.open()).toBe(0);
});

it('is that of a connection that requests have used, or will use', async () => {
  const server = await start();
  const fetcher = await fetcherFor();
  const url = new URL(`https://good.test:${server.port}/`);
  await fetcher.handshake(url);
  await fetcher.fetch(url);
  await fetcher.handshake(url);
  expect(server.connections()).toBe(1);
});

describe('the address policy', () => {
  it('blocks handshakes with private hosts', async () => {
    const server = await start();
    const fetcher = await fetcherFor({ allowAddresses: [] });
    for (const host of ['good.test', '127.0.0.1', '[::1]', '[::ffff:7f00:1]']) {
      const shaking = fetcher.handshake(new URL(`https://${host}:${server.port}/`));
      expect(await reasonOf(shaking), host).toBe('address_blocked');
    }
    expect(server.connections()).toBe(0);
  });

  it('is applied after the URL is validated', async () => {
    const fetcher = await fetcherFor({ denyHosts: ['good.test'] });
    const reasons = ['https://good.test/', 'https://u@other.test/', 'http://other.test/'].map(
      (href) => reasonOf(fetcher.handshake(new URL(href))),
    );
    expect(await Promise.all(reasons)).toEqual(['host_blocked', 'url_userinfo', 'url_scheme']);
  });

  it('includes the port', async () => {
    const fetcher = await fetcherFor({ ports: [443] });
    expect(await reasonOf(fetcher.handshake(new URL('https://good.test:25/')))).toBe('url_port');
  });
});

describe('a handshake that fails', () => {
  it.each([
    ['expired.pem', 'good.test', 'tls_expired'],
    ['self-signed.pem', 'good.test', 'tls_untrusted'],
    ['good.pem', 'other.test', 'tls_name_mismatch'],
  ])('%s at %s: %s', async (cert, host, reason) => {
    const server = await start({ cert: pem(cert) });
    const fetcher = await fetcherFor();
    expect(await reasonOf(fetcher.handshake(new URL(`https://${host}:${server.port}/`)))).toBe(
      reason,
    );
  });

  it('has a time limit', async () => {
    const server = await startTcp(() => {});
    const fetcher = await fetcherFor();
    const url = new URL(`https://good.test:${server.port}/`);
    expect(await reasonOf(fetcher.handshake(url, { timeoutMs: 200 }))).toBe('fetch_timeout');
    expect(await reasonOf(fetcher.fetch(url, { timeoutMs: 200 }))).toBe('fetch_timeout');
    await fetcher.close();
    await expect.poll(() => server.open()).toBe(0);
  });

  it('with a plain HTTP server, and after the fetcher is closed', async () => {
    const server = await startHttp((_request, response) => response.end());
    const fetcher = await fetcherFor();
    const url = new URL(`https://good.test:${server.port}/`);
    expect(await reasonOf(fetcher.handshake(url))).toBe('tls_error');
    await fetcher.close();
    await expect(fetcher.handshake(url)).rejects.toThrow('The fetcher is closed.');
  });
});
