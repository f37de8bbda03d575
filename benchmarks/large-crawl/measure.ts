import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createConnections } from '@sitegrade/audit/analyze';
import {
  type Context,
  compareCrawls,
  createContext,
  createCrawl,
  createReport,
  detailsOf,
  embeddedQueue,
  getCrawl,
  getReport,
  type ReportDetails,
  startWorker,
} from '@sitegrade/core';
import type { ClaimedCrawl, CrawlClaim, CrawlPageOutcome } from '@sitegrade/core/store';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { runCrawl } from '../../packages/core/src/crawls/run-crawl.ts';
import { createSiteCache } from '../../packages/core/src/crawls/site-cache.ts';
import { rulesetChecksOf } from '../../packages/core/src/store/check-info.ts';
import { generatePage, pageOfPath } from './site.ts';

// One crawl in a separate process, whose result is its only message. Without HTTP, pages are claimed and ended as by a
// worker, with outlines of the generated pages; the steps are those of a worker in either case.

/** What to measure. */
export interface LargeCrawl {
  readonly origin: string;
  readonly pages: number;
  /** Whether the pages are requested and analysed. */
  readonly http: boolean;
  /** Whether the site is crawled a second time, and both crawls are compared. Not with `http`. */
  readonly compare: boolean;
  /** A file of SQLite, or else Postgres. */
  readonly filename?: string;
  readonly connectionString?: string;
}

/** A part of a crawl: the pages of a level, or a step. */
export interface CrawlPart {
  readonly name: string;
  readonly pages: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** The largest resident set, in MB. */
  readonly maxMb: number;
  /** The CPU time between two turns of the event loop, at most. */
  readonly blockMs: number;
}

const [, , json = ''] = process.argv;
const {
  origin,
  pages,
  http,
  compare,
  filename,
  connectionString = '',
}: LargeCrawl = JSON.parse(json);
const owner = 'owner-1';
const store = filename ? sqliteStore({ filename }) : postgresStore({ connectionString });
const context = createContext({
  store,
  queue: embeddedQueue(),
  network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
  crawls: { perHost: 10, ...(pages > 10_000 && { maxPages: pages }) },
  quotas: { crawlPagesPerDay: 1_000_000 },
});
await store.migrate();
const parts: CrawlPart[] = [];
const { id } = await createCrawl(context, owner, { url: `${origin}/`, maxPages: pages });
if (http) await crawlByWorker(context);
else await crawlWithoutRequests(context, id, false);
if (compare) await compareWithNext();
const { progress, end, score } = await getCrawl(context, owner, id);
process.send?.({ parts, progress, end, score });
await store.close();
process.disconnect();

/** CPU time of the main thread, in milliseconds: without the threads of the garbage collector and of zlib. */
function threadCpuMs(): number {
  const [ran = '0'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(ran) / 1e6;
}

/** Measures what happens until it is stopped. */
function startPart(name: string) {
  const [startedAt, cpu] = [performance.now(), threadCpuMs()];
  let [maxMb, blockMs, last] = [0, 0, cpu];
  const look = () => {
    const now = threadCpuMs();
    blockMs = Math.max(blockMs, now - last);
    last = now;
    maxMb = Math.max(maxMb, process.memoryUsage.rss() / 1e6);
  };
  const timer = setInterval(look, 1);
  return (ended: number) => {
    clearInterval(timer);
    look();
    const [ms, cpuMs] = [performance.now() - startedAt, threadCpuMs() - cpu];
    parts.push({ name, pages: ended, ms, cpuMs, maxMb, blockMs });
  };
}

/** Crawls the site again, in which a hundredth of the pages has one finding more, and compares both crawls. */
async function compareWithNext(): Promise<void> {
  const input = { url: `${origin}/`, maxPages: pages };
  const { id: next } = await createCrawl(context, owner, input);
  const stopCrawl = startPart('next crawl');
  await crawlWithoutRequests(context, next, true);
  stopCrawl(pages);
  const stop = startPart('comparison');
  const { findings, newPages, gonePages, changedPages } = await compareCrawls(context, owner, {
    from: id,
    to: next,
  });
  stop(pages);
  const lists = { ...findings, newPages, gonePages, changedPages };
  for (const [name, list] of Object.entries(lists)) {
    const count = typeof list === 'object' ? list?.total : list;
    console.log(`  ${name}: ${count}`);
  }
}

function claimOf(crawlId: number, token: string): CrawlClaim {
  const hour = 3_600_000;
  return {
    token,
    pageLeaseMs: hour,
    stepLeaseMs: 2 * hour,
    perHost: 10,
    maxAttempts: 5,
    crawlId,
    now: new Date(),
  };
}

async function crawlWithoutRequests(
  given: Context,
  crawlId: number,
  isChanged: boolean,
): Promise<void> {
  const { crawls } = given.store;
  const outcomeOf = await outcomes(given, isChanged);
  const tools = {
    sites: createSiteCache(given.store),
    connections: createConnections(given.network),
    headers: undefined,
    nextClaim: () => undefined,
    signal: new AbortController().signal,
  };
  let claims = 0;
  const nextClaim = () => {
    claims += 1;
    return claimOf(crawlId, `token-${crawlId}-${claims}`);
  };
  let level = 0;
  let claimed: ClaimedCrawl | undefined = await crawls.claim(nextClaim());
  while (claimed !== undefined) {
    const { work } = claimed;
    if (work.kind === 'ended') throw new Error('The crawl was interrupted.');
    if (work.kind === 'step') {
      const stop = startPart(work.step);
      const { unexpected } = await runCrawl(given, claimed, tools);
      if (unexpected !== undefined) throw unexpected;
      stop(0);
      claimed = await crawls.claim(nextClaim());
      continue;
    }
    const stop = startPart(`level ${level}`);
    let ended = 0;
    while (claimed !== undefined && 'url' in claimed.work) {
      const outcome = outcomeOf(claimed.work.url);
      claimed = (await crawls.endPage(claimed.lease, outcome, new Date(), nextClaim())).next;
      ended += 1;
      await yieldToEventLoop();
    }
    stop(ended);
    level += 1;
  }
  await tools.connections.close();
}

/** Outcomes of pages, each with the details of one that was analysed, and its own outline. */
async function outcomes(
  given: Context,
  isChanged: boolean,
): Promise<(url: string) => CrawlPageOutcome> {
  const { id: reportId } = await createReport(given, owner, { url: `${origin}/` });
  const report = await getReport(given, owner, reportId);
  const first = detailsOf(report);
  const rulesetChecks = rulesetChecksOf(given.ruleset);
  const { version: rulesetVersion } = given.ruleset;
  return (url) => {
    const page = pageOfPath(url.slice(origin.length), pages);
    if (page === null) throw new Error(`${url} is not a page of the site.`);
    const generated = generatePage(page, pages);
    const { status: httpStatus, title, description, h1 } = generated;
    if (generated.location !== null) {
      return { kind: 'redirected', httpStatus, location: origin + generated.location };
    }
    if (httpStatus !== 200) {
      const error = { code: 'page_unreachable', message: 'The status is 404.' } as const;
      return { kind: 'failed', httpStatus, error, isRefusal: false };
    }
    const hash = createHash('sha256').update(url).digest('hex');
    // Some numbers are different in each response.
    const fetchMs = isChanged ? 90 : 80;
    const same = { ...first, page: { ...first.page, fetchMs } };
    const details = isChanged && page % 100 === 0 ? withFinding(same) : same;
    return {
      kind: 'done',
      httpStatus,
      title,
      score: report.score,
      result: report.result,
      details,
      rulesetVersion,
      rulesetChecks,
      outline: {
        title,
        description,
        h1,
        language: 'en',
        words: 300,
        textHash: hash.slice(0, 32),
        minHash: hash.repeat(2),
        noindex: false,
        nofollow: false,
        canonical: url,
        alternates: [],
        images: [],
        links: generated.links.map((path) => ({
          url: origin + path,
          text: 'Product',
          nofollow: false,
        })),
        externalLinks: 0,
        isCut: false,
        findings: { https: 'fail' },
        samples: {
          // One of them may be gone, or redirect: then the last step evaluates the page again.
          links: {
            total: generated.links.length,
            urls: [...generated.links.slice(0, 9), ...generated.links.slice(-1)].map((path) => ({
              url: origin + path,
              html: `<a href="${path}">Product</a>`,
              line: 1,
              column: 1,
            })),
          },
        },
      },
    };
  };
}

/** The same details with one place more of a finding. */
function withFinding(details: ReportDetails): ReportDetails {
  const [found] = Object.entries(details.checks).filter(
    ([, { status, evidence }]) => status === 'warn' && evidence.length > 0 && evidence.length < 20,
  );
  if (found === undefined) throw new Error('The page has no warning with a quote.');
  const [check, result] = found;
  const evidence = [...result.evidence, { kind: 'html', text: '<img src="/new.webp">' } as const];
  return { ...details, checks: { ...details.checks, [check]: { ...result, evidence } } };
}

/** A crawl by a worker: the last step is measured from the last page on. */
async function crawlByWorker(given: Context): Promise<void> {
  let stop = startPart('pages');
  let ended = 0;
  let isLast = false;
  const worker = startWorker(given, { concurrency: 10 });
  for (;;) {
    const crawl = await getCrawl(given, owner, id);
    const { done, failed, redirected, queued, running } = crawl.progress;
    const over = done + failed + redirected;
    if (crawl.status !== 'queued' && crawl.status !== 'running') break;
    if (over >= ended + pages / 10) {
      stop(over - ended);
      ended = over;
      stop = startPart('pages');
    }
    if (!isLast && over > 0.9 * pages && queued + running === 0) {
      stop(over - ended);
      ended = over;
      stop = startPart('last steps');
      isLast = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  stop(0);
  await worker.stop(0);
}
