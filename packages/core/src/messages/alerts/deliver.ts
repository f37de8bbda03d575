import { isIP } from 'node:net';
import type { PostedMessage } from '@sitegrade/audit/analyze';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import { leaseMarginMs, makeLeaseToken } from '../../background/attempt.ts';
import type { Context } from '../../context/context.ts';
import type { DeliveryError } from '../../store/delivery.ts';
import type { ClaimedDelivery, DeliveryOutcome } from '../../store/delivery-store.ts';
import type { WebhookFormat } from '../../store/webhook.ts';
import type { AlertMessage } from './alert-message.ts';
import { formatMessage } from './format-message.ts';
import { maxBegun, receiverPauseMs, retryDelayMs } from './retry-delay.ts';
import { signedHeaders } from './sign-message.ts';

/** How long a webhook fails, without a success, before it is disabled. */
const disableAfterMs = 5 * 24 * 60 * 60 * 1000;

/** Leases the next delivery; `undefined` if none is due. */
export function claimDelivery(
  { store, alerts, randomBytes, now }: Context,
  exceptOwners: readonly string[],
): Promise<ClaimedDelivery | undefined> {
  return store.deliveries.claim({
    token: makeLeaseToken(randomBytes),
    leaseMs: alerts.network.limits.totalMs + leaseMarginMs,
    exceptOwners,
    now: now(),
  });
}

/**
 * Sends a message, and stores how that ended.
 *
 * @param signal - Aborts the request, whose delivery is then given back.
 * @throws the error of the store.
 */
export async function deliver(
  context: Context,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { outcome, reason } = await attempt(context, claimed, signal);
  const { ownerId, webhook, delivery, lease } = claimed;
  const { isEnded, disabled } = await context.store.deliveries.end(lease, outcome, context.now());
  if (!isEnded) return;
  const ofWebhook = { ownerId, webhookId: webhook.id };
  const ofDelivery = { ...ofWebhook, deliveryId: delivery.id, attempts: delivery.attempts };
  if (outcome.kind === 'delivered') {
    const { httpStatus, durationMs } = outcome;
    context.emit({ type: 'delivery.succeeded', ...ofDelivery, httpStatus, durationMs });
  } else if (outcome.kind !== 'given_back') {
    const { kind, httpStatus, error, durationMs } = outcome;
    const status = httpStatus === null ? {} : { httpStatus };
    context.emit({
      type: 'delivery.failed',
      ...ofDelivery,
      ...status,
      error,
      durationMs,
      isLast: kind === 'failed',
      ...(reason !== undefined && { reason }),
    });
  }
  if (disabled !== null) {
    context.emit({ type: 'webhook.disabled', ...ofWebhook, reason: disabled });
  }
}

/** What is known of an attempt that was not made. */
const notSent = { error: 'internal', httpStatus: null, durationMs: 0 } as const;

/** How an attempt ended. */
interface Attempted {
  readonly outcome: DeliveryOutcome;
  /** Why there was no response, for the operator only. */
  readonly reason?: string | undefined;
}

async function attempt(
  context: Context,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempted> {
  const { randomBytes, monotonicMs } = context;
  const { attempts } = claimed.delivery;
  // Workers were killed, or could not store how it ended.
  if (attempts > maxBegun) return { outcome: failed(notSent, undefined) };
  const startedAt = monotonicMs();
  const sent = await send(context, claimed, signal);
  const durationMs = Math.round(monotonicMs() - startedAt);
  if (sent === undefined) return { outcome: { kind: 'given_back' } };
  if ('error' in sent) {
    const { error, reason } = sent;
    const delayMs = retryDelayMs(attempts, null, randomBytes);
    return { outcome: failed({ error, httpStatus: null, durationMs }, delayMs), reason };
  }
  return { outcome: outcomeOf(sent, { attempts, durationMs, randomBytes }) };
}

/** What follows from a response. */
function outcomeOf(
  { status: httpStatus, retryAfterMs }: PostedMessage,
  {
    attempts,
    durationMs,
    randomBytes,
  }: {
    readonly attempts: number;
    readonly durationMs: number;
    readonly randomBytes: Context['randomBytes'];
  },
): DeliveryOutcome {
  if (httpStatus >= 200 && httpStatus <= 299) return { kind: 'delivered', httpStatus, durationMs };
  const failure = { error: 'status', httpStatus, durationMs } as const;
  if (httpStatus === 410) return { ...failure, kind: 'failed', disableAfterMs, isGone: true };
  const delayMs = retryDelayMs(attempts, retryAfterMs, randomBytes);
  return failed(failure, delayMs, receiverPauseMs(httpStatus, retryAfterMs));
}

function failed(
  failure: {
    readonly error: DeliveryError;
    readonly httpStatus: number | null;
    readonly durationMs: number;
  },
  delayMs: number | undefined,
  pauseMs = 0,
): DeliveryOutcome {
  if (delayMs === undefined) return { ...failure, kind: 'failed', disableAfterMs };
  return { ...failure, kind: 'retry', delayMs, pauseMs, disableAfterMs };
}

/** Why there is no response. */
interface NotSent {
  readonly error: DeliveryError;
  readonly reason?: string | undefined;
}

/** The response, or why there is none; `undefined` if it was aborted. */
async function send(
  { alerts, now }: Context,
  { webhook, secrets, delivery, body: stored }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<PostedMessage | NotSent | undefined> {
  const url = new URL(webhook.url);
  // The operator may have changed that since the webhook was created.
  if (url.protocol !== 'https:' && !alerts.allowHttp) return { error: 'url_not_allowed' };
  const body = bodyOf(webhook.format, stored);
  // A newer version of the code may have stored a format or an event that this one does not know.
  if (body === undefined) return { error: 'internal' };
  const message = { messageId: delivery.messageId, sentAt: now(), body };
  const headers = webhook.format === 'json' ? signedHeaders(message, secrets) : {};
  const { postMessage } = await import('@sitegrade/audit/analyze');
  try {
    return await postMessage(alerts.network, { url, headers, body, signal, now });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!isSitegradeError(error)) throw error;
    const { code, reason } = error;
    return { error: errorOf(url, code, reason), reason };
  }
}

function bodyOf(format: WebhookFormat, stored: string): string | undefined {
  try {
    return formatMessage(format, JSON.parse(stored) as AlertMessage);
  } catch {
    return undefined;
  }
}

/**
 * No more than that: which address a name has is not for anyone who creates a webhook. A name that has an address which is
 * not public is like one that has none, or else receivers would show which names there are in the network of the server.
 */
function errorOf({ hostname }: URL, code: string, reason = ''): DeliveryError {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (reason.startsWith('dns_') || (reason === 'address_blocked' && !isAddress)) return 'dns';
  if (code === 'url_not_allowed' || code === 'invalid_input') return 'url_not_allowed';
  if (code === 'page_timed_out') return 'timeout';
  return code === 'tls_error' ? 'tls' : 'connection';
}
