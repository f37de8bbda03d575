import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createBackoff } from '../background/backoff.ts';
import { pause } from '../background/pause.ts';
import type { Context } from '../context/context.ts';
import type { ClaimedDelivery } from '../store/delivery-store.ts';
import { claimDelivery, deliver } from './deliver.ts';
import { processNextEvent } from './process-events.ts';

/** How often an idle worker looks for what has happened, and for deliveries that are due. */
const lookMs = 5_000;

/** How many deliveries run at a time in one process: in all, and of one owner, whose receivers may all be slow. */
const maxRunning = 16;
const maxOfOwner = 2;

/**
 * Makes what has happened into deliveries, until the signal aborts. Any number of processes may do so at the same time.
 */
export async function processEvents(context: Context, signal: AbortSignal): Promise<void> {
  await whileRunning(context, signal, 'alerts', async () => {
    const isFound = await processNextEvent(context);
    if (!isFound) await pause(lookMs, signal);
  });
}

/**
 * Delivers messages to webhooks, until the signal aborts. Any number of processes may do so at the same time: a message
 * that is sent twice, because a process was killed, has the same id.
 *
 * @param giveBack - Aborts those that are running.
 */
export async function sendDeliveries(
  context: Context,
  signal: AbortSignal,
  giveBack: AbortSignal,
): Promise<void> {
  const running = new Map<Promise<void>, string>();
  const start = (claimed: ClaimedDelivery) => {
    const ended = deliver(context, claimed, giveBack)
      .catch((error) => context.outages.failed(error, 'deliveries'))
      .finally(() => running.delete(ended));
    running.set(ended, claimed.ownerId);
  };
  await whileRunning(context, signal, 'deliveries', async () => {
    const claimed =
      running.size < maxRunning
        ? await claimDelivery(context, busyOwners([...running.values()]))
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

function busyOwners(owners: readonly string[]): readonly string[] {
  return [...new Set(owners)].filter(
    (ownerId) => owners.filter((other) => other === ownerId).length >= maxOfOwner,
  );
}

async function whileRunning(
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
