import { describe, expect, it } from 'vitest';
import type { CrawledUrl } from '../store/crawl.ts';
import { applyRule } from './find-issues.ts';
import {
  findIn as find,
  findingOf as finding,
  issueIn as issueOf,
  pathsIn as pathsOf,
} from './fixtures/find-in.ts';
import {
  minHashFor,
  origin,
  type PageSpec,
  rowsOf,
  type SiteSpec,
  siteOf,
  slicesForTests,
} from './fixtures/site-of.ts';
import { siteRules } from './rules/index.ts';

type Options = Parameters<typeof siteOf>[1];

/** The findings of a rule, also if it is unknown because it could not look at all. */
async function findingsOf(id: string, spec: SiteSpec, options?: Options) {
  return (await issueOf(id, spec, options)).findings;
}

const unreadSitemaps = 'The sitemaps were not read.';
const partlyRead = 'The sitemaps were not read completely.';
const incomplete = 'Not every page and link of the site is known';

describe.each([
  ['duplicate-titles', 'title', 'have the title'],
  ['duplicate-descriptions', 'description', 'have the description'],
  ['duplicate-h1', 'h1', 'have the <h1>'],
] as const)('%s', (id, field, words) => {
  const same = { [field]: 'Bread' };

  it('finds pages with the same text', async () => {
    const spec = { '/c': same, '/a': same, '/b': same, '/other': {} };
    expect(await find(id, spec)).toEqual([
      finding(`3 pages ${words} “Bread”.`, ['/a', '/b', '/c'], { key: 'en Bread' }),
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['texts that differ', { '/a': {}, '/b': {} }],
    ['pages without one', { '/a': { [field]: null }, '/b': { [field]: null } }],
    ['a page with noindex', { '/a': same, '/b': { ...same, noindex: true } }],
    ['a page with another canonical URL', { '/a': same, '/b': { ...same, canonical: '/a' } }],
    [
      'pages with one canonical URL',
      { '/a': { ...same, canonical: '/' }, '/b': { ...same, canonical: '/' } },
    ],
    [
      'a canonical URL on another site',
      { '/a': same, '/b': { ...same, canonical: 'https://other.test/b' } },
    ],
    [
      'a redirect and an error',
      { '/a': same, '/b': { ...same, response: [301, '/a'] }, '/c': { ...same, response: 404 } },
    ],
    [
      'other languages',
      { '/a': same, '/b': { ...same, language: 'de' }, '/c': { ...same, language: null } },
    ],
    [
      'versions for other countries',
      { '/a': { ...same, alternates: { 'en-GB': '/b' } }, '/b': { ...same, language: 'en-GB' } },
    ],
    [
      'the pages of a list',
      {
        '/a': { ...same, links: ['[2] /a?p=2'] },
        '/a?p=2': { ...same, links: ['[3] /a?p=3'] },
        '/a?p=3': same,
        '/a/': { ...same, canonical: '/a/' },
      },
    ],
    ['copies of a page', { '/a': { ...same, textHash: 'x' }, '/b': { ...same, textHash: 'x' } }],
    [
      'pages that scripts fill',
      {
        '/a': { ...same, findings: { 'js-dependent': 'warn' } },
        '/b': { ...same, findings: { 'js-dependent': 'warn' } },
      },
    ],
    [
      'challenges in place of pages',
      {
        '/a': { ...same, findings: { 'page-served': 'fail' } },
        '/b': { ...same, findings: { 'page-served': 'fail' } },
      },
    ],
    [
      'texts that are cut',
      { '/a': { [field]: 'x'.repeat(300) }, '/b': { [field]: 'x'.repeat(300) } },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await findingsOf(id, spec)).toEqual([]);
  });

  it.each(['/item/', '/p/', '/produkt-', '/?p=', '/?id=', '/?page='])(
    'finds products at %s',
    async (path) => {
      const paths = [1, 2, 3].map((number) => `${path}${number}`);
      const spec = Object.fromEntries(paths.map((product) => [product, same]));
      expect(await pathsOf(id, { ...spec, '/': { links: paths } })).toEqual([paths]);
    },
  );

  it('counts language versions of a page once', async () => {
    const spec = { '/a': { ...same, alternates: { 'en-GB': '/b' } }, '/b': same, '/c': same };
    expect(await pathsOf(id, spec)).toEqual([['/a', '/c']]);
  });
});

describe('duplicate-content', () => {
  const copy = { textHash: 'x', title: 'Bread' };

  it('finds copies of a page', async () => {
    expect(await find('duplicate-content', { '/a': copy, '/b': copy, '/c': {} })).toEqual([
      finding(`2 pages have the same text and title, such as ${origin}/a.`, ['/a', '/b'], {
        key: `${origin}/a`,
      }),
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['short texts', { '/a': { ...copy, textHash: null }, '/b': { ...copy, textHash: null } }],
    ['pages that images or scripts distinguish', { '/a': copy, '/b': { ...copy, title: 'Rolls' } }],
    ['a canonical copy', { '/a': copy, '/b': { ...copy, canonical: '/a' } }],
    ['a copy with noindex', { '/a': copy, '/b': { ...copy, noindex: true } }],
    [
      'versions for other countries',
      { '/a': copy, '/b': { ...copy, alternates: { 'en-US': '/a' } } },
    ],
    ['the pages of a list', { '/a': { ...copy, links: ['[2] /a?p=2'] }, '/a?p=2': copy }],
    ['spellings of a URL', { '/a': copy, '/a/': copy, '/A': copy }],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('duplicate-content', spec)).toEqual([]);
  });
});

describe('near-duplicate-content', () => {
  const id = 'near-duplicate-content';
  const cities = ['Berlin', 'Bad Homburg', '東京', 'Bonn'];
  /** A page whose text has other slots from one on, and is in other lines from another one on. */
  const near = (
    from = 64,
    seed = '',
    { lines = 0, ...more }: PageSpec & { lines?: number } = {},
  ) => {
    const [bytes, others] = ['', `other ${seed}`].map((text) =>
      Buffer.from(minHashFor(text), 'base64url'),
    );
    const hash = Buffer.concat(
      [
        ...[bytes?.subarray(0, from), others?.subarray(from, 64)],
        ...[bytes?.subarray(64, 64 + lines / 2), others?.subarray(64 + lines / 2)],
      ].map((part) => part ?? Buffer.alloc(0)),
    );
    return { minHash: hash.toString('base64url'), ...more };
  };
  const numbered = (count: number, pageAt: (page: number) => PageSpec): SiteSpec =>
    Object.fromEntries(Array.from({ length: count }, (_, page) => [`/${page + 10}`, pageAt(page)]));

  it.each([64, 60, 36])('finds texts with %i of 64 equal slots', async (slots) => {
    expect(await find(id, { '/a': near(), '/b': near(slots), '/c': {} })).toEqual([
      finding(`1 page has nearly the text of ${origin}/a.`, ['/a', '/b'], { key: `${origin}/a` }),
    ]);
  });

  it('does not find texts with 35 of 64 equal slots', async () => {
    expect(await find(id, { '/a': near(), '/b': near(35) })).toEqual([]);
  });

  it('compares with the first page, not with those that are like it', async () => {
    const spec = { '/a': near(40, 'a'), '/b': near(64), '/c': near(30, 'c'), '/d': near(50, 'd') };
    expect(await pathsOf(id, spec)).toEqual([['/a', '/b', '/d']]);
  });

  it('finds a pair between many pages with a part of its hash', async () => {
    const others = numbered(200, (page) => near(3, `${page}`));
    expect(await pathsOf(id, { ...others, '/1': near(), '/2': near(60) })).toEqual([['/1', '/2']]);
  });

  it('finds a group of pages in which one line differs in a few words', async () => {
    const spec = numbered(20, (page) => (page < 12 ? near(60, `${page}`, { lines: 40 }) : {}));
    expect(await find(id, spec)).toMatchObject([{ pagesCount: 12 }]);
  });

  it('finds variants that have nearly no text that differs, except on most pages of a site', async () => {
    const spec = (variants: number) =>
      numbered(24, (page) => (page < variants ? near(60, `${page}`, { lines: 64 }) : {}));
    expect(await find(id, spec(6))).toMatchObject([{ pagesCount: 6 }]);
    expect(await find(id, spec(13))).toEqual([]);
  });

  it.each<[string, (page: number) => PageSpec]>([
    ['title', (page) => ({ title: `Plumbers in ${cities[page]}, day and night` })],
    ['h1', (page) => ({ title: `${page} plumbers`, h1: `${cities[page]}: plumbers` })],
  ])('names the places in which the %s of its pages differs', async (_field, textsOf) => {
    const spec = numbered(4, (page) => ({ ...near(62, `${page}`), ...textsOf(page) }));
    expect(await find(id, spec)).toMatchObject([
      {
        summary:
          '4 pages have nearly one text for different places or names: “Berlin”, “Bad Homburg”, “東京” and others.',
        pagesCount: 4,
      },
    ]);
  });
  it.each<[string, (page: number) => string]>([
    ['a number', (page) => `Plumber ${page} in town`],
    ['all of it', (page) => `${cities[page]}`],
    ['many words', (page) => `Plumber ${'and '.repeat(page + 4)} more`],
    ['common words', (page) => `Plumber in ${['red', 'green', 'blue', 'gray'][page]} trousers`],
    ['a name that two have', (page) => `Plumbers in ${cities[page % 2]}`],
  ])('does not name places if titles differ in %s', async (_what, title) => {
    const spec = numbered(4, (page) => near(62, `${page}`, { title: title(page) }));
    expect(await find(id, spec)).toMatchObject([
      { summary: `3 pages have nearly the text of ${origin}/10.` },
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['short texts', { '/a': near(64, '', { words: 99 }), '/b': near(60, '', { words: 99 }) }],
    ['texts without a hash', { '/a': { minHash: null }, '/b': { minHash: null } }],
    [
      'exact copies',
      { '/a': near(64, '', { textHash: 'x' }), '/b': near(64, '', { textHash: 'x' }) },
    ],
    ['a canonical copy', { '/a': near(), '/b': near(60, '', { canonical: '/a' }) }],
    [
      'versions for other countries',
      { '/a': near(), '/b': near(60, '', { alternates: { 'en-US': '/a' } }) },
    ],
    ['other languages', { '/a': near(), '/b': near(60, '', { language: 'de' }) }],
    ['the pages of a list', { '/a': near(64, '', { links: ['[2] /a?p=2'] }), '/a?p=2': near(60) }],
    ['spellings of a URL', { '/a': near(), '/A': near(60) }],
    [
      'a site with a long menu on all pages',
      numbered(12, (page) => (page < 7 ? near(50, `${page}`, { lines: 64 }) : {})),
    ],
    ['a small site with a long menu', numbered(3, (page) => near(50, `${page}`, { lines: 64 }))],
    [
      'pages of a template that some pages have',
      numbered(60, (page) => (page < 6 ? near(50, `${page}`, { lines: 64 }) : {})),
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await find(id, spec)).toEqual([]);
  });

  it('is unknown if an older version kept nothing to compare texts by', async () => {
    const rows = rowsOf({ '/a': {}, '/b': {}, '/c': { words: 20 } }).map((row) => {
      const { minHash: _minHash, ...outline } = row.outline ?? {};
      return { ...row, outline: { simHash: '0123456789abcdef', ...outline } } as CrawledUrl;
    });
    const [rule] = siteRules.filter((known) => known.id === id);
    if (rule === undefined) throw new Error('There is no such rule.');
    expect(await applyRule(rule, await siteOf(rows), slicesForTests())).toMatchObject({
      status: 'unknown',
      reason: '2 pages were read by an older version, which kept nothing to compare texts by.',
    });
    const found = [...rows, ...rowsOf({ '/d': near(), '/e': near(60) })];
    expect(await applyRule(rule, await siteOf(found), slicesForTests())).toMatchObject({
      status: 'found',
    });
  });
});

describe('url-variants', () => {
  const same = { textHash: 'x' };

  it('finds URLs of one page', async () => {
    const spec = {
      '/A': same,
      '/a': same,
      '/a/': same,
      '//a': same,
      '/a/index.html': same,
      '/b?x=1&y=2': same,
      '/b?y=2&x=1': same,
    };
    expect(await pathsOf('url-variants', spec)).toEqual([
      ['//a', '/A', '/a', '/a/', '/a/index.html'],
      ['/b?x=1&y=2', '/b?y=2&x=1'],
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['different pages', { '/A': {}, '/a': {} }],
    ['a redirect', { '/a': same, '/a/': { response: [301, '/a'] } }],
    ['a canonical URL', { '/a': same, '/a/': { ...same, canonical: '/a' } }],
    ['other values', { '/a?x=1': same, '/a?x=2': same }],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('url-variants', spec)).toEqual([]);
  });
});

describe('broken-links', () => {
  it('finds links to pages that do not exist, also through redirects', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/gone', '/a'] },
      '/a': { links: ['nofollow /gone'] },
      '/b': { links: ['/old'] },
      '/old': { response: [301, '/gone'] },
      '/gone': { response: 404 },
      '/unlinked': { response: 404 },
      '/down': { response: 500 },
      '/c': { links: ['/down'] },
    };
    expect(await find('broken-links', spec)).toEqual([
      finding(
        `3 pages link to ${origin}/gone, which responds with status 404.`,
        ['/', '/a', '/b'],
        {
          target: `${origin}/gone`,
          key: `${origin}/gone`,
        },
      ),
      finding(`1 page links to ${origin}/down, which responds with status 500.`, ['/c'], {
        target: `${origin}/down`,
        key: `${origin}/down`,
      }),
    ]);
    expect(await find('redirecting-links', spec)).toEqual([]);
  });

  it.each([401, 403, 405, 429, 451, 503, 0])('does not find status %i', async (response) => {
    const spec: SiteSpec = { '/': { links: ['/x'] }, '/x': { response } };
    expect(await findingsOf('broken-links', spec)).toEqual([]);
  });

  it('does not find skipped pages, other sites and images', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/skipped', 'https://other.test/gone'], images: ['/gone.png'] },
      '/skipped': { response: 'robots_txt' },
      '/gone.png': { response: 404, kind: 'image' },
    };
    expect(await findingsOf('broken-links', spec)).toEqual([]);
  });
});

describe('broken-images', () => {
  it('finds images that do not exist, also if they are linked', async () => {
    const spec: SiteSpec = {
      '/': { images: ['/a.png', '/b.png', '/c.png'], links: ['/b.png'] },
      '/page': { images: ['/a.png'] },
      '/a.png': { response: 404, kind: 'image' },
      '/b.png': { response: 410 },
      '/c.png': { kind: 'image' },
    };
    expect(await find('broken-images', spec)).toMatchObject([
      finding(
        `2 pages show the image ${origin}/a.png, which responds with status 404.`,
        ['/', '/page'],
        { target: `${origin}/a.png` },
      ),
      finding(`1 page shows the image ${origin}/b.png, which responds with status 410.`, ['/'], {
        target: `${origin}/b.png`,
      }),
    ]);
  });

  it('does not find images that exist, were refused or were not requested', async () => {
    const spec: SiteSpec = {
      '/': { images: ['/a.png', '/b.png', '/other.png'] },
      '/a.png': { kind: 'image' },
      '/b.png': { kind: 'image', response: 403 },
    };
    expect(await findingsOf('broken-images', spec)).toEqual([]);
  });

  it('finds a broken one that is linked if no image was requested', async () => {
    const spec: SiteSpec = {
      '/': { images: ['/a.png'], links: ['/a.png'] },
      '/a.png': { response: 404 },
    };
    expect(await pathsOf('broken-images', spec)).toEqual([['/']]);
  });
});

describe('a page that browsers replace at once', () => {
  it('is as good as a permanent redirect', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/old'] },
      '/old': { response: [200, '/new'], inSitemap: true },
      '/new': { links: ['/'] },
    };
    for (const id of ['redirecting-links', 'sitemap-redirects'])
      expect(await findingsOf(id, spec)).toHaveLength(1);
    expect(await findingsOf('temporary-links', spec)).toEqual([]);
  });
});

describe('redirecting-links', () => {
  it('finds links to permanent redirects', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/old', '/older'] },
      '/old': { response: [301, '/new'] },
      '/older': { response: [308, '/old'] },
      '/new': {},
    };
    const to = (path: string) =>
      finding(`1 page links to ${origin}${path}, which redirects to ${origin}/new.`, ['/'], {
        target: origin + path,
        key: origin + path,
      });
    expect(await find('redirecting-links', spec)).toEqual([to('/old'), to('/older')]);
  });

  it.each<[string, SiteSpec]>([
    [
      'temporary redirects',
      { '/': { links: ['/account'] }, '/account': { response: [302, '/login'] }, '/login': {} },
    ],
    [
      'redirects to other sites',
      { '/': { links: ['/go'] }, '/go': { response: [301, 'https://shop.test/'] } },
    ],
    ['redirects that are not linked', { '/': {}, '/old': { response: [301, '/'] } }],
    ['loops', { '/': { links: ['/x'] }, '/x': { response: [301, '/x'] } }],
    [
      'redirects to what was not requested, which may be a loop',
      {
        '/': { links: ['/x'] },
        '/x': { response: [301, '/y'] },
        '/y': { response: 'max_pages' },
      },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await findingsOf('redirecting-links', spec)).toEqual([]);
  });
});

describe('variant-links', () => {
  it('finds links with another scheme or host, also to the page itself', async () => {
    const spec: SiteSpec = {
      '/': { links: ['http://example.com/a', 'http://www.example.com/a', 'http://example.com/'] },
      '/a': {},
      '/b': { links: ['https://www.example.com/a', '/a'] },
    };
    expect(await find('variant-links', spec)).toMatchObject([
      finding(`2 pages link to ${origin}/a with another scheme (http://) or host.`, ['/', '/b'], {
        target: `${origin}/a`,
      }),
      finding(`1 page links to ${origin}/ with another scheme (http://) or host.`, ['/'], {
        target: `${origin}/`,
      }),
    ]);
  });

  it('does not find links with the origin of the site, or one that is not known to redirect', async () => {
    const spec = {
      '/': { links: ['/a', 'http://old.example.com/a', 'http://example.com:8080/a'] },
      '/a': {},
    };
    expect(await find('variant-links', spec)).toEqual([]);
    const http = { '/': { links: ['http://example.com/a'] }, '/a': {} };
    expect(await find('variant-links', http, { variants: new Set() })).toEqual([]);
  });
});

describe('redirect-chains', () => {
  it('finds redirects to redirects, by the second one', async () => {
    const spec: SiteSpec = {
      '/1': { response: [301, '/3'] },
      '/2': { response: [308, '/3'] },
      '/3': { response: [301, '/4'] },
      '/4': {},
    };
    expect(await find('redirect-chains', spec)).toEqual([
      finding(
        `2 URLs redirect to ${origin}/3, which redirects again, to ${origin}/4.`,
        ['/1', '/2'],
        {
          target: `${origin}/3`,
          key: `${origin}/3`,
        },
      ),
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['one redirect', { '/1': { response: [301, '/2'] }, '/2': {} }],
    [
      'steps of a login',
      { '/1': { response: [302, '/2'] }, '/2': { response: [302, '/3'] }, '/3': {} },
    ],
    [
      'a login after a temporary redirect',
      { '/1': { response: [302, '/2'] }, '/2': { response: [301, '/3'] }, '/3': {} },
    ],
    ['loops', { '/1': { response: [301, '/2'] }, '/2': { response: [301, '/1'] } }],
    [
      'other sites',
      { '/1': { response: [301, '/2'] }, '/2': { response: [301, 'https://x.test/'] } },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('redirect-chains', spec)).toEqual([]);
  });
});

describe('redirect-loops', () => {
  it('finds each loop once', async () => {
    const spec: SiteSpec = {
      '/start': { response: [301, '/b'] },
      '/b': { response: [301, '/a'] },
      '/a': { response: [308, '/b'] },
      '/self': { response: [301, '/self'] },
    };
    expect(await find('redirect-loops', spec)).toEqual([
      finding(`2 URLs redirect to each other in a loop, such as ${origin}/a.`, ['/a', '/b'], {
        key: `${origin}/a`,
      }),
      finding(`${origin}/self redirects to itself.`, ['/self'], { key: `${origin}/self` }),
    ]);
  });

  it.each<[string, SiteSpec]>([
    [
      'redirects that end',
      { '/a': { response: [301, '/b'] }, '/b': { response: [301, '/c'] }, '/c': {} },
    ],
    [
      'redirects that may need cookies',
      {
        '/a': { response: [302, '/a'] },
        '/b': { response: [302, '/c'] },
        '/c': { response: [301, '/b'] },
      },
    ],
    ['a redirect to http, which may end', { '/a': { response: [301, 'http://example.com/a'] } }],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('redirect-loops', spec)).toEqual([]);
  });
});

describe('orphan-pages', () => {
  it('finds pages of the sitemap that no page links to', async () => {
    const spec: SiteSpec = { '/': { links: ['/a'] }, '/a': {}, '/alone': { links: ['/alone'] } };
    expect(await find('orphan-pages', spec)).toEqual([
      finding(`No page links to ${origin}/alone, which is in the sitemap.`, ['/alone'], {
        key: `${origin}/alone`,
      }),
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['pages that are linked with nofollow', { '/': { links: ['nofollow /a'] }, '/a': {} }],
    [
      'pages that are linked with tracking parameters',
      { '/': { links: ['/a?utm_source=menu'] }, '/a': {} },
    ],
    [
      'pages that a linked URL redirects to',
      { '/': { links: ['/old'] }, '/old': { response: [302, '/a'] }, '/a': {} },
    ],
    [
      'pages that a redirect leads to in another form',
      {
        '/': { links: ['/old', '/older'] },
        '/old': { response: [302, 'http://example.com/a?PHPSESSID=1234'] },
        '/a': {},
        '/older': { response: [302, '/%7eb'] },
        '/~b': {},
      },
    ],
    [
      'the canonical URL of a linked page',
      { '/': { links: ['/a?x'] }, '/a?x': { canonical: '/a' }, '/a': {} },
    ],
    ['language versions', { '/': { alternates: { de: '/de' } }, '/de': {} }],
    ['another spelling of a linked URL', { '/': { links: ['/a'] }, '/a': {}, '/a/': {} }],
    ['pages that are not in the sitemap', { '/': {}, '/a': { inSitemap: false } }],
    ['pages with noindex', { '/': {}, '/a': { noindex: true } }],
    ['pages with another canonical URL', { '/': {}, '/a': { canonical: '/' } }],
    [
      'the pages of a list',
      { '/': {}, '/list?p=2': { links: ['[3] /list?p=3'] }, '/list?p=3': {} },
    ],
    ['the page that another one loads', { '/': { refresh: '/a' }, '/a': {} }],
    ['the start page', { '/': {} }],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('orphan-pages', spec)).toEqual([]);
  });

  it('finds spellings of a page that only link to each other', async () => {
    const spec: SiteSpec = { '/': {}, '/a': { links: ['/A'] }, '/A': { links: ['/a'] } };
    expect(await pathsOf('orphan-pages', spec)).toEqual([['/A'], ['/a']]);
  });

  it.each<[string, string, SiteSpec, Options?]>([
    ['the crawl ended early', '', { '/': {} }, { isComplete: false }],
    [
      'a page needs scripts',
      ': scripts add the content of 1 page',
      { '/': { findings: { 'js-dependent': 'warn' } } },
    ],
    [
      'a page was not shown',
      ': 1 page could not be read, https://example.com/a',
      { '/': {}, '/a': { findings: { 'page-served': 'fail' } } },
    ],
    ['links were left out', ': 1 page has more links than are kept', { '/': { isCut: true } }],
    [
      'a page did not respond',
      ': 1 page could not be read, https://example.com/a',
      { '/': {}, '/a': { response: 0 } },
    ],
    [
      'a page was refused',
      ': 1 page could not be read, https://example.com/a',
      { '/': {}, '/a': { response: 403 } },
    ],
    ['a page was excluded', ': 1 URL was excluded', { '/': {}, '/a': { response: 'excluded' } }],
    [
      'several reasons apply',
      ': 2 URLs were not requested; 1 page could not be read, https://example.com/c',
      {
        '/': {},
        '/a': { response: 'query_variants' },
        '/b': { response: 'max_pages' },
        '/c': { response: 0 },
        '/d': { response: 404 },
      },
    ],
    [
      'it is from reports',
      ': only a crawl finds them',
      { '/': {}, '/a': { response: 0 } },
      { isCrawl: false, isComplete: false },
    ],
  ])('is unknown if %s', async (_what, reason, spec, options) => {
    for (const id of ['orphan-pages', 'single-inlink']) {
      expect(await find(id, spec, options)).toBe(`${incomplete}${reason}.`);
    }
  });

  it('is known if what was not read has no links for search engines', async () => {
    const spec: SiteSpec = {
      '/': {},
      '/a': { response: 'robots_txt' },
      '/b': { response: 404 },
      '/c': { response: 'not_html' },
      '/d': { response: [302, '/'] },
      '/e': { response: 401 },
      '/x.png': { kind: 'image', response: 0 },
    };
    expect(await find('orphan-pages', spec)).toEqual([]);
  });
});

describe('single-inlink', () => {
  it('finds pages with one link', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/a', '/b'] },
      '/a': { links: ['/', '/b'] },
      '/b': { links: ['/'] },
    };
    expect(await find('single-inlink', spec)).toEqual([
      finding(`Only one page links to ${origin}/a.`, ['/a'], { key: `${origin}/a` }),
    ]);
  });

  it('counts redirects and language versions, and not the start page', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/a', '/b'] },
      '/a': { links: ['/old'] },
      '/old': { response: [301, '/b'] },
      '/b': { alternates: { de: '/a' } },
    };
    expect(await find('single-inlink', spec)).toEqual([]);
  });
});

describe('deep-pages', () => {
  const chain: SiteSpec = {
    '/': { links: ['/1'] },
    '/1': { links: ['/2'] },
    '/2': { links: ['/old'] },
    '/old': { response: [301, '/3'] },
    '/3': { links: ['/4', 'nofollow /5'] },
    '/4': {},
    '/5': {},
  };

  it('finds pages more than three clicks away; redirects are not clicks', async () => {
    expect(await find('deep-pages', chain)).toEqual([
      finding(`${origin}/4 is 4 clicks away from the start page.`, ['/4'], { key: `${origin}/4` }),
    ]);
    const end = {
      '/2': { links: ['/old', '/later'] },
      '/later': { response: 'max_pages' },
    } as const;
    expect(await pathsOf('deep-pages', { ...chain, ...end }, { isComplete: false })).toEqual([
      ['/4'],
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['a shortcut', { ...chain, '/': { links: ['/1', '/4'] } }],
    ['a page with noindex', { ...chain, '/4': { noindex: true } }],
    [
      'the pages of a list',
      { ...chain, '/3': { links: ['/4?p=2'] }, '/4?p=2': { links: ['[3] /4?p=3'] }, '/4?p=3': {} },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('deep-pages', spec)).toEqual([]);
  });

  it('is unknown if a page that was not read may be a shortcut', async () => {
    const unread = 'Not every page that is less than 3 clicks away from the start page was read.';
    const with_ = (page: SiteSpec[string]) => ({
      ...chain,
      '/': { links: ['/1', '/x'] },
      '/x': page,
    });
    for (const response of ['max_pages', 'excluded', 0, 403] as const) {
      expect(await find('deep-pages', with_({ response }))).toBe(unread);
    }
    expect(await find('deep-pages', with_({ isCut: true }))).toBe(unread);
    expect(await find('deep-pages', { ...chain, '/': { links: ['/1', '/unlisted'] } })).toBe(
      unread,
    );
    expect(await find('deep-pages', { '/a': { level: 1 } })).toBe('The start page is not known.');
    for (const response of ['robots_txt', 404] as const) {
      expect(await pathsOf('deep-pages', with_({ response }))).toEqual([['/4']]);
    }
  });
});

describe('missing-from-sitemap', () => {
  const home = { links: ['/a', '/b'] };

  it('finds linked pages that are not in the sitemap', async () => {
    expect(
      await find('missing-from-sitemap', { '/': home, '/a': {}, '/b': { inSitemap: false } }),
    ).toEqual([
      finding(`1 page links to ${origin}/b, which is not in the sitemap.`, ['/b'], {
        key: `${origin}/b`,
      }),
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['pages with noindex', { '/': home, '/b': { inSitemap: false, noindex: true } }],
    ['pages with another canonical URL', { '/': home, '/b': { inSitemap: false, canonical: '/' } }],
    [
      'pages with a canonical URL that does not exist',
      {
        '/': home,
        '/b': { inSitemap: false, canonical: '/gone' },
        '/gone': { response: 404 },
      },
    ],
    [
      'filters without a canonical URL',
      { '/': { links: ['/b?sort=x'] }, '/b?sort=x': { inSitemap: false, canonical: null } },
    ],
    [
      'the pages of a list',
      { '/': { links: ['/b'] }, '/b': { links: ['/b/page/2'] }, '/b/page/2': { inSitemap: false } },
    ],
    ...(['fail', 'warn'] as const).map((status): [string, SiteSpec] => [
      `a page that says that it is missing (${status})`,
      { '/': home, '/b': { inSitemap: false, findings: { 'soft-404-text': status } } },
    ]),
    ['another spelling', { '/': home, '/b': { inSitemap: false }, '/b/': {} }],
    ['a page that loads another one', { '/': home, '/b': { inSitemap: false, refresh: '/a' } }],
    ['a redirect', { '/': home, '/b': { response: [302, '/a'] } }],
    [
      'pages that no link is followed to',
      { '/': { links: ['nofollow /b'] }, '/b': { inSitemap: false } },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await find('missing-from-sitemap', spec)).toEqual([]);
  });

  it('is unknown if the sitemap lists some pages only', async () => {
    const spec = { '/': { ...home, inSitemap: false }, '/a': {}, '/b': { inSitemap: false } };
    expect(await find('missing-from-sitemap', spec)).toBe(
      'The sitemaps list fewer than half of the pages: they may be made for some of them only, such as news.',
    );
    const half = { '/': { ...home, inSitemap: false }, '/a': {} };
    expect(await find('missing-from-sitemap', half)).toEqual([]);
  });
});

describe('sitemap rules', () => {
  it('find errors, permanent redirects and pages that are not for search engines', async () => {
    const spec: SiteSpec = {
      '/': {},
      '/gone': { response: 404, inSitemap: true },
      '/old': { response: [301, '/'], inSitemap: true },
      '/hidden': { noindex: true },
      '/other': { canonical: 'https://other.test/' },
      '/blocked': { response: 'robots_txt', inSitemap: true },
    };
    const page = (summary: string, path: string) =>
      finding(origin + summary, [path], { key: origin + path });
    expect(await find('sitemap-errors', spec)).toEqual([
      page('/gone is in the sitemap and responds with status 404.', '/gone'),
    ]);
    expect(await find('sitemap-redirects', spec)).toEqual([
      page(`/old is in the sitemap and redirects to ${origin}/.`, '/old'),
    ]);
    expect(await find('sitemap-not-indexable', spec)).toEqual([
      page('/blocked is in the sitemap, but robots.txt blocks it for this crawler.', '/blocked'),
      page('/hidden is in the sitemap, but has noindex.', '/hidden'),
      page(
        '/other is in the sitemap, but names https://other.test/ as its canonical URL.',
        '/other',
      ),
    ]);
  });

  it('do not find the same outside of the sitemap, refusals and temporary redirects', async () => {
    const spec: SiteSpec = {
      '/': { canonical: 'http://example.com/' },
      '/gone': { response: 404 },
      '/old': { response: [301, '/'] },
      '/hidden': { noindex: true, inSitemap: false },
      '/blocked': { response: 'robots_txt' },
      '/refused': { response: 403, inSitemap: true },
      '/slow': { response: 0, inSitemap: true },
      '/en': { response: [302, '/'], inSitemap: true },
    };
    for (const id of ['sitemap-errors', 'sitemap-redirects', 'sitemap-not-indexable']) {
      expect(await findingsOf(id, spec)).toEqual([]);
    }
  });

  it.each([
    'sitemap-errors',
    'sitemap-redirects',
    'sitemap-not-indexable',
    'orphan-pages',
    'missing-from-sitemap',
  ])('%s is unknown without sitemaps', async (id) => {
    expect(await find(id, { '/': {} }, { sitemaps: 'unknown' })).toBe(unreadSitemaps);
    expect(await find(id, { '/': {} }, { sitemaps: 'none' })).toBe('The site has no sitemap.');
    expect(await find(id, { '/': {} }, { sitemaps: 'partial' })).toBe(partlyRead);
  });
});

describe('canonical rules', () => {
  it('find canonical links to errors, permanent redirects and noindex', async () => {
    const spec: SiteSpec = {
      '/a': { canonical: '/gone' },
      '/b': { canonical: '/gone' },
      '/gone': { response: 410 },
      '/c': { canonical: '/old' },
      '/old': { response: [301, '/'] },
      '/d': { canonical: '/hidden' },
      '/hidden': { noindex: true },
    };
    const to = (pages: readonly string[], summary: string, target: string) =>
      finding(summary, pages, { target: origin + target, key: origin + target });
    expect(await find('canonical-errors', spec)).toEqual([
      to(
        ['/a', '/b'],
        `2 pages name ${origin}/gone as canonical, which responds with status 410.`,
        '/gone',
      ),
    ]);
    expect(await find('canonical-redirects', spec)).toEqual([
      to(['/c'], `1 page names ${origin}/old as canonical, which redirects to ${origin}/.`, '/old'),
    ]);
    expect(await find('canonical-noindex', spec)).toEqual([
      to(['/d'], `1 page names ${origin}/hidden as canonical, which has noindex.`, '/hidden'),
    ]);
  });

  it.each<[string, SiteSpec, string]>([
    [
      'end at an error',
      { '/old': { response: [301, '/gone'] }, '/gone': { response: 404 } },
      `redirects to ${origin}/gone, which responds with status 404`,
    ],
    [
      'never end',
      { '/old': { response: [301, '/b'] }, '/b': { response: [301, '/old'] } },
      'redirects in a loop',
    ],
    ['lead to themselves', { '/old': { response: [301, '/old'] } }, 'redirects in a loop'],
  ])('find canonical links to redirects that %s, as errors', async (_what, redirects, what) => {
    const spec: SiteSpec = { '/': {}, '/a': { canonical: '/old' }, ...redirects };
    const target = `${origin}/old`;
    expect(await find('canonical-errors', spec)).toEqual([
      finding(`1 page names ${target} as canonical, which ${what}.`, ['/a'], {
        target,
        key: target,
      }),
    ]);
    expect(await findingsOf('canonical-redirects', spec)).toEqual([]);
  });

  it('do not find pages with noindex, refusals, temporary redirects and a page’s own URL', async () => {
    const spec: SiteSpec = {
      '/a': { canonical: '/gone', noindex: true },
      '/gone': { response: 410 },
      '/b': { canonical: '/refused' },
      '/refused': { response: 403 },
      '/c': { canonical: '/chosen' },
      '/chosen': { response: [302, '/'] },
      '/self': { noindex: true },
      '/fine': { canonical: '/self2' },
      '/self2': {},
      '/none': { canonical: null },
    };
    for (const id of ['canonical-errors', 'canonical-redirects', 'canonical-noindex']) {
      expect(await findingsOf(id, spec)).toEqual([]);
    }
  });
});

describe('canonical links to pages that name another one', () => {
  const chain: SiteSpec = {
    '/': {},
    '/a': { canonical: '/b' },
    '/b': { canonical: '/c' },
    '/c': {},
  };
  const summary = `1 page names ${origin}/b as canonical, which names ${origin}/c as its canonical URL.`;
  it.each<[string, SiteSpec]>([
    ['pages', chain],
    ['targets', { ...chain, '/b': { canonical: '/c', kind: 'target' }, '/c': { kind: 'target' } }],
  ])('are found, also between %s', async (_what, spec) => {
    expect(await find('canonical-redirects', spec)).toEqual([
      finding(summary, ['/a'], { target: `${origin}/b`, key: `${origin}/b` }),
    ]);
  });

  it('are found as a loop, once, also in reports', async () => {
    const loop: SiteSpec = { ...chain, '/c': { canonical: '/a' }, '/d': { canonical: '/e' } };
    const spec: SiteSpec = { ...loop, '/e': { canonical: '/d', kind: 'target' } };
    for (const isCrawl of [true, false]) {
      expect(await find('canonical-redirects', spec, { isCrawl })).toEqual([
        finding(
          `3 pages name each other as canonical in a loop, such as ${origin}/a.`,
          ['/a', '/b', '/c'],
          { key: `${origin}/a` },
        ),
        finding(
          `2 pages name each other as canonical in a loop, such as ${origin}/d.`,
          ['/d', '/e'],
          { key: `${origin}/d` },
        ),
      ]);
    }
  });

  it.each<[string, SiteSpec]>([
    [
      'by a redirect back',
      { ...chain, '/b': { canonical: '/b-' }, '/b-': { response: [301, '/b'] } },
    ],
    ['that is broken', { ...chain, '/b': { canonical: '/gone' }, '/gone': { response: 404 } }],
    ['on a page with noindex', { ...chain, '/b': { canonical: '/c', noindex: true } }],
  ])('are not found for a canonical link %s', async (_what, spec) => {
    const found = await findingsOf('canonical-redirects', spec);
    expect(found.flatMap(({ pages }) => pages)).not.toContain(`${origin}/a`);
  });
});

describe('a canonical URL that does not exist', () => {
  const same = { title: 'Bread', description: 'Rye', h1: 'Bread' };
  it.each<[string, SiteSpec]>([
    ['a page', { '/gone': { response: 404 } }],
    ['a target', { '/gone': { response: 410, kind: 'target' } }],
    ['a redirect', { '/gone': { response: [301, '/end'] }, '/end': { response: 404 } }],
  ])('does not keep a page from being compared, as %s', async (_what, gone) => {
    const spec: SiteSpec = {
      '/a': { ...same, canonical: '/gone' },
      '/b': same,
      '/c': {},
      ...gone,
    };
    for (const id of ['duplicate-titles', 'duplicate-descriptions', 'duplicate-h1']) {
      expect(await pathsOf(id, spec)).toEqual([['/a', '/b']]);
    }
    expect(await pathsOf('sitemap-not-indexable', spec)).toEqual([]);
  });
});

describe('a canonical URL that leads back to its page', () => {
  const same = { title: 'Bread', description: 'Rye', h1: 'Bread', inSitemap: false };
  const back = (path: string): SiteSpec => ({ [path]: { response: [301, `${path}/`] } });
  const linked: SiteSpec = {
    '/': { links: ['/a/', '/b'] },
    '/a/': { ...same, canonical: '/a' },
    '/b/': { ...same, canonical: '/b' },
  };
  it.each<[string, SiteSpec, Options?]>([
    ['by a redirect', { ...linked, ...back('/a'), ...back('/b') }],
    [
      'by a chain of redirects',
      {
        ...linked,
        '/a': { response: [301, 'http://example.com/step'] },
        '/step': { response: [302, '/a/'] },
        ...back('/b'),
      },
    ],
    ['as another spelling that is not known', { ...linked, '/': { links: ['/a/', '/b/'] } }],
    ['in reports, which know no redirects', linked, { isCrawl: false }],
  ])('%s, does not keep the page from being compared', async (_how, spec, options) => {
    for (const id of ['duplicate-titles', 'duplicate-descriptions', 'duplicate-h1']) {
      expect(await pathsOf(id, spec, options)).toEqual([['/a/', '/b/']]);
    }
  });

  it('is a separate issue, and the page is in the sitemap, linked or not like others', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/linked', '/missing'] },
      ...back('/linked'),
      ...back('/missing'),
      '/linked/': { canonical: '/linked' },
      '/alone/': { canonical: '/alone' },
      '/missing/': { canonical: '/missing', inSitemap: false },
      ...back('/alone'),
      '/moved/': { canonical: '/a', inSitemap: false },
      '/a': { response: [301, '/'] },
    };
    expect(await pathsOf('canonical-redirects', spec)).toEqual([
      ...[['/moved/'], ['/alone/'], ['/linked/'], ['/missing/']],
    ]);
    expect(await pathsOf('orphan-pages', spec)).toEqual([['/alone/']]);
    expect(await pathsOf('sitemap-not-indexable', spec)).toEqual([]);
    expect(await pathsOf('missing-from-sitemap', spec)).toEqual([]);
    const direct = { ...spec, '/': { links: ['/missing/'] } };
    expect(await pathsOf('missing-from-sitemap', direct)).toEqual([['/missing/']]);
  });

  it('is still another one than the sitemap lists if no redirect is known', async () => {
    expect(await pathsOf('sitemap-not-indexable', { '/a/': { canonical: '/a' } })).toEqual([
      ['/a/'],
    ]);
  });

  it('counts as a way to the page', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/old'] },
      '/old': { canonical: '/step' },
      '/step': { response: [301, '/new'] },
      '/new': {},
    };
    expect(await pathsOf('orphan-pages', spec)).toEqual([]);
  });
});

describe('hreflang-return', () => {
  it('finds versions that do not name the pages that name them', async () => {
    const spec: SiteSpec = {
      '/en': { alternates: { de: '/de', fr: '/fr' } },
      '/fr': { alternates: { de: '/de', en: '/en' } },
      '/de': { alternates: { de: '/de' } },
    };
    expect(await find('hreflang-return', spec)).toEqual([
      finding(
        `${origin}/de does not name 2 pages that name it as a language version, such as ${origin}/en.`,
        ['/de'],
        { key: `${origin}/de` },
      ),
    ]);
  });

  it.each<[string, Options, unknown]>([
    ['if all that sitemaps name is known', {}, [['/de']]],
    [
      'unless a sitemap that was not read may name some',
      { knowsListedVersions: false },
      'Language versions that pages name in sitemaps that were not read, or after the first 200, were not compared.',
    ],
  ])('decides about a version without any %s', async (_when, options, expected) => {
    const spec: SiteSpec = { '/en': { alternates: { de: '/de' } }, '/de': {} };
    expect(await pathsOf('hreflang-return', spec, options)).toEqual(expected);
  });

  it.each<[string, SiteSpec]>([
    [
      'versions that name each other',
      { '/en': { alternates: { de: '/de' } }, '/de': { alternates: { en: '/en' } } },
    ],
    [
      'one that names a variant',
      {
        '/en': { alternates: { de: '/de' } },
        '/de': { alternates: { en: 'http://www.example.com/en' } },
      },
    ],
    [
      'a page that chooses the language',
      { '/en': { alternates: { 'x-default': '/' } }, '/': { inSitemap: false } },
    ],
    ['one that was not read', { '/en': { alternates: { de: '/de' } }, '/de': { response: 503 } }],
    [
      'one with noindex',
      { '/en': { alternates: { de: '/de' } }, '/de': { noindex: true, inSitemap: false } },
    ],
    [
      'one with another canonical URL',
      { '/en': { alternates: { de: '/de' } }, '/de': { canonical: '/', inSitemap: false } },
    ],
    [
      'a page with another canonical URL',
      {
        '/en?x': { canonical: '/en', alternates: { de: '/de' } },
        '/en': { alternates: { de: '/de' } },
        '/de': { alternates: { en: '/en' } },
      },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await findingsOf('hreflang-return', spec)).toEqual([]);
  });
});

describe('hreflang-targets', () => {
  const alternates = { de: '/de', fr: '/fr', it: '/it', es: '/es', 'x-default': '/start' };
  it('finds versions that search engines cannot show', async () => {
    const spec: SiteSpec = {
      '/en': { alternates },
      '/en-gb': { alternates: { de: '/de' } },
      '/de': { response: 404, kind: 'target' },
      '/fr': { response: [301, '/fr/'] },
      '/fr/': {},
      '/it': { noindex: true },
      '/es': { canonical: '/en', kind: 'target' },
      '/start': { response: 410 },
    };
    const to = (path: string, what: string, pages = ['/en'], names = '1 page names') =>
      finding(`${names} ${origin}${path} as a language version, which ${what}.`, pages, {
        target: origin + path,
        key: origin + path,
      });
    expect(await find('hreflang-targets', spec)).toEqual([
      to('/de', 'responds with status 404', ['/en', '/en-gb'], '2 pages name'),
      to('/es', `names ${origin}/en as its canonical URL`),
      to('/fr', `redirects to ${origin}/fr/`),
      to('/it', 'has noindex'),
      to('/start', 'responds with status 410'),
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['versions that can be shown', { '/en': { alternates }, '/de': {}, '/fr': { kind: 'target' } }],
    [
      'a page that chooses the language',
      { '/en': { alternates }, '/start': { response: [301, '/en'] } },
    ],
    ['a temporary redirect', { '/en': { alternates }, '/de': { response: [302, '/login'] } }],
    ['a refusal', { '/en': { alternates }, '/de': { response: 403 } }],
    [
      'versions of a page with noindex',
      { '/en': { alternates, noindex: true }, '/de': { response: 404 } },
    ],
    [
      'versions of a page with another canonical URL',
      { '/en': { alternates, canonical: '/' }, '/': {}, '/de': { response: 404 } },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect(await findingsOf('hreflang-targets', spec)).toEqual([]);
  });
});

it('hreflang-return is undecided about a version with more versions than are kept', async () => {
  const versions = Array.from({ length: 200 }, (_, version) => [`x-${version}`, `/v${version}`]);
  const spec = {
    '/en': { alternates: { de: '/de' } },
    '/de': { alternates: Object.fromEntries(versions) },
  };
  expect(await find('hreflang-return', spec)).toMatch(/after the first 200, were not compared\.$/);
});

describe('blocked-links', () => {
  it('finds followed links to blocked pages', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/cart'] },
      '/a': { links: ['nofollow /cart'] },
      '/cart': { response: 'robots_txt' },
      '/x': { response: 'robots_txt' },
    };
    expect(await find('blocked-links', spec)).toEqual([
      finding(`1 page links to ${origin}/cart, which robots.txt blocks for this crawler.`, ['/'], {
        target: `${origin}/cart`,
        key: `${origin}/cart`,
      }),
    ]);
  });

  it('does not find what was skipped for other reasons', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/a', '/b'] },
      '/a': { response: 'excluded' },
      '/b': { response: 'max_pages' },
    };
    expect(await findingsOf('blocked-links', spec)).toEqual([]);
  });
});

/** What makes each rule `unknown` instead of `none`, with the reason. */
const ended: Options = { isComplete: false };
const fromReports: Options = { isCrawl: false, isComplete: false, sitemaps: 'unknown' };
const home = { links: ['/a'] };
const left: SiteSpec = { '/': home, '/a': { response: 'max_pages' } };
const notRequested = `${incomplete}: 1 URL was not requested.`;
const onlyCrawls = `${incomplete}: only a crawl finds them.`;
const unknownRedirects = 'Redirects are not known: only a crawl requests them one by one.';
const canonicals = (spec: SiteSpec): SiteSpec => ({ '/': { canonical: '/b' }, ...spec });
const versions = (spec: SiteSpec): SiteSpec => ({ '/': { alternates: { de: '/b' } }, ...spec });
const texts = [
  ...['duplicate-titles', 'duplicate-descriptions', 'duplicate-h1', 'duplicate-content'],
  ...['near-duplicate-content', 'url-variants'],
];
const links = ['variant-links', 'blocked-links', 'deep-pages', 'missing-from-sitemap'];
const linked = [
  ...['broken-links', 'redirecting-links', 'redirect-chains', 'redirect-loops'],
  ...['redirects-to-start', 'temporary-links'],
];
const found = ['session-links', 'indexable-searches', 'parameter-urls'];
const contents = ['broken-series', 'missing-data'];
const listed = ['sitemap-errors', 'sitemap-redirects', 'sitemap-not-indexable'];
const canonical = ['canonical-errors', 'canonical-noindex', 'canonical-redirects'];
const hreflang = ['hreflang-targets', 'hreflang-return'];
const noAnswers: readonly (readonly [readonly string[], string, SiteSpec, Options?])[] = [
  [[...texts, ...linked, ...canonical, ...hreflang], `${incomplete}.`, { '/': {} }, ended],
  [['single-inlink', 'orphan-pages', 'nofollow-only'], `${incomplete}.`, { '/': {} }, ended],
  [[...found, ...contents], notRequested, left],
  [
    ['nofollow-only'],
    'URLs that are linked with nofollow only, and that no sitemap lists, were not requested.',
    { '/': { links: ['nofollow /x'] } },
  ],
  [['dead-ends'], 'Fewer than 5 pages could be compared.', { '/': {} }],
  [['thin-pages'], 'Fewer than 20 pages could be compared.', { '/': {} }],
  [[...texts, ...linked, ...links.slice(0, 2), ...canonical, ...hreflang], notRequested, left],
  [['missing-from-sitemap'], notRequested, left],
  [
    ['deep-pages'],
    notRequested,
    {
      '/': { links: ['/1'] },
      '/1': { links: ['/2'] },
      '/2': { links: ['/3'] },
      '/3': { links: ['/4'] },
      '/4': { response: 'max_pages' },
    },
  ],
  [
    [...texts, 'broken-links', 'variant-links', 'single-inlink', 'hreflang-targets'],
    onlyCrawls,
    { '/': {} },
    fromReports,
  ],
  [['canonical-errors', 'canonical-noindex'], onlyCrawls, canonicals({}), fromReports],
  [
    ['redirect-chains', 'redirect-loops', 'redirecting-links', 'canonical-redirects'],
    unknownRedirects,
    { '/': {} },
    fromReports,
  ],
  [
    [...texts, ...canonical, ...hreflang],
    `${incomplete}: scripts add the content of 1 page.`,
    { '/': {}, '/a': { findings: { 'js-dependent': 'warn' } } },
  ],
  [
    texts,
    `${incomplete}: 1 page could not be read, https://example.com/a.`,
    { '/': {}, '/a': { response: 503 } },
  ],
  [
    ['orphan-pages', 'single-inlink'],
    `${incomplete}: links of 1 page that only canonical links or language versions lead to were not followed.`,
    { '/': {}, '/de': { kind: 'target', links: ['/de/more'] } },
  ],
  [
    linked,
    'Not every linked URL was requested: robots.txt blocks 1 linked URL; links with nofollow are not followed.',
    { '/': { links: ['/a', 'nofollow /c'] }, '/a': { response: 'robots_txt' } },
  ],
  [listed, partlyRead, { '/': {} }, { sitemaps: 'partial' }],
  [
    listed,
    '1 URL in the sitemaps could not be requested or read.',
    { '/': {}, '/a': { response: 'excluded', inSitemap: true } },
  ],
  [['orphan-pages', 'missing-from-sitemap'], partlyRead, { '/': {} }, { sitemaps: 'partial' }],
  [
    ['broken-links', 'canonical-errors', 'sitemap-errors'],
    'The site responds to URLs that do not exist as to pages that do.',
    { '/': { findings: { 'not-found-status': 'fail' } } },
  ],
  [['broken-images'], 'No images were requested.', { '/': { images: ['/a.png'] } }],
  [
    ['broken-images'],
    'Not every image was requested: 1 image was, those that most pages show.',
    { '/': { images: ['/a.png', '/b.png'] }, '/a.png': { kind: 'image' } },
  ],
  [
    ['broken-images'],
    notRequested,
    { ...left, '/': { links: ['/a'], images: ['/a.png'] }, '/a.png': { kind: 'image' } },
  ],
  ...[
    [
      'foreign',
      '1 leads to another site',
      { '/': { canonical: 'https://other.test/', alternates: { de: 'https://other.test/' } } },
    ],
    ['robots', 'robots.txt blocks 1', { '/b': { response: 'robots_txt', kind: 'target' } }],
    ['excluded', '1 is excluded', { '/b': { response: 'excluded', kind: 'target' } }],
    ['limit', '1 is beyond the limits of the crawl', {}],
    ['refused', '1 has no usable response', { '/b': { response: 403, kind: 'target' } }],
  ].flatMap(([, reason, spec]) => [
    [
      canonical,
      `Not every canonical link was followed: ${reason}.`,
      canonicals(spec as SiteSpec),
    ] as const,
    [
      hreflang,
      `Not every language version was requested: ${reason}.`,
      versions(spec as SiteSpec),
    ] as const,
  ]),
];

describe('what was not looked at', () => {
  const rows = noAnswers.flatMap(([ids, reason, spec, options]) =>
    ids.map((id) => ({ id, reason, spec, options })),
  );
  it.each(rows)('$id is unknown: $reason', async ({ id, reason, spec, options }) => {
    expect(await issueOf(id, spec, options)).toMatchObject({ status: 'unknown', reason });
  });

  it('is something for every rule', () => {
    const known = new Set(rows.map(({ id }) => id));
    expect(siteRules.filter(({ id }) => !known.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('is nothing on a site that is known', async () => {
    const spec: SiteSpec = {
      '/': { images: ['/a.png'], links: ['/a'], alternates: { de: '/de' } },
      '/a': { links: ['/'] },
      '/de': { alternates: { en: '/' }, kind: 'target' },
      '/a.png': { kind: 'image' },
      '/b': { response: 404 },
      '/c': {
        noindex: true,
        inSitemap: false,
        canonical: 'https://other.test/',
        alternates: { de: 'https://other.test/' },
      },
    };
    for (const { id } of siteRules) {
      // These need more pages.
      if (['dead-ends', 'thin-pages'].includes(id)) continue;
      expect([id, (await issueOf(id, spec)).reason]).toEqual([id, null]);
    }
  });

  it('is not an image if no page shows one', async () => {
    expect(await find('broken-images', { '/': {} })).toEqual([]);
  });

  it('does not matter for what a crawl excludes, in rules that compare pages', async () => {
    const spec: SiteSpec = { '/': {}, '/a': { response: 'excluded' } };
    for (const id of texts) expect(await find(id, spec)).toEqual([]);
  });
});

it('has texts and a public source for each rule, in order of importance', () => {
  const order = ['high', 'medium', 'low', 'info'];
  const ranks = siteRules.map(({ importance }) => order.indexOf(importance));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(new Set(siteRules.map(({ id }) => id)).size).toBe(siteRules.length);
  for (const { id, title, advice, source } of siteRules) {
    expect(id).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
    expect(title).toMatch(/^[A-Zr].*[^.]$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
    expect(source).toMatch(/^https:\/\/(developers\.google\.com|www\.w3\.org)\//);
  }
});
