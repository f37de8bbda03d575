import { expect, it } from 'vitest';
import { openCpuAccount } from '../../cpu-account.ts';
import { testFetcher } from '../fixtures/fetching.ts';
import { startHttp } from '../fixtures/servers.ts';
import { fetchSiteSitemaps, sitemapFactsFor } from './fetch-sitemaps.ts';
import { largeBudget, sitemapIndex, urlset } from './fixtures/sitemap-site.ts';

/** The sitemaps of a site for all of its pages. */
async function siteOf(files: Readonly<Record<string, string>>) {
  const requests: string[] = [];
  const server = await startHttp(({ url = '' }, response) => {
    requests.push(url);
    const file = files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.end(file.replaceAll('SITE', server.url.slice(0, -1)));
  });
  const sitemaps = await fetchSiteSitemaps(
    testFetcher({ allowAddresses: ['127.0.0.1'] }),
    new URL(server.url),
    { kind: 'none', status: 404 },
    openCpuAccount(),
    largeBudget,
  );
  const listed = (path: string) => sitemapFactsFor(new URL(path, server.url), sitemaps).listsPage;
  return { sitemaps, requests, listed };
}

const paths = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `/${prefix}${index}`);

it('reads all sitemaps, and knows which pages they list', async () => {
  const { sitemaps, requests, listed } = await siteOf({
    '/sitemap.xml': sitemapIndex('/1.xml', '/2.xml'),
    '/1.xml': urlset('/', '/a', '/a'),
    '/2.xml': urlset('/b', '/c?utm_source=x'),
  });
  expect(requests).toEqual(['/sitemap.xml', '/1.xml', '/2.xml']);
  expect(sitemaps).toMatchObject({ kind: 'found', urls: 5, isComplete: true });
  expect(sitemaps.listed.size).toBe(4);
  expect(['/', '/a', '/b?utm_source=x', '/d'].map(listed)).toEqual([true, true, true, false]);
});

it.each([
  ['with versions', 'xhtml', 'link rel="alternate" hreflang="de"', true],
  ['with another prefix', 'x', 'link rel="alternate" hreflang="de"', true],
  ['without hreflang', 'xhtml', 'link rel="alternate"', false],
  ['with another element', 'xhtml', 'a hreflang="de"', false],
  ['of no namespace', null, 'link hreflang="de"', false],
])('knows whether a sitemap names versions: %s', async (_what, prefix, tag, isNamed) => {
  const link = `<${prefix === null ? '' : `${prefix}:`}${tag} href="SITE/de"/>`;
  const space = prefix === null ? '' : ` xmlns:${prefix}="http://www.w3.org/1999/xhtml"`;
  const { sitemaps } = await siteOf({
    '/sitemap.xml': sitemapIndex('/1.xml', '/2.xml'),
    '/1.xml': urlset('/a', '/b')
      .replace('</url>', `${link}</url>`)
      .replace('<urlset', `<urlset${space}`),
    '/2.xml': urlset('/c'),
  });
  expect(sitemaps).toMatchObject({ namesVersions: isNamed, isComplete: true, urls: 3 });
});

it('knows the dates of the listed pages', async () => {
  const { sitemaps } = await siteOf({
    '/sitemap.xml': urlset('/', '/a').replace('</loc>', '</loc><lastmod> 2026-05-01 </lastmod>'),
  });
  expect(sitemaps.lastmods).toMatchObject({ count: 1, first: { line: 3, text: '2026-05-01' } });
  const { origin } = new URL(sitemaps.files[0]?.url ?? '');
  const dateOf = (path: string) => sitemapFactsFor(new URL(path, origin), sitemaps).pageLastmod;
  expect(['/', '/?utm_source=x', '/a', '/b'].map(dateOf)).toEqual([
    '2026-05-01',
    '2026-05-01',
    null,
    null,
  ]);
});

it('does not know whether a page is listed if a sitemap could not be read', async () => {
  const { listed } = await siteOf({ '/sitemap.xml': urlset('/a').replace('</urlset>', '') });
  expect(['/a', '/b'].map(listed)).toEqual([true, null]);
});

it('keeps 50,000 pages, and does not know the others', async () => {
  const { sitemaps, listed } = await siteOf({
    '/sitemap.xml': sitemapIndex('/1.xml', '/2.xml'),
    '/1.xml': urlset(...paths(30_000, 'a')),
    '/2.xml': urlset(...paths(30_000, 'b'), '/a1'),
  });
  expect(sitemaps.listed.size).toBe(50_000);
  expect(sitemaps.urls).toBe(60_001);
  expect(['/a29999', '/b19999', '/b20000', '/c'].map(listed)).toEqual([true, true, null, null]);
});

it('keeps four million characters', async () => {
  const { sitemaps, listed } = await siteOf({
    '/sitemap.xml': urlset(...paths(3_000, 'a'.repeat(2_000)), '/last'),
  });
  expect(sitemaps.listed.size).toBeLessThan(2_000);
  expect(listed('/last')).toBeNull();
});
