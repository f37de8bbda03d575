import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from './fixtures/dns-server.ts';
import { createNetwork } from './network.ts';
import { postMessage } from './post-message.ts';

describe('a message', () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}`);
    response.writeHead(503, { 'retry-after': '120' }).end();
  });
  /** The addresses of names, which may change. */
  const names: Record<string, readonly string[]> = {};
  let dns: DnsServer;
  let port = 0;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    dns = await startDnsServer(names);
  });

  afterAll(async () => {
    await dns.close();
    server.close();
  });

  const post = (url: string, allowAddresses: readonly string[] = []) =>
    postMessage(createNetwork({ ports: 'any', nameServers: [dns.address], allowAddresses }), {
      url: new URL(url),
      headers: {},
      body: '{}',
      signal: new AbortController().signal,
      now: () => new Date(),
    });

  it('is posted, and the response says when the next one may come', async () => {
    names['hooks.test'] = ['127.0.0.1'];
    const url = `http://hooks.test:${port}/`;
    expect(await post(url, ['127.0.0.0/8'])).toEqual({ status: 503, retryAfterMs: 120_000 });
    expect(requests).toEqual([`POST hooks.test:${port}`]);
  });

  it('is not posted to a private address that a name has meanwhile', async () => {
    requests.length = 0;
    names['moving.test'] = ['127.0.0.1'];
    const url = `http://moving.test:${port}/`;
    await post(url, ['127.0.0.1']);
    names['moving.test'] = ['127.0.0.2'];
    await expect(post(url, ['127.0.0.1'])).rejects.toMatchObject({ reason: 'address_blocked' });
    expect(requests).toHaveLength(1);
  });

  it.each(['ftp://a.test/', 'http://user@a.test/', 'http://a..b/'])(
    'is not posted to %s',
    async (url) => {
      await expect(post(url)).rejects.toMatchObject({ reason: expect.stringMatching(/^url_/) });
    },
  );
});
