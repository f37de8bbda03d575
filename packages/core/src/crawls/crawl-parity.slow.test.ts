import { type CheckResult, scoreResults } from '@sitegrade/audit';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import type { Crawl } from '../store/crawl.ts';
import type { Store } from '../store/store.ts';
import { startWorker } from '../worker/worker.ts';
import { cancelCrawl } from './cancel-crawl.ts';
import { type CreateCrawlInput, createCrawl } from './create-crawl.ts';
import { type ComparedPage, compareWithReports } from './fixtures/compare-with-reports.ts';
import {
  redirectTo,
  type SiteResponse,
  startSite,
  textFile,
  withStatus,
} from './fixtures/site-server.ts';
import { getCrawl } from './get-crawl.ts';
import { eachCrawlPage, getCrawlPage } from './list-crawl-pages.ts';

type Pages = Readonly<Record<string, SiteResponse>>;

async function crawled(
  pages: Pages,
  input: Partial<CreateCrawlInput> = {},
  store: Store = memoryStore(),
) {
  const { origin, requests } = await startSite(pages);
  const context = createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
  });
  const { id } = await createCrawl(context, 'ann', { url: `${origin}/`, ...input });
  const worker = startWorker(context);
  onTestFinished(() => worker.stop(0));
  const crawl = await ended(context, id);
  return { context, origin, requests, crawl };
}

async function ended(context: Context, id: number): Promise<Crawl> {
  for (;;) {
    const crawl = await getCrawl(context, 'ann', id);
    if (crawl.endedAt !== null) return crawl;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The result of a check on the pages of a crawl, by path. */
async function resultsOf(context: Context, { id, origin }: Crawl, check: string) {
  const results: Record<string, string> = {};
  for await (const page of eachCrawlPage(context, 'ann', id, { state: 'done', sort: 'asc' })) {
    const { details } = await getCrawlPage(context, 'ann', id, page.id);
    const result = details?.checks[check];
    results[page.url.slice(origin?.length ?? 0)] =
      result?.points == null ? `${result?.status}` : `${result.status} ${result.points.toFixed(2)}`;
  }
  return results;
}

/** Nothing but the page itself differs: each URL is requested once, in addition to those of the site. */
function expectParity(pages: readonly ComparedPage[]): void {
  for (const { url, differences, shared, onlyInReport } of pages) {
    expect({ url, differences }).toEqual({ url, differences: [] });
    expect(Math.abs(shared.crawl - shared.report)).toBeLessThanOrEqual(3);
    for (const { check, reason } of onlyInReport) {
      expect({ check, reason }).toEqual({
        check,
        reason: expect.stringMatching(
          /^Not checked: .+ this check costs (?:up to [\d.]+|no) points/,
        ),
      });
    }
  }
}

/** Expects that no page of a crawl says what its links lead to, and that its numbers agree with that. */
async function expectNoLinksChecked(
  context: Context,
  crawl: Crawl,
  summary: string,
): Promise<void> {
  let pages = 0;
  for await (const { id } of eachCrawlPage(context, 'ann', crawl.id, { state: 'done' })) {
    const { score, details } = await getCrawlPage(context, 'ann', crawl.id, id);
    if (details === null) throw new Error('It has no details.');
    const { checks, categories, scoreUncapped } = details;
    for (const check of ['links-broken', 'links-redirect']) {
      expect(checks[check]).toMatchObject({ status: 'na', points: null, deduction: 0 });
      if (checks[check]?.summary === summary) pages += 1;
    }
    // As if they had not been evaluated at all.
    const results = new Map(Object.entries(checks));
    const scored = scoreResults(context.ruleset.checks, results, context);
    expect({ score, scoreUncapped, categories }).toEqual({
      score: scored.score,
      scoreUncapped: scored.scoreUncapped,
      categories: scored.categories,
    });
  }
  expect(pages).toBeGreaterThan(2);
}

const image = (response: Parameters<Exclude<SiteResponse, readonly string[]>>[0]) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end('PNG');
/** A page with tags in its head. */
const withHead =
  (head: string): SiteResponse =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><head><title>Head</title>${head}</head><body><h1>Head</h1><a href="/">Home</a>`,
      );
const withCanonical = (path: string): SiteResponse =>
  withHead(`<link rel="canonical" href="${path}">`);

/** Broken links and images, redirects, and canonical links to pages of every kind. */
const site: Pages = {
  '/': ['/a', '/b', '/broken', '/moves', '/canonical', '/blocked/x', '/pictures', '/login'],
  '/a': ['/b', '/gone', '/missing?utm_source=menu', '/'],
  '/b': ['/a', '/', '/old', '/temporary', '/chain', '/error', '/file.pdf'],
  '/broken': ['/gone', '/missing', '/error', '/login'],
  '/moves': ['/old', '/chain', '/temporary', '/away'],
  '/login': withStatus(401),
  '/gone': withStatus(410),
  '/error': withStatus(500),
  '/old': redirectTo('/a'),
  '/chain': redirectTo('/old'),
  '/temporary': redirectTo('/b', 302),
  '/away': redirectTo('http://elsewhere.invalid/'),
  '/file.pdf': textFile('%PDF-1.4', 'application/pdf'),
  '/robots.txt': textFile('User-agent: *\nDisallow: /blocked/\n'),
  '/canonical': [
    '/c-a',
    '/c-missing',
    '/c-noindex',
    '/c-moved',
    '/c-back',
    '/c-unknown',
    '/c-blocked',
    '/c-far',
    '/hidden',
    '/c-x',
  ],
  '/c-a': withCanonical('/a'),
  '/c-missing': withCanonical('/missing'),
  '/c-noindex': withCanonical('/hidden'),
  '/c-moved': withCanonical('/old'),
  '/c-back': withCanonical('/c-x'),
  '/c-x': redirectTo('/c-back'),
  '/c-unknown': withCanonical('/no-one-links-here'),
  '/c-blocked': withCanonical('/blocked/x'),
  '/c-far': withCanonical('http://elsewhere.invalid/page'),
  '/hidden': withHead('<meta name="robots" content="noindex">'),
  '/pictures': ['/p1', '/p2', '/p3', '/p4', '/p5', '/p6', '/p7', '/p8', '/p9', '/p10', '/p11'],
  ...Object.fromEntries(
    Array.from({ length: 11 }, (_, index) => [
      `/p${index + 1}`,
      [
        '<img src="/broken.png" alt="One">',
        index % 2 === 0 ? '<img src="/good.png" alt="Two">' : '/a',
      ],
    ]),
  ),
  '/good.png': image,
};

describe('a page of a crawl and a report of its URL', () => {
  it('have the same results, where both have one', async () => {
    const { context, crawl } = await crawled(site);
    expect(crawl).toMatchObject({ status: 'done', end: 'complete' });
    const compared = await compareWithReports(context, 'ann', crawl.id);
    expect(compared.length).toBeGreaterThan(20);
    expectParity(compared);
  });

  it('count what is broken, moved or cannot be indexed', async () => {
    const { context, crawl } = await crawled(site);
    expect(await resultsOf(context, crawl, 'links-broken')).toMatchObject({
      '/': 'pass 1.00',
      '/a': 'fail 0.41',
      '/b': 'warn 0.77',
      '/broken': 'fail 0.19',
      // Where `/away` leads is not known.
      '/moves': 'na',
      '/canonical': 'pass 1.00',
    });
    expect(await resultsOf(context, crawl, 'links-redirect')).toMatchObject({
      '/a': 'pass 1.00',
      '/b': 'warn 0.50',
      '/moves': 'na',
    });
    expect(await resultsOf(context, crawl, 'images-broken')).toMatchObject({
      '/p1': 'fail 0.41',
      '/p2': 'fail 0.00',
    });
    const others = await resultsOf(context, crawl, 'canonical-other');
    const targets = await resultsOf(context, crawl, 'canonical-target');
    const both = Object.keys(others)
      .filter((path) => path.startsWith('/c-'))
      .map((path) => [path, others[path], targets[path]].join(' '));
    expect(both.sort()).toEqual([
      '/c-a warn 0.50 pass 1.00',
      '/c-back pass 1.00 warn 0.50',
      '/c-blocked na fail 0.00',
      '/c-far na na',
      '/c-missing na fail 0.00',
      '/c-moved warn 0.50 pass 1.00',
      '/c-noindex na fail 0.00',
      '/c-unknown na fail 0.00',
    ]);
  });

  it('take one request, for pages whose results change as well', async () => {
    const { requests } = await crawled(site);
    const twice = requests.filter((path, index) => requests.indexOf(path) < index);
    // The start page is requested for what the pages of the site share.
    expect(twice).toEqual(['/']);
  });

  it('are stored again only where a result changes', async () => {
    const store = memoryStore();
    const { endPage, revisePages } = store.crawls;
    type Checks = Readonly<Record<string, Pick<CheckResult, 'status' | 'points' | 'summary'>>>;
    const verdictsOf = (checks: Checks) =>
      JSON.stringify(
        Object.entries(checks).map(([id, { status, points, summary }]) => [
          id,
          status,
          points,
          summary,
        ]),
      );
    const before = new Map<number | null, string>();
    const revised: number[] = [];
    const { crawl, context } = await crawled(
      site,
      {},
      {
        ...store,
        crawls: {
          ...store.crawls,
          endPage(lease, outcome, ...given) {
            if (outcome.kind === 'done') before.set(lease.page, verdictsOf(outcome.details.checks));
            return endPage(lease, outcome, ...given);
          },
          revisePages(lease, pages) {
            revised.push(...pages.map(({ id }) => id));
            return revisePages(lease, pages);
          },
        },
      },
    );
    const changed: number[] = [];
    for await (const { id } of eachCrawlPage(context, 'ann', crawl.id, { state: 'done' })) {
      const { details } = await getCrawlPage(context, 'ann', crawl.id, id);
      if (verdictsOf(details?.checks ?? {}) !== before.get(id)) changed.push(id);
    }
    const byNumber = (a: number, b: number) => a - b;
    expect(revised.sort(byNumber)).toEqual(changed.sort(byNumber));
    expect(changed.length).toBeGreaterThan(10);
    expect(changed.length).toBeLessThan(before.size);
  });

  it('claim nothing about links if the ruleset has changed during the crawl', async () => {
    const store = memoryStore();
    const { begin } = store.crawls;
    const { context, crawl } = await crawled(
      site,
      {},
      {
        ...store,
        crawls: {
          ...store.crawls,
          begin: (lease, begun) => begin(lease, { ...begun, rulesetVersion: '0' }),
        },
      },
    );
    expect(crawl).toMatchObject({
      status: 'done',
      rulesetVersion: `0, ${context.ruleset.version}`,
    });
    await expectNoLinksChecked(
      context,
      crawl,
      'Not checked: the ruleset has changed during the crawl.',
    );
  });

  it('claim nothing about links if the crawl was canceled, or runs', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { origin } = await startSite(
      { '/': ['/a', '/gone', '/held'], '/a': ['/', '/gone', '/missing'], '/held': [] },
      { before: (path) => (path === '/held' ? isReleased : Promise.resolve()) },
    );
    onTestFinished(() => release());
    const context = createContext({
      store: memoryStore(),
      network: { allowAddresses: [new URL(origin).host], ports: 'any' },
      crawls: { perHost: 1 },
    });
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    const worker = startWorker(context);
    onTestFinished(() => worker.stop(0));
    const isHeld = ({ progress: { done, failed } }: Crawl) => done === 2 && failed === 1;
    let crawl = await getCrawl(context, 'ann', id);
    while (!isHeld(crawl)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      crawl = await getCrawl(context, 'ann', id);
    }
    const reason = 'Not checked: links are checked at the end of the crawl.';
    expect(crawl.status).toBe('running');
    await expectNoLinksChecked(context, crawl, reason);
    await expectNoLinksChecked(context, await cancelCrawl(context, 'ann', id), reason);
  });

  it('agree in a crawl that ends at its limit, where little is known', async () => {
    const { context, crawl } = await crawled(site, { maxPages: 12 });
    expect(crawl.end).toBe('max_pages');
    expectParity(await compareWithReports(context, 'ann', crawl.id));
    const broken = await resultsOf(context, crawl, 'links-broken');
    expect(broken).toMatchObject({ '/': 'pass 1.00' });
    expect(Object.values(broken)).toContain('na');
  });

  it('have one score in the lists, the details and the progress of the crawl', async () => {
    const { context, crawl } = await crawled(site);
    let sum = 0;
    for await (const page of eachCrawlPage(context, 'ann', crawl.id, { state: 'done' })) {
      const { details, score } = await getCrawlPage(context, 'ann', crawl.id, page.id);
      const caps = details?.gates.map(({ cap }) => cap) ?? [];
      expect(score).toBe(Math.min(details?.scoreUncapped ?? 0, ...caps));
      expect(page.score).toBe(score);
      sum += page.score ?? 0;
    }
    expect(crawl.progress.scoreSum).toBe(sum);
  });
});
