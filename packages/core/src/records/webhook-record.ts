import { maxWebhookWebsites } from '../messages/webhooks/webhook-input.ts';
import type { Delivery, DeliveryError, DeliveryState, MessageType } from '../store/delivery.ts';
import { maxUrlLength } from '../store/report.ts';
import {
  type AlertType,
  alertTypes,
  type Webhook,
  type WebhookDisabledReason,
  type WebhookFormat,
  type WebhookSettings,
} from '../store/webhook.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  dateTimeSchema,
  enumSchema,
  fieldsSchema,
  idSchema,
  integerSchema,
  nullable,
  orNull,
  stringSchema,
} from './schema.ts';

const formats: Readonly<Record<WebhookFormat, string>> = {
  json: 'a message of sitegrade, signed as Standard Webhooks says',
  slack: 'a message for Slack',
  teams: 'a message for Microsoft Teams',
  discord: 'a message for Discord',
};

const events: Readonly<Record<AlertType, string>> = {
  'report.created': 'a report was created',
  'report.failed': 'a job ended without a report',
  'crawl.completed': 'a crawl is done',
  'crawl.failed': 'a crawl has failed',
  'findings.new': 'a report or a crawl found what the one before did not have',
  'score.dropped': 'the score of a report or a crawl is lower than that of the one before',
  'site.unreachable':
    'a report or a crawl in the background has failed, since the site does not respond, and so has a second attempt ten minutes later',
  'site.recovered': 'a site responds again',
  'certificate.expiring': 'the certificate of a site expires soon',
};

const messageTypes: Readonly<Record<MessageType, string>> = {
  ...events,
  'webhook.test': 'its owner tests the webhook',
};

const importances: Readonly<Record<WebhookSettings['minImportance'], string>> = {
  high: 'only those of high importance',
  medium: 'those of medium and high importance',
  low: 'all of them',
};

const disabledReasons: Readonly<Record<WebhookDisabledReason, string>> = {
  owner: 'by a request',
  gone: 'the receiver has responded with 410',
  failing: 'all deliveries of five days have failed',
};

const states: Readonly<Record<DeliveryState, string>> = {
  waiting: 'for its first or next attempt, or an attempt is running',
  delivered: 'the receiver has responded with 2xx',
  failed: 'there is no further attempt',
  canceled: 'its website was deleted before',
};

const errors: Readonly<Record<DeliveryError, string>> = {
  status: 'the receiver responded with another status than 2xx: see `http_status`',
  url_not_allowed: 'the address, port or scheme of the receiver is not allowed',
  dns: 'the host has no public address',
  connection: 'the receiver could not be reached, or its response is not HTTP',
  tls: 'the certificate is not valid, or there is no secure connection',
  timeout: 'the receiver did not respond in time',
  quota_exceeded: 'too many deliveries were waiting, so it was not attempted',
  internal: 'the server could not make the message',
};

/** An event that messages are about. */
export const eventSchema = enumSchema('An event.', events);

/** Which findings are sent. */
export const minImportanceSchema = enumSchema('Which findings are sent.', importances);

/** A webhook without its secret. */
export const declaredWebhook = declareRecord<Webhook>()(
  'A URL to which messages about events are sent.',
  {
    id: idSchema('Id of the webhook.'),
    object: constant('webhook'),
    url: stringSchema('Where messages are posted.', maxUrlLength),
    format: enumSchema('What is posted.', formats),
    events: arraySchema('The events that it receives.', eventSchema, alertTypes.length),
    website_ids: from(
      arraySchema(
        'Only of these websites; empty for all, and for what belongs to none.',
        idSchema('Id of a website, which may be deleted.'),
        maxWebhookWebsites,
      ),
      ({ websiteIds }) => websiteIds ?? [],
    ),
    min_importance: minImportanceSchema,
    enabled: from(
      booleanSchema('Whether it receives events, and deliveries that wait are sent.'),
      ({ disabledReason }) => disabledReason === null,
    ),
    disabled_reason: nullable(
      enumSchema('Why it is disabled; `null` if it is not.', disabledReasons),
    ),
    disabled_at: orNull(dateTimeSchema('When it was disabled; `null` if it is not.')),
    failing_since: orNull(
      dateTimeSchema(
        'When the first attempt failed since one succeeded; `null` if the last did not fail.',
      ),
    ),
    last_delivered_at: orNull(
      dateTimeSchema('When a delivery last succeeded; `null` if none has.'),
    ),
    previous_secret_until: orNull(
      dateTimeSchema(
        'Until when messages are, or were, also signed with the secret before; `null` if it was never replaced.',
      ),
    ),
    created_at: dateTimeSchema('When it was created.'),
    updated_at: dateTimeSchema('When its settings or its secret were last changed.'),
  },
);

/** The schema of {@link webhookSecretRecord}. */
export const webhookSecretSchema = fieldsSchema(
  'A webhook with its secret, which is in no other response.',
  {
    ...declaredWebhook.fields,
    secret: {
      ...stringSchema('What messages are signed with: keep it like a password.', 64),
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    },
  },
);

/** A message to a webhook. */
export const declaredDelivery = declareRecord<Delivery>()('A message to a webhook.', {
  id: idSchema('Id of the delivery.'),
  object: constant('delivery'),
  webhook_id: idSchema('Id of the webhook.'),
  message_id: stringSchema('The header `webhook-id`, the same in every attempt.', 64),
  type: enumSchema('What the message is about.', messageTypes),
  website_id: orNull(idSchema('Id of the website that it is about; `null` if there is none.')),
  state: enumSchema('How far it is.', states),
  attempts: countSchema('How many attempts were started. Sending it again begins at 0.'),
  due_at: orNull(
    dateTimeSchema('When the next attempt is due; `null` if there is none. Not earlier than that.'),
  ),
  http_status: orNull(
    integerSchema('The status of the last response; `null` without one.', 100, 999),
  ),
  error: nullable(enumSchema('Why the last attempt failed; `null` if it did not.', errors)),
  duration_ms: orNull(
    countSchema('Milliseconds that the last attempt took; `null` before it has ended.'),
  ),
  created_at: dateTimeSchema('When the message was made.'),
  ended_at: orNull(dateTimeSchema('When it was delivered, or failed, or was canceled.')),
});

/**
 * A webhook without its secret, as JSON: `GET /webhooks/{id}` of the HTTP API.
 *
 * @param webhook - From `getWebhook` or `listWebhooks`.
 * @example
 * ```ts
 * const { url, enabled } = webhookRecord(await getWebhook(context, 'user-1', 3));
 * ```
 */
export function webhookRecord(webhook: Webhook) {
  return declaredWebhook.record(webhook);
}

/**
 * A webhook with its secret, as JSON: the response when it is created, or its secret is replaced.
 *
 * @param created - From `createWebhook` or `rotateWebhookSecret`.
 * @example
 * ```ts
 * const { secret } = webhookSecretRecord(await rotateWebhookSecret(context, 'user-1', 3));
 * ```
 */
export function webhookSecretRecord({
  webhook,
  secret,
}: {
  readonly webhook: Webhook;
  readonly secret: string;
}) {
  return { ...webhookRecord(webhook), secret } as const;
}

/**
 * A delivery without its message, as JSON: `GET /webhooks/{id}/deliveries` of the HTTP API.
 *
 * @param delivery - From `listDeliveries` or `getDelivery`.
 * @example
 * ```ts
 * const { rows } = await listDeliveries(context, 'user-1', 3);
 * console.log(rows.map(deliveryRecord));
 * ```
 */
export function deliveryRecord(delivery: Delivery) {
  return declaredDelivery.record(delivery);
}
