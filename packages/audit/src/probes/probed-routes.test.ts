import { describe, expect, it } from 'vitest';
import { fetchError } from '../fetch/fetch-error.ts';
import type { Fetched } from '../fetch/fetched.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { testDns, testFetcher } from '../fetch/fixtures/fetching.ts';
import { pem, startHttp, startTls } from '../fetch/fixtures/servers.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { pageOf } from './fixtures/page-of.ts';
import { probeAll } from './fixtures/probed-site.ts';
import { createProber } from './prober.ts';
import { hostVariantOf, plainHttpOf, probeRoute } from './route.ts';
import { createSharedResults } from './shared-results.ts';

const href = (url: URL | null) => url?.href ?? null;

it.each([
  ['https://example.com/a?b', 'http://example.com/a?b'],
  ['https://example.com:443/', 'http://example.com/'],
  ['https://example.com:8443/', null],
  ['http://example.com/', null],
])('plain http of %s is %s', (url, plain) => {
  expect(href(plainHttpOf(new URL(url)))).toBe(plain);
});

it.each([
  ['https://example.com/a?b', 'https://www.example.com/a?b'],
  ['http://www.example.com:8080/', 'http://example.com:8080/'],
  ['https://blog.example.com/', 'https://www.blog.example.com/'],
  ['https://wwwhat.com/', 'https://www.wwwhat.com/'],
  ['https://192.0.2.1/', null],
  ['https://[2001:db8::1]/', null],
  ['https://localhost/', null],
  ['https://www.com/', null],
])('the www variant of %s is %s', (url, variant) => {
  expect(href(hostVariantOf(new URL(url)))).toBe(variant);
});

/** A fetcher for fake sites: each URL has a redirect target or a status; others do not exist. */
function fakeWeb(pages: Readonly<Record<string, string | number>>) {
  const requests: string[] = [];
  const fetch: Fetcher['fetch'] = async (target) => {
    requests.push(target.href);
    const redirects: Fetched['redirects'][number][] = [];
    let url = target.href;
    for (let next = pages[url]; typeof next === 'string'; next = pages[url]) {
      redirects.push({ url, status: 301, location: next, ms: 1 });
      url = next;
    }
    const status = pages[url];
    if (typeof status !== 'number') throw fetchError('dns_not_found');
    return {
      url: target.href,
      finalUrl: url,
      status,
      redirects,
      headers: new Map(),
      body: new Uint8Array(),
      transferBytes: 0,
      timings: { firstByteMs: 1, totalMs: 1 },
    };
  };
  const handshake: Fetcher['handshake'] = async (target) => {
    requests.push(`TLS ${target.host}`);
    return { protocol: 'TLSv1.3', alpn: 'h2', issuer: 'CA', validFrom: null, validTo: null };
  };
  return { requests, fetcher: { fetch, handshake, pause: () => () => {}, close: async () => {} } };
}

async function factsOf(
  pages: Readonly<Record<string, string | number>>,
  finalUrl: string,
  redirects: Fetched['redirects'] = [],
) {
  const web = fakeWeb(pages);
  const url = redirects[0]?.url ?? finalUrl;
  const facts = await probeAll({
    fetcher: web.fetcher,
    ...(await pageOf('<!doctype html><title>x</title>', finalUrl)),
    response: { url, finalUrl, status: 200, redirects, headers: new Map() },
    robots: { kind: 'none', status: 404 },
    userAgent: 'sitegrade',
    cpu: openCpuAccount(),
    randomBytes: (size) => new Uint8Array(size),
  });
  return { ...facts, requests: web.requests };
}

describe('an https page', () => {
  it('is requested with http and with its www variant, and its host for a TLS handshake', async () => {
    const found = await factsOf(
      {
        'http://example.com/a': 'https://example.com/a',
        'https://example.com/a': 200,
      },
      'https://example.com/a',
    );
    expect(found.plainHttp).toMatchObject({
      kind: 'response',
      finalUrl: 'https://example.com/a',
      redirects: [{ status: 301, location: 'https://example.com/a' }],
    });
    expect(found.hostVariant).toEqual({
      kind: 'failed',
      url: 'https://www.example.com/a',
      reason: 'dns_not_found',
    });
    expect(found.handshake).toMatchObject({ kind: 'response', alpn: 'h2' });
    expect(found.requests.filter((line) => line.startsWith('TLS'))).toEqual(['TLS example.com']);
  });

  it('is not requested with http again if it was reached through http', async () => {
    const [plain, secure] = ['http://example.com/', 'https://example.com/'];
    const found = await factsOf({ [secure]: 200 }, secure, [
      { url: plain, status: 308, location: secure, ms: 1 },
    ]);
    expect(found.plainHttp).toMatchObject({ url: plain, finalUrl: secure, status: 200 });
    expect(found.requests).not.toContain(plain);
  });
});

it('sends neither for an http page', async () => {
  const found = await factsOf({ 'http://example.com/': 200 }, 'http://example.com/');
  expect(found).toMatchObject({ plainHttp: null, handshake: null });
  expect(found.requests.filter((line) => line.startsWith('TLS'))).toEqual([]);
});

it('sends seven requests and a handshake for a page without links', async () => {
  const { requests } = await factsOf({ 'https://example.com/': 200 }, 'https://example.com/');
  expect(requests.sort()).toEqual([
    'TLS example.com',
    'http://example.com/',
    'https://example.com/',
    'https://example.com/.well-known/security.txt',
    'https://example.com/favicon.ico',
    'https://example.com/llms.txt',
    'https://example.com/sitegrade-000000000000000000000000',
    'https://www.example.com/',
  ]);
});

it('follows redirects on a real server without reading the body', async () => {
  const server = await startHttp(({ url }, response) => {
    if (url === '/a') response.writeHead(302, { location: '/b' }).end();
    else response.write('without an end');
  });
  const prober = createProber(testFetcher({ allowAddresses: ['127.0.0.1'] }));
  const response = { url: '', finalUrl: '', status: 200, redirects: [], headers: new Map() };
  const url = new URL('/a', server.url);
  expect(await probeRoute({ prober, response }, url)).toMatchObject({
    kind: 'response',
    finalUrl: `${server.url}b`,
    status: 200,
    redirects: [{ status: 302 }],
  });
});

it('skips http and the www variant of a real https page with its own port', async () => {
  const dns = await testDns({ 'good.test': ['127.0.0.1'] });
  const server = await startTls((_request, response) => response.writeHead(404).end(), {
    cert: pem('good.pem'),
    key: pem('server.key'),
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const finalUrl = `https://good.test:${server.port}/`;
  const facts = await probeAll({
    fetcher: testFetcher({
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    }),
    ...(await pageOf('<!doctype html><title>x</title>', finalUrl)),
    response: { url: finalUrl, finalUrl, status: 200, redirects: [], headers: new Map() },
    robots: { kind: 'none', status: 404 },
    userAgent: 'sitegrade',
    cpu: openCpuAccount(),
    randomBytes: (size) => new Uint8Array(size),
  });
  expect(facts).toMatchObject({
    plainHttp: null,
    hostVariant: { kind: 'failed', reason: 'dns_not_found' },
    handshake: { kind: 'response', alpn: 'h2', protocol: 'TLSv1.3', issuer: 'Test Authority' },
    llmsTxt: { kind: 'response', status: 404 },
    securityTxt: { kind: 'response', status: 404 },
  });
});

it('the reports of a batch share where an origin leads, but not that it lacks a page', async () => {
  const { requests, fetcher } = fakeWeb({
    'http://example.com/gone': 'https://example.com/gone',
    'https://example.com/gone': 404,
    'http://example.com/a': 'https://example.com/a',
    'https://example.com/a': 200,
  });
  const results = createSharedResults({ now: () => new Date(0), monotonicMs: () => 0 });
  const finalUrlOf = async (path: string) => {
    const { share } = results.join('a', new AbortController().signal);
    const prober = createProber(fetcher, undefined, undefined, share);
    const response = { finalUrl: `https://example.com${path}`, status: 200, redirects: [] };
    const route = await probeRoute({ prober, response }, new URL(`http://example.com${path}`));
    return route !== null && 'finalUrl' in route && route.finalUrl;
  };
  expect(await finalUrlOf('/gone')).toBe('https://example.com/gone');
  expect(await finalUrlOf('/a')).toBe('https://example.com/a');
  expect(await finalUrlOf('/gone')).toBe('https://example.com/a');
  expect(requests).toEqual(['http://example.com/gone', 'http://example.com/a']);
});
