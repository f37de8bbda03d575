import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownFetcher, testDns, testNetwork } from '../fetch/fixtures/fetching.ts';
import { pem, startHttp, startRawServer, startTcp, startTls } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { pageOf } from '../probes/fixtures/page-of.ts';
import { probeAll } from '../probes/fixtures/probed-site.ts';
import type { ProbeFacts } from '../probes/probe-facts.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

const options = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};

/** A page with a URL in all places that a report requests. */
const pageWithUrl = (
  url: string,
  base = '',
) => `<!doctype html><html lang=en><head>${base}<title>x</title>
  <link rel=canonical href="${url}?1"><link rel=alternate hreflang=de href="${url}?2">
  <link rel=alternate hreflang=fr href="${url}?3"><link rel="icon" href="${url}?4">
  <link rel=stylesheet href="${url}?5"><script src="${url}?6"></script>
  <meta property=og:image content="${url}?7"><meta http-equiv=refresh content="99;url=${url}?8">
  </head><body><img src="${url}?9"><a href="${url}?10">x</a><iframe src="${url}?11"></iframe>`;

/** An allowed site, and private listeners that count connections. */
async function startSite(page: (port: number, secret: number) => string) {
  const requests: string[] = [];
  let denied = 0;
  const v4 = await startTcp(() => {});
  const v6 = await startTcp(() => {}, '::1', v4.port);
  const site = await startHttp(({ url = '', headers }, response) => {
    requests.push(url);
    if (headers.host?.startsWith('denied')) denied++;
    const to = /^\/to\?(.*)$/.exec(url)?.[1];
    if (to !== undefined) response.writeHead(302, { location: decodeURIComponent(to) }).end();
    else if (url.startsWith('/robots.txt')) {
      response.end(
        `Sitemap: http://127.0.0.1:${v4.port}/map.xml\nSitemap: http://in.test:${site.port}/map\n`,
      );
    } else if (url === '/') {
      response.setHeader('content-type', 'text/html');
      response.setHeader('link', `<http://127.0.0.1:${v4.port}/h>; rel=alternate; hreflang=it`);
      response.end(page(site.port, v4.port));
    } else response.writeHead(404).end(String(headers.host));
  });
  // The www variant of the page resolves to this address, with the page's port.
  const wwwVariant = await startTcp(() => {}, '::1', site.port);
  const dns = await testDns({
    'p.test': ['127.0.0.1'],
    'www.p.test': ['::1'],
    'in.test': ['::1'],
    'mixed.test': ['127.0.0.1', '::1'],
    'far.test': ['10.9.8.7'],
    // Its address is allowed, only its name is denied.
    'denied.test': ['127.0.0.1'],
  });
  const network = testNetwork({
    ports: [site.port, v4.port, 80, 443],
    allowAddresses: [`127.0.0.1:${site.port}`],
    denyHosts: ['denied.test'],
    nameServers: [dns.address],
  });
  const { audit } = await auditPage(parseTarget(`http://p.test:${site.port}/`, network), {
    ...options,
    network,
  });
  const connections = v4.connections() + v6.connections() + wwwVariant.connections() + denied;
  return { audit, requests, connections };
}

describe('URLs in a page never cause connections to', () => {
  const targets: readonly [string, (port: number, secret: number) => string][] = [
    ['another port of this machine', (_port, secret) => `http://127.0.0.1:${secret}/`],
    ['a port that is not allowed', () => 'http://127.0.0.1:22/'],
    ['IPv6', (_port, secret) => `http://[::1]:${secret}/`],
    ['IPv4 in IPv6', (_port, secret) => `http://[::ffff:127.0.0.1]:${secret}/`],
    ['an address in hexadecimal', (_port, secret) => `http://0x7f.1:${secret}/`],
    ['metadata', () => 'http://169.254.169.254/latest/'],
    ['https', (_port, secret) => `https://127.0.0.1:${secret}/`],
    ['a name', (port) => `http://in.test:${port}/`],
    ['a name with one allowed address', (port) => `http://mixed.test:${port}/`],
    ['a name on https', (port) => `https://in.test:${port}/`],
    ['a host that is denied', (port) => `http://denied.test:${port}/`],
    ['localhost', (_port, secret) => `http://localhost:${secret}/`],
  ];

  it.each(targets)('%s', async (_name, urlOf) => {
    const { audit, connections } = await startSite((...ports) => pageWithUrl(urlOf(...ports)));
    expect(connections).toBe(0);
    expect(audit.checks['http-status']?.status ?? 'pass').toBe('pass');
  });

  it.each(targets)('%s, by a redirect', async (_name, urlOf) => {
    const { requests, connections } = await startSite((port, secret) =>
      pageWithUrl(`http://p.test:${port}/to?${encodeURIComponent(urlOf(port, secret))}`),
    );
    expect(requests.filter((url) => url.startsWith('/to?')).length).toBeGreaterThanOrEqual(8);
    expect(connections).toBe(0);
  });

  it.each(targets)('%s, by <base>', async (_name, urlOf) => {
    const { connections } = await startSite((...ports) =>
      pageWithUrl('x', `<base href="${urlOf(...ports)}">`),
    );
    expect(connections).toBe(0);
  });
});

describe('a report does not contain', () => {
  it('the addresses of names', async () => {
    for (const name of ['far.test', 'in.test', 'mixed.test']) {
      const { audit } = await startSite((port) => pageWithUrl(`http://${name}:${port}/`));
      // 127.0.0.1 is in the page's own robots.txt and headers.
      expect(JSON.stringify(audit)).not.toMatch(/10\.9\.8\.7|::1\b/);
      expect(JSON.stringify(audit)).not.toMatch(/ECONN|EHOST|getaddrinfo|errno/);
    }
  });

  it('the response of a server of another protocol', async () => {
    const banner = await startRawServer('SSH-2.0-SecretBanner_7.1\r\n');
    const { connections: before } = banner;
    const site = await startHttp(({ url }, response) => {
      if (url !== '/') return response.writeHead(404).end();
      return response.setHeader('content-type', 'text/html').end(pageWithUrl(banner.url));
    });
    const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
    const { audit } = await auditPage(parseTarget(site.url, network), { ...options, network });
    expect(before()).toBeGreaterThan(5);
    expect(JSON.stringify(audit)).not.toMatch(/SSH-2|SecretBanner/);
  });

  it('details of a certificate except its issuer and dates', async () => {
    const cert = pem('good.pem');
    const dns = await testDns({ 'good.test': ['127.0.0.1'] });
    const server = await startTls(
      (_request, response) => response.setHeader('content-type', 'text/html').end('<p>x'),
      { cert, key: pem('server.key') },
    );
    const network = testNetwork({
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    });
    const { audit } = await auditPage(parseTarget(`https://good.test:${server.port}/`, network), {
      ...options,
      network,
    });
    const json = JSON.stringify(audit);
    const { serialNumber, fingerprint, fingerprint256, publicKey } = new X509Certificate(cert);
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    for (const secret of [fingerprint, fingerprint256, key.slice(-40), '127.0.0.1']) {
      expect(json).not.toContain(secret);
    }
    // As a complete value: its two digits also occur in port numbers.
    expect(json).not.toContain(JSON.stringify(serialNumber));
    expect(json).toContain('2120-01-01');
  });
});

it('http, the www variant and the TLS handshake of an https page obey the address policy', async () => {
  const dns = await testDns({ 's.test': ['127.0.0.1'], 'www.s.test': ['127.0.0.1', '8.8.8.8'] });
  const fetcher = ownFetcher(testNetwork({ nameServers: [dns.address] }));
  const finalUrl = 'https://s.test/';
  const facts: ProbeFacts = await probeAll({
    fetcher,
    ...(await pageOf('<!doctype html><title>x</title>', finalUrl)),
    response: { url: finalUrl, finalUrl, status: 200, redirects: [], headers: new Map() },
    robots: { kind: 'none', status: 404 },
    userAgent: 'sitegrade',
    cpu: openCpuAccount(),
    randomBytes: options.randomBytes,
  });
  await fetcher.close();
  const refused = { kind: 'skipped', reason: 'address_blocked' };
  expect(facts.plainHttp).toEqual({ ...refused, url: 'http://s.test/' });
  expect(facts.hostVariant).toEqual({ ...refused, url: 'https://www.s.test/' });
  expect(facts.handshake).toEqual({ ...refused, url: 'https://s.test/' });
  expect(facts.llmsTxt).toMatchObject(refused);
  expect(facts.securityTxt).toMatchObject(refused);
  expect(facts.missingPage).toMatchObject(refused);
});
