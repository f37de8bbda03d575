import { describe, expect, it } from 'vitest';
import { sitemapIndex, sitemapsOf, urlset } from './fixtures/sitemap-site.ts';

const robots = 'User-agent: *\nSitemap: SITE/a.xml\nSitemap: SITE/b.xml\n';

describe('sitemaps are found', () => {
  it('at the common path if robots.txt lists none', async () => {
    const facts = await sitemapsOf({ files: { '/sitemap.xml': urlset('/', '/page') } });
    expect(facts).toMatchObject({
      kind: 'found',
      asked: ['/sitemap.xml'],
      unread: 0,
      urls: 2,
      listsPage: true,
      problems: [],
      files: [{ namedBy: 'usual_place', state: 'read', kind: 'urls', complete: true, entries: 2 }],
    });
  });

  it('and searched for the page without tracking parameters', async () => {
    const files = { '/sitemap.xml': urlset('/', '/page') };
    const page = '/page?utm_source=news';
    expect(await sitemapsOf({ files, page })).toMatchObject({ listsPage: true });
    expect(await sitemapsOf({ files, page: '/page?id=7' })).toMatchObject({ listsPage: false });
  });

  it('at the second common path', async () => {
    const facts = await sitemapsOf({
      files: { '/sitemap_index.xml': sitemapIndex('/a.xml'), '/a.xml': urlset('/') },
    });
    expect(facts).toMatchObject({ kind: 'found', listsPage: false, urls: 1 });
    expect(facts.asked).toEqual(['/sitemap.xml', '/sitemap_index.xml', '/a.xml']);
  });

  it('only in robots.txt if it lists any', async () => {
    const facts = await sitemapsOf({
      robots,
      files: { '/a.xml': urlset('/'), '/b.xml': urlset('/x', '/y'), '/sitemap.xml': urlset() },
    });
    expect(facts.asked).toEqual(['/a.xml', '/b.xml']);
    expect(facts).toMatchObject({ kind: 'found', urls: 3, listsPage: false });
    expect(facts.files.map(({ robotsLine }) => robotsLine)).toEqual([2, 3]);
  });

  it('only by absolute URLs in robots.txt, without duplicates', async () => {
    const facts = await sitemapsOf({
      robots: 'Sitemap: /rel.xml\nSitemap: ftp://p/x\nSitemap: SITE/a.xml\nSitemap: SITE/a.xml#b',
      files: { '/a.xml': urlset('/') },
    });
    expect(facts.asked).toEqual(['/a.xml']);
  });

  it('nowhere', async () => {
    const facts = await sitemapsOf({ files: {} });
    expect(facts).toMatchObject({ kind: 'none', listsPage: false, problems: [] });
    expect(facts.files.map(({ state, reason }) => [state, reason])).toEqual([
      ['missing', 'status 404'],
      ['missing', 'status 404'],
    ]);
  });

  it.each([
    ['a page', '<!DOCTYPE html><html><title>Home</title>', 'html'],
    ['a page in capitals', '\ufeff\n<HTML><title>Home</title>', 'html'],
    ['a message', '{"error":"not found"}', 'not_a_sitemap'],
    ['nothing', '', 'not_a_sitemap'],
  ])('but not in other responses: %s for any URL', async (_what, body, reason) => {
    const facts = await sitemapsOf({ files: { '/sitemap.xml': body } });
    expect(facts).toMatchObject({ kind: 'none', problemCount: 0, files: [{ reason }, {}] });
  });

  it.each([401, 403, 429, 500, 503])('or it is unknown: status %i', async (status) => {
    const facts = await sitemapsOf({
      files: { '/sitemap.xml': (response) => response.writeHead(status).end() },
    });
    expect(facts).toMatchObject({ kind: 'unknown', listsPage: null });
  });

  it('or it is unknown if robots.txt could not be fetched', async () => {
    const unknown = { kind: 'unknown', reason: 'connect_timeout' } as const;
    expect((await sitemapsOf({ files: {}, robots: unknown })).kind).toBe('unknown');
    const files = { '/sitemap.xml': urlset('/page') };
    expect(await sitemapsOf({ files, robots: unknown })).toMatchObject({ kind: 'found' });
  });
});

describe('the page is listed', () => {
  it.each([
    ['/p', 'SITE/p#top'],
    ['/%C3%A9', 'SITE/é'],
    ['/%c3%a9/%7Euser', 'SITE/%C3%A9/~user'],
    ['/p?a=1&b=2', 'SITE/p?a=1&amp;b=2'],
    ['/p', '\n   SITE/p\n '],
    ['/p', '<![CDATA[SITE/p]]>'],
  ])('%s as %s', async (page, location) => {
    const facts = await sitemapsOf({ page, files: { '/sitemap.xml': urlset(location) } });
    expect(facts).toMatchObject({ listsPage: true, problems: [] });
  });

  it.each([
    ['/p', 'SITE/p/'],
    ['/p', 'SITE/P'],
    ['/p%2Fq', 'SITE/p/q'],
  ])('%s not as %s', async (page, location) => {
    const facts = await sitemapsOf({ page, files: { '/sitemap.xml': urlset(location) } });
    expect(facts.listsPage).toBe(false);
  });

  it('or that is unknown if a file could not be fetched', async () => {
    const facts = await sitemapsOf({
      robots,
      files: { '/a.xml': urlset('/'), '/b.xml': (response) => response.writeHead(503).end() },
    });
    expect(facts).toMatchObject({ kind: 'found', listsPage: null });
  });
});

describe('an index', () => {
  it('is followed to its sitemaps until the page is found', async () => {
    const facts = await sitemapsOf({
      files: {
        '/sitemap.xml': sitemapIndex('/1.xml', '/2.xml', '/3.xml'),
        '/1.xml': urlset('/', '/a'),
        '/2.xml': urlset('/page'),
      },
    });
    expect(facts.asked).toEqual(['/sitemap.xml', '/1.xml', '/2.xml']);
    expect(facts).toMatchObject({ listsPage: true, unread: 1, urls: 3, problems: [] });
  });

  it('H26 that lists itself, or another one in a loop, is read once', async () => {
    const facts = await sitemapsOf({
      files: {
        '/sitemap.xml': sitemapIndex('/sitemap.xml', '/other.xml'),
        '/other.xml': sitemapIndex('/sitemap.xml', '/third.xml'),
      },
    });
    expect(facts.asked).toEqual(['/sitemap.xml', '/other.xml']);
    expect(facts.problems).toMatchObject([{ fault: 'nested_index' }]);
  });

  it('with very many sitemaps is read partially', async () => {
    const children = Array.from({ length: 400 }, (_, index) => `/${index}.xml`);
    const facts = await sitemapsOf({
      files: {
        '/sitemap.xml': sitemapIndex(...children),
        ...Object.fromEntries(children.map((path) => [path, urlset('/')])),
      },
    });
    expect(facts.asked).toHaveLength(10);
    expect(facts).toMatchObject({ listsPage: null, unread: 391, kind: 'found' });
  });

  it('that lists a sitemap that does not exist', async () => {
    const facts = await sitemapsOf({ files: { '/sitemap.xml': sitemapIndex('/gone.xml') } });
    expect(facts.problems).toMatchObject([{ fault: 'missing' }]);
    expect(facts.problems[0]?.file).toMatch(/\/gone\.xml$/);
  });
});
