import type { Attempt } from '../background/attempt.ts';
import { pause } from '../background/pause.ts';
import type { Context } from '../context/context.ts';
import type { CrawlLease } from '../store/crawl-store.ts';

/** The lease of a step. It is renewed, so that a step may take longer, and that of a killed worker is over soon. */
export const stepLeaseMs = 30_000;

/** The time between two renewals. */
const renewEveryMs = 10_000;

/** The same after the store has failed. */
const renewAgainMs = 2_000;

/** For how long the lease of one attempt is renewed: one that hangs must not lock the crawl for ever. */
const maxStepMs = 60 * 60 * 1000;

/**
 * Renews the lease of a step until the attempt has ended. When the lease has ended meanwhile, the attempt is aborted.
 * While the store fails, the attempt goes on until its last lease is nearly over.
 *
 * @returns a function that stops it.
 */
export function renewStep(context: Context, lease: CrawlLease, attempt: Attempt): () => void {
  const stopping = new AbortController();
  void renewUntilAborted(context, lease, attempt, stopping.signal);
  return () => stopping.abort();
}

/** Never rejects. */
async function renewUntilAborted(
  { store, now, monotonicMs }: Context,
  lease: CrawlLease,
  attempt: Attempt,
  stopped: AbortSignal,
): Promise<void> {
  const startedAt = monotonicMs();
  for (let waitMs = renewEveryMs; ; ) {
    await pause(waitMs, stopped);
    if (stopped.aborted || attempt.signal.aborted) return;
    // Before the lease begins, so that the attempt is aborted in time.
    const renewedAt = monotonicMs();
    if (renewedAt - startedAt >= maxStepMs) return;
    try {
      const isRenewed = await store.crawls.renew(lease, stepLeaseMs, now());
      if (stopped.aborted) return;
      if (!isRenewed) return attempt.lose();
      attempt.extend(stepLeaseMs - (monotonicMs() - renewedAt));
      waitMs = renewEveryMs;
    } catch {
      waitMs = renewAgainMs;
    }
  }
}
