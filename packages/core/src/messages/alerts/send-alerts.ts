import { pause } from '../../background/pause.ts';
import { lookMs, runClaimed, whileRunning } from '../../background/run-claimed.ts';
import type { Context } from '../../context/context.ts';
import { claimDelivery, deliver } from './deliver.ts';
import { processNextEvent } from './process-events.ts';

/**
 * Makes what has happened into deliveries and mails, until the signal aborts. Any number of processes may do so at the same
 * time.
 */
export async function processEvents(context: Context, signal: AbortSignal): Promise<void> {
  let lastOwner: string | undefined;
  await whileRunning(context, signal, 'alerts', async () => {
    lastOwner = await processNextEvent(context, lastOwner);
    if (lastOwner === undefined) await pause(lookMs, signal);
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
  await runClaimed(context, signal, {
    part: 'deliveries',
    maxRunning: 16,
    maxOfOwner: 2,
    claim: (exceptOwners) => claimDelivery(context, exceptOwners),
    attempt: (claimed) => deliver(context, claimed, giveBack),
  });
}
