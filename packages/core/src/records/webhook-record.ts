import type { Delivery } from '../store/delivery.ts';
import type { Webhook } from '../store/webhook.ts';

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
  return {
    id: webhook.id,
    object: 'webhook',
    url: webhook.url,
    format: webhook.format,
    events: webhook.events,
    website_ids: webhook.websiteIds ?? [],
    min_importance: webhook.minImportance,
    enabled: webhook.disabledReason === null,
    disabled_reason: webhook.disabledReason,
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    last_delivered_at: webhook.lastDeliveredAt?.toISOString() ?? null,
    previous_secret_until: webhook.previousSecretUntil?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  } as const;
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
  return {
    id: delivery.id,
    object: 'delivery',
    webhook_id: delivery.webhookId,
    message_id: delivery.messageId,
    type: delivery.type,
    website_id: delivery.websiteId,
    state: delivery.state,
    attempts: delivery.attempts,
    due_at: delivery.dueAt?.toISOString() ?? null,
    http_status: delivery.httpStatus,
    error: delivery.error,
    duration_ms: delivery.durationMs,
    created_at: delivery.createdAt.toISOString(),
    ended_at: delivery.endedAt?.toISOString() ?? null,
  } as const;
}
