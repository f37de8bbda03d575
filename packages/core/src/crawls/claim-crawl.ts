import { leaseMarginMs, makeLeaseToken } from '../background/attempt.ts';
import { maxAnalysisMs } from '../context/analysis-time.ts';
import type { Context } from '../context/context.ts';
import type { ClaimedCrawl, CrawlClaim, CrawlClaimOfOne } from '../store/crawl-store.ts';
import { stepLeaseMs } from './renew-step.ts';

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
  const { claim, leasedOf } = newClaim(context);
  const claimed = await context.store.crawls.claim({ ...which, ...claim });
  return claimed && leasedOf(claimed);
}

/** A claim that is to be made at once. */
export interface NewClaim {
  readonly claim: CrawlClaimOfOne;
  /** What it has leased. Leases are measured from before they begin, so that attempts are aborted in time. */
  readonly leasedOf: (claimed: ClaimedCrawl) => LeasedCrawl;
}

/** Prepares a claim. */
export function newClaim(context: Context): NewClaim {
  // Its pages are not measured, and wait for one of a report that is.
  const speedRuns = Math.min(context.speedRuns, 1);
  const pageLeaseMs = maxAnalysisMs({ ...context, speedRuns }) + leaseMarginMs;
  const claimedAt = context.monotonicMs();
  const claim = {
    token: makeLeaseToken(context.randomBytes),
    pageLeaseMs,
    stepLeaseMs,
    perHost: context.crawls.perHost,
    maxAttempts,
    now: context.now(),
  };
  const leasedOf = (claimed: ClaimedCrawl) => {
    const { expiredLeases: count = 0 } = claimed;
    if (count > 0) context.emitOperation({ type: 'leases.expired', kind: 'crawl', count });
    const leaseMs = claimed.work.kind === 'step' ? stepLeaseMs : pageLeaseMs;
    return { ...claimed, leaseLeftMs: () => leaseMs - (context.monotonicMs() - claimedAt) };
  };
  return { claim, leasedOf };
}
