import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { origin, type PageSpec, rowsOf } from '../site-issues/fixtures/site-of.ts';
import { siteRules } from '../site-issues/rules/index.ts';
import { websiteIssues } from './website-issues.ts';

interface ReportSpec extends PageSpec {
  /** The URL before redirects. */
  readonly url?: string;
  readonly status?: number;
}

/** Stores a report for each page, in this order, and returns the issues that were found. */
async function findIn(pages: readonly (readonly [path: string, ReportSpec])[]) {
  const context = createContext({ store: memoryStore() });
  let websiteId = 0;
  for (const [path, { url, status = 200, ...page }] of pages) {
    const [row] = rowsOf({ [path]: page });
    const finalUrl = row?.url ?? '';
    const outline = row?.outline ? { outline: row.outline } : {};
    const at = { url: url ?? finalUrl, finalUrl, httpStatus: status };
    const report = newReport({ ownerId: 'ann', ...at, ...outline });
    ({ websiteId } = await context.store.reports.create(report));
  }
  const { source, issues } = await websiteIssues(context, 'ann', websiteId);
  const found = issues.filter(({ status }) => status === 'found');
  return {
    found: Object.fromEntries(found.map(({ id, findings }) => [id, findings])),
    unknown: issues.filter(({ status }) => status === 'unknown').map(({ id }) => id),
    context,
    source,
    websiteId,
  };
}

it('compares the latest report of each URL', async () => {
  const { found } = await findIn([
    ['/a', { title: 'Old' }],
    ['/b', { title: 'Old' }],
    ['/c', { title: 'Same', links: ['/gone', '/unknown'] }],
    ['/a', { title: 'Same' }],
    ['/gone', { status: 404 }],
  ]);
  expect(found).toMatchObject({
    'duplicate-titles': [{ summary: '2 pages have the title “Same”.' }],
    'broken-links': [{ pages: [`${origin}/c`], target: `${origin}/gone` }],
  });
  expect(Object.keys(found)).toHaveLength(2);
});

it('knows a page by its URL without tracking parameters', async () => {
  const { found } = await findIn([
    ['/a?utm_source=letter', { title: 'First' }],
    ['/a', { title: 'Second' }],
    ['/b', { title: 'Second' }],
    ['/c', { title: 'First' }],
  ]);
  expect(found).toMatchObject({
    'duplicate-titles': [{ pages: [`${origin}/a`, `${origin}/b`] }],
  });
  expect(Object.keys(found)).toHaveLength(1);
});

it('has what checks found on single pages, of the checks of the ruleset', async () => {
  const viewport = { status: 'fail', gain: 12, summary: 'There is none.' } as const;
  const { found } = await findIn([['/', { findings: { viewport, removed: 'fail' } }]]);
  expect(found).toMatchObject({ viewport: [{ summary: 'There is none.', pages: [`${origin}/`] }] });
  expect(Object.keys(found)).toEqual(['viewport']);
});

it('never states that an issue is absent, as it does not know all pages', async () => {
  const { unknown } = await findIn([['/', {}]]);
  expect(unknown.toSorted()).toEqual(siteRules.map(({ id }) => id).toSorted());
});

it('counts a page once that several URLs redirect to, and finds no permanent redirects', async () => {
  const { found } = await findIn([
    ['/a', { url: `${origin}/old`, title: 'First' }],
    ['/a', { url: `${origin}/older`, title: 'Second' }],
    ['/a', { url: 'https://short.test/x', title: 'Second' }],
    ['/b', { title: 'Second', links: ['/old'] }],
    ['/c', { title: 'First' }],
  ]);
  expect(found).toMatchObject({
    'duplicate-titles': [{ pages: [`${origin}/a`, `${origin}/b`] }],
  });
  expect(Object.keys(found)).toHaveLength(1);
});

it('knows variants of the origin by their redirects', async () => {
  const pages = [
    ['/', { links: ['http://example.com/a'] }],
    ['/a', {}],
  ] as const;
  expect((await findIn(pages)).found).toEqual({});
  const { found } = await findIn([...pages, ['/', { url: 'http://example.com/', ...pages[0][1] }]]);
  expect(found).toMatchObject({ 'variant-links': [{ target: `${origin}/a` }] });
});

it('compares pages whose reports have no outline with nothing', async () => {
  const { found } = await findIn([
    ['/a', { status: 200, response: 404 }],
    ['/b', { status: 200, response: 404 }],
  ]);
  expect(found).toEqual({});
});

it('reads more URLs than one query returns', async () => {
  const pages = Array.from({ length: 250 }, (_, page) => {
    return [`/${page}`, { title: page % 125 === 7 ? 'Same' : `Page ${page}` }] as const;
  });
  const { found } = await findIn(pages);
  expect(found).toMatchObject({
    'duplicate-titles': [{ pages: [`${origin}/132`, `${origin}/7`] }],
  });
});

it('knows no website of another owner, and stops when it is aborted', async () => {
  const { context, websiteId } = await findIn([['/', {}]]);
  await expect(websiteIssues(context, 'bob', websiteId)).rejects.toMatchObject({
    code: 'not_found',
  });
  const reason = new Error('stopped');
  const signal = AbortSignal.abort(reason);
  await expect(websiteIssues(context, 'ann', websiteId, { signal })).rejects.toBe(reason);
});

it('returns the issues of the last complete crawl, and those of reports once it is deleted', async () => {
  const { context, websiteId, source } = await findIn([['/', {}]]);
  expect(source).toMatchObject({ kind: 'reports', crawlId: null, pages: 1 });
  const { store } = context;
  const website = await store.websites.find('ann', websiteId);
  if (website === undefined) throw new Error('There is no website.');
  const fromCrawl = { kind: 'crawl', crawlId: 3, pages: 9, measuredAt: new Date(0) } as const;
  let isDeleted = false;
  const crawled = createContext({
    store: {
      ...store,
      websites: {
        ...store.websites,
        find: async () => (isDeleted ? website : { ...website, scoreSource: fromCrawl }),
      },
      crawls: { ...store.crawls, issues: async () => (isDeleted ? undefined : []) },
    },
  });
  expect(await websiteIssues(crawled, 'ann', websiteId)).toEqual({ source: fromCrawl, issues: [] });

  const { issues } = crawled.store.crawls;
  crawled.store.crawls.issues = async (...of) => {
    isDeleted = true;
    return issues(...of);
  };
  const found = await websiteIssues(crawled, 'ann', websiteId);
  expect(found.source).toEqual(source);
  expect(found.issues.length).toBeGreaterThan(0);
});
