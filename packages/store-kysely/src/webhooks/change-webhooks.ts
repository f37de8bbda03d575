import type { Webhook } from '@sitegrade/core';
import type {
  NewWebhook,
  SecretRotation,
  SecretRotationOutcome,
  WebhookChange,
  WebhookCreation,
} from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import { moveOwnerTotals, noCounters } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows, ownedRows } from '../lock-rows.ts';
import { firstOf, type Work } from '../work.ts';
import { deleteDeliveriesOf } from './delete-deliveries.ts';
import { lockWebhook, setDueAt, toWebhook, webhookColumns } from './webhook-row.ts';

/** Inserts a webhook, unless the quota would be exceeded. */
export function* createWebhook(
  builder: QueryBuilder,
  { maxWebhooks, ...webhook }: NewWebhook,
): Work<WebhookCreation> {
  const { ownerId } = webhook;
  // Changes nothing, but two requests at once must not exceed the quota together.
  yield moveOwnerTotals(builder, ownerId, { websites_count: 0, ...noCounters });
  const used = Number((yield* firstOf(countOfOwner(builder, ownerId)))?.total ?? 0);
  if (used + 1 > maxWebhooks) return { outcome: 'quota_exceeded', used };
  // The time of the outbox: earlier events are not sent.
  const now = builder.dialect.now(webhook.createdAt.getTime());
  const row = yield* firstOf(
    builder.db
      .insertInto('sitegrade_webhooks')
      .values({
        owner_id: ownerId,
        url: webhook.url,
        format: webhook.format,
        events: JSON.stringify(webhook.events),
        website_ids: webhook.websiteIds && JSON.stringify(webhook.websiteIds),
        min_importance: webhook.minImportance,
        secret: webhook.secret,
        created_at: now,
        updated_at: now,
      })
      .returning(webhookColumns)
      .compile(),
  );
  if (row === undefined) throw new Error('The webhook was inserted without a row.');
  return { outcome: 'created', webhook: toWebhook(row) };
}

function countOfOwner(
  { db }: QueryBuilder,
  ownerId: string,
): CompiledQuery<{ readonly total: number }> {
  return db
    .selectFrom('sitegrade_webhooks')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .compile();
}

/** Changes settings of a webhook, and whether it is enabled. */
export function* updateWebhook(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  change: WebhookChange,
): Work<Webhook | undefined> {
  const current = yield* lockWebhook(builder, ownerId, id);
  if (current === undefined) return undefined;
  const { url, format, events, websiteIds, minImportance, isEnabled, updatedAt } = change;
  const isSwitched = isEnabled !== undefined && isEnabled !== (current.disabledReason === null);
  const row = yield* firstOf(
    builder.db
      .updateTable('sitegrade_webhooks')
      .set({
        updated_at: updatedAt.getTime(),
        ...(url !== undefined && { url }),
        ...(format !== undefined && { format }),
        ...(events !== undefined && { events: JSON.stringify(events) }),
        ...(websiteIds !== undefined && { website_ids: websiteIds && JSON.stringify(websiteIds) }),
        ...(minImportance !== undefined && { min_importance: minImportance }),
        ...((url !== undefined || isEnabled) && notFailing),
        ...(isSwitched && (isEnabled ? enabled : disabledByOwner(updatedAt))),
      })
      .where('id', '=', id)
      .returning(webhookColumns)
      .compile(),
  );
  yield setDueAt(builder, { id, now: updatedAt.getTime() });
  if (row === undefined) throw new Error('A webhook that is locked is missing.');
  return toWebhook(row);
}

const enabled = { disabled_reason: null, disabled_at: null } as const;

/** What is known of a receiver is not true of another one, nor of one that was repaired. */
const notFailing = { failing_since: null, paused_until: null } as const;

function disabledByOwner(updatedAt: Date) {
  return { disabled_reason: 'owner', disabled_at: updatedAt.getTime(), due_at: null } as const;
}

/** Replaces the secret of a webhook, and keeps the one before for a while. */
export function* rotateSecret(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  { secret, previousForMs, updatedAt }: SecretRotation,
): Work<SecretRotationOutcome> {
  const { db, dialect } = builder;
  const current = yield* lockWebhook(builder, ownerId, id);
  if (current === undefined) return { outcome: 'missing' };
  const now = dialect.now(updatedAt.getTime());
  const limit = yield* firstOf(
    db
      .selectFrom('sitegrade_webhooks')
      .select(sql<number | null>`older_secret_until - ${now}`.as('left_ms'))
      .where('id', '=', id)
      .compile(),
  );
  const leftMs = Number(limit?.left_ms ?? 0);
  // Longer than that, the clock was ahead.
  if (leftMs > 0 && leftMs <= previousForMs) {
    return { outcome: 'too_many_rotations', retryAfterMs: leftMs };
  }
  const row = yield* firstOf(
    db
      .updateTable('sitegrade_webhooks')
      .set({
        secret,
        previous_secret: sql<string>`secret`,
        previous_secret_until: sql<number>`${now} + ${previousForMs}`,
        older_secret_until: sql<number | null>`previous_secret_until`,
        updated_at: updatedAt.getTime(),
      })
      .where('id', '=', id)
      .returning(webhookColumns)
      .compile(),
  );
  if (row === undefined) throw new Error('A webhook that is locked is missing.');
  return { outcome: 'rotated', webhook: toWebhook(row) };
}

/** Deletes a webhook of the owner with some of its deliveries. The others are hidden until `deleteHidden`. */
export function* deleteWebhook(builder: QueryBuilder, ownerId: string, id: number): Work<boolean> {
  const webhook = ownedRows(builder, 'sitegrade_webhooks', ownerId).where('id', '=', id);
  const [locked] = yield* lockRows(builder, webhook);
  if (locked === undefined) return false;
  const { db, dialect } = builder;
  const limit = dialect.deliveriesDeletedAtOnce;
  const { isEmpty } = yield* deleteDeliveriesOf(builder, { webhook_id: id }, limit);
  if (!isEmpty) yield* hideDeliveriesOf(builder, [id]);
  yield db.deleteFrom('sitegrade_webhooks').where('id', '=', id).compile();
  return true;
}

/** Leaves the deliveries of webhooks that are locked, and are deleted next, to `deleteHidden`. */
export function* hideDeliveriesOf(
  { db, dialect }: QueryBuilder,
  webhookIds: readonly number[],
): Work<void> {
  yield db
    .insertInto('sitegrade_deleted_webhooks')
    .columns(['webhook_id', 'owner_id'])
    .expression(
      db
        .selectFrom('sitegrade_webhooks')
        .select(['id', 'owner_id'])
        .where('id', 'in', dialect.idList(webhookIds)),
    )
    .compile();
}
