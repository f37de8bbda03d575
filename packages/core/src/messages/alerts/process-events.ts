import { isSitegradeError } from '@sitegrade/foundation/errors';
import { makeLeaseToken } from '../../background/attempt.ts';
import type { Context } from '../../context/context.ts';
import { errorRecord } from '../../log/error-record.ts';
import type { ClaimedEvent, NewDeliveries, NewDelivery } from '../../store/delivery-store.ts';
import type { NewMail } from '../../store/mail-store.ts';
import type { Recipient } from '../../store/recipient.ts';
import type { AlertType, Webhook } from '../../store/webhook.ts';
import type { AlertFinding, AlertMessage } from './alert-message.ts';
import { mailFindingsOf } from './mail-findings.ts';
import { makeMailId } from './mail-id.ts';
import { type Alert, isAsImportant, readAlerts } from './make-messages.ts';
import { readEvent } from './read-event.ts';
import { eventLeaseMs, renewEvent } from './renew-event.ts';
import { makeMessageId } from './sign-message.ts';
import { newsOfSite } from './site-news.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The age from which an event is not sent, because it could not be read or had no worker. */
const maxAgeMs = 3 * dayMs;

/** The delay after an attempt to read it that failed: a minute for each, up to an hour. */
const maxDelayMs = 60 * minuteMs;

/** There is no room to compare crawls now, which is not a failure. */
const busyCodes: ReadonlySet<string> = new Set(['rate_limited', 'overloaded']);

/** Bytes of a message. */
const maxBytes = 20_000;

/** Findings in a message of a webhook, and checks in a mail. */
const maxFindings = 10;

/**
 * Makes what has happened into deliveries and mails for the webhooks and recipients that want them, and keeps
 * whether the site responds. What fails is tried again later, and does not keep others from their turn.
 *
 * @param afterOwner - The owner whose turn it was. Default: none.
 * @returns the owner whose turn it was now; `undefined` if nothing has happened.
 * @throws SitegradeError `overloaded` if the database is not available.
 */
export async function processNextEvent(
  context: Context,
  afterOwner = '',
): Promise<string | undefined> {
  const { deliveries } = context.store;
  const token = makeLeaseToken(context.randomBytes);
  const claimed = await deliveries.claimEvent({
    token,
    leaseMs: eventLeaseMs,
    afterOwner,
    now: context.now(),
  });
  if (claimed === undefined) return undefined;
  const { ownerId, event, attempts, lease, createdAt } = claimed;
  const ending = new AbortController();
  void renewEvent(context, lease, ending.signal);
  try {
    const made = await deliveriesOf(context, claimed);
    const ended = await deliveries.endEvent(lease, { ...made, now: context.now() });
    // Another event has changed what is known of the site: what this one means is read again.
    if (ended === undefined) await deliveries.deferEvent(lease, 0, context.now());
    else if (ended.droppedMails > 0) {
      context.emit({ type: 'mail.dropped', ownerId, kind: 'alert', count: ended.droppedMails });
    }
  } catch (error) {
    await deliveries.deferEvent(lease, Math.min(attempts * minuteMs, maxDelayMs), context.now());
    if (isSitegradeError(error) && busyCodes.has(error.code)) return ownerId;
    context.emit({
      type: 'alert.failed',
      ownerId,
      kind: event.kind,
      attempts,
      createdAt,
      error: errorRecord(error, []),
    });
  } finally {
    ending.abort();
  }
  return ownerId;
}

/** The deliveries and mails to store, how many of the owner there may be, and what is known of the site from now on. */
async function deliveriesOf(
  context: Context,
  claimed: ClaimedEvent,
): Promise<Omit<NewDeliveries, 'now'>> {
  const { ownerId, createdAt } = claimed;
  const nothing = { deliveries: [], maxWaiting: 0 };
  if (context.now().getTime() - createdAt.getTime() > maxAgeMs) return nothing;
  const happened = await readEvent(context, claimed);
  if (happened === undefined) return nothing;
  const news = await newsOfSite(context, ownerId, happened, createdAt);
  const site = news?.change ? { site: news.change } : {};
  const webhooks = (await context.store.webhooks.list(ownerId)).filter(
    // Not what happened before it was created.
    (webhook) => webhook.disabledReason === null && webhook.createdAt <= createdAt,
  );
  const recipients = await recipientsOf(context, ownerId, happened.site?.websiteId, createdAt);
  const wanted = new Set([...webhooks, ...recipients].flatMap(({ events }) => events));
  const alerts = await readAlerts(context, ownerId, happened, news, wanted);
  const deliveries = webhooks.flatMap((webhook) =>
    alerts.flatMap((alert) => deliveriesTo(context, alert, webhook, createdAt)),
  );
  const mails = recipients.flatMap((recipient) => mailsTo(context, alerts, recipient, createdAt));
  if (deliveries.length + mails.length === 0) return { ...nothing, ...site };
  const { waitingDeliveries: maxWaiting, mailsPerDay: maxMailsPerDay } =
    await context.quotas(ownerId);
  return { deliveries, maxWaiting, mails: { mails, maxMailsPerDay }, ...site };
}

/** Those that have confirmed before it happened. Also where no mails are sent, as another process may send them. */
async function recipientsOf(
  { store }: Context,
  ownerId: string,
  websiteId: number | undefined,
  happenedAt: Date,
): Promise<readonly Recipient[]> {
  if (websiteId === undefined) return [];
  const recipients = await store.recipients.list(ownerId, websiteId);
  return recipients.filter(
    ({ state, confirmedAt }) =>
      state === 'confirmed' && confirmedAt !== null && confirmedAt <= happenedAt,
  );
}

/** Mails about the same say it once: what another mail about the same event says, too. */
const saidBy: Readonly<Partial<Record<AlertType, readonly AlertType[]>>> = {
  'report.created': ['findings.new', 'score.dropped'],
  'crawl.completed': ['findings.new', 'score.dropped'],
  'score.dropped': ['findings.new'],
  'report.failed': ['site.unreachable'],
  'crawl.failed': ['site.unreachable'],
};

/** The mails to one recipient. */
function mailsTo(
  context: Context,
  alerts: readonly Alert[],
  recipient: Recipient,
  happenedAt: Date,
): readonly NewMail[] {
  const messages = alerts.flatMap((alert) =>
    messagesTo(alert, recipient, happenedAt, mailFindingsOf),
  );
  const types = new Set(messages.map(({ type }) => type));
  return messages
    .filter(({ type }) => !saidBy[type]?.some((other) => types.has(other)))
    .map(({ body }) => ({
      recipientId: recipient.id,
      kind: 'alert',
      messageId: makeMailId(context),
      body,
    }));
}

/** The deliveries to one webhook: one for each of its types. */
function deliveriesTo(
  { randomBytes }: Context,
  alert: Alert,
  webhook: Webhook,
  happenedAt: Date,
): readonly NewDelivery[] {
  const websiteId = alert.data.website?.id ?? null;
  const { websiteIds } = webhook;
  if (websiteIds !== null && (websiteId === null || !websiteIds.includes(websiteId))) return [];
  return messagesTo(alert, webhook, happenedAt, firstFindings).map(({ type, body }) => ({
    webhookId: webhook.id,
    messageId: makeMessageId(randomBytes),
    type,
    websiteId,
    body,
  }));
}

/** The findings of a message, of all that are new. */
type PickFindings = (
  findings: readonly AlertFinding[],
  max: number,
) => NonNullable<AlertMessage['data']['new_findings']>;

const firstFindings: PickFindings = (findings, max) => ({
  total: findings.length,
  rows: findings.slice(0, max),
});

/** The messages to one webhook or recipient: one for each of its types. */
function messagesTo(
  alert: Alert,
  { events, minImportance }: Pick<Webhook, 'events' | 'minImportance'>,
  happenedAt: Date,
  pick: PickFindings,
): readonly { readonly type: AlertType; readonly body: string }[] {
  const findings =
    alert.findings?.filter((finding) => isAsImportant(finding, minImportance)) ?? null;
  return alert.types
    .filter((type) => events.includes(type))
    .filter((type) => type !== 'findings.new' || (findings !== null && findings.length > 0))
    .map((type) => ({ type, body: bodyOf(type, happenedAt, alert, findings, pick) }));
}

/** With as many findings as fit. */
function bodyOf(
  type: AlertType,
  happenedAt: Date,
  { data }: Alert,
  findings: readonly AlertFinding[] | null,
  pick: PickFindings,
): string {
  for (let count = maxFindings; ; count -= 1) {
    const message: AlertMessage = {
      type,
      timestamp: happenedAt.toISOString(),
      data: {
        ...data,
        new_findings: findings && pick(findings, count),
      },
    };
    const body = JSON.stringify(message);
    if (count === 0 || Buffer.byteLength(body) <= maxBytes) return body;
  }
}
