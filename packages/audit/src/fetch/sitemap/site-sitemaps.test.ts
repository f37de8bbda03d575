import { expect, it } from 'vitest';
import { openCpuAccount } from '../../limits/cpu-account.ts';
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

const spaces = 'xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:x="http://www.w3.org/1999/xhtml"';
/** A sitemap whose entries have these elements. */
const withLinks = (entries: Readonly<Record<string, readonly string[]>>) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ${spaces}>${Object.entries(entries)
    .map(([path, links]) => `<url><loc>SITE${path}</loc>${links.join('')}</url>`)
    .join('')}</urlset>`;
const linkTo = (code: string, href: string, element = 'xhtml:link rel="alternate"') =>
  `<${element} hreflang="${code}" href="${href}"/>`;

it('reads the versions of pages in other languages, once for all that name the same', async () => {
  const links = [
    linkTo('en', 'SITE/a'),
    linkTo('de', ' SITE/de?a&amp;b ', 'x:link rel="ALTERNATE"'),
  ];
  const { sitemaps } = await siteOf({
    '/sitemap.xml': sitemapIndex('/1.xml', '/2.xml'),
    '/1.xml': withLinks({ '/a': links, '/b': [], '/c': [linkTo('fr', '/relative')] }),
    '/2.xml': withLinks({ '/de': links, '/a': [linkTo('it', 'SITE/it')] }),
  });
  const { origin } = new URL(sitemaps.files[0]?.url ?? '');
  const versionsOf = (path: string) =>
    sitemapFactsFor(new URL(path, origin), sitemaps).pageVersions;
  expect(versionsOf('/a?utm_source=x')).toEqual([
    { code: 'en', href: `${origin}/a` },
    { code: 'de', href: `${origin}/de?a&b` },
  ]);
  expect(versionsOf('/de')).toBe(versionsOf('/a'));
  expect(['/b', '/c', '/d'].map(versionsOf)).toEqual([[], [{ code: 'fr', href: '/relative' }], []]);
  expect(sitemaps).toMatchObject({ hasAllVersions: true, isComplete: true, urls: 5 });
});

it.each([
  ['without hreflang', '<xhtml:link rel="alternate" href="SITE/de"/>'],
  ['without rel', linkTo('de', 'SITE/de', 'xhtml:link')],
  ['with another rel', linkTo('de', 'SITE/de', 'xhtml:link rel="canonical"')],
  ['with another element', linkTo('de', 'SITE/de', 'xhtml:a rel="alternate"')],
  ['of another namespace', linkTo('de', 'SITE/de', 'link rel="alternate"')],
])('reads no version from a link %s', async (_what, link) => {
  const { sitemaps } = await siteOf({ '/sitemap.xml': withLinks({ '/a': [link] }) });
  expect(sitemaps).toMatchObject({ hasAllVersions: true, urls: 1 });
  expect(sitemaps.versions.size).toBe(0);
});

it('keeps 200 versions of a page, and four million bytes together', async () => {
  const codes = (count: number) =>
    paths(count, 'x').map((path) => linkTo(path.slice(1), `SITE${path}`));
  const most = await siteOf({ '/sitemap.xml': withLinks({ '/a': codes(200) }) });
  expect(most.sitemaps.hasAllVersions).toBe(true);
  const more = await siteOf({ '/sitemap.xml': withLinks({ '/a': codes(500) }) });
  expect([...more.sitemaps.versions.values()].map((set) => set.length)).toEqual([200]);
  expect(more.sitemaps.hasAllVersions).toBe(false);
  const long = (path: string) => [linkTo('de', `SITE${path}${'x'.repeat(4_000)}`)];
  const entries = Object.fromEntries(paths(1_100, '').map((path) => [path, long(path)]));
  const { sitemaps } = await siteOf({ '/sitemap.xml': withLinks(entries) });
  expect(sitemaps.versions.size).toBeGreaterThan(900);
  expect(sitemaps.versions.size).toBeLessThan(1_000);
  expect(sitemaps).toMatchObject({ hasAllVersions: false, isComplete: true, urls: 1_100 });
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
