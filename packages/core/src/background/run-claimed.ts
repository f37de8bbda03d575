import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import { createBackoff } from './backoff.ts';
import { pause } from './pause.ts';

/** How often an idle worker looks for what has happened, and for what is to be sent. */
export const lookMs = 5_000;

/** Messages that a worker sends. */
interface ClaimedWork<Claimed> {
  /** What its outages are reported as. */
  readonly part: string;
  /** How many run at a time in one process: in all, and of one owner, whose receivers may all be slow. */
  readonly maxRunning: number;
  readonly maxOfOwner: number;
  /** Leases the next one; `undefined` if none is due. */
  readonly claim: (exceptOwners: readonly string[]) => Promise<Claimed | undefined>;
  readonly attempt: (claimed: Claimed) => Promise<void>;
}

/** Sends what is due until the signal aborts, several at a time. Resolves when all have ended. */
export async function runClaimed<Claimed extends { readonly ownerId: string }>(
  context: Context,
  signal: AbortSignal,
  { part, maxRunning, maxOfOwner, claim, attempt }: ClaimedWork<Claimed>,
): Promise<void> {
  const running = new Map<Promise<void>, string>();
  const start = (claimed: Claimed) => {
    const ended = attempt(claimed)
      .catch((error) => context.outages.failed(error, part))
      .finally(() => running.delete(ended));
    running.set(ended, claimed.ownerId);
  };
  await whileRunning(context, signal, part, async () => {
    const claimed =
      running.size < maxRunning
        ? await claim(busyOwners([...running.values()], maxOfOwner))
        : undefined;
    if (claimed !== undefined) return start(claimed);
    const waiting = new AbortController();
    const wake = () => waiting.abort();
    signal.addEventListener('abort', wake);
    await Promise.race([pause(lookMs, waiting.signal), ...running.keys()]);
    signal.removeEventListener('abort', wake);
    wake();
  });
  await Promise.all(running.keys());
}

function busyOwners(owners: readonly string[], maxOfOwner: number): readonly string[] {
  return [...new Set(owners)].filter(
    (ownerId) => owners.filter((other) => other === ownerId).length >= maxOfOwner,
  );
}

/** Repeats a step until the signal aborts. While it fails, it waits, and reports an outage. */
export async function whileRunning(
  { outages }: Context,
  signal: AbortSignal,
  part: string,
  step: () => Promise<void>,
): Promise<void> {
  const backoff = createBackoff(signal);
  while (!signal.aborted) {
    try {
      await step();
      // SQLite calls back at once: without this, nothing else would run while there is work.
      await yieldToEventLoop();
      outages.succeeded(part);
      backoff.reset();
    } catch (error) {
      outages.failed(error, part);
      await backoff.wait();
    }
  }
}
