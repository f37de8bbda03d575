import { runClaimed } from '../../background/run-claimed.ts';
import type { Context } from '../../context/context.ts';
import { attemptMail, claimMail } from './attempt-mail.ts';

/**
 * Sends mails to recipients, until the signal aborts. Any number of processes may do so at the same time: a mail that is
 * sent twice, because a process was killed, has the same id.
 *
 * @param giveBack - Aborts those that are running.
 */
export async function sendMails(
  context: Context,
  signal: AbortSignal,
  giveBack: AbortSignal,
): Promise<void> {
  await runClaimed(context, signal, {
    part: 'mails',
    maxRunning: 4,
    maxOfOwner: 1,
    claim: (exceptOwners) => claimMail(context, exceptOwners),
    attempt: (claimed) => attemptMail(context, claimed, giveBack),
  });
}
