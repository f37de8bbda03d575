import { inspect } from 'node:util';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { createJob } from '../jobs/create-jobs.ts';
import { getJob } from '../jobs/get-job.ts';
import type { Crawl } from '../store/crawl.ts';
import type { CrawlStore } from '../store/crawl-store.ts';
import type { Store } from '../store/store.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../worker/worker.ts';
import { cancelCrawl, deleteCrawl } from './cancel-crawl.ts';
import { type CreateCrawlInput, createCrawl } from './create-crawl.ts';
import {
  redirectTo,
  type SiteResponse,
  sitemapOf,
  startSite,
  textFile,
  withStatus,
} from './fixtures/site-server.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';
import { eachCrawlPage, getCrawlPage } from './list-crawl-pages.ts';

let store: Store;
let events: SitegradeEvent[];
let workers: JobWorker[];
/** Milliseconds that are added to the clock. */
let later: number;

beforeEach(() => {
  store = memoryStore();
  events = [];
  workers = [];
  later = 0;
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
});

const make = (origin: string, options: Partial<ContextOptions> = {}): Context =>
  createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    now: () => new Date(Date.now() + later),
    onEvent: (event) => events.push(event),
    ...options,
  });

const work = (context: Context, options?: WorkerOptions): JobWorker => {
  const worker = startWorker(context, options);
  workers.push(worker);
  return worker;
};

/** Resolves when the crawl has ended. */
async function ended(context: Context, id: number, ownerId = 'ann'): Promise<Crawl> {
  for (;;) {
    const crawl = await getCrawl(context, ownerId, id);
    if (crawl.endedAt !== null) return crawl;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Crawls a site with one worker. */
async function crawl(
  origin: string,
  input: Partial<CreateCrawlInput> = {},
  options: Partial<ContextOptions> = {},
  concurrency = 5,
) {
  const context = make(origin, options);
  const { id } = await createCrawl(context, 'ann', { url: `${origin}/`, ...input });
  work(context, { concurrency });
  const done = await ended(context, id);
  return { context, crawl: done, pages: await pagesOf(context, origin, id) };
}

/** The pages of a crawl: path, then what became of it. */
async function pagesOf(context: Context, origin: string, id: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const page of eachCrawlPage(context, 'ann', id, { sort: 'asc' })) {
    const { url, state, skipReason, httpStatus, depth, inlinks } = page;
    const path = url.slice(origin.length);
    lines.push(`${path} ${skipReason ?? state} ${httpStatus} depth ${depth} inlinks ${inlinks}`);
  }
  return lines;
}

const small: Record<string, SiteResponse> = {
  '/': ['/b', '/a', '/old', '/missing', 'https://elsewhere.example/', '/file.pdf', '/#top'],
  '/a': ['/', '/a/deep'],
  '/b': ['/', '/a'],
  '/a/deep': ['/b'],
  '/old': redirectTo('/new'),
  '/new': ['/'],
  '/file.pdf': textFile('%PDF-1.4', 'application/pdf'),
};

describe('a whole site', () => {
  it('is crawled level by level', async () => {
    const { origin, requests } = await startSite(small);
    const { crawl: done, pages, context } = await crawl(origin);
    expect(pages).toEqual([
      '/ done 200 depth 0 inlinks 3',
      '/a done 200 depth 1 inlinks 2',
      '/b done 200 depth 1 inlinks 2',
      '/file.pdf not_html 200 depth 1 inlinks 1',
      '/missing failed 404 depth 1 inlinks 1',
      '/old redirected 301 depth 1 inlinks 1',
      '/a/deep done 200 depth 2 inlinks 1',
      '/new done 200 depth 1 inlinks 0',
    ]);
    expect(done).toMatchObject({
      status: 'done',
      end: 'complete',
      domain: new URL(origin).host,
      origin,
      error: null,
      rulesetVersion: context.ruleset.version,
      progress: {
        discovered: 8,
        queued: 0,
        running: 0,
        done: 5,
        redirected: 1,
        failed: 1,
        skipped: { not_html: 1 },
      },
    });
    expect(done.score).toBeGreaterThan(0);
    const issues = await listCrawlIssues(context, 'ann', done.id);
    const broken = issues.find(({ id }) => id === 'broken-links');
    expect(broken).toMatchObject({
      status: 'found',
      findings: [{ target: `${origin}/missing`, pages: [`${origin}/`] }],
    });
    // The start page is requested by the step `start`, too.
    for (const path of ['/a', '/b', '/a/deep', '/old', '/new', '/missing']) {
      expect(requests.filter((requested) => requested === path)).toHaveLength(1);
    }
    expect(events.map(({ type }) => type)).toEqual(['crawl.created', 'crawl.completed']);
    expect(events[1]).toMatchObject({
      crawlId: done.id,
      domain: new URL(origin).host,
      end: 'complete',
      score: done.score,
      done: 5,
      failed: 1,
      skipped: 1,
    });
    const page = await getCrawlPage(context, 'ann', done.id, 1);
    expect(page.details?.checks.title?.status).toBeDefined();
  });
});

/** The lines of pages without what they were linked by. */
const statesOf = (pages: readonly string[]) =>
  pages.map((line) => line.replace(/ \S+ depth.*$/, ''));

describe('what is crawled', () => {
  it('is the same with one page at a time and with five', async () => {
    const links = (path: string) =>
      Array.from({ length: 5 }, (_, index) => `${path === '/' ? '' : path}/${index}`);
    const { origin } = await startSite((path) => (path.length > 6 ? undefined : links(path)), {
      // Later pages respond first.
      before: (path) => new Promise((resolve) => setTimeout(resolve, path.endsWith('0') ? 20 : 0)),
    });
    const outcomes = [];
    for (const concurrency of [1, 5]) {
      store = memoryStore();
      const {
        context,
        crawl: done,
        pages,
      } = await crawl(origin, { maxPages: 25 }, { crawls: { perHost: concurrency } }, concurrency);
      const { score, end, progress } = done;
      const issues = await listCrawlIssues(context, 'ann', done.id);
      outcomes.push({ pages, score, end, progress, issues });
    }
    expect(outcomes[0]?.end).toBe('max_pages');
    expect(outcomes[0]?.progress).toMatchObject({ done: 25, failed: 0 });
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it('has as many pages as it may, with others in place of dead URLs, with one at a time and with five', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `/${index + 10}`);
    const { origin } = await startSite(
      (path) => {
        if (path === '/') return paths;
        const number = Number(path.slice(1));
        if (!(number >= 10)) return undefined;
        return number < 28 ? withStatus(404) : [];
      },
      // Later pages respond first.
      { before: (path) => new Promise((resolve) => setTimeout(resolve, path < '/30' ? 10 : 0)) },
    );
    const outcomes = [];
    for (const concurrency of [1, 5]) {
      store = memoryStore();
      const crawls = { perHost: concurrency };
      const { crawl: done, pages } = await crawl(origin, { maxPages: 10 }, { crawls }, concurrency);
      outcomes.push({ pages, score: done.score, end: done.end, progress: done.progress });
    }
    const [{ pages, end, progress } = { pages: [] }] = outcomes;
    expect(end).toBe('max_pages');
    // Nine after the start page, nine in their place, and nine that exist.
    expect(progress).toMatchObject({ done: 10, failed: 18, skipped: { max_pages: 13 } });
    const doneAt = statesOf(pages).filter((line) => line.endsWith(' done'));
    expect(doneAt).toEqual(['/', ...paths.slice(18, 27)].map((path) => `${path} done`));
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it.each([2, 5, 6])(
    'has its %i pages if 60 dead links come before them, with one at a time and with five',
    async (maxPages) => {
      const dead = Array.from({ length: 60 }, (_, index) => `/dead-${index + 10}`);
      const live = Array.from({ length: 10 }, (_, index) => `/live-${index}`);
      const { origin } = await startSite((path) => {
        if (path === '/') return [...live, ...dead];
        return path.startsWith('/live-') ? [] : undefined;
      });
      const outcomes = [];
      for (const concurrency of [1, 5]) {
        store = memoryStore();
        const crawls = { perHost: concurrency };
        const { crawl: done, pages } = await crawl(origin, { maxPages }, { crawls }, concurrency);
        outcomes.push({ pages, score: done.score, end: done.end, progress: done.progress });
      }
      expect(outcomes[0]).toMatchObject({
        end: 'max_pages',
        progress: { done: maxPages, failed: 60 },
      });
      expect(outcomes[1]).toEqual(outcomes[0]);
    },
  );

  it('is not a sample of the site if too many URLs are not pages', async () => {
    const dead = Array.from({ length: 130 }, (_, index) => `/dead-${index + 100}`);
    const { origin } = await startSite((path) => (path === '/' ? dead : undefined));
    const { context, crawl: done } = await crawl(origin, { maxPages: 20 });
    expect(done).toMatchObject({ end: 'frontier_full', progress: { done: 1 } });
    expect(done.score).not.toBeNull();
    const website = await context.store.websites.find('ann', done.websiteId ?? 0);
    expect(website?.score).toBeNull();
  });

  it('are the pages in the sitemap, too, and what they link to', async () => {
    const site: Record<string, SiteResponse> = {
      '/': ['/a'],
      '/a': [],
      '/orphan': ['/behind', '/a'],
      '/behind': [],
    };
    const { origin } = await startSite((path) =>
      path === '/sitemap.xml' ? sitemapOf([`${origin}/orphan`, `${origin}/`]) : site[path],
    );
    expect((await crawl(origin)).pages).toEqual([
      '/ done 200 depth 0 inlinks 0',
      '/a done 200 depth 1 inlinks 2',
      '/orphan done 200 depth null inlinks 0',
      '/behind done 200 depth null inlinks 1',
    ]);
    expect(statesOf((await crawl(origin, { source: 'links' })).pages)).toEqual([
      '/ done',
      '/a done',
    ]);
    const only = await crawl(origin, { source: 'sitemap' });
    expect(statesOf(only.pages)).toEqual(['/ done', '/orphan done']);
  });

  it('is what include and exclude permit, and always the start page', async () => {
    const { origin } = await startSite({
      '/': ['/shop/a', '/shop/b?print=1', '/blog', '/shop/über'],
      '/shop/a': ['/shop/a/1'],
      '/shop/a/1': [],
      '/shop/%C3%BCber': [],
    });
    const { pages } = await crawl(origin, {
      include: ['/shop/'],
      exclude: ['*print=', '/*/über$'],
    });
    expect(statesOf(pages)).toEqual([
      '/ done',
      '/blog excluded',
      '/shop/%C3%BCber excluded',
      '/shop/a done',
      '/shop/b?print=1 excluded',
      '/shop/a/1 done',
    ]);
  });

  it('is compared: missing pages that redirect to the start page are an issue', async () => {
    const { origin } = await startSite((path) =>
      path === '/' ? ['/a', '/rye', '/oat', '/soy'] : path === '/a' ? [] : redirectTo('/', 302),
    );
    const { context, crawl: done } = await crawl(origin);
    const issues = await listCrawlIssues(context, 'ann', done.id);
    expect(issues.find(({ id }) => id === 'redirects-to-start')?.findings).toMatchObject([
      { pages: ['/oat', '/rye', '/soy'].map((path) => origin + path), target: `${origin}/` },
    ]);
  });

  it('is what robots.txt permits', async () => {
    const robots = 'User-agent: *\nDisallow: /private';
    const { origin, requests } = await startSite({
      '/robots.txt': textFile(robots),
      '/': ['/private/a', '/b', '/moved'],
      '/b': [],
      '/moved': redirectTo('/private/c'),
    });
    expect(statesOf((await crawl(origin)).pages)).toEqual([
      '/ done',
      '/b done',
      '/moved redirected',
      '/private/a robots_txt',
      '/private/c robots_txt',
    ]);
    expect(requests.filter((path) => path.startsWith('/private'))).toEqual([]);
  });

  it('ends in a calendar, in a loop of redirects and in an endless path', async () => {
    const { origin } = await startSite((path) => {
      if (path === '/') return ['/calendar?m=1&v=2', '/loop/0', '/x/'];
      const month = /m=(\d+)/.exec(path)?.[1];
      if (month !== undefined) return [`/calendar?m=${Number(month) + 1}&v=2`];
      const loop = /^\/loop\/(\d)/.exec(path)?.[1];
      if (loop !== undefined) return redirectTo(`/loop/${(Number(loop) + 1) % 3}`);
      return path.startsWith('/x/') ? ['x/'] : undefined;
    });
    const { crawl: done, pages } = await crawl(origin, { maxPages: 90 });
    expect(done.end).toBe('complete');
    expect(done.progress.skipped).toEqual({ query_variants: 1, repeating_path: 1 });
    expect(statesOf(pages)).toContain('/x/x/x/ repeating_path');
    expect(pages.filter((line) => line.startsWith('/loop'))).toHaveLength(3);
    expect(pages.filter((line) => line.startsWith('/calendar'))).toHaveLength(51);
  });

  it('ends when it is full', async () => {
    const links = Array.from({ length: 1_100 }, (_, index) => `/private/${index}`);
    const { origin } = await startSite({
      '/robots.txt': textFile('User-agent: *\nDisallow: /private'),
      '/': links,
    });
    const { crawl: done } = await crawl(origin, { maxPages: 2 });
    expect(done).toMatchObject({ status: 'done', end: 'frontier_full' });
    expect(done.progress).toMatchObject({
      discovered: 1_000,
      done: 1,
      skipped: { robots_txt: 999 },
    });
  });

  it('does not read the links of its pages when it is full', async () => {
    const links = Array.from({ length: 1_100 }, (_, index) => `/p${index}`);
    const { origin } = await startSite((path) => (path === '/robots.txt' ? undefined : links));
    const read: boolean[] = [];
    const { readUrls } = store.crawls;
    const counting = {
      ...store,
      crawls: {
        ...store.crawls,
        readUrls(...[id, query]: Parameters<typeof readUrls>) {
          if ('outlines' in query) read.push(query.outlines);
          return readUrls(id, query);
        },
      },
    };
    const input = { maxPages: 2, source: 'links' } as const;
    const { crawl: done } = await crawl(origin, input, { store: counting });
    expect(done).toMatchObject({ end: 'max_pages', progress: { discovered: 1_000, done: 2 } });
    // For the level of the start page and for the two pages that change at the end; and 21 each for the images, and for
    // the issues with what depends on other pages.
    expect(read.filter((outlines) => outlines)).toHaveLength(3 + 2 * 21);
  });

  it('are images, which are not listed or counted', async () => {
    const images = ['<img src="/ok.png" alt="A">', '<img src="/gone.png" alt="B">'];
    const site: Record<string, SiteResponse> = {
      '/ok.png': textFile('', 'image/png'),
      '/': [
        ...Array.from({ length: 19 }, (_, index) => `/${index}`),
        '<img src="/rare.png" alt="C">',
      ],
    };
    const { origin, requests } = await startSite(
      (path) => site[path] ?? (/^\/\d+$/.test(path) ? images : undefined),
    );
    const { crawl: done, pages, context } = await crawl(origin);
    expect(pages).toHaveLength(20);
    expect(done.progress).toMatchObject({ discovered: 20, done: 20, failed: 0 });
    expect(requests.filter((path) => path.endsWith('.png')).toSorted()).toEqual([
      '/gone.png',
      '/ok.png',
      '/rare.png',
    ]);
    const issues = await listCrawlIssues(context, 'ann', done.id);
    expect(issues.find(({ id }) => id === 'broken-images')).toMatchObject({
      status: 'found',
      findings: [
        { target: `${origin}/gone.png`, pagesCount: 19 },
        { target: `${origin}/rare.png`, pagesCount: 1 },
      ],
    });
  });
});

describe('the targets of canonical links and language versions', () => {
  const withHead =
    (head: string, links: readonly string[] = []): SiteResponse =>
    (response) => {
      const body = links.map((link) => `<a href="${link}">${link}</a>`).join('');
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><html lang="en"><title>A</title>${head}<body>${body}</html>`);
    };
  const canonical = (path: string) => withHead(`<link rel="canonical" href="${path}">`);
  const versions = (paths: Readonly<Record<string, string>>) =>
    withHead(
      Object.entries(paths)
        .map(([code, path]) => `<link rel="alternate" hreflang="${code}" href="${path}">`)
        .join(''),
    );
  const site: Record<string, SiteResponse> = {
    '/robots.txt': textFile('User-agent: *\nDisallow: /it'),
    '/': ['/a', '/b', '/c', '/d'],
    '/a': canonical('/gone'),
    '/b': canonical('/moved'),
    '/moved': redirectTo('/moved-again'),
    '/moved-again': redirectTo('/end'),
    '/end': [],
    '/c': canonical('/x'),
    '/x': canonical('/y'),
    '/y': canonical('/x'),
    '/d': versions({ de: '/de', fr: '/fr', it: '/it', es: '/es', nl: 'http://localhost:1/nl' }),
    '/de': withHead('<meta name="robots" content="noindex">'),
    '/es': [],
  };
  const requested = ['/de', '/end', '/es', '/gone', '/moved', '/moved-again', '/x', '/y'];

  it.each(['links', 'sitemap', 'both'] as const)(
    'are requested after the pages (%s), and are not listed or counted',
    async (source) => {
      const { origin, requests } = await startSite((path) =>
        path === '/sitemap.xml'
          ? sitemapOf(['/a', '/b', '/c', '/d'].map((listed) => origin + listed))
          : site[path],
      );
      const input = { source, exclude: ['/fr'], maxPages: 8 };
      const { crawl: done, pages, context } = await crawl(origin, input);
      expect(pages.map((line) => line.split(' ', 1)[0])).toEqual(['/', '/a', '/b', '/c', '/d']);
      expect(done.progress).toMatchObject({ discovered: 5, done: 5, redirected: 0, failed: 0 });
      const others = requests.filter((path) => requested.includes(path) || /^\/(fr|it)/.test(path));
      expect(others.toSorted()).toEqual(requested);
      expect(Math.min(...others.map((path) => requests.indexOf(path)))).toBeGreaterThan(
        requests.indexOf('/d'),
      );
      const issues = new Map(
        (await listCrawlIssues(context, 'ann', done.id)).map((issue) => [issue.id, issue]),
      );
      const findingsOf = (id: string) =>
        issues
          .get(id)
          ?.findings.map(({ pages, target }) =>
            [...pages, target ?? ''].map((url) => url.slice(origin.length)),
          );
      expect(findingsOf('canonical-errors')).toEqual([['/a', '/gone']]);
      expect(findingsOf('canonical-redirects')).toEqual([
        ['/x', '/y', ''],
        ['/b', '/moved'],
      ]);
      expect(findingsOf('redirect-chains')).toEqual([['/moved', '/moved-again']]);
      expect(findingsOf('hreflang-targets')).toEqual([['/d', '/de']]);
      expect(findingsOf('hreflang-return')).toEqual([['/es', '']]);
      expect(issues.get('canonical-noindex')?.status).toBe(
        source === 'sitemap' ? 'unknown' : 'none',
      );
    },
  );

  it('are also those that the sitemap names, which count as return links', async () => {
    const { origin, requests } = await startSite((path) => {
      if (path !== '/sitemap.xml') return path === '/fr' ? undefined : [];
      const link = (code: string, version: string) =>
        `<x:link rel="alternate" hreflang="${code}" href="${origin}${version}"/>`;
      const all = [link('en', '/en'), link('de', '/de'), link('it', '/it'), link('fr', '/fr')];
      const entries = { '/en': all, '/de': all, '/it': [link('it', '/it')] };
      const urls = Object.entries(entries).map(
        ([listed, links]) => `<url><loc>${origin}${listed}</loc>${links.join('')}</url>`,
      );
      return textFile(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`,
        'application/xml',
      );
    });
    const { crawl: done, context } = await crawl(origin, { source: 'both' });
    expect(requests).toContain('/fr');
    const issues = await listCrawlIssues(context, 'ann', done.id);
    expect(issues.find(({ id }) => id === 'hreflang-return')?.findings).toMatchObject([
      { pages: [`${origin}/it`], summary: expect.stringContaining('does not name 2 pages') },
    ]);
    expect(issues.find(({ id }) => id === 'hreflang-targets')?.findings).toMatchObject([
      { pages: [`${origin}/de`, `${origin}/en`], target: `${origin}/fr` },
    ]);
  });

  it('are no more than the crawl may have pages', async () => {
    const { origin, requests } = await startSite(site);
    await crawl(origin, { maxPages: 5 });
    expect(requests.filter((path) => requested.includes(path)).toSorted()).toEqual([
      ...['/de', '/es', '/gone', '/moved', '/x'],
    ]);
  });

  it('end no crawl if the site refuses them', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => [`l-${index}`, `/refused/${index}`]);
    const { origin } = await startSite({
      '/': versions(Object.fromEntries(paths)),
      ...Object.fromEntries(paths.map(([, path]) => [path, withStatus(403)])),
    });
    const { crawl: done, context } = await crawl(origin);
    expect(done).toMatchObject({ end: 'complete' });
    expect(await listCrawlIssues(context, 'ann', done.id)).toContainEqual(
      expect.objectContaining({
        id: 'hreflang-targets',
        reason: 'Not every language version was requested: 12 have no usable response.',
      }),
    );
  });
});

describe('a start page', () => {
  it('that robots.txt blocks ends the crawl', async () => {
    const { origin, requests } = await startSite({
      '/robots.txt': textFile('User-agent: *\nDisallow: /'),
      '/': [],
    });
    const { crawl: done, pages } = await crawl(origin);
    expect(done).toMatchObject({
      status: 'failed',
      end: 'robots_txt',
      error: { code: 'page_unreachable', reason: 'robots_txt_disallowed' },
      websiteId: null,
      score: null,
    });
    expect(pages).toEqual([]);
    expect(requests).not.toContain('/sitemap.xml');
    expect(events.at(-1)).toMatchObject({
      type: 'crawl.failed',
      end: 'robots_txt',
      reason: 'robots_txt_disallowed',
    });
  });

  it('whose robots.txt does not respond ends the crawl', async () => {
    const { origin } = await startSite({ '/robots.txt': withStatus(503), '/': [] });
    expect((await crawl(origin)).crawl).toMatchObject({
      end: 'robots_txt',
      error: { reason: 'robots_txt_unavailable' },
    });
  });

  it('that cannot be fetched ends the crawl with its error', async () => {
    const { origin } = await startSite({ '/': withStatus(500) });
    expect((await crawl(origin)).crawl).toMatchObject({
      status: 'failed',
      end: 'start_failed',
      error: { code: 'page_unreachable', reason: 'server_error' },
    });
  });

  it('has no tracking parameters, like all pages', async () => {
    const { origin } = await startSite(() => ['/a?utm_source=menu', '/?gclid=1']);
    const { pages } = await crawl(origin, { url: `${origin}/?utm_source=letter` });
    expect(statesOf(pages)).toEqual(['/ done', '/a done']);
  });

  it('may redirect: the site is that of its final URL', async () => {
    const target = await startSite({ '/home': ['/a'], '/a': [] });
    const { origin } = await startSite({ '/': redirectTo(`${target.origin}/home`) });
    const allowAddresses = [new URL(origin).host, new URL(target.origin).host];
    const network = { allowAddresses, ports: 'any' } as const;
    const { crawl: done, context } = await crawl(origin, {}, { network });
    expect(done).toMatchObject({ end: 'complete', origin: target.origin });
    expect(statesOf(await pagesOf(context, target.origin, done.id))).toEqual([
      '/home done',
      '/a done',
    ]);
  });
});

describe('the headers of a crawl', () => {
  it('are sent by the worker that has them, for this crawl only, and are not stored', async () => {
    const logins: string[] = [];
    const { origin } = await startSite((path) => (response) => {
      const { authorization } = response.req.headers;
      const isKnown = authorization === 'Basic YTpi';
      if (isKnown) logins.push(path);
      if (!isKnown) response.writeHead(401).end();
      else if (path === '/a') response.writeHead(301, { location: '/b' }).end();
      else {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><title>Behind a login</title><a href="/a">a</a>');
      }
    });
    const written: unknown[] = [];
    const recording = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (target, name) => {
          const method = Reflect.get(target, name);
          if (typeof method !== 'function') return method;
          return (...given: unknown[]) => {
            written.push(given);
            return Reflect.apply(method, target, given);
          };
        },
      });
    const context = make(origin, { store: { ...store, crawls: recording(store.crawls) } });
    const { id: crawlId } = await createCrawl(context, 'ann', { url: `${origin}/` });
    const { id: other } = await createCrawl(context, 'bob', { url: `${origin}/` });
    const headers = { Authorization: 'Basic YTpi' };
    work(context, { concurrency: 3, crawlHeaders: { crawlId, headers } });
    expect(await ended(context, crawlId)).toMatchObject({
      end: 'complete',
      progress: { done: 2, redirected: 1 },
    });
    expect(await ended(context, other, 'bob')).toMatchObject({
      end: 'start_failed',
      error: { reason: 'http_status' },
    });
    expect(logins).toEqual(expect.arrayContaining(['/', '/robots.txt', '/a', '/b']));
    expect(written.length).toBeGreaterThan(4);
    expect(inspect([written, events], { depth: null })).not.toContain('YTpi');
  });

  it.each([
    [{ Host: 'secret' }, 'The header Host cannot be set.'],
    [{ Key: 'secret\n' }, /^The value of the header Key must be at most 8192 /],
  ])('that cannot be sent are refused: %j', async (headers, message) => {
    const context = make('http://127.0.0.1:80');
    expect(() => startWorker(context, { crawlHeaders: { crawlId: 1, headers } })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(message),
        issues: { headers: [expect.not.stringContaining('secret')] },
      }),
    );
  });

  it('must be those of one crawl', () => {
    const context = make('http://127.0.0.1:80');
    const started = (crawlHeaders: unknown) => () =>
      startWorker(context, { crawlHeaders } as WorkerOptions);
    expect(started({ headers: {} })).toThrow(
      'startWorker: crawlHeaders.crawlId must be an integer from 1 to 9007199254740991.',
    );
    expect(started({ crawlId: 1, headers: 'a: b' })).toThrow(
      'startWorker: crawlHeaders.headers must be an object with the value of each name.',
    );
  });
});

/** A store in which delays are over as soon as they have begun, and the delays. */
function withoutDelays(inner: Store) {
  const delays: number[] = [];
  const { endPage } = inner.crawls;
  const waiting: Store = {
    ...inner,
    crawls: {
      ...inner.crawls,
      async endPage(lease, outcome, ...given) {
        const ended = await endPage(lease, outcome, ...given);
        const delayMs = 'delayMs' in outcome ? (outcome.delayMs ?? 0) : 0;
        if (delayMs > 0) delays.push(delayMs);
        later += delayMs;
        return ended;
      },
    },
  };
  return { waiting, delays };
}

describe('politeness', () => {
  const wide = (path: string) =>
    path === '/'
      ? Array.from({ length: 12 }, (_, index) => `/${index}`)
      : path === '/robots.txt'
        ? undefined
        : [];

  it.each([1, 2, 3])('sends %d requests at a time, over all crawls of a host', async (perHost) => {
    const image = ['<img src="/image.png" alt="">'];
    const { origin, mostAtOnce, requests } = await startSite(
      (path) => (path === '/0' ? image : wide(path)),
      { before: () => new Promise((resolve) => setTimeout(resolve, 5)) },
    );
    const context = make(origin, { crawls: { perHost } });
    const crawls = [];
    for (const ownerId of ['ann', 'bob']) {
      crawls.push({ ownerId, ...(await createCrawl(context, ownerId, { url: `${origin}/` })) });
    }
    work(context, { concurrency: 4 });
    work(make(origin, { crawls: { perHost } }), { concurrency: 4 });
    for (const { id, ownerId } of crawls) {
      expect((await ended(context, id, ownerId)).progress.done).toBe(13);
    }
    expect(requests).toContain('/image.png');
    expect(mostAtOnce()).toBe(perHost);
  });

  /** Lets a worker look twice for a page, of which none is due. */
  const looksTwice = async ({ queue }: Context) => {
    const claim = vi.spyOn(store.crawls, 'claim');
    const look = vi.spyOn(store, 'nextDueMs');
    for (const looks of [1, 2]) {
      await queue.announce(1);
      // It also looks by itself.
      await expect
        .poll(() => look.mock.settledResults.length, { interval: 5 })
        .toBeGreaterThanOrEqual(looks);
    }
    expect(claim.mock.settledResults.filter(({ value }) => value !== undefined)).toEqual([]);
    claim.mockRestore();
    look.mockRestore();
  };

  it('leaves the time of Crawl-delay between two requests', async () => {
    const { origin, requests } = await startSite((path) =>
      path === '/robots.txt' ? textFile('User-agent: *\nCrawl-delay: 10') : wide(path),
    );
    const context = make(origin);
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/`, maxPages: 3 });
    work(context);
    const isRequested = async (count: number) => {
      for (;;) {
        const { progress, status } = await getCrawl(context, 'ann', id);
        if (progress.done === count) return status;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await isRequested(1);
    const before = requests.length;
    later += 4_000;
    await looksTwice(context);
    expect(requests).toHaveLength(before);
    later += 6_000;
    await context.queue.announce(1);
    await isRequested(2);
    later += 10_000;
    await context.queue.announce(1);
    await isRequested(3);
    await ended(context, id);
    expect(requests).toHaveLength(before + 2);
  });

  it('puts a page back when the site asks for it, and slows the host down', async () => {
    const asked: number[] = [];
    let isBusy = true;
    const { origin } = await startSite((path) => {
      if (path !== '/busy') return path === '/' ? ['/busy', '/zero'] : [];
      asked.push(later);
      return isBusy ? withStatus(503, { 'retry-after': '60' }) : [];
    });
    const context = make(origin, { crawls: { perHost: 1 } });
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    work(context);
    /** And the page is back in the queue. */
    const isAsked = async (times: number) => {
      const isRunning = async () => (await getCrawl(context, 'ann', id)).progress.running > 0;
      while (asked.length < times || (await isRunning())) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await isAsked(1);
    await looksTwice(context);
    expect(asked).toHaveLength(1);
    expect((await getCrawl(context, 'ann', id)).progress).toMatchObject({ done: 1, queued: 2 });
    later += 60_000;
    await context.queue.announce(1);
    await isAsked(2);
    isBusy = false;
    later += 60_000;
    await context.queue.announce(1);
    expect((await ended(context, id)).progress).toMatchObject({ done: 3, failed: 0 });
    expect(asked).toHaveLength(3);
  });

  it('fails a page that is throttled three times', async () => {
    let asked = 0;
    const { origin } = await startSite((path) => {
      if (path !== '/busy') return path === '/' ? ['/busy'] : undefined;
      asked += 1;
      return withStatus(429);
    });
    const { waiting, delays } = withoutDelays(store);
    const { pages, crawl: done } = await crawl(origin, {}, { store: waiting });
    expect(statesOf(pages)).toEqual(['/ done', '/busy failed']);
    expect([asked, done.end]).toEqual([3, 'complete']);
    // As the site does not say for how long.
    expect(delays).toEqual([10_000, 20_000]);
  });

  it.each<[string, SiteResponse]>([
    ['403', withStatus(403)],
    ['429', withStatus(429, { 'retry-after': '1' })],
    ['503', withStatus(503)],
    ['nothing', () => {}],
  ])('ends after ten refusals in a row, with what there is: %s', async (name, refusal) => {
    const { origin, requests } = await startSite((path) =>
      path === '/'
        ? Array.from({ length: 40 }, (_, index) => `/${index}`)
        : /^\/\d+$/.test(path)
          ? refusal
          : undefined,
    );
    const { crawl: done } = await crawl(
      origin,
      {},
      {
        store: withoutDelays(store).waiting,
        crawls: { perHost: 1 },
        network: {
          allowAddresses: [new URL(origin).host],
          ports: 'any',
          // Long enough for the start page, also on a busy machine.
          ...(name === 'nothing' && { limits: { headersMs: 2_000 } }),
        },
      },
    );
    expect(done).toMatchObject({ status: 'done', end: 'refused' });
    expect(done.score).not.toBeNull();
    const { failed } = done.progress;
    expect(done.progress).toMatchObject({ done: 1, skipped: { ended: 40 - failed } });
    expect(requests.filter((path) => /^\/\d+$/.test(path))).toHaveLength(10);
  });
});

describe('a crawl that does not go through', () => {
  /** A site of which one page responds only when it is released. */
  async function heldSite(held: string) {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let ask = () => {};
    const isAsked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const site = await startSite(
      { '/': ['/a', '/b', '/c'], '/a': [], '/b': [], '/c': [] },
      {
        before: async (path) => {
          if (path !== held) return;
          ask();
          await isReleased;
        },
      },
    );
    return { ...site, release, isAsked };
  }

  it('because it is canceled stays so, and its pages end', async () => {
    const { origin, release, isAsked, requests } = await heldSite('/a');
    const context = make(origin, { crawls: { perHost: 1 } });
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    const worker = work(context);
    await isAsked;
    expect(await cancelCrawl(context, 'ann', id)).toMatchObject({ status: 'canceled', end: null });
    release();
    await worker.stop();
    const after = await getCrawl(context, 'ann', id);
    expect(after).toMatchObject({ status: 'canceled', score: null });
    expect(after.progress).toMatchObject({ done: 1, running: 0, queued: 0, skipped: { ended: 3 } });
    expect(requests).not.toContain('/b');
    expect(events.map(({ type }) => type)).toEqual(['crawl.created', 'crawl.canceled']);
    // A second call changes nothing.
    expect(events).toHaveLength(2);
    expect(await cancelCrawl(context, 'ann', id)).toEqual(after);
  });

  it('because it is deleted leaves nothing behind', async () => {
    const { origin, release, isAsked } = await heldSite('/b');
    const context = make(origin);
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    const worker = work(context);
    await isAsked;
    await deleteCrawl(context, 'ann', id);
    release();
    await worker.stop();
    await expect(getCrawl(context, 'ann', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteCrawl(context, 'ann', id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('because its worker stops is given back, and goes on at once', async () => {
    const { origin, release, isAsked, requests } = await heldSite('/a');
    const context = make(origin, { crawls: { perHost: 1 } });
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    const worker = work(context);
    await isAsked;
    await worker.stop(0);
    expect((await getCrawl(context, 'ann', id)).progress).toMatchObject({ running: 0, queued: 3 });
    release();
    work(context);
    const done = await ended(context, id);
    expect(done.progress).toMatchObject({ done: 4 });
    expect(requests.filter((path) => path === '/a')).toHaveLength(2);
    expect(requests.filter((path) => path === '/b')).toHaveLength(1);
  });

  /** Renews the lease of a step, which is to be over at once: a step that failed is put off for two minutes. */
  const renewed: CrawlStore['renew'] = async (lease, leaseMs, now) => {
    expect(leaseMs).toBe(120_000);
    const isRenewed = await store.crawls.renew(lease, leaseMs, now);
    later += 120_000;
    return isRenewed;
  };

  it('because its worker dies goes on when the lease is over', async () => {
    const { origin, release, isAsked } = await heldSite('/a');
    const context = make(origin, { crawls: { perHost: 1 } });
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    const { endPage } = store.crawls;
    let isDead = false;
    const dying: Store = {
      ...store,
      crawls: {
        ...store.crawls,
        endPage: (...given) => (isDead ? new Promise<never>(() => {}) : endPage(...given)),
      },
    };
    const worker = startWorker(make(origin, { store: dying, crawls: { perHost: 1 } }));
    // What it has begun never ends.
    onTestFinished(() => void worker.stop(0));
    await isAsked;
    isDead = true;
    release();
    work(context);
    later += 120_000;
    const done = await ended(context, id);
    expect(done.progress).toMatchObject({ done: 4, failed: 0 });
  });

  it('because a step is interrupted too often fails, and is reported once', async () => {
    const { origin } = await startSite(small);
    const failing = {
      ...store,
      crawls: {
        ...store.crawls,
        begin: () => Promise.reject(new Error('The database is away.')),
        renew: renewed,
      },
    };
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { crawl: failed } = await crawl(origin, {}, { store: failing });
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(failed).toMatchObject({ status: 'failed', end: 'interrupted' });
    expect(events.filter(({ type }) => type === 'crawl.failed')).toEqual([
      {
        type: 'crawl.failed',
        ownerId: 'ann',
        crawlId: failed.id,
        url: `${origin}/`,
        end: 'interrupted',
        code: 'internal',
      },
    ]);
    warned.mockRestore();
  });

  it('because there is no memory for a page is tried again later', async () => {
    const { origin, requests } = await startSite(small);
    const context = make(origin, { store: withoutDelays(store).waiting });
    // More often than a page is attempted otherwise.
    let left = 7;
    const memory: Context['memory'] = {
      open(owner, revoke) {
        const page = context.memory.open(owner, revoke);
        return {
          ...page,
          receive(bytes) {
            if (requests.at(-1) !== '/a' || left === 0) return page.receive(bytes);
            left -= 1;
            throw new SitegradeError('overloaded', 'Too many large pages are being analysed.');
          },
        };
      },
    };
    const { id } = await createCrawl(context, 'ann', { url: `${origin}/` });
    work({ ...context, memory }, { concurrency: 1 });
    const done = await ended(context, id);
    expect(left).toBe(0);
    expect(done.progress).toMatchObject({ done: 5, failed: 1 });
  });

  it('because a step is interrupted repeats it, with the same result', async () => {
    const site: Record<string, SiteResponse> = { '/': [] };
    for (let index = 0; index < 600; index += 1)
      site['/'] = [...(site['/'] as string[]), `/p/${index}`];
    const { origin } = await startSite((path) =>
      path === '/' ? site['/'] : path === '/robots.txt' ? undefined : withStatus(404),
    );
    const { addUrls, setLinks } = store.crawls;
    const left = { addUrls: 1, setLinks: 1 };
    const failing = {
      ...store,
      crawls: {
        ...store.crawls,
        async addUrls(...parameters: Parameters<typeof addUrls>) {
          left.addUrls -= 1;
          if (left.addUrls === -1) throw new Error('The database is away.');
          return addUrls(...parameters);
        },
        async setLinks(...parameters: Parameters<typeof setLinks>) {
          left.setLinks -= 1;
          if (left.setLinks === -1) throw new Error('The database is away.');
          return setLinks(...parameters);
        },
        renew: renewed,
      },
    };
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { pages, crawl: done } = await crawl(origin, { maxPages: 61 }, { store: failing });
    expect(left.addUrls).toBeLessThan(-1);
    expect(left.setLinks).toBeLessThan(-1);
    const paths = Array.from({ length: 600 }, (_, index) => `/p/${index}`).toSorted();
    expect(statesOf(pages)).toEqual([
      '/ done',
      // The 60 that there is room for, and 100 in place of those.
      ...paths.slice(0, 160).map((path) => `${path} failed`),
      ...paths.slice(160).map((path) => `${path} max_pages`),
    ]);
    expect(done).toMatchObject({ status: 'done', end: 'frontier_full' });
    expect(warned.mock.calls.map(([text]) => text)).toEqual(['A crawl failed unexpectedly.']);
    warned.mockRestore();
  });

  /** The states of the pages of a crawl whose call of a method of the store fails that many calls later, or never. */
  const statesIfFails = async (
    origin: string,
    maxPages: number,
    method: 'addUrls' | 'endStep',
    calls: number,
  ) => {
    store = memoryStore();
    let left = calls;
    const failIfDue = (called: typeof method) => {
      if (called === method) left -= 1;
      if (called === method && left === -1) throw new Error('The database is away.');
    };
    const { addUrls, endStep } = store.crawls;
    const crawls: CrawlStore = {
      ...store.crawls,
      renew: renewed,
      async addUrls(lease, urls) {
        failIfDue('addUrls');
        return addUrls(lease, urls);
      },
      async endStep(...given) {
        failIfDue('endStep');
        return endStep(...given);
      },
    };
    const { pages } = await crawl(origin, { maxPages }, { store: { ...store, crawls } });
    return { states: statesOf(pages), hasFailed: left < 0 };
  };

  it('in the middle of a level counts the variants of a path once', async () => {
    const several = Array.from({ length: 300 }, (_, index) => `/p?a=${1_000 + index}&b=1`);
    const single = Array.from({ length: 500 }, (_, index) => `/p?id=${1_000 + index}`);
    const { origin } = await startSite((path) => {
      if (path === '/') return [...several, ...single, '/next'];
      if (path === '/next') return ['/p?id=2000'];
      return path === '/robots.txt' ? undefined : withStatus(404);
    });
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const expected = [
      '/ done',
      '/next done',
      ...several.map((path, index) => `${path} ${index < 250 ? 'failed' : 'query_variants'}`),
      ...single.map((path) => `${path} failed`),
      '/p?id=2000 query_variants',
    ];
    for (const calls of [1, 2, 1_000]) {
      const { states, hasFailed } = await statesIfFails(origin, 1_000, 'addUrls', calls);
      expect({ states, hasFailed }).toEqual({ states: expected, hasFailed: calls < 1_000 });
    }
    warned.mockRestore();
  });

  it('after other pages were queued in place of dead links goes on to those pages', async () => {
    const { origin } = await startSite({
      '/': ['/a', '/b', '/c', '/d', '/e', '/f'],
      '/c': ['/g'],
      '/d': [],
      '/e': [],
    });
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const never = await statesIfFails(origin, 3, 'endStep', 1_000);
    expect(never.states).toEqual([
      ...['/ done', '/a failed', '/b failed', '/c done', '/d done'],
      ...['/e max_pages', '/f max_pages', '/g max_pages'],
    ]);
    let failures = 0;
    for (let calls = 0; ; calls += 1) {
      const { states, hasFailed } = await statesIfFails(origin, 3, 'endStep', calls);
      expect(states).toEqual(never.states);
      if (!hasFailed) break;
      failures += 1;
    }
    // The first level, the pages in place of dead links, and what these lead to.
    expect(failures).toBeGreaterThanOrEqual(3);
    warned.mockRestore();
  });
});

describe('jobs and crawls', () => {
  it('take turns, so that neither waits for all of the other', async () => {
    const pages = (path: string) =>
      path === '/robots.txt' ? undefined : path === '/' ? ['/a'] : [];
    const [{ origin }, other] = [await startSite(pages), await startSite(pages)];
    // Jobs of the host of a crawl would wait until it has started.
    const ofJobs = await startSite(pages);
    const allowAddresses = [origin, other.origin, ofJobs.origin].map((url) => new URL(url).host);
    const network = { allowAddresses, ports: 'any' } as const;
    const order: string[] = [];
    const onEvent = ({ type }: SitegradeEvent) => order.push(type);
    const context = make(origin, { onEvent, network, analyses: { total: 2 } });
    const jobs = [];
    for (let index = 0; index < 4; index += 1) {
      jobs.push(await createJob(context, 'bob', { url: `${ofJobs.origin}/a` }));
    }
    await createCrawl(context, 'ann', { url: `${origin}/` });
    await createCrawl(context, 'eve', { url: `${other.origin}/` });
    order.length = 0;
    work(context, { concurrency: 1 });
    for (const { id } of jobs) {
      while ((await getJob(context, 'bob', id)).endedAt === null) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    const ends = order.filter((type) => type === 'job.done' || type === 'crawl.completed');
    expect(ends).toEqual([
      'job.done',
      'crawl.completed',
      'job.done',
      'crawl.completed',
      'job.done',
      'job.done',
    ]);
  });
});
