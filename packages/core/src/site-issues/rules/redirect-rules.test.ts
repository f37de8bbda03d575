import { describe, expect, it } from 'vitest';
import { findIn, findingOf, issueIn, pathsIn } from '../fixtures/find-in.ts';
import { origin, type SiteSpec } from '../fixtures/site-of.ts';

const moved = (path: string, status = 301) => ({ response: [status, path] as const });

describe('redirects-to-start', () => {
  const id = 'redirects-to-start';
  const three: SiteSpec = {
    '/': { links: ['/lamps', '/chairs/oak'], images: [] },
    '/lamps': moved('/'),
    '/chairs/oak': moved('/', 308),
    '/tables': moved('/home'),
    '/home': moved('/'),
  };

  it('finds several URLs that redirect to the start page', async () => {
    const paths = ['/chairs/oak', '/lamps', '/tables'];
    expect(await findIn(id, three)).toEqual([
      findingOf(
        `3 URLs of other pages redirect to the start page ${origin}/, such as ${origin}/chairs/oak.`,
        paths,
        { target: `${origin}/`, key: `${origin}/` },
      ),
    ]);
  });

  it('finds those that redirect to the start page of a language', async () => {
    const spec: SiteSpec = {
      '/': moved('/en/', 302),
      '/en/': { alternates: { de: '/de/' } },
      '/de/': { alternates: { en: '/en/' } },
      '/de/a': moved('/de/'),
      '/de/b': moved('/de/'),
      '/de/c': moved('/de/'),
    };
    expect(await pathsIn(id, spec)).toEqual([['/de/a', '/de/b', '/de/c']]);
  });

  it('leaves other rules nothing to advise', async () => {
    const listed = { ...three, '/lamps': { ...three['/lamps'], inSitemap: true } };
    expect(await pathsIn('redirecting-links', listed)).toEqual([]);
    expect(await pathsIn('sitemap-redirects', listed)).toEqual([]);
  });

  const temporary: SiteSpec = {
    '/': {},
    '/a': moved('/', 302),
    '/b': moved('/', 302),
    '/c': moved('/', 307),
  };
  it('finds temporary ones where missing pages respond without an error', async () => {
    const start = { findings: { 'not-found-status': 'fail' } } as const;
    expect(await pathsIn(id, { ...temporary, '/': start })).toEqual([['/a', '/b', '/c']]);
  });

  it.each<[string, SiteSpec]>([
    [
      'images',
      {
        '/': {},
        '/a': moved('/'),
        '/b': moved('/'),
        '/c.png': { ...moved('/'), kind: 'image' },
      },
    ],
    ['two URLs', { '/': {}, '/a': moved('/'), '/b': moved('/') }],
    [
      'spellings of one URL',
      { '/': {}, '/a': moved('/'), '/a/': moved('/'), '/A': moved('/'), '/b': moved('/') },
    ],
    [
      'names of the start page',
      {
        '/': {},
        '/index.php': moved('/'),
        '/home/': moved('/'),
        '/en': moved('/'),
        '/startseite.html': moved('/'),
        '/?page=1': moved('/'),
      },
    ],
    ['temporary redirects, which may need a login', temporary],
    [
      'what depends on the visitor',
      { '/': {}, '/logout': moved('/'), '/my-account/x': moved('/'), '/cart': moved('/') },
    ],
    [
      'redirects to another page',
      { '/': {}, '/x': {}, '/a': moved('/x'), '/b': moved('/x'), '/c': moved('/x') },
    ],
    [
      'redirects to a language version that is not a start page',
      {
        '/': { alternates: { de: '/x' } },
        '/x': {},
        '/a': moved('/x'),
        '/b': moved('/x'),
        '/c': moved('/x'),
      },
    ],
  ])('does not find %s', async (_what, spec) => {
    expect((await issueIn(id, spec)).findings).toEqual([]);
  });

  it('is unknown without the start page, and in reports', async () => {
    expect(await findIn(id, { '/shop/': { level: 0 } })).toBe('The start page is not known.');
    expect(await findIn(id, three, { isCrawl: false })).toMatch(/^Redirects are not known/);
  });
});

describe('temporary-links', () => {
  const id = 'temporary-links';
  const spec = (from: string, to: string, status = 302): SiteSpec => ({
    '/': { links: [from] },
    [from]: moved(to, status),
    [to]: {},
  });

  it.each([302, 303, 307])('finds followed links to a redirect with status %i', async (status) => {
    const found = await findIn(id, {
      ...spec('/rye', '/bread', status),
      '/other': { links: ['/rye'] },
    });
    expect(found).toEqual([
      findingOf(
        `2 pages link to ${origin}/rye, which redirects to ${origin}/bread for the time being (status ${status}).`,
        ['/', '/other'],
        { target: `${origin}/rye`, key: `${origin}/rye` },
      ),
    ]);
  });

  it('finds each of several that lead to the start page', async () => {
    const paths = ['/a', '/b', '/c', '/d'];
    const rest = Object.fromEntries(paths.map((path) => [path, moved('/', 302)]));
    expect(await findIn(id, { '/': { links: paths }, ...rest })).toHaveLength(4);
  });

  it.each<[string, SiteSpec]>([
    ['permanent redirects', spec('/rye', '/bread', 301)],
    ['the choice of a language', { '/a': { links: ['/'] }, '/': moved('/en/'), '/en/': {} }],
    ['a page in the language of the visitor', spec('/about', '/de/about')],
    ['logins', spec('/prices', '/login')],
    ['accounts', spec('/my-account', '/hello')],
    ['actions', spec('/add?id=5', '/bread')],
    ['a page that depends on the one before', spec('/bread', '/rye?from=bread')],
    ['the latest version', spec('/docs/latest/intro', '/docs/v5/intro')],
    ['a page that search engines do not show', { ...spec('/a', '/b'), '/b': { noindex: true } }],
    ['one that does not exist', { ...spec('/a', '/b'), '/b': { response: 404 } }],
    ['links with nofollow', { ...spec('/a', '/b'), '/': { links: ['nofollow /a'] } }],
    [
      'a question that several pages lead to',
      {
        '/': { links: ['/a', '/b', '/c'] },
        '/a': moved('/age', 302),
        '/b': moved('/age', 302),
        '/c': moved('/age', 302),
        '/age': {},
      },
    ],
  ])('does not find %s', async (_what, pages) => {
    expect((await issueIn(id, pages)).findings).toEqual([]);
  });

  it('is unknown in reports', async () => {
    expect(await findIn(id, spec('/a', '/b'), { isCrawl: false })).toMatch(/^Redirects are not/);
  });
});
