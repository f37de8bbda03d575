import { setTimeout as wait } from 'node:timers/promises';
import {
  analyzePage,
  type CheckInfo,
  type Context,
  type ContextOptions,
  type Crawl,
  type CrawlPageSummary,
  type CreateCrawlInput,
  cancelCrawl,
  createCrawl,
  eachCrawlPage,
  getCrawl,
  getCrawlShape,
  isSitegradeError,
  listCrawlIssues,
  type Store,
  startWorker,
} from '@sitegrade/core';
import { issuesOfPages } from '@sitegrade/core/internal';
import type { ClaimedCrawl, CrawlPageOutcome, RevisedCrawlPage } from '@sitegrade/core/store';
import { owner } from './analyze-pages.ts';
import type { CrawlOutcome, CrawlResult, OtherUrl } from './crawl-result.ts';
import type { CrawlThreads } from './crawl-threads.ts';
import type { Environment } from './environment.ts';
import type { LocalCollector } from './local/local-findings.ts';
import { smallDetails, wholeDetails } from './small-details.ts';

/** The most pages of a crawl in memory. */
export const mostPagesInMemory = 10_000;

/** How often the progress is polled. */
const pollMs = 100;

/** The most threads that crawl, with that of the store. */
const mostThreads = 4;

/** How long pages of this thread may take until others request them, when they take over its share. */
const handOverMs = 2_000;

/** URLs that are read from the store at a time. */
const urlsAtOnce = 200;

/** What a crawl in this process needs of its context. */
interface CrawlSetup {
  readonly options: Pick<ContextOptions, 'store' | 'analyses' | 'crawls' | 'quotas' | 'onEvent'>;
  /** The store that threads may use, too. */
  readonly sharedStore: Store;
  /** Aborts when a worker of this thread has ended the crawl. */
  readonly ended: AbortSignal;
  /** The URL that is requested for the longest time; `null` if none is. */
  readonly oldestUrl: () => string | null;
}

/** What {@link crawlSetup} depends on. */
interface SetupOptions {
  readonly maxPages: number;
  /** Requests at a time. */
  readonly concurrency: number;
  /** Those of this thread. Default: all of them. */
  readonly places?: number | undefined;
  /** Of the ruleset. */
  readonly checks: readonly CheckInfo[];
  /** Of a local folder. */
  readonly local?: LocalCollector | undefined;
}

/**
 * The options of a context that crawls one site.
 *
 * @param store - Empty, in memory or in a temporary file.
 */
export function crawlSetup(
  store: Store,
  { maxPages, concurrency, places = concurrency, checks, local }: SetupOptions,
): CrawlSetup {
  const ended = new AbortController();
  const ends: readonly string[] = ['crawl.completed', 'crawl.failed', 'crawl.canceled'];
  const { sharedStore, running } = watchedStore(store);
  return {
    sharedStore,
    ended: ended.signal,
    oldestUrl: () => running.values().next().value ?? null,
    options: {
      store: smallStore(sharedStore, running, { checks, local }),
      // Half of the slots are for work in the background, and a worker leaves one to other owners.
      analyses: { total: 2 * (places + 1) },
      crawls: { maxPages, perHost: concurrency },
      quotas: { crawlPagesPerDay: maxPages },
      onEvent: ({ type }) => {
        if (ends.includes(type)) ended.abort();
      },
    },
  };
}

/** A store with the URLs that its workers request, by the tokens of their leases, the oldest first. */
function watchedStore(store: Store): {
  readonly sharedStore: Store;
  readonly running: ReadonlyMap<string, string>;
} {
  const { crawls } = store;
  const running = new Map<string, string>();
  const started = <Claimed extends ClaimedCrawl | null | undefined>(claimed: Claimed): Claimed => {
    if (claimed && 'url' in claimed.work) running.set(claimed.lease.token, claimed.work.url);
    return claimed;
  };
  const sharedStore: Store = {
    ...store,
    crawls: {
      ...crawls,
      claim: async (claim) => started(await crawls.claim(claim)),
      async endPage(lease, ...given) {
        running.delete(lease.token);
        const end = await crawls.endPage(lease, ...given);
        started(end.next);
        return end;
      },
    },
  };
  return { sharedStore, running };
}

/**
 * A store that keeps little of each page ({@link smallDetails}): the checks of 10,000 pages would take gigabytes.
 *
 * @param store - Which keeps it.
 * @param running - As of {@link watchedStore}.
 */
function smallStore(
  store: Store,
  running: ReadonlyMap<string, string>,
  { checks, local }: Pick<SetupOptions, 'checks' | 'local'>,
): Store {
  const { crawls } = store;
  // The texts of the checks are only for packing whole details.
  const small = ({ details }: Pick<RevisedCrawlPage, 'details'>) => ({
    details: smallDetails(details, checks),
    rulesetChecks: [],
  });
  const ended = (token: string, outcome: CrawlPageOutcome): CrawlPageOutcome => {
    if (outcome.kind !== 'done') return outcome;
    const url = running.get(token);
    if (url !== undefined) local?.add(url, outcome.details);
    // No crawl follows.
    return { ...outcome, ...small(outcome), reading: null };
  };
  // Not for `local`: an issue across pages has the places of each finding that is only known at the end.
  const revised = (page: RevisedCrawlPage) => ({ ...page, ...small(page) });
  return {
    ...store,
    crawls: {
      ...crawls,
      begin: (lease, begun) => crawls.begin(lease, local ? { ...begun, delayMs: 0 } : begun),
      endPage: (lease, outcome, ...given) =>
        crawls.endPage(lease, ended(lease.token, outcome), ...given),
      async findPage(ownerId, crawlId, id) {
        const page = await crawls.findPage(ownerId, crawlId, id);
        return page?.details ? { ...page, details: wholeDetails(page.details, checks) } : page;
      },
      revisePages: (lease, pages) => crawls.revisePages(lease, pages.map(revised)),
    },
  };
}

/** Threads that a crawl may start beside its own. */
export interface CrawlSiteThreads extends Omit<NonNullable<Environment['threads']>, 'start'> {
  readonly start: (
    count: number,
    given: { readonly crawlId: number; readonly places: number },
  ) => CrawlThreads;
}

/**
 * Crawls a site in this process, and reads what it has found. When the signal aborts, the crawl is canceled, and
 * the result is what is there.
 *
 * @throws SitegradeError `invalid_input` for a wrong URL, pattern or header.
 */
export async function crawlSite(
  context: Context,
  input: CreateCrawlInput,
  {
    concurrency,
    headers,
    ended,
    signal,
    threads,
    onThreadFailed,
    onProgress,
  }: {
    readonly concurrency: number;
    /** Sent to the origin of the URL only. */
    readonly headers: Readonly<Record<string, string>>;
    readonly ended: AbortSignal;
    readonly signal: AbortSignal;
    /** Where it may use other cores. */
    readonly threads: CrawlSiteThreads | undefined;
    /** The crawl goes on without them. */
    readonly onThreadFailed: (error: unknown) => void;
    readonly onProgress: (crawl: Crawl) => void;
  },
): Promise<CrawlOutcome> {
  const created = await createCrawl(context, owner, input).catch(urlErrorOf);
  if (!('id' in created)) return { url: input.url, error: created };
  const crawlHeaders = { crawlId: created.id, headers };
  let places = concurrency;
  const start = () => startWorker(context, { concurrency: places + 1, crawlHeaders });
  let worker = start();
  /** `null` if they have failed. */
  let others: CrawlThreads | null | undefined;
  const giveUp = async (error: unknown) => {
    onThreadFailed(error);
    await others?.stop();
    others = null;
  };
  try {
    const wake = AbortSignal.any([ended, signal]);
    const count = Math.min(threads?.most ?? 1, concurrency, mostThreads);
    const share = Math.ceil(concurrency / count);
    let crawl: Crawl = created;
    while (crawl.endedAt === null) {
      onProgress(crawl);
      if (threads?.isBusy() && others === undefined && count > 1 && isWorthThreads(crawl)) {
        try {
          others = threads.start(count - 1, { places: share, crawlId: created.id });
        } catch (error) {
          await giveUp(error);
        }
      }
      const failure = others?.failure();
      // What they worked on is requested again when its lease is over.
      if (failure) await giveUp(failure.error);
      const wanted = others?.areStarted() ? share : concurrency;
      // Not at the end, when there is only one piece of work.
      if (wanted !== places && crawl.progress.queued > 0) {
        await worker.stop(handOverMs);
        places = wanted;
        worker = start();
      }
      await wait(pollMs, undefined, { signal: wake }).catch(() => {});
      crawl = await (signal.aborted ? cancelCrawl : getCrawl)(context, owner, created.id);
    }
    if (crawl.status === 'failed' && crawl.error !== null)
      return { url: input.url, error: crawl.error };
    return await resultOf(context, crawl);
  } finally {
    await Promise.all([worker.stop(0), others?.stop()]);
  }
}

/** Whether threads are worth their start: each loads and compiles code, as long as some 200 pages take. */
function isWorthThreads({ progress: { done, queued } }: Crawl): boolean {
  return done >= 20 && queued >= 500;
}

/**
 * Measures how fast the start page of a crawl is, as often as the context says.
 *
 * @returns `undefined` if that was not asked for, the crawl has no score, or the user has stopped.
 */
export async function measureStartPage(
  context: Context,
  { url, score }: Crawl,
  options: {
    /** Sent to the origin of the URL only. */
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly onStart: () => void;
  },
): Promise<CrawlResult['speed']> {
  if (context.speedRuns === 0 || score === null || options.signal.aborted) return undefined;
  options.onStart();
  try {
    const { page } = await analyzePage(context, owner, { url }, options);
    return page.speed;
  } catch (error) {
    if (options.signal.aborted) return undefined;
    if (!isSitegradeError(error)) throw error;
    const message = `The speed of the start page was not measured: ${error.message}`;
    return { status: 'failed', reason: 'render_refused', message };
  }
}

/** The error of a URL that must not be fetched. Wrong usage is thrown. */
function urlErrorOf(error: unknown) {
  if (isSitegradeError(error) && error.code !== 'invalid_input') return error;
  throw error;
}

async function resultOf(context: Context, crawl: Crawl): Promise<CrawlResult> {
  const pages: CrawlPageSummary[] = [];
  for (const state of ['done', 'failed', 'redirected'] as const) {
    for await (const page of eachCrawlPage(context, owner, crawl.id, {
      state,
      sortBy: state === 'done' ? 'score' : 'url',
      sort: 'asc',
    })) {
      pages.push(page);
    }
  }
  return {
    crawl,
    issues:
      crawl.status === 'done'
        ? await listCrawlIssues(context, owner, crawl.id)
        : await issuesOfPages(context, crawl.id),
    otherUrls: await readOtherUrls(context, crawl),
    shape: await getCrawlShape(context, owner, crawl.id),
    pages,
  };
}

/** The URLs that are not among the pages. */
async function readOtherUrls(context: Context, crawl: Crawl): Promise<readonly OtherUrl[]> {
  const otherUrls: OtherUrl[] = [];
  let after = 0;
  for (;;) {
    const query = { after, limit: urlsAtOnce, outlines: false };
    const urls = await context.store.crawls.readUrls(crawl.id, query);
    for (const { url, kind, state, skipReason, httpStatus } of urls) {
      if (kind !== 'page' || state === 'skipped') {
        otherUrls.push({ url, kind, state, skipReason, httpStatus });
      }
    }
    const last = urls.at(-1);
    if (last === undefined) return otherUrls;
    after = last.id;
  }
}
