import type { Delivery } from '@sitegrade/core';
import type {
  DeliveryCreation,
  NewDelivery,
  Replay,
  RequestedDelivery,
} from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { setDueAt } from '../webhooks/webhook-row.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { deliveryColumns, toDelivery } from './delivery-row.ts';

interface LockedWebhook {
  readonly id: number;
  readonly isEnabled: boolean;
}

/** Locks all webhooks of an owner, so that two transactions do not exceed the quota of their deliveries together. */
export function* lockWebhooksOf(
  { db, dialect }: QueryBuilder,
  ownerId: string,
): Work<readonly LockedWebhook[]> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_webhooks')
      .select(['id', 'disabled_reason'])
      .where('owner_id', '=', ownerId)
      .orderBy('id')
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  return rows.map((row) => ({ id: Number(row.id), isEnabled: row.disabled_reason === null }));
}

/** How many deliveries wait, of the webhooks that are enabled. */
export function* countWaitingOf(
  { db, dialect }: QueryBuilder,
  webhooks: readonly LockedWebhook[],
): Work<number> {
  const count = yield* firstOf(
    db
      .selectFrom('sitegrade_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(
        'webhook_id',
        'in',
        dialect.idList(webhooks.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)),
      )
      .where('due_at', 'is not', null)
      .compile(),
  );
  return Number(count?.total ?? 0);
}

/** Inserts deliveries of webhooks that are locked, in order. As many as there is room for wait, the others have failed. */
export function* insertDeliveries(
  builder: QueryBuilder,
  ownerId: string,
  deliveries: readonly (Omit<NewDelivery, 'type'> & Pick<Delivery, 'type'>)[],
  free: number,
  given: Date,
): Work<readonly Delivery[]> {
  const { db, dialect } = builder;
  const now = dialect.now(given.getTime());
  const rows = dialect.textRows(
    ['webhook', 'website', 'message', 'kind', 'content', 'is_waiting'],
    deliveries.map(({ webhookId, websiteId, messageId, type, body }, index) => [
      ...[String(webhookId), websiteId === null ? null : String(websiteId)],
      ...[messageId, type, body, index < free ? 'yes' : 'no'],
    ]),
  );
  const ifWaiting = (value: unknown, other: unknown) =>
    sql`case when is_waiting = 'yes' then ${value} else ${other} end`;
  const inserted = yield* rowsOf(
    db
      .insertInto('sitegrade_deliveries')
      .columns([
        ...(['owner_id', 'webhook_id', 'website_id', 'message_id', 'type', 'body'] as const),
        ...(['state', 'error', 'due_at', 'created_at', 'ended_at'] as const),
      ])
      .expression(
        sql`select ${ownerId}, cast(webhook as bigint), cast(website as bigint), message, kind, content,
          ${ifWaiting(sql`'waiting'`, sql`'failed'`)}, ${ifWaiting(sql`null`, sql`'quota_exceeded'`)},
          ${ifWaiting(now, sql`null`)}, ${now}, ${ifWaiting(sql`null`, now)} from ${rows}` as never,
      )
      .returning(deliveryColumns)
      .compile(),
  );
  const waiting = deliveries.slice(0, free).map(({ webhookId }) => webhookId);
  for (const id of new Set(waiting)) yield setDueAt(builder, { id, now: given.getTime() });
  return inserted.map(toDelivery);
}

/** Inserts a delivery that was asked for. */
export function* createDelivery(
  builder: QueryBuilder,
  { ownerId, maxWaiting, now, ...delivery }: RequestedDelivery,
): Work<DeliveryCreation> {
  const webhooks = yield* lockWebhooksOf(builder, ownerId);
  if (!webhooks.some(({ id }) => id === delivery.webhookId)) return { outcome: 'missing' };
  const used = yield* countWaitingOf(builder, webhooks);
  if (used + 1 > maxWaiting) return { outcome: 'quota_exceeded', used };
  const [inserted] = yield* insertDeliveries(builder, ownerId, [delivery], 1, now);
  if (inserted === undefined) throw new Error('The delivery was inserted without a row.');
  return { outcome: 'waiting', delivery: inserted };
}

/** Sends a delivery again that has ended. */
export function* replayDelivery(
  builder: QueryBuilder,
  { ownerId, webhookId, id, maxWaiting, now }: Replay,
): Work<DeliveryCreation> {
  const { db, dialect } = builder;
  const webhooks = yield* lockWebhooksOf(builder, ownerId);
  if (!webhooks.some((webhook) => webhook.id === webhookId)) return { outcome: 'missing' };
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_deliveries')
      .select(deliveryColumns)
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .compile(),
  );
  if (row === undefined) return { outcome: 'missing' };
  if (row.state === 'waiting') return { outcome: 'waiting', delivery: toDelivery(row) };
  const used = yield* countWaitingOf(builder, webhooks);
  if (used + 1 > maxWaiting) return { outcome: 'quota_exceeded', used };
  const again = yield* firstOf(
    db
      .updateTable('sitegrade_deliveries')
      .set({
        state: 'waiting',
        attempts: 0,
        due_at: dialect.now(now.getTime()),
        ended_at: null,
        http_status: null,
        error: null,
        duration_ms: null,
      })
      .where('id', '=', id)
      .returning(deliveryColumns)
      .compile(),
  );
  // It was deleted meanwhile, since it is old.
  if (again === undefined) return { outcome: 'missing' };
  yield setDueAt(builder, { id: webhookId, now: now.getTime() });
  return { outcome: 'waiting', delivery: toDelivery(again) };
}
