import { isSitegradeError } from '@sitegrade/foundation/errors';
import { makeLeaseToken } from '../background/attempt.ts';
import type { Context } from '../context/context.ts';
import type { ClaimedEvent, NewDelivery } from '../store/delivery-store.ts';
import type { AlertType, Webhook } from '../store/webhook.ts';
import type { AlertFinding, AlertMessage } from './alert-message.ts';
import { type Alert, isAsImportant, readAlerts } from './make-messages.ts';
import { readEvent } from './read-event.ts';
import { makeMessageId } from './sign-message.ts';
import { newsOfSite } from './site-news.ts';

/** A crawl of 100,000 pages is compared within a minute. */
const leaseMs = 120_000;

/** How often it is tried to read what has happened. After that it is not told. */
const maxReads = 10;
const retryMs = 60_000;

const busyCodes: ReadonlySet<string> = new Set(['rate_limited', 'overloaded']);

/** Bytes of a message. */
const maxBytes = 20_000;

/** Findings in a message. */
const maxFindings = 10;

/**
 * Makes what has happened into deliveries for the webhooks of its owner that want to be told, and keeps whether the site
 * responds. Returns whether there was something.
 *
 * @throws SitegradeError `overloaded` if the database is not available.
 */
export async function processNextEvent(context: Context): Promise<boolean> {
  const { deliveries } = context.store;
  const token = makeLeaseToken(context.randomBytes);
  const claimed = await deliveries.claimEvent({ token, leaseMs, now: context.now() });
  if (claimed === undefined) return false;
  try {
    await process(context, claimed);
  } catch (error) {
    await deliveries.deferEvent(claimed.lease, retryMs, context.now());
    // There is no room to compare crawls now, which is no failure.
    const isBusy = isSitegradeError(error) && busyCodes.has(error.code);
    if (!isBusy) throw error;
  }
  return true;
}

async function process(context: Context, claimed: ClaimedEvent): Promise<void> {
  const { ownerId, lease, attempts, createdAt } = claimed;
  const { webhooks, deliveries } = context.store;
  const active = (await webhooks.list(ownerId)).filter(
    (webhook) => webhook.disabledReason === null,
  );
  const happened = attempts <= maxReads ? await readEvent(context, claimed) : undefined;
  const news = happened && (await newsOfSite(context, ownerId, happened, createdAt));
  const alerts =
    happened && active.length > 0 ? await readAlerts(context, ownerId, happened, news) : [];
  const { waitingDeliveries: maxWaiting } = await context.quotas(ownerId);
  const isEnded = await deliveries.endEvent(lease, {
    deliveries: active.flatMap((webhook) =>
      alerts.flatMap((alert) => deliveriesOf(context, alert, webhook, createdAt)),
    ),
    maxWaiting,
    ...(news?.change && { site: news.change }),
    now: context.now(),
  });
  // Another event has changed what is known of the site: what this one means is read again.
  if (!isEnded) await deliveries.deferEvent(lease, 0, context.now());
}

/** The deliveries of one webhook: one for each type that it is told of. */
function deliveriesOf(
  { randomBytes }: Context,
  alert: Alert,
  webhook: Webhook,
  happenedAt: Date,
): readonly NewDelivery[] {
  const websiteId = alert.data.website?.id ?? null;
  const { websiteIds, minImportance } = webhook;
  if (websiteIds !== null && (websiteId === null || !websiteIds.includes(websiteId))) return [];
  const findings =
    alert.findings?.filter((finding) => isAsImportant(finding, minImportance)) ?? null;
  return alert.types
    .filter((type) => webhook.events.includes(type))
    .filter((type) => type !== 'findings.new' || (findings !== null && findings.length > 0))
    .map((type) => ({
      webhookId: webhook.id,
      messageId: makeMessageId(randomBytes),
      type,
      websiteId,
      body: bodyOf(type, happenedAt, alert, findings),
    }));
}

/** With as many findings as fit. */
function bodyOf(
  type: AlertType,
  happenedAt: Date,
  { data }: Alert,
  findings: readonly AlertFinding[] | null,
): string {
  for (let count = maxFindings; ; count -= 1) {
    const message: AlertMessage = {
      type,
      timestamp: happenedAt.toISOString(),
      data: {
        ...data,
        new_findings: findings && { total: findings.length, rows: findings.slice(0, count) },
      },
    };
    const body = JSON.stringify(message);
    if (count === 0 || Buffer.byteLength(body) <= maxBytes) return body;
  }
}
