import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import type { DnsAnswer, DnsZone } from './fixtures/dns-server.ts';
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

describe('every address a name has', () => {
  const many = Array.from({ length: 40 }, (_, index) => `1.1.1.${index}`);
  it.each<[string, DnsAnswer]>([
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
  ])('%s %s is refused', async (_id, answer) => {
    const { get, visible, hidden } = await twoServers(() => ({ 'v.test': answer }));
    expect(await failureOf(get('v.test'))).toMatchObject({
      code: 'url_not_allowed',
      reason: 'address_blocked',
    });
    expect(visible.connections() + hidden.connections()).toBe(0);
  });

  it('N03 a name that changes its mind is judged again', async () => {
    const { get, visible, hidden } = await twoServers(() => ({
      'v.test': { turns: [['127.0.0.1'], ['127.0.0.2']] },
    }));
    expect((await get('v.test')).status).toBe(200);
    expect(await reasonOf(get('v.test'))).toBe('address_blocked');
    expect([visible.connections(), hidden.connections()]).toEqual([1, 0]);
  });

  it('N05 an address that nobody answers at is not the end', async () => {
    const { get, visible } = await twoServers(() => ({ 'p.test': ['::1', '127.0.0.1'] }), {
      allowAddresses: ['127.0.0.1', '::1'],
    });
    expect((await get('p.test')).status).toBe(200);
    expect(visible.connections()).toBe(1);
  });

  it('an address on the operator’s list says so', async () => {
    const { get } = await twoServers(() => ({ 'd.test': ['127.0.0.1'] }), {
      allowAddresses: ['127.0.0.0/8'],
      denyAddresses: ['127.0.0.1'],
    });
    expect(await reasonOf(get('d.test'))).toBe('address_denied');
  });

  it('localhost means the loopback address that the operator allows, and asks nobody', async () => {
    const { get, dns } = await twoServers(() => ({}));
    expect((await get('localhost')).status).toBe(200);
    expect(dns.asked).toEqual([]);
  });
});

describe('the address at the other end', () => {
  const policy = createAddressPolicy();
  const connector = (secure: boolean, port: number) =>
    new Promise<Error | null>((resolve) => {
      let judged = 0;
      guardedConnect({
        // Judged as public when looked up: the peer alone shows what it is.
        judgeAddress: (address, toPort) => (judged++ === 0 ? 'public' : policy(address, toPort)),
        resolver: { resolve: async () => ['127.0.0.1'] },
        connectMs: 1000,
        signal: new AbortController().signal,
      })(
        { hostname: 'p.test', protocol: secure ? 'https:' : 'http:', port: String(port) },
        (...[error]) => resolve(error),
      );
    });

  it.each([[false], [true]])('is judged before anything is sent (TLS: %s)', async (secure) => {
    const received: Buffer[] = [];
    const server = await startTcp((socket) => socket.on('data', (data) => received.push(data)));
    expect(await connector(secure, server.port)).toMatchObject({ reason: 'address_blocked' });
    expect(received).toEqual([]);
    await expect.poll(() => server.open(), { interval: 5, timeout: 5000 }).toBe(0);
  });
});

it('what is still connecting ends with the signal', async () => {
  const controller = new AbortController();
  const connecting = new Promise<Error | null>((resolve) => {
    guardedConnect({
      judgeAddress: createAddressPolicy(),
      resolver: { resolve: () => new Promise(() => {}) },
      connectMs: 60_000,
      signal: controller.signal,
    })({ hostname: 'p.test', protocol: 'http:', port: '80' }, (...[error]) => resolve(error));
  });
  controller.abort(new Error('enough'));
  expect(await connecting).toEqual(new Error('enough'));
});
