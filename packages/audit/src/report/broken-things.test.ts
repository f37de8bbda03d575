import { describe, expect, it } from 'vitest';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

/** Reports a page of a site whose paths under `/gone/` do not exist, those under `/old/` redirect. */
async function reportOf(body: string, robots = '') {
  const site = await startHttp(({ url = '' }, response) => {
    if (url.startsWith('/robots.txt') && robots !== '') return response.end(robots);
    if (url.startsWith('/old/')) return response.writeHead(301, { location: '/new' }).end();
    if (!/^\/(?:new|fine\/\w+)?$/.test(url)) return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    return response.end(`<!doctype html><html lang=en><title>Bolts and nuts</title>${body}`);
  });
  const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
  const { audit } = await auditPage(parseTarget(site.url, network), {
    network,
    now: () => new Date('2026-01-01T00:00:00Z'),
    randomBytes: (size) => new Uint8Array(size),
    ruleset: defaultRuleset,
    expectIndexable: true,
  });
  return audit.checks;
}

const links = (...paths: readonly string[]) =>
  paths.map((path) => `<p><a href="${path}">Bolts of ${path}</a>`).join('');

describe('what broken things cost', () => {
  it('six of six links: as much as a missing title', async () => {
    const gone = Array.from({ length: 6 }, (_, index) => `/gone/${index}`);
    const { 'links-broken': broken, title } = await reportOf(links(...gone));
    expect(broken).toMatchObject({ status: 'fail', points: 0, weight: title?.weight });
    expect(broken?.deduction).toBeGreaterThanOrEqual(12);
  });

  it('one of six links: a quarter of it', async () => {
    const fine = Array.from({ length: 5 }, (_, index) => `/fine/${index}`);
    const { 'links-broken': broken } = await reportOf(links('/gone/1', ...fine));
    expect(broken).toMatchObject({ status: 'warn', points: 0.739 });
  });

  it('two of two images, and the only script', async () => {
    const checks = await reportOf(
      '<img src=/gone/a.png alt=A><img src=/gone/b.png alt=B><script src=/gone/a.js></script>',
    );
    expect(checks['images-broken']?.deduction).toBeGreaterThanOrEqual(12);
    expect(checks['files-broken']).toMatchObject({ status: 'fail', points: 0 });
    expect(checks['files-broken']?.deduction).toBeLessThan(6);
  });

  it('links to redirects: little', async () => {
    const { 'links-redirect': redirect } = await reportOf(links('/old/a', '/fine/a', '/fine/b'));
    expect(redirect).toMatchObject({ status: 'warn', importance: 'low' });
  });

  it('files that robots.txt blocks: their share', async () => {
    const { 'files-blocked': blocked } = await reportOf(
      '<script src=/js/a></script><img src=/fine/a alt=A>',
      'User-agent: *\nDisallow: /js/',
    );
    expect(blocked).toMatchObject({ status: 'warn', points: 0.405 });
  });
});
