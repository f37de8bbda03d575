import { describe, expect, it } from 'vitest';
import { findIn, findingOf, issueIn, pathsIn } from '../fixtures/find-in.ts';
import { origin, type PageSpec, type SiteSpec } from '../fixtures/site-of.ts';

describe('nofollow-only', () => {
  const id = 'nofollow-only';

  it('finds pages whose links all have nofollow, of the link or of its page', async () => {
    const spec: SiteSpec = {
      '/': { links: ['nofollow /a', '/b'] },
      '/b': { nofollow: true, links: ['/a', '/'] },
      '/a': {},
    };
    expect(await findIn(id, spec)).toEqual([
      findingOf(`All links to ${origin}/a have nofollow.`, ['/a'], { key: `${origin}/a` }),
    ]);
  });

  const only = { '/': { links: ['nofollow /a'] } };
  it.each<[string, SiteSpec]>([
    ['a page with another link', { ...only, '/a': {}, '/b': { links: ['/a'] } }],
    [
      'a page with another link through a redirect',
      {
        '/': { links: ['nofollow /a', '/old'] },
        '/old': { response: [301, '/a'] },
        '/a': {},
      },
    ],
    [
      'another spelling of a linked URL',
      { '/': { links: ['nofollow /a', '/a/'] }, '/a': {}, '/a/': {} },
    ],
    [
      'the canonical URL of a linked page',
      { '/': { links: ['nofollow /a', '/a?x'] }, '/a': {}, '/a?x': { canonical: '/a' } },
    ],
    ['a version in another language', { ...only, '/a': {}, '/b': { alternates: { de: '/a' } } }],
    ['a page that another one loads', { ...only, '/a': {}, '/b': { refresh: '/a' } }],
    ['pages without any link', { '/': {}, '/a': {} }],
    ['pages with noindex', { ...only, '/a': { noindex: true } }],
    ['pages that do not exist', { ...only, '/a': { response: 404 } }],
    ['the start page', { '/': {}, '/a': { links: ['nofollow /'] } }],
  ])('does not find %s', async (_what, spec) => {
    expect((await issueIn(id, spec)).findings).toEqual([]);
  });

  it('is unknown if such a page was not requested, except what depends on the visitor', async () => {
    const unlisted = { '/': { links: ['nofollow /x', 'nofollow /y'] } };
    expect(await findIn(id, unlisted)).toBe(
      'URLs that are linked with nofollow only, and that no sitemap lists, were not requested.',
    );
    expect(await pathsIn(id, { ...unlisted, '/x': {} })).toEqual([['/x']]);
    expect(await findIn(id, { '/': { nofollow: true, links: ['/x'] } })).toMatch(/^URLs that are/);
    const links = ['nofollow /login', 'nofollow /cart?add=7', 'nofollow https://other.test/x'];
    expect(await findIn(id, { '/': { links } })).toEqual([]);
  });

  it('is unknown if a link may be missing', async () => {
    expect(await findIn(id, { ...only, '/a': {}, '/b': { response: 0 } })).toBe(
      'Not every page and link of the site is known: 1 page could not be read, https://example.com/b.',
    );
  });
});

describe('broken-series', () => {
  const id = 'broken-series';
  const spec: SiteSpec = {
    '/list': { series: ['/list?page=2'] },
    '/list?page=2': { series: ['/list', '/list?page=3'] },
    '/list?page=3': { response: 404 },
  };

  it('finds a next page that does not exist, also through redirects', async () => {
    const found = await findIn(id, {
      ...spec,
      '/other': { series: ['/old'] },
      '/old': { response: [302, '/gone'] },
      '/gone': { response: 410 },
    });
    const about = (path: string) => ({ target: origin + path, key: origin + path });
    expect(found).toEqual([
      findingOf(
        `1 page names ${origin}/list?page=3 as the next or the previous page, which responds with status 404.`,
        ['/list?page=2'],
        about('/list?page=3'),
      ),
      findingOf(
        `1 page names ${origin}/old as the next or the previous page, which responds with status 410.`,
        ['/other'],
        about('/old'),
      ),
    ]);
  });

  it('finds a next page that says that it does not exist, also if it is linked', async () => {
    const empty = { findings: { 'soft-404-text': 'warn' } } as const;
    const first = { series: ['/2'], links: ['/2'] };
    expect(await findIn(id, { '/list': first, '/2': empty })).toMatchObject([
      {
        summary: `1 page names ${origin}/2 as the next or the previous page, which says that it does not exist.`,
        pages: [`${origin}/list`],
      },
    ]);
  });

  it.each<[string, SiteSpec]>([
    ['pages that exist', { '/list': { series: ['/2'] }, '/2': { series: ['/list'] } }],
    ['redirects', { '/list': { series: ['/2'] }, '/2': { response: [301, '/list'] } }],
    ['refused requests', { '/list': { series: ['/2'] }, '/2': { response: 403 } }],
    ['other sites', { '/list': { series: ['https://other.test/2'] } }],
    [
      'broken links, which are another issue',
      { '/list': { series: ['/2'], links: ['/2'] }, '/2': { response: 404 } },
    ],
  ])('does not find %s', async (_what, pages) => {
    expect((await issueIn(id, pages)).findings).toEqual([]);
  });

  it('is unknown if one was not requested', async () => {
    const unlisted = {
      '/list': { series: ['/2', '/3'] },
      '/3': { response: 'max_pages' },
    } as const;
    expect(await findIn(id, unlisted)).toBe('2 next or previous pages were not requested.');
    expect(await pathsIn(id, { ...spec, '/other': { series: ['/9'] } })).toEqual([
      ['/list?page=2'],
    ]);
  });
});

describe('session-links', () => {
  const id = 'session-links';
  const random = '0123456789abcdef0123456789abcdef';

  it('finds pages with a session in their links, by its parameter', async () => {
    const spec: SiteSpec = {
      '/': { links: ['/a?PHPSESSID=1', '/b;jsessionid=AB.node1?x=1'] },
      '/a': { links: ['/?x=1&phpsessid=2'] },
      '/b': { links: ['/b?ASPSESSIONIDQABC=XYZ', `/a?sid=${random}`] },
    };
    expect(await findIn(id, spec)).toEqual([
      findingOf('2 pages have links with the session of a visitor, in “phpsessid”.', ['/', '/a'], {
        key: 'phpsessid',
      }),
      findingOf('1 page has links with the session of a visitor, in “aspsessionid”.', ['/b'], {
        key: 'aspsessionid',
      }),
      findingOf('1 page has links with the session of a visitor, in “jsessionid”.', ['/'], {
        key: 'jsessionid',
      }),
      findingOf('1 page has links with the session of a visitor, in “sid”.', ['/b'], {
        key: 'sid',
      }),
    ]);
  });

  it.each([
    '/talks?session_id=5',
    '/a?sid=living-room-lamp-2026',
    '/a?sid=abcdefghijklmnopqrstuvwxyz',
    '/phpsessid=1',
    '/a?phpsessid=',
    '/a?myphpsessid=1',
    `/a?session=${random}`,
    `https://other.test/a?token=${random}`,
  ])('does not find %s', async (link) => {
    expect((await issueIn(id, { '/': { links: [link] } })).findings).toEqual([]);
  });

  it('is unknown if no page was read', async () => {
    expect(await findIn(id, { '/': { response: 500 } })).toBe('No page was read.');
  });
});

describe('dead-ends', () => {
  const id = 'dead-ends';
  const site = (page: PageSpec, others = 9): SiteSpec => ({
    ...Object.fromEntries(
      Array.from({ length: others }, (_, at) => [`/${at}`, { links: ['/0', '/1'] }]),
    ),
    '/end': page,
  });

  it('finds pages without a link to another page', async () => {
    expect(await findIn(id, site({ links: ['/end'] }))).toEqual([
      findingOf(`${origin}/end has no link to another page of the site.`, ['/end'], {
        key: `${origin}/end`,
      }),
    ]);
  });

  it.each<[string, PageSpec]>([
    ['a link to a page that was not requested', { links: ['/later'] }],
    ['a link with nofollow', { links: ['nofollow /0'] }],
    ['another page that it loads', { refresh: '/0' }],
    ['links that were left out', { isCut: true }],
    ['scripts that may add links', { findings: { 'js-dependent': 'warn' } }],
    ['noindex', { noindex: true }],
    ['another canonical URL', { canonical: '/0' }],
  ])('does not find a page with %s', async (_what, page) => {
    expect((await issueIn(id, site(page))).findings).toEqual([]);
  });

  it('is unknown where scripts may add the menu, and with few pages', async () => {
    const without = { ...site({}), '/a': {}, '/b': {} };
    expect(await findIn(id, without)).toBe(
      'Many pages have no links in their HTML: scripts may add the menu.',
    );
    expect(await findIn(id, site({}, 3))).toBe('Fewer than 5 pages could be compared.');
  });
});
