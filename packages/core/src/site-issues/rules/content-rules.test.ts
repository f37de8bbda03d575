import { describe, expect, it } from 'vitest';
import type { CrawledUrl } from '../../store/crawl.ts';
import { findIn, findingOf, issueIn, pathsIn } from '../fixtures/find-in.ts';
import { origin, type PageSpec, rowsOf, type SiteSpec } from '../fixtures/site-of.ts';

/** `count` pages, numbered from 10. */
const pages = (count: number, path: string, page: PageSpec): SiteSpec =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${path}${at + 10}`, page]));

describe('thin-pages', () => {
  const id = 'thin-pages';
  const site = (page: PageSpec, words = 400): SiteSpec => ({
    ...pages(20, '/p', { words }),
    '/thin': { words: 39, ...page },
  });

  it('finds pages with less than a tenth of the usual words', async () => {
    expect(await findIn(id, site({}))).toEqual([
      findingOf(`${origin}/thin has 39 words; half of the pages have 400 or more.`, ['/thin'], {
        key: `${origin}/thin`,
      }),
    ]);
  });

  it('counts the words that half of the pages have', async () => {
    const spec = { ...pages(10, '/short', { words: 50 }), ...pages(11, '/long', { words: 9_000 }) };
    expect(await findIn(id, spec)).toMatchObject(
      Array.from({ length: 10 }, () => ({
        summary: expect.stringMatching(/has 50 words; half of the pages have 5,000 or more\.$/),
      })),
    );
  });

  it.each<[string, SiteSpec]>([
    ['a tenth', site({ words: 40 })],
    ['short texts where they are usual', site({ words: 1 }, 199)],
    ['noindex', site({ noindex: true })],
    ['the start page', site({ level: 0 })],
    ['texts that scripts add', site({ findings: { 'js-dependent': 'fail' } })],
    ['a page that says that it is missing', site({ findings: { 'soft-404-text': 'fail' } })],
    ['a text that was not read to its end', site({ isCut: true })],
    [
      'the pages of a list',
      {
        ...site({ words: 400, links: ['[2] /thin?page=2'] }),
        '/thin?page=2': { words: 1 },
      },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect((await issueIn(id, spec)).findings).toEqual([]);
  });

  it('is unknown with few pages', async () => {
    expect(await findIn(id, pages(19, '/p', {}))).toBe('Fewer than 20 pages could be compared.');
  });
});

describe('missing-data', () => {
  const id = 'missing-data';
  const product = { types: ['Product', 'BreadcrumbList'] };
  const site = (page: PageSpec, count = 9): SiteSpec => ({
    ...pages(count, '/lamps/p', product),
    '/lamps/without': { types: ['BreadcrumbList'], ...page },
  });

  it('finds pages without the type that nearly all pages of their folder have', async () => {
    expect(await findIn(id, site({}))).toEqual([
      findingOf(
        `9 pages have structured data about a Product in ${origin}/lamps/, and 1 page has none, such as ${origin}/lamps/without.`,
        ['/lamps/without'],
        { key: `Product ${origin}/lamps/` },
      ),
    ]);
    const slashes = { ...pages(8, '/lamps/p', product), '/lamps/9/': product };
    expect(await pathsIn(id, { ...slashes, '/lamps/x/': { types: [] } })).toEqual([['/lamps/x/']]);
  });

  it.each<[string, SiteSpec]>([
    ['a folder with few pages', site({}, 8)],
    ['a folder with several without', { ...site({}), '/lamps/other': { types: [] } }],
    ['a page about something else', site({ types: ['Article'] })],
    ['a list of pages of the folder', site({ links: ['/lamps/p10', '/lamps/p11', '/lamps/p12'] })],
    ['a page with a query', { ...pages(9, '/lamps/p', product), '/lamps/p?x=1': { types: [] } }],
    ['the list above', { ...pages(10, '/lamps/p', product), '/lamps/': { types: [] } }],
    ['pages on the first level', { ...pages(9, '/p', product), '/about': { types: [] } }],
    ['noindex', site({ noindex: true })],
    [
      'types that say nothing about the page',
      {
        ...pages(9, '/lamps/p', { types: ['BreadcrumbList', 'Organization'] }),
        '/lamps/x': { types: [] },
      },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect((await issueIn(id, spec)).findings).toEqual([]);
  });

  it('finds a page with about as many links to its folder as others', async () => {
    const links = Array.from({ length: 6 }, (_, at) => `/lamps/p${at + 10}`);
    const spec = pages(9, '/lamps/p', { ...product, links: links.slice(0, 4) });
    expect(await pathsIn(id, { ...spec, '/lamps/x': { types: [], links } })).toEqual([
      ['/lamps/x'],
    ]);
  });

  it('is unknown if no page was read, or an older version kept no types', async () => {
    expect(await findIn(id, {})).toBe('No page was read.');
    const rows = rowsOf({ '/a': {}, '/b': {} }).map((row): CrawledUrl => {
      const { types: _types, ...outline } = row.outline ?? {};
      return { ...row, outline } as CrawledUrl;
    });
    expect(await findIn(id, rows)).toBe(
      '2 pages were read by an older version, which kept no structured data.',
    );
  });
});

describe('indexable-searches', () => {
  const id = 'indexable-searches';

  it('finds results that search engines may show, by their path', async () => {
    const found = await findIn(id, { '/search?q=a': {}, '/search?q=b': {}, '/?s=lamp': {} });
    expect(found).toEqual([
      findingOf(
        `Search engines may show 2 pages with results of the search on the site, such as ${origin}/search?q=a.`,
        ['/search?q=a', '/search?q=b'],
        { key: `${origin}/search` },
      ),
      findingOf(
        `Search engines may show 1 page with results of the search on the site, such as ${origin}/?s=lamp.`,
        ['/?s=lamp'],
        { key: `${origin}/` },
      ),
    ]);
  });

  it.each([
    '/catalogsearch/result/?q=lamp',
    '/de/suche.php?suchbegriff=lampe',
    '/shop?search=lamp',
    '/en/?s=lamp',
  ])('finds %s', async (path) => {
    expect(await pathsIn(id, { [path]: {} })).toEqual([[path]]);
  });

  it.each<[string, SiteSpec]>([
    ['noindex', { '/search?q=a': { noindex: true } }],
    ['another canonical URL', { '/search?q=a': { canonical: '/search' } }],
    ['robots.txt', { '/search?q=a': { response: 'robots_txt' } }],
    ['the form', { '/search': {}, '/search?q=': {} }],
    ['other parameters', { '/lamps?q=5': {}, '/lamps/?s=m': {}, '/search?lang=de': {} }],
    ['articles about searching', { '/blog/search-results-explained?q=1': {} }],
  ])('does not find %s', async (_what, spec) => {
    expect((await issueIn(id, { '/': {}, ...spec })).findings).toEqual([]);
  });

  it('is unknown if no page was read', async () => {
    expect(await findIn(id, { '/': { response: 500 } })).toBe('No page was read.');
  });
});

describe('parameter-urls', () => {
  const id = 'parameter-urls';
  const shoes = { title: 'Shoes', h1: 'Shoes' };
  const views = (count: number, page: PageSpec = shoes) =>
    pages(count, '/shoes?size=9&color=', page);

  it('finds views of pages by parameters, with their names', async () => {
    const spec = {
      ...pages(59, '/page', {}),
      '/shoes': shoes,
      ...views(18),
      '/shoes?sort=price': { ...shoes, title: 'Cheap shoes', canonical: '/shoes' },
      '/shoes?page=2': { response: 'query_variants' },
    } as const;
    const [found, ...others] = (await findIn(id, spec)) ?? [];
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      summary:
        '20 of 80 URLs show another view of a page by parameters: “color” (18), “size” (18), “page” (1), “sort” (1).',
      pagesCount: 20,
      key: 'parameters',
    });
  });

  it('counts what was requested only', async () => {
    const left = pages(200, '/page', { response: 'max_pages' });
    expect(await findIn(id, { '/shoes': shoes, ...views(20), ...left })).toMatchObject([
      { pagesCount: 20 },
    ]);
  });

  const site = (rest: SiteSpec): SiteSpec => ({ '/shoes': shoes, ...rest });
  it.each<[string, SiteSpec]>([
    ['a few', site(views(19))],
    ['a small share', site({ ...views(20), ...pages(70, '/page', {}) })],
    ['pages with different content', site(pages(30, '/shoes?id=', {}))],
    ['pages that have no other URL', views(30)],
    ['pages that are called alike at other paths', { '/': {}, ...pages(30, '/shoes-', shoes) }],
    ['what was not requested', site(views(30, { response: 'max_pages' }))],
    [
      'the pages of a list',
      site(
        Object.fromEntries(
          Array.from({ length: 30 }, (_, at) => [
            `/shoes?page=${at + 2}`,
            { ...shoes, links: [`[${at + 3}] /shoes?page=${at + 3}`] },
          ]),
        ),
      ),
    ],
  ])('does not find %s', async (_what, spec) => {
    expect((await issueIn(id, spec)).findings).toEqual([]);
  });

  it('is unknown in reports, and if no page was read', async () => {
    expect(await findIn(id, site(views(30)), { isCrawl: false })).toBe(
      'Only a crawl finds the URLs that pages link to.',
    );
    expect(await findIn(id, {})).toBe('No page was read.');
  });
});
