import { heapInUse } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import { mostSiteLinks } from './build-site.ts';
import { origin, rowsOf, type SiteSpec, siteOf } from './fixtures/site-of.ts';
import type { Site } from './site.ts';

const indexOf = (site: Site, path: string) => site.indexOf(origin + path) ?? -1;

const linksOf = (site: Site, path: string) =>
  Array.from(site.linksOf(indexOf(site, path)), ({ from, to, ...flags }) => ({
    to: site.pages.get(to)?.url.replace(origin, ''),
    ...flags,
  }));

const pathsOf = (site: Site) =>
  Array.from(site.pages.entries(), ([, { url }]) => url.replace(origin, ''));

const plain = { isImage: false, nofollow: false, isVariant: false };

it('sorts pages by URL, then images', async () => {
  const site = await siteOf({
    '/b': {},
    '/z.png': { kind: 'image' },
    '/': {},
    '/B': {},
    '/a.png': { kind: 'image' },
  });
  expect(pathsOf(site)).toEqual(['/', '/B', '/b', '/a.png', '/z.png']);
  expect(site.indexOf(`${origin}/a.png`)).toBe(3);
  expect(site.indexOf(`${origin}/other`)).toBeUndefined();
});

it('connects links in both directions, once each, with variants of the origin', async () => {
  const site = await siteOf({
    '/': { links: ['/b', 'nofollow /c', '/', '/other', 'https://www.example.com/b'] },
    '/b': { links: ['nofollow /c', 'http://example.com/c'], images: ['/c'] },
    '/c': { links: ['http://example.com/c'] },
  });
  expect(linksOf(site, '/')).toEqual([
    { ...plain, to: '/b', isVariant: true },
    { ...plain, to: '/c', nofollow: true },
  ]);
  expect(linksOf(site, '/b')).toEqual([
    { ...plain, to: '/c', isVariant: true },
    { ...plain, to: '/c', isImage: true },
  ]);
  expect(linksOf(site, '/c')).toEqual([{ ...plain, to: '/c', isVariant: true }]);
  const sources = [...site.linksTo(indexOf(site, '/c'))];
  expect(sources.map(({ from, isImage }) => [from, isImage])).toEqual([
    [0, false],
    [1, false],
    [1, true],
  ]);
  expect([0, 1, 2].map(site.inlinks)).toEqual([0, 1, 3]);
});

it('connects language versions, and knows those for all other languages', async () => {
  const site = await siteOf({
    '/': { alternates: { 'X-Default': '/', de: '/de', 'x-default': '/fr', fr: 'https://x.test/' } },
    '/de': { alternates: { 'x-default': '/', en: '/' } },
    '/fr': {},
  });
  expect([...site.alternatesOf(0)]).toEqual([
    { to: 1, isDefault: false },
    { to: 2, isDefault: true },
  ]);
  expect([...site.alternatesOf(1)]).toEqual([{ to: 0, isDefault: false }]);
  expect(site.pages.get(0)?.outline).toMatchObject({ alternatesCount: 4 });
});

it('counts clicks along followed links; redirects and refreshes are not counted', async () => {
  const spec: SiteSpec = {
    '/': { links: ['/a', 'nofollow /x'], images: ['/i.png'] },
    '/a': { links: ['/old', '/n', '/'] },
    '/old': { response: [302, '/older'] },
    '/older': { response: [302, '/b'] },
    '/b': { links: ['/loop', '/blocked'] },
    '/n': { nofollow: true, links: ['/x'], refresh: '/y' },
    '/y': {},
    '/x': {},
    '/loop': { response: [301, '/loop'] },
    '/blocked': { response: 'robots_txt' },
    '/i.png': { kind: 'image' },
  };
  const site = await siteOf(spec);
  const depths = Array.from(site.pages.entries(), ([, { url, depth }]) => [
    url.replace(origin, ''),
    depth,
  ]);
  expect(Object.fromEntries(depths)).toEqual({
    '/': 0,
    '/a': 1,
    '/old': 2,
    '/older': 2,
    '/b': 2,
    '/n': 2,
    '/y': 2,
    '/x': null,
    '/loop': 3,
    '/blocked': 3,
    '/i.png': null,
  });
});

it('knows whether links lead to URLs of the site that it does not have', async () => {
  expect((await siteOf({ '/': { links: ['/', 'https://x.test/'] } })).hasUnlistedLinks).toBe(false);
  expect((await siteOf({ '/': { links: ['nofollow /x'] } })).hasUnlistedLinks).toBe(false);
  expect((await siteOf({ '/': { links: ['/x'] } })).hasUnlistedLinks).toBe(true);
});

it('ignores what was sent in place of a page, and is not complete then', async () => {
  const challenge = { findings: { 'page-served': 'fail' }, links: ['/b'] } as const;
  const site = await siteOf({ '/': challenge, '/b': {} });
  expect(site).toMatchObject({ isComplete: false });
  expect(site.pages.get(0)?.outline).toBeNull();
  expect(site.inlinks(1)).toBe(0);
});

it.each([
  [1, 4_000_000],
  [10_000, 4_000_000],
  [10_001, 4_000_400],
])('keeps links for a site that may have %i pages: %i', (maxPages, links) => {
  expect(mostSiteLinks(maxPages)).toBe(links);
});

it('takes little memory for a page', async () => {
  const rows = rowsOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`/${at}`, {}])));
  const before = await heapInUse();
  const site = await siteOf(rows);
  const bytes = (await heapInUse()) - before;
  expect(site.pages).toHaveLength(rows.length);
  expect(bytes / rows.length).toBeLessThan(700);
});
