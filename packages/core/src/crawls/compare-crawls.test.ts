import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import type { CappedList, ChangedFinding } from '../reports/finding-changes.ts';
import { origin, type SiteSpec } from '../site-issues/fixtures/site-of.ts';
import { compareCrawls, findPreviousCrawl } from './compare-crawls.ts';
import { crawlComparisonOf } from './crawl-comparison.ts';
import { type CrawlOptions, crawlStorage } from './fixtures/crawl-storage.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';

const now = new Date('2026-01-02T03:04:05.678Z');

function openCrawls() {
  const context = createContext({ store: memoryStore(), now: () => now });
  return { context, ...crawlStorage(context) };
}

async function compare(from: SiteSpec, to: SiteSpec, options: readonly CrawlOptions[] = []) {
  const { context, store } = openCrawls();
  const ids = { from: await store(from, options[0]), to: await store(to, options[1]) };
  const { findings, newPages, gonePages, changedPages, ...rest } = await compareCrawls(
    context,
    'ann',
    ids,
  );
  const paths = (rows: readonly { readonly url: string }[]) =>
    rows.map(({ url }) => url.replace(origin, ''));
  const named = ({ rows }: CappedList<ChangedFinding>) =>
    rows
      .map(({ issue, url, evidence }) => `${issue} ${(evidence?.text ?? url)?.replace(origin, '')}`)
      .filter((name) => !name.startsWith('single-inlink'));
  return {
    ...rest,
    newPages: paths(newPages.rows),
    gonePages: paths(gonePages.rows),
    changedPages: changedPages?.rows.map(({ url, ...change }) => ({
      path: url.replace(origin, ''),
      ...change,
    })),
    fixed: findings && named(findings.fixed),
    found: findings && named(findings.found),
  };
}

const home = (...links: string[]) => ({ '/': { links } });

it('compares pages and scores', async () => {
  const from = {
    ...home('/a', '/b', '/c', '/d'),
    '/a': { score: 80 },
    '/b': {},
    '/c': {},
    '/d': { score: 70 },
  };
  const to = {
    ...home('/a', '/c', '/d', '/new'),
    '/a': { score: 60 },
    '/c': {},
    '/d': { score: 71 },
    '/new': { score: 50 },
  };
  expect(await compare(from, to)).toMatchObject({
    from: { id: 1 },
    to: { id: 2 },
    score: -12,
    scoreReason: null,
    newPages: ['/new'],
    gonePages: ['/b'],
    changedPages: [
      { path: '/a', from: 80, to: 60 },
      { path: '/d', from: 70, to: 71 },
    ],
    fixed: [],
    found: [],
    notes: [],
  });
});

it('compares findings by what they are about, in order of importance', async () => {
  const from: SiteSpec = {
    ...home('/a', '/b', '/c', '/gone', '/old'),
    '/a': { title: 'Same' },
    '/b': { title: 'Same' },
    '/c': { title: 'Same' },
    '/gone': { response: 404 },
    '/old': { response: [301, '/a'] },
  };
  const to: SiteSpec = {
    ...home('/a', '/b', '/c', '/other'),
    '/a': { title: 'Same' },
    '/b': { title: 'Same', h1: 'H' },
    '/c': { h1: 'H' },
    '/other': { response: 410 },
  };
  const compared = await compare(from, to);
  expect(compared.fixed).toEqual(['broken-links /gone', 'redirecting-links /old']);
  expect(compared.found).toEqual(['broken-links /other', 'duplicate-h1 /b']);
});

it('knows a finding without its first page', async () => {
  const copy = { textHash: 'x', title: 'Same' };
  const from = { ...home('/a', '/b', '/c'), '/a': copy, '/b': copy, '/c': copy };
  const to = { ...home('/b', '/c'), '/b': copy, '/c': copy };
  expect(await compare(from, to)).toMatchObject({ fixed: [], found: [], gonePages: ['/a'] });
});

describe('does not compare what one crawl did not examine', () => {
  const broken: SiteSpec = { ...home('/a', '/gone'), '/a': {}, '/gone': { response: 404 } };

  it('pages and findings that it did not reach', async () => {
    const cut: SiteSpec = { ...home('/a'), '/a': { response: 'max_pages' } };
    const from = { ...broken, '/a': { links: ['/gone'] }, '/': { links: ['/a'] } };
    const compared = await compare(from, cut, [{}, { end: 'max_pages' }]);
    expect(compared).toMatchObject({ gonePages: [], fixed: [] });
    expect(compared.notes).toContain(
      'Crawl 2 ended before it had all pages (max_pages): what it did not reach is not compared.',
    );
    const later = await compare(cut, from, [{ end: 'max_pages' }, {}]);
    expect(later).toMatchObject({ newPages: [], found: [] });
  });

  it.each([403, 500, 503, 0])('pages that responded with status %i', async (response) => {
    const to = { ...home('/a', '/gone'), '/a': { response }, '/gone': {} };
    expect(await compare({ ...home('/a', '/gone'), '/a': {}, '/gone': {} }, to)).toMatchObject({
      gonePages: [],
    });
    const noLink = { ...broken, '/': {}, '/a': { links: ['/gone'] } };
    expect(await compare(noLink, { ...home('/a'), '/a': { response } })).toMatchObject({
      fixed: [],
    });
  });

  it('and says how many pages that are', async () => {
    const from = { ...home('/a', '/b'), '/a': {}, '/b': {} };
    const oneFailed = { ...from, '/a': { response: 500 } };
    const bothMissing = { ...oneFailed, '/b': { response: 'too_deep' } } as const;
    expect((await compare(from, oneFailed)).notes).toEqual([
      '1 page of crawl 1 was not examined by crawl 2.',
    ]);
    expect((await compare(bothMissing, from)).notes).toContain(
      '2 pages of crawl 2 were not examined by crawl 1.',
    );
    const { notes } = await compare(from, bothMissing, [{}, { end: 'max_pages' }]);
    expect(notes).toContainEqual(expect.stringContaining('what it did not reach'));
    expect(notes.filter((note) => note.includes('not examined'))).toEqual([]);
  });

  it('images that it did not request', async () => {
    const image = { '/': { images: ['/x.png', '/y.png'] }, '/y.png': { kind: 'image' } } as const;
    const from: SiteSpec = { ...image, '/x.png': { kind: 'image', response: 404 } };
    expect(await compare(from, image)).toMatchObject({ fixed: [] });
    const fixed: SiteSpec = { ...image, '/x.png': { kind: 'image' } };
    expect((await compare(from, fixed)).fixed).toEqual(['broken-images /x.png']);
  });

  it('targets of canonical links that it did not request', async () => {
    const named: SiteSpec = { ...home('/a'), '/a': { canonical: '/gone' } };
    const from: SiteSpec = { ...named, '/gone': { kind: 'target', response: 404 } };
    expect(await compare(from, named)).toMatchObject({ fixed: [] });
    const fixed = await compare(from, { ...home('/a'), '/a': {} });
    expect(fixed.fixed).toEqual(['canonical-errors /gone']);
  });

  it('pages without which it could not decide an issue, but those that it did', async () => {
    const same = { title: 'Same' };
    const from: SiteSpec = { ...home('/a', '/b', '/c'), '/a': same, '/b': same, '/c': {} };
    const to: SiteSpec = { ...from, '/b': {}, '/c': { response: 'max_pages' } };
    const compared = await compare(from, to, [{}, { end: 'max_pages' }]);
    expect(compared.fixed).toEqual(['duplicate-titles /a']);
    const unread: SiteSpec = { ...to, '/b': { response: 'max_pages' } };
    expect((await compare(from, unread, [{}, { end: 'max_pages' }])).fixed).toEqual([]);
  });

  it('issues that it could not decide', async () => {
    const orphan: SiteSpec = { '/': {}, '/alone': {} };
    const to: SiteSpec = { ...orphan, '/': { isCut: true } };
    const compared = await compare(orphan, to);
    expect(compared.fixed).toEqual([]);
    expect(compared.notes).toContain(
      'orphan-pages is not compared: it could not be decided in crawl 2.',
    );
  });

  it('issues with too many findings', async () => {
    const gone = Array.from({ length: 1_001 }, (_, page) => `/gone-${page}`);
    const pages = Object.fromEntries(gone.map((path) => [path, { response: 404 }]));
    const to = { ...home(...gone), ...pages };
    const compared = await compare(broken, to);
    expect(compared.fixed).toEqual([]);
    expect(compared.notes).toEqual([
      'broken-links is not compared: it has too many findings in crawl 2.',
    ]);
    expect(compared.found).toHaveLength(1_000);
  });
});

it('does not compare scores of different rulesets', async () => {
  const site = { ...home('/a'), '/a': {} };
  const to = { ...home('/a'), '/a': { score: 10 } };
  expect(await compare(site, to, [{}, { rulesetVersion: '2' }])).toMatchObject({
    score: null,
    scoreReason: 'The crawls used different rulesets: 1 and 2.',
    changedPages: undefined,
  });
  // Two crawls during a deployment.
  const mixed = { pageRuleset: '2' };
  expect(await compare(site, to, [mixed, mixed])).toMatchObject({
    score: null,
    scoreReason: 'The crawls used different rulesets: 1, 2 and 1, 2.',
    changedPages: undefined,
  });
  expect(await compare(site, { '/': { response: 404 } })).toMatchObject({
    score: null,
    scoreReason: 'Crawl 2 has no score, because none of its pages has one.',
  });
});

it('does not compare scores of sites of which not the same pages were crawled', async () => {
  const site = { ...home('/a', '/b'), '/a': { score: 80 }, '/b': {} };
  const to = { ...home('/a', '/b'), '/a': { score: 60 }, '/b': { response: 'max_pages' } } as const;
  for (const [options, scoreReason] of [
    [
      [{}, { end: 'max_pages' }],
      'Crawl 2 ended before it had all pages (max_pages), so its score is not that of the whole site.',
    ],
    [
      [{ end: 'refused' }, {}],
      'Crawl 1 ended before it had all pages (refused), so its score is not that of the whole site.',
    ],
    [
      [{ include: ['/'] }, {}],
      'The crawls have different options (source, include or exclude), so their scores are not of the same pages.',
    ],
  ] as const) {
    expect(await compare(site, to, options)).toMatchObject({
      score: null,
      scoreReason,
      changedPages: [{ path: '/a', from: 80, to: 60 }],
    });
  }
  const cut = { end: 'max_pages', maxPages: 2 } as const;
  expect(await compare(site, to, [cut, cut])).toMatchObject({ score: expect.any(Number) });
  expect(await compare(site, to, [cut, { ...cut, maxPages: 3 }])).toMatchObject({ score: null });
  const both = ['/a', '/b'];
  const sameScope = [{ include: both }, { include: both.toReversed() }];
  expect(await compare(site, site, sameScope)).toMatchObject({ score: 0, notes: [] });
});

it('notes that options or origins differ', async () => {
  const site = { ...home('/a'), '/a': {} };
  const { notes } = await compare(site, site, [{}, { include: ['/a'] }]);
  expect(notes).toEqual(['The crawls have different options: source, include or exclude.']);
  const moved = await compare(site, site, [{ at: 'http://example.com' }]);
  expect(moved.notes).toEqual([
    `The crawls are of different origins, http://example.com and ${origin}: they have no URLs in common.`,
  ]);
});

it('caps lists, and counts all of their rows', async () => {
  const { context, store } = openCrawls();
  const pages = Object.fromEntries(Array.from({ length: 1_200 }, (_, page) => [`/${page}`, {}]));
  const ids = { from: await store({ '/': {} }), to: await store({ '/': {}, ...pages }) };
  const { newPages } = await compareCrawls(context, 'ann', ids);
  expect(newPages.total).toBe(1_200);
  expect(newPages.rows).toHaveLength(1_000);
});

it('compares crawls that are not stored, as those that are', async () => {
  const { context, store } = openCrawls();
  const ids = {
    from: await store({ ...home('/a', '/gone'), '/a': {}, '/gone': { response: 404 } }),
    to: await store(
      { ...home('/a', '/new'), '/a': { score: 3 }, '/new': {} },
      { end: 'max_pages' },
    ),
  };
  const findingsOf = async (id: number, name: string) => ({
    crawl: await getCrawl(context, 'ann', id),
    name,
    issues: await listCrawlIssues(context, 'ann', id),
    urls: await context.store.crawls.readUrls(id, { after: 0, limit: 100, outlines: false }),
  });
  const compared = await crawlComparisonOf(
    await findingsOf(ids.from, 'crawl 1'),
    await findingsOf(ids.to, 'crawl 2'),
  );
  // No page has another finding.
  const { notes, ...stored } = await compareCrawls(context, 'ann', ids);
  const note =
    'The findings of single pages are not compared: only crawls in a store have their places.';
  expect(compared).toEqual({
    ...stored,
    notes: [...notes, note],
    findings: { ...stored.findings, remaining: null },
  });
  expect(compared).toMatchObject({ newPages: { total: 1 }, changedPages: { total: 1 } });
});

it('lists findings by importance, those of one importance in the order of their issues', async () => {
  const crawl = {
    score: 80,
    rulesetVersion: '1',
    end: 'complete',
    source: 'both',
    origin,
    maxPages: 200,
    include: [],
    exclude: [],
  };
  const importances = ['info', 'low', 'high', 'medium', 'low', 'high'] as const;
  const issueOf = (count: number) => (importance: (typeof importances)[number], index: number) => {
    const finding = { summary: 'It.', key: 'x', pages: [], pagesCount: 0, target: null };
    const rest = { scope: 'site', title: 'Title', status: 'found', findingsCount: count } as const;
    return { ...rest, id: `${index}`, importance, findings: Array(count).fill(finding) };
  };
  const before = { crawl, name: 'one', issues: importances.map(issueOf(1)), urls: [] };
  const after = { crawl, name: 'two', issues: importances.map(issueOf(0)), urls: [] };
  const idsOf = (rows: readonly ChangedFinding[] = []) => rows.map(({ issue }) => issue);
  const { findings } = await crawlComparisonOf(before, after);
  expect(idsOf(findings?.fixed.rows)).toEqual(['2', '5', '3', '1', '4', '0']);
  const back = await crawlComparisonOf(after, before);
  expect(idsOf(back.findings?.found.rows)).toEqual(['2', '5', '3', '1', '4', '0']);
});

it('refuses crawls that are missing, not done or of different websites', async () => {
  const { context, store, create } = openCrawls();
  const first = await store({ '/': {} });
  const other = await store({ '/': {} }, { domain: 'other.test' });
  const queued = await create();
  const compareIds = (from: number, to: number, owner = 'ann') =>
    compareCrawls(context, owner, { from, to });
  await expect(compareIds(first, first, 'bob')).rejects.toMatchObject({ code: 'not_found' });
  await expect(compareIds(first, queued)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Crawl 3 is queued. Only crawls that are done can be compared.',
  });
  await expect(compareIds(first, other)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { from: ['must be a crawl of the same website as the other one.'] },
  });
});

it('compares nothing with a crawl that is deleted meanwhile', async () => {
  const { context, store } = openCrawls();
  const ids = { from: await store({ '/': {} }), to: await store({ '/': {} }) };
  const { crawls } = context.store;
  const deleting: Context = {
    ...context,
    store: {
      ...context.store,
      crawls: {
        ...crawls,
        async readUrls(id, query) {
          await crawls.delete('ann', ids.to);
          return crawls.readUrls(id, query);
        },
      },
    },
  };
  await expect(compareCrawls(deleting, 'ann', ids)).rejects.toMatchObject({ code: 'not_found' });
});

it('finds the previous crawl of the same website', async () => {
  const { context, store } = openCrawls();
  const first = await store({ '/': {} });
  await store({ '/': {} }, { domain: 'other.test' });
  const last = await store({ '/': {} });
  const { websiteId } = (await context.store.crawls.find('ann', first)) ?? { websiteId: null };
  expect(await findPreviousCrawl(context, 'ann', { id: last, websiteId })).toMatchObject({
    id: first,
  });
  expect(await findPreviousCrawl(context, 'ann', { id: first, websiteId })).toBeUndefined();
  expect(await findPreviousCrawl(context, 'bob', { id: last, websiteId })).toBeUndefined();
});
