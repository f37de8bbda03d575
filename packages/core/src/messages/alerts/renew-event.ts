import { pause } from '../../background/pause.ts';
import type { Context } from '../../context/context.ts';
import type { MessageLease } from '../../store/message-queue.ts';

/** How long the lease of what has happened is. It is renewed: to compare large crawls on a busy machine may take longer. */
export const eventLeaseMs = 10 * 60_000;

/** The time between two renewals. */
const renewEveryMs = 3 * 60_000;

/** For how long the lease is renewed: what hangs must have its turn in another process. */
const maxRenewingMs = 60 * 60_000;

/**
 * Renews the lease of what has happened while it is processed. Without it, another worker would begin again before the first
 * one has ended, and what takes longer than its lease would never end. Never rejects.
 *
 * @param stopped - Ends it.
 */
export async function renewEvent(
  { store, now, monotonicMs }: Context,
  lease: MessageLease,
  stopped: AbortSignal,
): Promise<void> {
  const startedAt = monotonicMs();
  for (;;) {
    await pause(renewEveryMs, stopped);
    if (stopped.aborted || monotonicMs() - startedAt >= maxRenewingMs) return;
    // Where the store fails, the next renewal is in time.
    const isRenewed = await store.deliveries
      .renewEvent(lease, eventLeaseMs, now())
      .catch(() => true);
    if (!isRenewed) return;
  }
}
