import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { type ContextOptions, createContext } from '../create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../jobs/worker.ts';
import { memoryStore } from '../memory-store/memory-store.ts';
import type { Store } from '../store.ts';
import type { Crawl } from './crawl.ts';
import { type CreateCrawlInput, createCrawl } from './create-crawl.ts';
import { redirectTo, type SiteResponse, startSite, textFile } from './fixtures/site-server.ts';
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
      expect(requests.filter((one) => one === path)).toHaveLength(1);
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
