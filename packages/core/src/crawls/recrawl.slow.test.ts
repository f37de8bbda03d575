import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaultRuleset, extendRuleset, type Ruleset } from '@sitegrade/audit/checks';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { Crawl } from '../store/crawl.ts';
import type { Store } from '../store/store.ts';
import { startWorker, type WorkerOptions } from '../worker/worker.ts';
import { compareCrawls } from './compare-crawls.ts';
import { type CreateCrawlInput, createCrawl } from './create-crawl.ts';
import { sitemapOf, startSite, textFile } from './fixtures/site-server.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';
import { eachCrawlPage, getCrawlPage } from './list-crawl-pages.ts';
import { crawlsInRow, isDueForRecheck } from './recheck.ts';

/** A page of the site, which a test changes between two crawls. */
interface Page {
  title: string;
  links: readonly string[];
  head?: string;
  text?: string;
  headers?: Readonly<Record<string, string>>;
  /** The validators of its responses. Default: the hash of its content is its `ETag`. */
  validators?: () => Readonly<Record<string, string>>;
  /** Responds instead of the server. `false` if it did not. */
  respond?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

interface Requested {
  readonly path: string;
  readonly status: number;
  readonly conditions: readonly string[];
}

let store: Store;
let later: number;
beforeEach(() => {
  store = memoryStore();
  later = 0;
});

const dayMs = 86_400_000;

/** All checks but the one that differs between two readings of a page. */
const ruleset = extendRuleset(defaultRuleset, { version: 'timeless', drop: ['ttfb'] });

/** A site of some pages: the start page links to all of them, and each to the start page. */
async function startPages(count = 12, change: (page: Page, number: number) => void = () => {}) {
  const pages = new Map<string, Page>();
  const files = new Map<string, string>();
  const requested: Requested[] = [];
  const paths = Array.from({ length: count }, (_, number) => `/page-${number}`);
  pages.set('/', { title: 'Start', links: [...paths] });
  for (const path of paths) pages.set(path, { title: `The page ${path}`, links: ['/'] });
  for (const [index, page] of [...pages.values()].entries()) change(page, index);
  const site = await startSite((path) => {
    const file = files.get(path);
    if (file?.startsWith('<urlset>')) return sitemapOf(file.slice(8).split(' '));
    if (file !== undefined) return textFile(file);
    const page = pages.get(path);
    if (page === undefined) return undefined;
    return (response, request) => {
      const { 'if-none-match': etag, 'if-modified-since': date } = request.headers;
      response.on('finish', () => {
        const conditions = [etag, date].filter((value) => value !== undefined);
        requested.push({ path, status: response.statusCode, conditions });
      });
      if (!page.respond?.(request, response)) respond(page, request, response);
    };
  });
  return { ...site, pages, files, requested, page: (path: string) => pageAt(pages, path) };
}

type Site = Awaited<ReturnType<typeof startPages>>;

function pageAt(pages: ReadonlyMap<string, Page>, path: string): Page {
  const page = pages.get(path);
  if (page === undefined) throw new Error(`There is no page ${path}.`);
  return page;
}

function bodyOf({ title, links, head = '', text = '' }: Page): string {
  const list = links.map((link) => `<li><a href="${link}">To ${link}</a>`).join('');
  return `<!doctype html><html lang="en"><title>${title}</title>${head}<h1>${title}</h1>${text}<ul>${list}</ul>`;
}

function respond(page: Page, { headers: sent }: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(page);
  const tag = createHash('sha256').update(body).digest('base64url');
  const validators = page.validators?.() ?? { etag: `"${tag}"` };
  const headers = { 'content-type': 'text/html; charset=utf-8', ...page.headers, ...validators };
  const weak = (tag: string | undefined) => tag?.replace(/^W\//, '');
  const { etag, 'last-modified': date } = validators as Record<string, string | undefined>;
  const isSame =
    sent['if-none-match'] === undefined
      ? date !== undefined && sent['if-modified-since'] === date
      : weak(sent['if-none-match']) === weak(etag);
  if (isSame) response.writeHead(304, { ...page.headers, ...validators }).end();
  else response.writeHead(200, headers).end(body);
}

function contextOf(site: Site, options: Partial<ContextOptions> = {}): Context {
  return createContext({
    store,
    ruleset,
    network: { allowAddresses: [new URL(site.origin).host], ports: 'any' },
    now: () => new Date(Date.now() + later),
    ...options,
  });
}

interface Done {
  readonly crawl: Crawl;
  readonly requested: readonly Requested[];
}

/** Crawls the site to the end. */
async function crawl(
  site: Site,
  context: Context,
  input: Partial<CreateCrawlInput> = {},
  worker: (id: number) => WorkerOptions = () => ({}),
): Promise<Done> {
  site.requested.length = 0;
  const { id } = await createCrawl(context, 'ann', { url: `${site.origin}/`, ...input });
  const working = startWorker(context, { concurrency: 4, ...worker(id) });
  onTestFinished(() => working.stop(0));
  for (;;) {
    const done = await getCrawl(context, 'ann', id);
    if (done.endedAt !== null) {
      await working.stop(0);
      expect(done.status).toBe('done');
      return { crawl: done, requested: [...site.requested] };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What is known of a crawl, without times and without what only describes how it was made. */
async function resultsOf(
  context: Context,
  { id, origin, score, result, end, rulesetVersion }: Crawl,
) {
  const pages: Record<string, unknown> = {};
  for await (const summary of eachCrawlPage(context, 'ann', id, { sort: 'asc' })) {
    const { url, isUnchanged: _, ...rest } = summary;
    const page = await getCrawlPage(context, 'ann', id, summary.id);
    const checks = Object.entries(page.details?.checks ?? {}).map(
      ([check, { status, points, deduction }]) => [check, status, points, deduction],
    );
    const [row] = await store.crawls.readUrls(id, {
      after: summary.id - 1,
      limit: 1,
      outlines: true,
    });
    const { samples, ...outline } = row?.outline ?? {};
    const { revisedWith: _1, ...sampled } = samples ?? {};
    pages[url.slice(origin?.length ?? 0)] = { ...rest, checks, outline, sampled };
  }
  const issues = await listCrawlIssues(context, 'ann', id);
  return { score, result, end, rulesetVersion, pages, issues };
}

/** Crawls what has changed, and expects the results of a crawl of everything. */
async function recrawl(
  site: Site,
  context: Context,
  input: Partial<CreateCrawlInput> = {},
): Promise<Done> {
  const changed = await crawl(site, context, { ...input, recrawl: 'changed' });
  const full = await crawl(site, context, input);
  expect(full.crawl.progress.unchanged).toBe(0);
  expect(await resultsOf(context, changed.crawl)).toEqual(await resultsOf(context, full.crawl));
  return changed;
}

/** The paths of pages that are read anyway in the first crawl after one of everything. */
function readAnyway({ origin, pages }: Site, generation = 1): readonly string[] {
  return [...pages.keys()].filter((path) => isDueForRecheck(`${origin}${path}`, generation));
}

const withStatus = (requested: readonly Requested[], status: number): readonly string[] =>
  [...new Set(requested.filter((one) => one.status === status).map(({ path }) => path))].sort();

/** The paths of pages that have the results of the crawl before. */
async function unchangedOf(context: Context, { id, origin }: Crawl): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const page of eachCrawlPage(context, 'ann', id)) {
    if (page.isUnchanged) paths.push(page.url.slice(origin?.length ?? 0));
  }
  return paths.sort();
}

/** All pages without those that are read anyway, and these. */
const others = (site: Site, ...paths: readonly string[]): readonly string[] =>
  [...site.pages.keys()]
    .filter((path) => !readAnyway(site).includes(path) && !paths.includes(path))
    .sort();

describe('a crawl of what has changed', () => {
  it('asks for pages with their validators, and keeps those that have not changed', async () => {
    const site = await startPages();
    const context = contextOf(site);
    const first = await crawl(site, context);
    expect(first.crawl).toMatchObject({ recrawl: 'all', previousId: null, fullReason: null });
    expect(first.requested.every(({ conditions }) => conditions.length === 0)).toBe(true);
    const second = await recrawl(site, context);
    expect(second.crawl).toMatchObject({
      recrawl: 'changed',
      previousId: first.crawl.id,
      fullReason: null,
      score: first.crawl.score,
    });
    expect(withStatus(second.requested, 304)).toEqual(others(site));
    expect(await unchangedOf(context, second.crawl)).toEqual(others(site));
    expect(second.crawl.progress).toMatchObject({ done: 13, unchanged: others(site).length });
  });

  it('reads the pages that have changed, and finds what follows from it', async () => {
    const site = await startPages(16);
    const context = contextOf(site);
    const first = await crawl(site, context);
    site.page('/page-1').title = 'Another title';
    site.page('/page-2').title = 'The page /page-3';
    site.page('/page-4').links = ['/', '/new', '/missing'];
    site.page('/page-5').head = '<meta name="robots" content="noindex">';
    site.page('/page-6').headers = { 'x-robots-tag': 'noindex' };
    site.page('/page-7').headers = { 'x-frame-options': 'DENY' };
    site.pages.delete('/page-8');
    site.pages.set('/new', { title: 'New', links: ['/page-9'] });
    site.page('/page-10').respond = (_, response) => {
      response.writeHead(301, { location: '/page-11' }).end();
      return true;
    };
    const changed = ['/page-1', '/page-2', '/page-4', '/page-5', '/page-6', '/page-7'];
    const all = [...changed, '/new', '/page-10'];
    const second = await recrawl(site, context);
    expect(await unchangedOf(context, second.crawl)).toEqual(others(site, ...all));
    const compared = await compareCrawls(context, 'ann', {
      from: first.crawl.id,
      to: second.crawl.id,
    });
    expect(compared.newPages.rows.map(({ url }) => url)).toEqual([`${site.origin}/new`]);
    expect(compared.gonePages.rows.map(({ url }) => url)).toEqual(
      ['/page-10', '/page-8'].map((path) => site.origin + path),
    );
    const found = compared.findings?.found.rows ?? [];
    const issues = new Set(found.flatMap(({ issue }) => issue ?? []));
    const duplicates = ['duplicate-h1', 'duplicate-titles'];
    const links = ['redirecting-links', 'single-inlink'];
    expect([...issues].sort()).toEqual(['broken-links', ...duplicates, ...links]);
    // A crawl of everything has the same new findings, at the same places.
    const full = await compareCrawls(context, 'ann', {
      from: first.crawl.id,
      to: second.crawl.id + 1,
    });
    expect(full.findings).toMatchObject({ ...compared.findings, remaining: expect.any(Number) });
    expect(compared.findings?.remaining).toBeNull();
  });

  it('evaluates links of pages again that have not changed, in both directions', async () => {
    const site = await startPages();
    const context = contextOf(site);
    const gone = site.page('/page-3');
    site.page('/page-5').links = ['/', '/page-3', '/page-4'];
    site.pages.delete('/page-3');
    await crawl(site, context);
    const statuses = async ({ crawl: { id } }: Done) => {
      const page = await getCrawlPage(context, 'ann', id, 1);
      return page.details?.checks['links-broken']?.status;
    };
    site.pages.set('/page-3', gone);
    const fixed = await recrawl(site, context);
    expect(await statuses(fixed)).toBe('pass');
    site.pages.delete('/page-3');
    const broken = await recrawl(site, context);
    expect(await statuses(broken)).toBe('warn');
    expect(broken.crawl.progress.unchanged).toBeGreaterThan(0);
    // The page itself has not changed, so it was not read again, unless it was its turn.
    const isKept = (await unchangedOf(context, broken.crawl)).includes('/');
    expect(isKept).toBe(!readAnyway(site).includes('/'));
    const { findings } = await compareCrawls(context, 'ann', {
      from: fixed.crawl.id,
      to: broken.crawl.id,
    });
    // It has more links than a report samples, so that the place may not be new.
    expect(findings?.changed.rows).toContainEqual(
      expect.objectContaining({ url: `${site.origin}/`, check: 'links-broken' }),
    );
  });

  it.each<[string, Page['validators'], 304 | 200]>([
    ['a weak ETag', () => ({ etag: 'W/"1"' }), 304],
    ['a date', () => ({ 'last-modified': 'Thu, 01 Jan 2026 10:00:00 GMT' }), 304],
    ['both', () => ({ etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 10:00:00 GMT' }), 304],
    ['nothing', () => ({}), 200],
    ['an ETag for each response', changingTags(), 200],
    ['an ETag without quotes', () => ({ etag: 'abc' }), 200],
    ['an ETag that is too long', () => ({ etag: `"${'a'.repeat(600)}"` }), 200],
    ['a date that is not one', () => ({ 'last-modified': 'yesterday' }), 200],
    ['the current time', () => ({ 'last-modified': new Date().toUTCString() }), 200],
  ])('keeps pages with %s', async (_, validators, status) => {
    const site = await startPages(6, (page) => Object.assign(page, { validators }));
    const context = contextOf(site);
    await crawl(site, context);
    for (let round = 1; round < 3; round += 1) {
      const second = await crawl(site, context, { recrawl: 'changed' });
      const kept = [...site.pages.keys()].filter((path) => !readAnyway(site, round).includes(path));
      expect(await unchangedOf(context, second.crawl)).toEqual(kept.sort());
      expect(withStatus(second.requested, 304)).toEqual(status === 304 ? kept : []);
    }
    site.page('/page-2').title = 'Another';
    site.page('/page-2').validators = () => ({});
    await recrawl(site, context);
  });

  it('sends each validator to its URL only', async () => {
    const tagOf = (path: string) => `"of${path}"`;
    const site = await startPages(8);
    for (const [path, page] of site.pages) page.validators = () => ({ etag: tagOf(path) });
    const context = contextOf(site);
    await crawl(site, context);
    site.page('/page-3').respond = (_, response) => {
      response.writeHead(302, { location: '/page-4' }).end();
      return true;
    };
    const second = await crawl(site, context, { recrawl: 'changed' });
    const sent = second.requested.filter(({ conditions }) => conditions.length > 0);
    for (const { path, conditions } of sent) expect(conditions).toEqual([tagOf(path)]);
    expect(sent.map(({ path }) => path).sort()).toEqual(others(site));
  });

  it('reads a page in full whose 304 has other headers', async () => {
    const site = await startPages(6);
    const context = contextOf(site);
    for (const page of site.pages.values()) page.headers = { 'x-frame-options': 'DENY' };
    await crawl(site, context);
    const tag = { etag: '"never"' };
    for (const path of ['/page-1', '/page-2', '/page-3']) site.page(path).validators = () => tag;
    await crawl(site, context);
    site.page('/page-1').headers = { 'x-frame-options': 'SAMEORIGIN' };
    site.page('/page-2').headers = { 'x-frame-options': 'DENY', 'x-robots-tag': 'noindex' };
    // No check reads it.
    site.page('/page-3').headers = { 'x-frame-options': 'DENY', 'x-request-id': 'other' };
    const second = await recrawl(site, context);
    const kept = await unchangedOf(context, second.crawl);
    expect(kept).toEqual(others(site, '/page-1', '/page-2'));
    for (const path of ['/page-1', '/page-2'].filter((path) => !readAnyway(site).includes(path))) {
      const statuses = second.requested.filter((one) => one.path === path).map((one) => one.status);
      expect(statuses).toEqual([304, 200]);
    }
  });

  it('does not take cookies with other values for other headers', async () => {
    let session = 0;
    const site = await startPages(5);
    const cookie = () => `session=${session++}; Path=/; HttpOnly; Max-Age=${session}`;
    for (const page of site.pages.values()) {
      page.validators = () => ({ etag: '"1"', 'set-cookie': cookie() });
    }
    const context = contextOf(site);
    await crawl(site, context);
    const second = await recrawl(site, context);
    expect(await unchangedOf(context, second.crawl)).toEqual(others(site));
    for (const page of site.pages.values()) {
      page.validators = () => ({ etag: '"1"', 'set-cookie': `session=${session++}; Path=/` });
    }
    const third = await recrawl(site, context);
    expect(third.crawl.progress.unchanged).toBe(0);
  });

  it.each([
    [
      'says 304 without a condition',
      (request: IncomingMessage, response: ServerResponse) => {
        if (request.headers['if-none-match'] !== undefined) return false;
        response.writeHead(304).end();
        return true;
      },
    ],
    [
      'says 304 with another ETag',
      (request: IncomingMessage, response: ServerResponse) => {
        if (request.headers['if-none-match'] === undefined) return false;
        response.writeHead(304, { etag: '"other"' }).end();
        return true;
      },
    ],
    [
      'does not like conditions',
      (request: IncomingMessage, response: ServerResponse) => {
        if (request.headers['if-none-match'] === undefined) return false;
        response.writeHead(412).end();
        return true;
      },
    ],
    [
      'refuses it',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(403).end();
        return true;
      },
    ],
    [
      'closes the connection',
      (request: IncomingMessage, response: ServerResponse) => {
        if (request.headers['if-none-match'] !== undefined) return false;
        response.destroy();
        return true;
      },
    ],
  ])('finds the same as a full crawl if a server %s', async (_, respondTo) => {
    const site = await startPages(5);
    const context = contextOf(site);
    await crawl(site, context);
    const lying = ['/page-1', '/page-2'].filter((path) => !readAnyway(site).includes(path));
    for (const path of lying) site.page(path).respond = respondTo;
    const second = await crawl(site, context, { recrawl: 'changed' });
    const full = await crawl(site, context);
    const [ours, theirs] = [
      await resultsOf(context, second.crawl),
      await resultsOf(context, full.crawl),
    ];
    for (const path of lying) {
      // A page that is there only for those who have seen it stays what it was.
      const isThere = (await unchangedOf(context, second.crawl)).includes(path);
      if (!isThere) expect(ours.pages[path]).toEqual(theirs.pages[path]);
    }
    expect(Object.keys(ours.pages)).toEqual(Object.keys(theirs.pages));
  });

  it('reads every page once in thirty crawls, regardless of what the server says', async () => {
    const site = await startPages(7, (page) => {
      page.validators = () => ({ etag: '"always-the-same"' });
    });
    const context = contextOf(site);
    await crawl(site, context);
    for (const page of site.pages.values()) page.text = '<p>Changed without a word.</p>';
    const read = new Set<string>();
    for (let generation = 1; generation <= crawlsInRow; generation += 1) {
      const { requested, crawl: done } = await crawl(site, context, { recrawl: 'changed' });
      const full = withStatus(requested, 200);
      // The request for the start page belongs to the site.
      expect(full.filter((path) => path !== '/')).toEqual(
        readAnyway(site, generation)
          .filter((path) => path !== '/')
          .sort(),
      );
      for (const path of full) read.add(path);
      expect(done.fullReason).toBeNull();
    }
    expect([...read].sort()).toEqual([...site.pages.keys()].sort());
    const [last] = await store.crawls
      .list('ann', { start: { page: 1 }, perPage: 1, sortBy: 'id', sort: 'desc' })
      .then(({ rows }) => rows);
    const full = await crawl(site, context);
    expect(last && (await resultsOf(context, last))).toEqual(await resultsOf(context, full.crawl));
  });

  it.each<[string, (site: Site) => void]>([
    ['robots.txt', ({ files }) => files.set('/robots.txt', 'User-agent: *\nDisallow: /private')],
    [
      'a sitemap that is new',
      ({ files, origin }) => files.set('/sitemap.xml', `<urlset>${origin}/`),
    ],
    [
      'security.txt',
      ({ files }) => files.set('/.well-known/security.txt', 'Contact: mailto:a@b.example'),
    ],
  ])('reads all pages after a change of %s', async (_, change) => {
    const site = await startPages(5);
    const context = contextOf(site);
    await crawl(site, context);
    change(site);
    const second = await recrawl(site, context);
    expect(second.crawl).toMatchObject({ previousId: null, fullReason: 'site_changed' });
    expect(second.crawl.progress.unchanged).toBe(0);
    const third = await crawl(site, context, { recrawl: 'changed' });
    expect(third.crawl.previousId).not.toBeNull();
  });

  it('reads the pages that a sitemap lists now, or no longer, and no others', async () => {
    const site = await startPages(8);
    const { origin, files } = site;
    const listed = (...paths: readonly string[]) =>
      files.set('/sitemap.xml', `<urlset>${paths.map((path) => origin + path).join(' ')}`);
    listed('/', '/page-1', '/page-2');
    const context = contextOf(site);
    await crawl(site, context);
    listed('/', '/page-2', '/page-3', '/only-listed');
    site.pages.set('/only-listed', { title: 'Listed', links: ['/'] });
    const second = await recrawl(site, context);
    expect(await unchangedOf(context, second.crawl)).toEqual(
      others(site, '/page-1', '/page-3', '/only-listed'),
    );
  });

  it('reads the pages for which a sitemap names other versions, and no others', async () => {
    const site = await startPages(8);
    const { origin, files } = site;
    const listed = (german: string) => {
      const link = `<x:link rel="alternate" hreflang="de" href="${origin}${german}"/>`;
      const urls = ['/', '/page-1', '/page-2', '/page-3'].map(
        (path) => `<url><loc>${origin}${path}</loc>${path === '/page-3' ? link : ''}</url>`,
      );
      files.set(
        '/sitemap.xml',
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`,
      );
    };
    listed('/page-1');
    const context = contextOf(site);
    await crawl(site, context);
    listed('/page-2');
    const second = await recrawl(site, context);
    expect(await unchangedOf(context, second.crawl)).toEqual(others(site, '/page-3'));
  });

  it('reads all pages with another ruleset, other settings or other options', async () => {
    const site = await startPages(4);
    await crawl(site, contextOf(site));
    const ruleset: Ruleset = extendRuleset(contextOf(site).ruleset, {
      version: 'b',
      drop: ['words'],
    });
    const network = { allowAddresses: [new URL(site.origin).host], ports: 'any' } as const;
    const userAgent = 'other/1.0 (+https://example.com)';
    const cases: readonly [Context, Partial<CreateCrawlInput>, string][] = [
      [contextOf(site, { ruleset }), {}, 'ruleset_changed'],
      [contextOf(site, { expectIndexable: false }), {}, 'site_changed'],
      [contextOf(site, { network: { ...network, userAgent } }), {}, 'site_changed'],
      [contextOf(site), { maxPages: 50 }, 'no_previous_crawl'],
      [contextOf(site), { exclude: ['/x'] }, 'no_previous_crawl'],
    ];
    for (const [context, input, fullReason] of cases) {
      const { crawl: done } = await crawl(site, context, { ...input, recrawl: 'changed' });
      expect(done).toMatchObject({ previousId: null, fullReason });
      expect(done.progress.unchanged).toBe(0);
      await store.crawls.delete('ann', done.id);
    }
  });

  it('sends no validators with its own headers, and leaves none', async () => {
    const site = await startPages(4);
    const context = contextOf(site);
    await crawl(site, context);
    const headers = (id: number) => ({
      crawlHeaders: { crawlId: id, headers: { 'x-login': 'secret' } },
    });
    const second = await crawl(site, context, { recrawl: 'changed' }, headers);
    expect(second.crawl).toMatchObject({ previousId: null, fullReason: 'own_headers' });
    expect(second.requested.every(({ conditions }) => conditions.length === 0)).toBe(true);
    const third = await crawl(site, context, { recrawl: 'changed' });
    expect(third.crawl.previousId).toBe(second.crawl.id - 1);
  });

  it('reads the pages that are left when the crawl before is deleted meanwhile', async () => {
    const site = await startPages(8);
    const context = contextOf(site);
    const first = await crawl(site, context);
    let isDeleted = false;
    site.page('/page-2').respond = () => {
      if (!isDeleted) void store.crawls.delete('ann', first.crawl.id);
      isDeleted = true;
      return false;
    };
    const second = await recrawl(site, context);
    expect(isDeleted).toBe(true);
    expect(second.crawl.previousId).toBe(first.crawl.id);
    expect(second.crawl.progress.unchanged).toBeLessThan(others(site).length);
  });

  it('reads pages again whose results change with time', async () => {
    const site = await startPages(5);
    const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    site.page('/page-1').head = `<meta name="robots" content="unavailable_after: ${inDays(10)}">`;
    const context = contextOf(site);
    await crawl(site, context);
    later = 5 * dayMs;
    const soon = await recrawl(site, context);
    expect(await unchangedOf(context, soon.crawl)).toEqual(others(site));
    later = 11 * dayMs;
    const after = await recrawl(site, context);
    expect(await unchangedOf(context, after.crawl)).not.toContain('/page-1');
    expect(after.crawl.progress.unchanged).toBeGreaterThan(0);
    later = 150 * dayMs;
    const much = await recrawl(site, context);
    expect(much.crawl.progress.unchanged).toBe(0);
  });

  it('takes what a check of the host reads into account', async () => {
    const site = await startPages(4, (page) => {
      page.headers = { 'x-plan': 'a', 'x-other': 'a' };
      page.validators = () => ({ etag: '"1"' });
    });
    const base = contextOf(site).ruleset;
    const [words] = base.checks;
    if (words === undefined) throw new Error('There is no check.');
    const plan = {
      ...words,
      id: 'plan',
      about: 'response' as const,
      run: ({ response }: Parameters<typeof words.run>[0]) => ({
        status: response.headers.get('x-plan')?.[0] === 'a' ? ('pass' as const) : ('fail' as const),
        summary: 'The plan.',
      }),
    };
    const ruleset = extendRuleset(base, { version: 'host', add: [plan] });
    const context = contextOf(site, { ruleset });
    await crawl(site, context);
    for (const page of site.pages.values()) page.headers = { 'x-plan': 'a', 'x-other': 'b' };
    expect((await recrawl(site, context)).crawl.progress.unchanged).toBe(others(site).length);
    for (const page of site.pages.values()) page.headers = { 'x-plan': 'b', 'x-other': 'b' };
    const third = await recrawl(site, context);
    expect(third.crawl.progress.unchanged).toBe(0);
  });
});

/** Another ETag for each response, which is right. */
function changingTags(): () => Readonly<Record<string, string>> {
  let last = 0;
  return () => ({ etag: `"${++last}"` });
}
