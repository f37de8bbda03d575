import type { Delivery, List } from '@sitegrade/core';
import { type DeliveriesQuery, maxExactTotal } from '@sitegrade/core/store';
import { type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The columns of a delivery, without its owner and its body. */
export const deliveryColumns = [
  'id',
  'webhook_id',
  'message_id',
  'type',
  'website_id',
  'state',
  'attempts',
  'due_at',
  'http_status',
  'error',
  'duration_ms',
  'created_at',
  'ended_at',
] as const;

/** A row of {@link deliveryColumns}. */
type DeliveryRow = Pick<
  Selectable<Tables['sitegrade_deliveries']>,
  (typeof deliveryColumns)[number]
>;

/** The delivery of a row. */
export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: Number(row.id),
    webhookId: Number(row.webhook_id),
    messageId: row.message_id,
    type: row.type,
    websiteId: toNumber(row.website_id),
    state: row.state,
    attempts: row.attempts,
    dueAt: toDate(row.due_at),
    httpStatus: row.http_status,
    error: row.error,
    durationMs: toNumber(row.duration_ms),
    createdAt: new Date(Number(row.created_at)),
    endedAt: toDate(row.ended_at),
  };
}

function toNumber(value: number | null): number | null {
  return value === null ? null : Number(value);
}

function toDate(time: number | null): Date | null {
  return time === null ? null : new Date(Number(time));
}

/** The delivery of the owner's webhook. */
export function* findDelivery(
  { db }: QueryBuilder,
  ownerId: string,
  webhookId: number,
  id: number,
): Work<Delivery | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_deliveries')
      .select(deliveryColumns)
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .where(({ exists }) => exists(ownWebhook(db, ownerId, webhookId)))
      .compile(),
  );
  return row && toDelivery(row);
}

/** Without it, the deliveries that are left of a deleted webhook would be found. */
function ownWebhook(db: QueryBuilder['db'], ownerId: string, id: number) {
  return db
    .selectFrom('sitegrade_webhooks as webhook')
    .select('webhook.id')
    .where('webhook.id', '=', id)
    .where('webhook.owner_id', '=', ownerId);
}

/** A page of the deliveries of the owner's webhook, newest first. */
export function* listDeliveries(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  webhookId: number,
  { page, perPage }: DeliveriesQuery,
): Work<List<Delivery>> {
  const none = { rows: [], total: 0, totalRelation: 'eq' } as const;
  const found = yield* firstOf(ownWebhook(db, ownerId, webhookId).compile());
  if (found === undefined) return none;
  const ofWebhook = db.selectFrom('sitegrade_deliveries').where('webhook_id', '=', webhookId);
  const counted = ofWebhook.select('id').limit(maxExactTotal + 1);
  const count = yield* firstOf(
    db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .compile(),
  );
  const total = Number(count?.total ?? 0);
  const skipped = (page - 1) * perPage;
  const isExact = total <= maxExactTotal;
  if (isExact && skipped >= total) return { ...none, total };
  // Their ids first: rows that are only skipped are not read.
  const ids = yield* rowsOf(
    ofWebhook.select('id').orderBy('id', 'desc').limit(perPage).offset(skipped).compile(),
  );
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_deliveries')
      .select(deliveryColumns)
      .where('id', 'in', dialect.idList(ids.map(({ id }) => Number(id))))
      .compile(),
  );
  return {
    rows: rows.map(toDelivery).sort((a, b) => b.id - a.id),
    total: Math.min(total, maxExactTotal),
    totalRelation: isExact ? 'eq' : 'gte',
  };
}

/** How many deliveries of all owners wait, up to `maxExactTotal`. */
export function* countWaiting({ db }: QueryBuilder): Work<number> {
  const waiting = db
    .selectFrom('sitegrade_deliveries as waiting')
    .select('waiting.id')
    .where('waiting.due_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sitegrade_webhooks as webhook')
          .select('webhook.id')
          .where(sql<boolean>`webhook.id = waiting.webhook_id`),
      ),
    )
    .limit(maxExactTotal);
  const count = yield* firstOf(
    db
      .selectFrom(waiting.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .compile(),
  );
  return Number(count?.total ?? 0);
}
