import { runAtOnce } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import {
  origin,
  type PageSpec,
  rowsOf,
  type SiteSpec,
  slicesForTests,
} from '../site-issues/fixtures/site-of.ts';
import type { Frontier, FrontierScope } from './frontier.ts';
import { addTargetsNamed, noTargets, targetLevel } from './link-targets.ts';

/** What is requested after these pages: the path, and why not. */
async function targetsOf(
  spec: SiteSpec,
  {
    scope = {},
    maxPages = 1_000,
    pagesDone = Object.keys(spec).length,
    level = 1,
  }: {
    readonly scope?: Partial<FrontierScope>;
    readonly maxPages?: number;
    readonly pagesDone?: number;
    readonly level?: number;
  } = {},
): Promise<readonly string[]> {
  const rows = rowsOf(spec);
  const urls = new Set(rows.map(({ url }) => url));
  const frontier: Frontier = {
    scope: {
      origin,
      variants: new Set(['http://example.com']),
      maxPages,
      isIncluded: () => true,
      isAllowed: () => true,
      listed: new Set(),
      ...scope,
    },
    known: {
      among: async (given) => new Set(given.filter((url) => urls.has(url))),
      variantsOf: async () => ({ single: 0, several: 0 }),
    },
    level,
    first: 1,
    count: rows.length,
    characters: 0,
    pages: rows.length,
    others: 0,
    settled: new Set(),
  };
  const targets = noTargets();
  await addTargetsNamed(frontier, targets, rows, slicesForTests());
  const earlier = rows.filter(({ kind }) => kind === 'target');
  const found = runAtOnce(targetLevel(frontier, targets, { maxPages, pagesDone, earlier }));
  expect(found.map(({ id }) => id)).toEqual(found.map((_, index) => rows.length + index + 1));
  return found.map(({ url, kind, skipReason, inSitemap }) => {
    expect(kind).toBe('target');
    return [url.replace(origin, ''), skipReason, inSitemap ? 'listed' : null]
      .filter((part) => part !== null)
      .join(' ');
  });
}

const naming = (canonical: string, alternates: PageSpec['alternates'] = {}): PageSpec => ({
  canonical,
  alternates,
});

it('are those of canonical links first, then those that most pages name', async () => {
  const spec: SiteSpec = {
    '/1': naming('/z', { de: '/de', fr: '/fr' }),
    '/2': naming('/1', { fr: '/fr', en: '/2', it: '/it' }),
    '/3': naming('http://example.com/y#top', { fr: '/fr' }),
  };
  const scope = { listed: new Set([`${origin}/de`]) };
  expect(await targetsOf(spec, { scope })).toEqual([...['/y', '/z', '/fr', '/de listed', '/it']]);
});

it.each<[string, SiteSpec]>([
  ['URLs that the crawl has', { '/1': naming('/2'), '/2': { response: 'max_pages' } }],
  ['those of other sites', { '/1': naming('https://other.test/', { de: 'http://de.test/' }) }],
  ['what a page with noindex names', { '/1': { ...naming('/x', { de: '/de' }), noindex: true } }],
])('are not %s', async (_what, spec) => {
  expect(await targetsOf(spec)).toEqual([]);
});

it('are what targets redirect to and name, for five levels', async () => {
  const spec: SiteSpec = {
    '/moved': { kind: 'target', response: [301, '/new'] },
    '/other': { kind: 'target', canonical: '/main', alternates: { de: '/de' } },
    '/page': { response: [301, '/elsewhere'] },
  };
  for (const level of [1, 5]) {
    expect(await targetsOf(spec, { level })).toEqual(['/main', '/new', '/de']);
  }
  expect(await targetsOf(spec, { level: 6 })).toEqual([]);
});

const many = (count: number, path = '/to-'): SiteSpec =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/${at}`, naming(`${path}${1_000 + at}`)]),
  );

it.each([
  [100, { pagesDone: 1_000 }],
  [110, { pagesDone: 1_109 }],
  [7, { maxPages: 7 }],
])('are at most %i: %o', async (expected, limits) => {
  expect(await targetsOf(many(150), limits)).toHaveLength(expected);
});

it('are fewer by those of the levels before', async () => {
  const spec: SiteSpec = {
    ...many(20),
    '/x': { kind: 'target' },
    '/y': { kind: 'target', response: 'robots_txt' },
  };
  expect(await targetsOf(spec, { maxPages: 10 })).toHaveLength(9);
});

it('have the reason if the crawl may not request them, and do not take the place of another', async () => {
  const isAllowed = ({ pathname }: URL) => !/^\/to-100[02]/.test(pathname);
  const isIncluded = ({ pathname }: URL) => pathname !== '/to-1001';
  expect(await targetsOf(many(9), { scope: { isAllowed, isIncluded }, maxPages: 2 })).toEqual([
    ...['/to-1000 robots_txt', '/to-1001 excluded', '/to-1003', '/to-1004'],
  ]);
});
