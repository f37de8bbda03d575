import { describe, expect, it } from 'vitest';
import { testDns, testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

/** The statuses of the checks that request what a page refers to. */
async function statusesFor(target: string) {
  const dns = await testDns({
    'p.test': ['127.0.0.1'],
    'broken.test': 'servfail',
    'private.example': ['10.1.2.3'],
    'gone.test': 'nxdomain',
  });
  const site = await startHttp(({ url }, response) => {
    if (url === '/robots.txt') return response.end(`Sitemap: ${target}map.xml\n`);
    if (url !== '/') return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    return response.end(`<!doctype html><html lang=en><head><title>Bolts and nuts</title>
      <link rel=canonical href="${target}?1"><link rel=alternate hreflang=de href="${target}?2">
      <link rel=icon href="${target}?3"><link rel=stylesheet href="${target}?4">
      <script src="${target}?5"></script><meta property=og:image content="${target}?6">
      </head><body><img src="${target}?7" alt="A bolt"><a href="${target}?8">Nuts</a>`);
  });
  const network = testNetwork({
    ports: [site.port, 80, 443],
    allowAddresses: [`127.0.0.1:${site.port}`],
    nameServers: [dns.address],
  });
  const { audit } = await auditPage(parseTarget(`http://p.test:${site.port}/`, network), {
    network,
    now: () => new Date('2026-01-01T00:00:00Z'),
    randomBytes: (size) => new Uint8Array(size),
    ruleset: defaultRuleset,
    expectIndexable: true,
  });
  const ids = [
    'links-broken-external',
    'images-broken',
    'files-broken',
    'canonical-target',
    'hreflang-return',
    'favicon',
    'og-image-fetch',
    'sitemap-present',
  ] as const;
  return Object.fromEntries(ids.map((id) => [id, audit.checks[id]?.status]));
}

const all = (status: string) => ({
  'links-broken-external': status,
  'images-broken': status,
  'files-broken': status,
  'canonical-target': status,
  'hreflang-return': status,
  favicon: status,
  'og-image-fetch': status,
  'sitemap-present': status,
});

describe('what a page refers to', () => {
  it('is not broken if our name servers fail', async () => {
    expect(await statusesFor('http://broken.test/')).toEqual(all('error'));
  });

  it('is not broken if our rules do not allow its address', async () => {
    expect(await statusesFor('http://private.example/')).toEqual(all('error'));
  });

  it('is broken if its name does not exist', async () => {
    expect(await statusesFor('http://gone.test/')).toEqual(all('fail'));
  });
});
