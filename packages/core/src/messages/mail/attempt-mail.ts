import { isObject } from '@sitegrade/foundation/validate-options';
import { leaseMarginMs, makeLeaseToken } from '../../background/attempt.ts';
import { untilNotBusy } from '../../background/backoff.ts';
import type { Context } from '../../context/context.ts';
import type { MailError } from '../../store/mail.ts';
import type { ClaimedMail, MailOutcome } from '../../store/mail-store.ts';
import { maxBegun, retryDelayMs } from '../alerts/retry-delay.ts';
import { makeMail } from './make-mail.ts';

/** How long an attempt may take: a mail server may look into a mail for minutes, a function of the host may never end. */
const defaultLimitMs = 300_000;

const dayMs = 24 * 60 * 60 * 1000;

/** An older mail is not sent: it is not news. */
const maxAgeMs = 3 * dayMs;

/** How long a mail waits while there is no mail server that takes mails. */
const unavailableMs = 5 * 60_000;

/** How many mails in a row must be refused, and for how long, until a recipient no longer receives mails. */
const refusedAfter = { mails: 3, ms: dayMs };

/** Leases the next mail; `undefined` if none is due. */
export function claimMail(
  { store, randomBytes, now }: Context,
  exceptOwners: readonly string[],
): Promise<ClaimedMail | undefined> {
  return store.mails.claim({
    token: makeLeaseToken(randomBytes),
    leaseMs: defaultLimitMs + leaseMarginMs,
    exceptOwners,
    now: now(),
  });
}

/**
 * Sends a mail, and stores how that ended. Its events name no address, as errors of mail servers do.
 *
 * @param giveBack - Aborts the attempt, whose mail is then given back.
 * @throws the error of the store.
 */
export async function attemptMail(
  context: Context,
  claimed: ClaimedMail,
  giveBack: AbortSignal,
  limitMs = defaultLimitMs,
): Promise<void> {
  const { ownerId, kind, attempts, lease } = claimed;
  const { id: recipientId, websiteId } = claimed.recipient;
  const startedAt = context.monotonicMs();
  const failure =
    unsent(context, claimed) ?? (await failureOf(context, claimed, giveBack, limitMs));
  const durationMs = Math.round(context.monotonicMs() - startedAt);
  const outcome = outcomeOf(context, claimed, failure);
  // A mail that was sent and is not stored as sent would be sent again.
  const { isEnded, isRefused } = await untilNotBusy(giveBack, () =>
    context.store.mails.end(lease, outcome, context.now()),
  );
  if (!isEnded) return;
  const about = { ownerId, websiteId, recipientId, kind, attempts, durationMs };
  if (outcome.kind === 'sent') context.emit({ type: 'mail.sent', ...about });
  if (outcome.kind === 'sent' || outcome.kind === 'given_back') return;
  const code = failure !== 'given_back' && failure?.code;
  context.emit({
    type: 'mail.failed',
    ...about,
    error: outcome.error,
    isLast: outcome.kind === 'failed',
    ...(code && { code }),
  });
  if (isRefused) context.emit({ type: 'recipient.refused', ownerId, websiteId, recipientId });
}

/** Why an attempt failed. */
interface MailFailure {
  readonly error: MailError;
  /** The code of the error, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
  /** The status of the mail server, such as `550 5.1.1`. */
  readonly status?: string | undefined;
}

/** Why no attempt is made. */
function unsent({ now }: Context, { attempts, createdAt }: ClaimedMail): MailFailure | undefined {
  if (now().getTime() - createdAt.getTime() > maxAgeMs) return { error: 'expired' };
  // Workers were killed, or could not store how it ended.
  return attempts > maxBegun ? { error: 'internal' } : undefined;
}

function outcomeOf(
  { randomBytes, now }: Context,
  { attempts, createdAt }: ClaimedMail,
  failure: MailFailure | 'given_back' | undefined,
): MailOutcome {
  if (failure === undefined) return { kind: 'sent' };
  if (failure === 'given_back') return { kind: 'given_back' };
  const { error, status = null } = failure;
  const failed = { kind: 'failed', error, status, refusedAfter } as const;
  if (error === 'refused' || error === 'expired') return failed;
  const delayMs =
    error === 'unavailable' ? unavailableMs : retryDelayMs(attempts, null, randomBytes);
  const ageMs = now().getTime() - createdAt.getTime();
  if (delayMs === undefined || ageMs + delayMs > maxAgeMs) return failed;
  return error === 'unavailable'
    ? { kind: 'put_off', error, status, delayMs }
    : { kind: 'retry', error, status, delayMs };
}

/** Why it was not sent; `undefined` if it was. */
async function failureOf(
  context: Context,
  claimed: ClaimedMail,
  giveBack: AbortSignal,
  limitMs: number,
): Promise<MailFailure | 'given_back' | undefined> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  const signal = AbortSignal.any([giveBack, over.signal]);
  let isMade = false;
  const send = async () => {
    const mail = await makeMail(context, claimed);
    isMade = true;
    // Time may be over while it was made.
    if (!signal.aborted) await context.alerts.sendMail?.(mail, signal);
  };
  try {
    await Promise.race([send(), rejection(signal)]);
    return undefined;
  } catch (error) {
    if (giveBack.aborted) return 'given_back';
    if (over.signal.aborted) return { error: 'timeout' };
    if (!isMade) return { error: 'internal' };
    return {
      error: errorOf(error),
      code: codeOf(error),
      status: statusOf(error),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when the signal aborts, regardless of the attempt. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('The attempt was aborted.'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}

function errorOf(error: unknown): MailError {
  const { isPermanent, isUnavailable }: { isPermanent?: unknown; isUnavailable?: unknown } =
    isObject(error) ? error : {};
  if (isPermanent === true) return 'refused';
  return isUnavailable === true ? 'unavailable' : 'not_sent';
}

/** Only what is a code and not a sentence, which might name the address. */
function codeOf(error: unknown): string | undefined {
  const code = isObject(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,39}$/.test(code) ? code : undefined;
}

/** Only a status, and not the sentence after it. */
function statusOf(error: unknown): string | undefined {
  const status = isObject(error) && 'status' in error ? error.status : undefined;
  const isStatus =
    typeof status === 'string' && /^[245]\d\d( [245]\.\d{1,3}\.\d{1,3})?$/.test(status);
  return isStatus ? status : undefined;
}
