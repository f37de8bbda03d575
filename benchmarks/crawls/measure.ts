import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  createContext,
  createCrawl,
  createReport,
  detailsOf,
  embeddedQueue,
  getCrawl,
  getReport,
  startWorker,
} from '@sitegrade/core';
import type { CrawlPageOutcome } from '@sitegrade/core/store';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { rulesetChecksOf } from '../../packages/core/src/store/check-info.ts';

// One measurement in a separate process, whose result is its only message.

/** What to measure. */
export type Measurement =
  | { readonly kind: 'reports' | 'crawl'; readonly origin: string; readonly pages: number }
  | { readonly kind: 'claims'; readonly origin: string; readonly pages: number };

/** A file of SQLite, or Postgres. */
export interface Database {
  readonly filename?: string;
  readonly connectionString?: string;
}

/** A measured crawl, or reports. Times in milliseconds. */
export interface Measured {
  readonly cpuMs: number;
  readonly ms: number;
  readonly pages: number;
  /** The largest resident set, in MB, and its growth from the first tenth of the pages to the last one. */
  readonly maxMb: number;
  readonly growthMb: number;
  /** From the last page to the end. */
  readonly finishMs: number;
  readonly finishCpuMs: number;
  /** The longest time that the event loop was blocked: at the pages, and while the crawl was finished. */
  readonly pagesBlockMs: number;
  readonly finishBlockMs: number;
}

const [, , json = ''] = process.argv;
const { measurement, database }: { measurement: Measurement; database: Database } =
  JSON.parse(json);
const { filename, connectionString = '' } = database;
const store = filename ? sqliteStore({ filename }) : postgresStore({ connectionString });
const context = createContext({
  store,
  queue: embeddedQueue(),
  network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
  crawls: { perHost: 10 },
  quotas: { runningCrawls: 1_000, crawlPagesPerDay: 1_000_000 },
});
await store.migrate();
const { origin, pages } = measurement;
if (measurement.kind === 'reports') process.send?.(await measureReports(context));
else if (measurement.kind === 'crawl') process.send?.(await measureCrawl(context));
else process.send?.(await measureClaims(context));
await store.close();
process.disconnect();

function cpuMs(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Reports of the same pages, five at a time, after some that load and compile code. */
async function measureReports(
  context: Context,
): Promise<Pick<Measured, 'cpuMs' | 'ms' | 'pages' | 'maxMb'>> {
  const create = async (count: number) => {
    const waiting = Array.from({ length: count }, (_, at) => `${origin}/item/${at % pages}`);
    const next = async () => {
      for (let url = waiting.pop(); url; url = waiting.pop()) {
        await createReport(context, 'owner-1', { url });
      }
    };
    await Promise.all(Array.from({ length: 5 }, next));
  };
  await create(40);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  await create(pages);
  const maxMb = process.resourceUsage().maxRSS / 1_000;
  return { cpuMs: cpuMs(cpu), ms: performance.now() - startedAt, pages, maxMb };
}

/** A crawl, after a small one that loads and compiles code. */
async function measureCrawl(context: Context): Promise<Measured> {
  const worker = startWorker(context, { concurrency: 10 });
  await crawl(context, 40, () => {});
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  const sizes: number[] = [];
  let finishing: { readonly at: number; readonly cpu: NodeJS.CpuUsage } | undefined;
  let pagesBlockMs = 0;
  delay.enable();
  await crawl(context, pages, (over) => {
    sizes.push(process.memoryUsage.rss() / 1e6);
    if (finishing || over < pages) return;
    finishing = { at: performance.now(), cpu: process.cpuUsage() };
    pagesBlockMs = delay.max / 1e6;
    delay.reset();
  });
  const { at = performance.now(), cpu: finishCpu } = finishing ?? {};
  const tenth = Math.ceil(sizes.length / 10);
  const measured = {
    cpuMs: cpuMs(cpu),
    ms: performance.now() - startedAt,
    pages,
    maxMb: process.resourceUsage().maxRSS / 1_000,
    growthMb: Math.max(...sizes.slice(-tenth)) - Math.max(...sizes.slice(0, tenth)),
    finishMs: performance.now() - at,
    finishCpuMs: finishCpu ? cpuMs(finishCpu) : 0,
    pagesBlockMs,
    finishBlockMs: delay.max / 1e6,
  };
  await worker.stop(0);
  return measured;
}

async function crawl(context: Context, maxPages: number, look: (over: number) => void) {
  const { id } = await createCrawl(context, 'owner-1', { url: `${origin}/`, maxPages });
  for (;;) {
    const { status, progress, error } = await getCrawl(context, 'owner-1', id);
    if (status === 'done') return;
    if (status !== 'queued' && status !== 'running') throw new Error(JSON.stringify(error));
    const over = progress.done + progress.failed + progress.redirected;
    look(over);
    // Looking is not what is measured: often only when the last step is near.
    await sleep(over < 0.95 * maxPages ? 200 : 20);
  }
}

/** The CPU time of claiming and ending a page, without its request: as stores do it, one after the other. */
async function measureClaims(context: Context): Promise<Pick<Measured, 'cpuMs' | 'ms' | 'pages'>> {
  const { crawls } = context.store;
  const { id } = await createCrawl(context, 'owner-1', { url: `${origin}/`, maxPages: 10_000 });
  const claim = (at: number) =>
    crawls.claim({
      token: `token-${at}`,
      pageLeaseMs: 60_000,
      stepLeaseMs: 60_000,
      perHost: 10,
      maxAttempts: 5,
      crawlId: id,
      now: context.now(),
    });
  const start = await claim(0);
  if (start === undefined) throw new Error('The crawl has no step.');
  await crawls.begin(start.lease, {
    domain: 'site.test',
    origin,
    host: new URL(origin).host,
    delayMs: 0,
    rulesetVersion: context.ruleset.version,
    site: new Uint8Array(0),
    urls: Array.from({ length: pages + 100 }, (_, at) => ({
      id: at + 1,
      url: `${origin}/item/${at}`,
      kind: 'page' as const,
      level: 0,
      depth: 0,
      inSitemap: false,
      skipReason: null,
    })),
    defaultPrivacy: 'private',
    websiteShareToken: 'a'.repeat(32),
    now: context.now(),
  });
  const outcome = await outcomeOf(context);
  const next = async (at: number) => {
    const claimed = await claim(at);
    if (claimed === undefined) throw new Error('There is no page.');
    await crawls.endPage(claimed.lease, outcome, context.now());
  };
  for (let at = 1; at <= 100; at++) await next(at);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  for (let at = 1; at <= pages; at++) await next(100 + at);
  return { cpuMs: cpuMs(cpu), ms: performance.now() - startedAt, pages };
}

/** The outcome of an ordinary page, with the details of its report. */
async function outcomeOf(context: Context): Promise<CrawlPageOutcome> {
  const { id } = await createReport(context, 'owner-1', { url: `${origin}/` });
  const report = await getReport(context, 'owner-1', id);
  return {
    kind: 'done',
    httpStatus: 200,
    title: 'A page',
    score: report.score,
    result: report.result,
    details: detailsOf(report),
    rulesetVersion: context.ruleset.version,
    rulesetChecks: rulesetChecksOf(context.ruleset),
    outline: {
      title: 'A page',
      description: 'A description of the page.',
      h1: 'A page',
      language: 'en',
      words: 300,
      textHash: 'a'.repeat(16),
      minHash: null,
      noindex: false,
      nofollow: false,
      canonical: `${origin}/`,
      alternates: [],
      links: Array.from({ length: 100 }, (_, at) => ({
        url: `${origin}/item/${at}`,
        text: `The item number ${at}`,
        nofollow: false,
      })),
      images: [],
      externalLinks: 3,
      isCut: false,
      findings: { https: 'fail' },
    },
  };
}
