import { announceJobs } from '../background/announce.ts';
import { startAttempt } from '../background/attempt.ts';
import type { Context } from '../context/context.ts';
import { claimCrawl, type LeasedCrawl, newClaim } from '../crawls/claim-crawl.ts';
import type { CrawlTools } from '../crawls/crawl-tools.ts';
import { renewStep } from '../crawls/renew-step.ts';
import type { ClaimedCrawl } from '../store/crawl-store.ts';

/** How long a worker stays with a crawl, so that its connections are used again. */
const turnMs = 10_000;

/** The worker whose turn it is. */
interface CrawlWorker extends Pick<CrawlTools, 'sites' | 'headers'> {
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
  { sites, headers, slotSignal, ending }: CrawlWorker,
  onUnexpected: (error: unknown, url: string) => void,
): Promise<void> {
  // Loaded by the first crawl, as the analysis is by the first report.
  const { createConnections } = await import('@sitegrade/audit/analyze');
  const { runCrawl } = await import('../crawls/run-crawl.ts');
  const connections = createConnections(context.network);
  const endsAt = context.monotonicMs() + turnMs;
  const { crawlId } = first.lease;
  const isOver = () => ending.aborted || slotSignal.aborted || context.monotonicMs() >= endsAt;
  try {
    for (let leased: LeasedCrawl | 'none' = first; leased !== 'none'; ) {
      const attempt = startAttempt(slotSignal, leased.leaseLeftMs());
      const stopRenewing =
        leased.work.kind === 'step' ? renewStep(context, leased.lease, attempt) : undefined;
      const nextClaim = () => (isOver() ? undefined : newClaim(context));
      const tools = { sites, connections, headers, nextClaim, signal: attempt.signal };
      const { unexpected, delayMs, next } = await runCrawl(context, leased, tools).finally(() => {
        stopRenewing?.();
        attempt.release();
      });
      if (unexpected !== undefined) onUnexpected(unexpected, urlOf(leased));
      if (next === 'unclaimed' && isOver()) return;
      leased = next === 'unclaimed' ? ((await claimCrawl(context, { crawlId })) ?? 'none') : next;
      // Not all queues look for work by themselves.
      if (leased === 'none' && delayMs > 0) await announceJobs(context, 1, delayMs);
    }
  } finally {
    await connections.close();
  }
}

function urlOf({ crawl, work }: ClaimedCrawl): string {
  return 'url' in work ? work.url : crawl.url;
}
