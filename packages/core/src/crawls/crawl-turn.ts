import type { Context } from '../context.ts';
import { announceJobs } from '../jobs/announce.ts';
import { leaseMarginMs, makeLeaseToken, startAttempt } from '../jobs/attempt.ts';
import type { ClaimedCrawl, CrawlClaim } from './crawl-store.ts';
import type { CrawlTools } from './crawl-tools.ts';

/** How long a worker stays with a crawl, so that its connections are used again. */
const turnMs = 10_000;

/** The lease of a step. */
const stepLeaseMs = 120_000;

/**
 * A page, or a step, whose lease was over this often is given up. It is many, since workers are also killed for
 * reasons that have nothing to do with it.
 */
const maxAttempts = 10;

/** A piece of work that was leased. */
export interface LeasedCrawl extends ClaimedCrawl {
  /** Milliseconds until its lease is over. */
  readonly leaseLeftMs: () => number;
}

/** Leases the next page or step of a crawl, of any owner but one, or of one crawl. */
export async function claimCrawl(
  context: Context,
  which: Pick<CrawlClaim, 'exceptOwner' | 'crawlId'>,
): Promise<LeasedCrawl | undefined> {
  const { totalMs, cpuMs } = context.network.limits;
  const pageLeaseMs = totalMs + cpuMs + leaseMarginMs;
  // Before the lease begins, so that the attempt is aborted in time.
  const claimedAt = context.monotonicMs();
  const claimed = await context.store.crawls.claim({
    ...which,
    token: makeLeaseToken(context.randomBytes),
    pageLeaseMs,
    stepLeaseMs,
    perHost: context.crawls.perHost,
    maxAttempts,
    now: context.now(),
  });
  if (claimed === undefined) return undefined;
  const leaseMs = claimed.work.kind === 'step' ? stepLeaseMs : pageLeaseMs;
  return { ...claimed, leaseLeftMs: () => leaseMs - (context.monotonicMs() - claimedAt) };
}

/** The worker whose turn it is. */
export interface CrawlWorker extends Pick<CrawlTools, 'sites'> {
  /** Aborts the current piece, and gives it back. */
  readonly slotSignal: AbortSignal;
  /** Aborts when the worker starts no further pieces. */
  readonly ending: AbortSignal;
}

/**
 * Works on one crawl for ten seconds, or until there is nothing to do for now: on the leased piece, and then on
 * further ones of the same crawl, over the same connections.
 *
 * @param onUnexpected - Receives errors that are not the fault of the site, and the URL that was worked on.
 * @throws the error of the store. What was leased stays leased until its lease is over.
 */
export async function runCrawlTurn(
  context: Context,
  first: LeasedCrawl,
  { sites, slotSignal, ending }: CrawlWorker,
  onUnexpected: (error: unknown, url: string) => void,
): Promise<void> {
  // Loaded by the first crawl, as the analysis is by the first report.
  const { createConnections } = await import('../audit/fetch/connections.ts');
  const { runCrawl } = await import('./run-crawl.ts');
  const connections = createConnections(context.network);
  const endsAt = context.monotonicMs() + turnMs;
  const { crawlId } = first.lease;
  try {
    for (let leased: LeasedCrawl | undefined = first; leased; ) {
      const attempt = startAttempt(slotSignal, leased.leaseLeftMs());
      const tools = { sites, connections, signal: attempt.signal };
      const { unexpected, delayMs } = await runCrawl(context, leased, tools).finally(
        attempt.release,
      );
      if (unexpected !== undefined) onUnexpected(unexpected, urlOf(leased));
      if (ending.aborted || slotSignal.aborted || context.monotonicMs() >= endsAt) return;
      leased = await claimCrawl(context, { crawlId });
      // Not all queues look for work by themselves.
      if (leased === undefined && delayMs > 0) await announceJobs(context, 1, delayMs);
    }
  } finally {
    await connections.close();
  }
}

function urlOf({ crawl, work }: ClaimedCrawl): string {
  return 'url' in work ? work.url : crawl.url;
}
