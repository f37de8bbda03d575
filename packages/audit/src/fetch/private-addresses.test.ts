import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from './fixtures/dns-server.ts';
import { failureOf, type OwnFetcher, ownFetcher } from './fixtures/fetching.ts';
import { privateUrls, refusedUrls } from './fixtures/url-corpus.ts';
import { createNetwork, type Network } from './network.ts';
import { parseTarget } from './parse-target.ts';

describe('a private listener is never connected to', () => {
  const servers: Server[] = [];
  let connections = 0;
  let port = 0;
  let dns: DnsServer;
  let network: Network;
  let fetcher: OwnFetcher;

  beforeAll(async () => {
    const listen = (host: string, wanted: number) =>
      new Promise<number>((resolve, reject) => {
        const server = createServer((socket) => {
          connections++;
          socket.destroy();
        });
        servers.push(server);
        server.once('error', reject);
        server.listen({ host, port: wanted, ipv6Only: host.includes(':') }, () => {
          resolve((server.address() as AddressInfo).port);
        });
      });
    port = await listen('0.0.0.0', 0);
    await listen('::', port);
    dns = await startDnsServer({ 'metadata.google.internal': ['169.254.169.254'] });
    network = createNetwork({ ports: 'any', nameServers: [dns.address] });
    fetcher = ownFetcher(network);
  });

  afterAll(async () => {
    await fetcher.close();
    await dns.close();
    for (const server of servers) server.close();
  });

  it.each([...privateUrls, ...refusedUrls])('$id $input', async ({ input, reasons }) => {
    const typed = input.replace('PORT', String(port));
    // Validating the URL would hide what the connector does, so only its errors end the test.
    const failure = await failureOf(async () => {
      const allowing = reasons.includes('url_port') ? createNetwork() : network;
      await fetcher.fetch(parseTarget(typed, allowing).url);
    });
    expect(reasons).toContain(failure.reason);
    expect(connections).toBe(0);
  });

  it('because the fetcher validates each URL again', async () => {
    for (const [href, reason] of [
      ['file:///etc/passwd', 'url_scheme'],
      ['http://user@p.test/', 'url_userinfo'],
      ['http://a..b/', 'url_invalid'],
      [`http://127.0.0.1:${port}/`, 'address_blocked'],
    ] as const) {
      expect((await failureOf(fetcher.fetch(new URL(href)))).reason).toBe(reason);
    }
    expect(connections).toBe(0);
  });

  it('and the error contains the rule, but not the address of a name', async () => {
    const failure = await failureOf(fetcher.fetch(new URL('http://metadata.google.internal/')));
    expect(failure.code).toBe('url_not_allowed');
    expect(failure.message).not.toMatch(/169|\d+\.\d+|metadata/);
  });
});
