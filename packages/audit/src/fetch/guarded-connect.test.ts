import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import type { DnsResponse, DnsZone } from './fixtures/dns-server.ts';
import { failureOf, reasonOf, testDns, testFetcher } from './fixtures/fetching.ts';
import { startHttp, startTcp } from './fixtures/servers.ts';
import { guardedConnect } from './guarded-connect.ts';
import type { NetworkOptions } from './network.ts';

/** A public server on 127.0.0.1, a private one on 127.0.0.2, on one port. */
async function twoServers(zone: (port: number) => DnsZone, options: NetworkOptions = {}) {
  const visible = await startHttp((_request, response) => {
    response.setHeader('connection', 'close').end('<p>public');
  });
  const hidden = await startTcp((socket) => socket.end(), '127.0.0.2', visible.port);
  const dns = await testDns(zone(visible.port));
  const fetcher = testFetcher({
    allowAddresses: [`127.0.0.1:${visible.port}`],
    nameServers: [dns.address],
    ...options,
  });
  const get = (host: string) => fetcher.fetch(new URL(`http://${host}:${visible.port}/`));
  return { visible, hidden, dns, get };
}

describe('the addresses of a name', () => {
  const many = Array.from({ length: 40 }, (_, index) => `1.1.1.${index}`);
  it.each<[string, DnsResponse]>([
    ['N01', ['127.0.0.2']],
    ['N01', ['10.0.0.1']],
    ['N01', ['169.254.169.254']],
    ['N02', ['127.0.0.1', '127.0.0.2']],
    ['N02', ['127.0.0.2', '127.0.0.1']],
    ['N02', [...many, '127.0.0.2']],
    ['N04', ['127.0.0.1', '::1']],
    ['N04', ['::ffff:7f00:2']],
    ['N04', ['64:ff9b::7f00:2']],
    ['N04', ['127.0.0.1', '64:ff9b::7f00:1']],
  ])('%s %s are blocked', async (_id, answer) => {
    const { get, visible, hidden } = await twoServers(() => ({ 'v.test': answer }));
    expect(await failureOf(get('v.test'))).toMatchObject({
      code: 'url_not_allowed',
      reason: 'address_blocked',
    });
    expect(visible.connections() + hidden.connections()).toBe(0);
  });

  it('N03 are checked again for every connection', async () => {
    const { get, visible, hidden } = await twoServers(() => ({
      'v.test': { sequence: [['127.0.0.1'], ['127.0.0.2']] },
    }));
    expect((await get('v.test')).status).toBe(200);
    expect(await reasonOf(get('v.test'))).toBe('address_blocked');
    expect([visible.connections(), hidden.connections()]).toEqual([1, 0]);
  });

  it('N05 are tried in order if one cannot be reached', async () => {
    const { get, visible } = await twoServers(() => ({ 'p.test': ['::1', '127.0.0.1'] }), {
      allowAddresses: ['127.0.0.1', '::1'],
    });
    expect((await get('p.test')).status).toBe(200);
    expect(visible.connections()).toBe(1);
  });

  it('are reported as denied if they are on the deny list', async () => {
    const { get } = await twoServers(() => ({ 'd.test': ['127.0.0.1'] }), {
      allowAddresses: ['127.0.0.0/8'],
      denyAddresses: ['127.0.0.1'],
    });
    expect(await reasonOf(get('d.test'))).toBe('address_denied');
  });

  it('of localhost are the allowed loopback addresses, without DNS queries', async () => {
    const { get, dns } = await twoServers(() => ({}));
    expect((await get('localhost')).status).toBe(200);
    expect(dns.queries).toEqual([]);
  });
});

describe('the remote address', () => {
  const policy = createAddressPolicy();
  const connector = (secure: boolean, port: number) =>
    new Promise<Error | null>((resolve) => {
      let calls = 0;
      guardedConnect({
        // Classified as public when resolved: only the remote address shows the real one.
        classifyAddress: (address, toPort) => (calls++ === 0 ? 'public' : policy(address, toPort)),
        resolver: { resolve: async () => ['127.0.0.1'] },
        connectMs: 1000,
        headerBytes: 16_384,
        secureContext: createSecureContext,
        signal: new AbortController().signal,
      })(
        { hostname: 'p.test', protocol: secure ? 'https:' : 'http:', port: String(port) },
        (...[error]) => resolve(error),
      );
    });

  it.each([[false], [true]])('is checked before anything is sent (TLS: %s)', async (secure) => {
    const received: Buffer[] = [];
    const server = await startTcp((socket) => socket.on('data', (data) => received.push(data)));
    expect(await connector(secure, server.port)).toMatchObject({ reason: 'address_blocked' });
    expect(received).toEqual([]);
    await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
  });
});

it('connecting stops when the signal aborts', async () => {
  const controller = new AbortController();
  const connecting = new Promise<Error | null>((resolve) => {
    guardedConnect({
      classifyAddress: createAddressPolicy(),
      resolver: { resolve: () => new Promise(() => {}) },
      connectMs: 60_000,
      headerBytes: 16_384,
      secureContext: createSecureContext,
      signal: controller.signal,
    })({ hostname: 'p.test', protocol: 'http:', port: '80' }, (...[error]) => resolve(error));
  });
  controller.abort(new Error('enough'));
  expect(await connecting).toEqual(new Error('enough'));
});
