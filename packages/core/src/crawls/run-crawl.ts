import { announceJobs } from '../background/announce.ts';
import { givingBack, leaseLost, noMemoryDelayMs } from '../background/attempt.ts';
import { failureOf } from '../background/failure.ts';
import type { Context } from '../context/context.ts';
import { emitCrawlFailed } from '../events/crawl-events.ts';
import {
  type ClaimedCrawl,
  type ClaimedUrl,
  type CrawlPageOutcome,
  interruptedError,
} from '../store/crawl-store.ts';
import { admitCrawls } from './admit-crawls.ts';
import type { LeasedCrawl } from './claim-crawl.ts';
import type { CrawlTools } from './crawl-tools.ts';
import { requestCrawlUrl } from './crawl-url.ts';
import { expandCrawl } from './expand-crawl.ts';
import { finishCrawl } from './finish-crawl.ts';
import { emitLostLease } from './lost-lease.ts';
import { startCrawl } from './start-crawl.ts';

/** How many requests in a row a site may refuse. */
const maxRefusals = 10;

/** For how long a crawl may be active: six hours, and a larger one six hours for each 10,000 pages that it may have. */
const maxCrawlMs = 6 * 60 * 60 * 1000;
const pagesOfTime = 10_000;

/** How long a step that failed is put off: the cause may last. */
const failedStepMs = 120_000;

/** How an attempt at a piece of a crawl ended. */
interface CrawlAttempt {
  /** An error that is not the fault of the site. */
  readonly unexpected?: unknown;
  /** Milliseconds until the host may get its next request. */
  readonly delayMs: number;
  /** The next piece of the crawl; `none` if there is none for now, and `unclaimed` if this attempt claimed none. */
  readonly next: LeasedCrawl | 'none' | 'unclaimed';
}

/** The outcome of what claims no further piece. */
const unclaimed = { delayMs: 0, next: 'unclaimed' } as const;

/**
 * Works on a page or a step of a crawl. If the lease has ended meanwhile (the crawl was canceled or deleted, or the
 * work given to another worker), nothing is stored.
 *
 * @throws the error of the store: what was leased stays leased until its lease is over.
 */
export async function runCrawl(
  context: Context,
  claimed: ClaimedCrawl,
  tools: CrawlTools,
): Promise<CrawlAttempt> {
  const { ownerId, crawl, lease, work } = claimed;
  if (work.kind === 'ended') {
    emitCrawlFailed(context, ownerId, crawl, 'interrupted', interruptedError);
    await admitCrawls(context);
    return unclaimed;
  }
  if (work.kind !== 'step') {
    const end = endOf(claimed);
    if (end === null) return runUrl(context, claimed, work, tools);
    await context.store.crawls.stop(lease, end, context.now());
    await context.store.crawls.endPage(lease, { kind: 'given_back' }, context.now());
    await announceJobs(context, 1);
    return unclaimed;
  }
  try {
    tools.signal.throwIfAborted();
    if (work.step === 'start') await startCrawl(context, claimed, tools);
    else if (work.step === 'finish') await finishCrawl(context, claimed, work.end, tools);
    else {
      const end = endOf(claimed);
      const { frontier } = claimed;
      if (end !== null) await context.store.crawls.stop(lease, end, context.now());
      else if (frontier === null) throw new Error('A crawl has no frontier after its start.');
      else await expandCrawl(context, claimed, frontier, tools);
    }
  } catch (thrown) {
    if (tools.signal.reason === leaseLost) return unclaimed;
    if (tools.signal.reason === givingBack) {
      const { crawls } = context.store;
      const isGivenBack = await crawls.endStep(lease, 'given_back', context.now());
      if (isGivenBack) await announceJobs(context, 1);
      return unclaimed;
    }
    // If the store fails here too, the step is done again when its lease is over.
    await context.store.crawls.renew(lease, failedStepMs, context.now()).catch(() => false);
    return { ...unclaimed, unexpected: thrown };
  }
  // The crawl may have ended, and makes room for another.
  if (work.step !== 'expand') await admitCrawls(context);
  return unclaimed;
}

/** Why a crawl ends before all pages are crawled; `null` if it goes on. */
function endOf({
  crawl: { maxPages },
  refusals,
  activeMs,
}: ClaimedCrawl): 'refused' | 'time_limit' | null {
  if (refusals >= maxRefusals) return 'refused';
  const allowedMs = maxCrawlMs * Math.max(1, maxPages / pagesOfTime);
  return activeMs >= allowedMs ? 'time_limit' : null;
}

async function runUrl(
  context: Context,
  claimed: ClaimedCrawl,
  work: ClaimedUrl,
  tools: CrawlTools,
): Promise<CrawlAttempt> {
  const { crawl, lease } = claimed;
  const { opened } = await tools.sites.get(crawl);
  const { outcome, unexpected } = await attemptUrl(context, claimed, work, tools);
  if (outcome === null) return { delayMs: opened.delayMs, next: 'unclaimed' };
  const backMs = 'delayMs' in outcome ? (outcome.delayMs ?? 0) : 0;
  const delayMs = Math.max(backMs, opened.delayMs);
  const failure = unexpected !== undefined && { unexpected };
  const { crawls } = context.store;
  const claiming = tools.nextClaim();
  const ended = await crawls.endPage(lease, outcome, context.now(), claiming?.claim);
  const { isEnded, next } = ended;
  if (!isEnded) await emitLostLease(context, claimed);
  if (claiming) return { delayMs, ...failure, next: next ? claiming.leasedOf(next) : 'none' };
  if (outcome.kind === 'given_back' && isEnded) await announceJobs(context, 1, backMs);
  return { delayMs, ...failure, next: 'unclaimed' };
}

/** The outcome is `null` if the page took too long on our side: it is tried again when its lease is over. */
async function attemptUrl(
  context: Context,
  claimed: ClaimedCrawl,
  work: ClaimedUrl,
  tools: CrawlTools,
): Promise<{ readonly outcome: CrawlPageOutcome | null; readonly unexpected?: unknown }> {
  try {
    tools.signal.throwIfAborted();
    return { outcome: await requestCrawlUrl(context, claimed, work, tools) };
  } catch (thrown) {
    if (tools.signal.reason === givingBack) return { outcome: { kind: 'given_back' } };
    const { error, unexpected } = failureOf(thrown);
    if (error.code === 'overloaded') {
      const isLate = tools.signal.aborted;
      return { outcome: isLate ? null : { kind: 'given_back', delayMs: noMemoryDelayMs } };
    }
    const outcome = { kind: 'failed', httpStatus: null, error, isRefusal: false } as const;
    return { outcome, ...(unexpected !== undefined && { unexpected }) };
  }
}
