import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf, testDns, testFetcher } from './fixtures/fetching.ts';
import { pem, startHttp, startTcp, startTls } from './fixtures/servers.ts';
import type { FetchLimits } from './limits.ts';

const good = { cert: pem('good.pem'), key: pem('server.key') };

async function fetcherFor(
  limits: Partial<FetchLimits> = {},
  trustedCertificates: readonly string[] = [pem('ca.pem')],
) {
  const dns = await testDns({ 'good.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
  return testFetcher({
    allowAddresses: ['127.0.0.1'],
    nameServers: [dns.address],
    trustedCertificates,
    limits,
  });
}

describe('a certificate', () => {
  it.each([
    ['N26', 'self-signed.pem', 'good.test', 'tls_untrusted'],
    ['N26', 'expired.pem', 'good.test', 'tls_expired'],
    ['N26', 'good.pem', 'other.test', 'tls_name_mismatch'],
    ['N26', 'good.pem', '127.0.0.1', 'tls_name_mismatch'],
  ])('%s %s at %s: %s', async (_id, cert, host, reason) => {
    const server = await startTls((_request, response) => response.end('<p>'), {
      ...good,
      cert: pem(cert),
    });
    const fetcher = await fetcherFor();
    const failure = await failureOf(fetcher.fetch(new URL(`https://${host}:${server.port}/`)));
    expect(failure).toMatchObject({ code: 'tls_error', reason });
    expect(failure.message).not.toMatch(/good\.test|127|CERT_|altname/);
  });

  it('of an untrusted authority', async () => {
    const server = await startTls((_request, response) => response.end('<p>'), good);
    const fetcher = await fetcherFor({}, []);
    const failure = await failureOf(fetcher.fetch(new URL(`https://good.test:${server.port}/`)));
    expect(failure.reason).toBe('tls_untrusted');
  });

  it('that is valid', async () => {
    const server = await startTls((_request, response) => response.end('<p>'), good);
    const fetcher = await fetcherFor();
    expect((await fetcher.fetch(new URL(`https://good.test:${server.port}/`))).status).toBe(200);
  });
});

describe('a secure connection', () => {
  it('N26 with only TLS 1.1', async () => {
    const server = await startTls((_request, response) => response.end('<p>'), {
      ...good,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const fetcher = await fetcherFor();
    const failure = await failureOf(fetcher.fetch(new URL(`https://good.test:${server.port}/`)));
    expect(failure).toMatchObject({ code: 'tls_error', reason: 'tls_error' });
  });

  it.each([
    ['with its own authorities', [pem('ca.pem')]],
    ['with the well-known authorities', []],
  ])('N26 with only TLS 1.1, in a process that allows it, %s', async (_what, trusted) => {
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
    onTestFinished(() => void Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }));
    const ciphers = 'DEFAULT@SECLEVEL=0';
    Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1.1', DEFAULT_CIPHERS: ciphers });
    const server = await startTls((_request, response) => response.end('<p>'), {
      ...good,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers,
    });
    const fetcher = await fetcherFor({}, trusted);
    const failure = await failureOf(fetcher.fetch(new URL(`https://good.test:${server.port}/`)));
    expect(failure.reason).toBe('tls_error');
  });

  it('uses HTTP/1.1 with a server that offers HTTP/2 and does not speak it', async () => {
    const spoken: unknown[] = [];
    const server = await startTls(
      (request, response) => {
        spoken.push(request.httpVersion);
        response.end('<p>');
      },
      { ...good, ALPNProtocols: ['h2', 'http/1.1'] },
      (socket) => spoken.push(socket.alpnProtocol),
    );
    const fetcher = await fetcherFor();
    expect((await fetcher.fetch(new URL(`https://good.test:${server.port}/`))).status).toBe(200);
    expect(spoken).toEqual(['h2', 'http/1.1', '1.1']);
    await fetcher.fetch(new URL(`https://good.test:${server.port}/again`));
    expect(spoken.filter((protocol) => protocol === 'h2')).toHaveLength(1);
  });

  it('N26 with a plain HTTP server', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const fetcher = await fetcherFor();
    const failure = await failureOf(fetcher.fetch(new URL(`https://good.test:${server.port}/`)));
    expect(failure.reason).toBe('tls_error');
  });

  it('N26 missing with a TLS server', async () => {
    const server = await startTls((_request, response) => response.end('<p>'), good);
    const fetcher = await fetcherFor();
    const failure = await failureOf(fetcher.fetch(new URL(`http://good.test:${server.port}/`)));
    expect(failure.reason).toMatch(/^(?:connection_closed|http_protocol_error)$/);
  });

  it('N26 that stalls', async () => {
    const server = await startTcp(() => {});
    const fetcher = await fetcherFor({ connectMs: 500 });
    const failure = await failureOf(fetcher.fetch(new URL(`https://good.test:${server.port}/`)));
    expect(failure).toMatchObject({ code: 'page_timed_out', reason: 'connect_timeout' });
  });

  it('that is reset while it is set up', async () => {
    const server = await startTcp((socket) => socket.resetAndDestroy());
    const fetcher = await fetcherFor();
    const failure = await failureOf(fetcher.fetch(new URL(`https://good.test:${server.port}/`)));
    expect(failure.reason).toBe('tls_error');
  });
});
