import type { AlertType, Webhook } from '@sitegrade/core';
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The columns of a webhook, without its secrets and those of its attempts. */
export const webhookColumns = [
  'id',
  'owner_id',
  'url',
  'format',
  'events',
  'website_ids',
  'min_importance',
  'disabled_reason',
  'disabled_at',
  'failing_since',
  'last_delivered_at',
  'previous_secret_until',
  'created_at',
  'updated_at',
] as const;

/** A row of {@link webhookColumns}. */
type WebhookRow = Pick<Selectable<Tables['sitegrade_webhooks']>, (typeof webhookColumns)[number]>;

/** The webhook of a row. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: Number(row.id),
    url: row.url,
    format: row.format,
    events: JSON.parse(row.events) as readonly AlertType[],
    websiteIds: row.website_ids === null ? null : (JSON.parse(row.website_ids) as number[]),
    minImportance: row.min_importance,
    disabledReason: row.disabled_reason,
    disabledAt: toDate(row.disabled_at),
    failingSince: toDate(row.failing_since),
    lastDeliveredAt: toDate(row.last_delivered_at),
    previousSecretUntil: toDate(row.previous_secret_until),
    createdAt: new Date(Number(row.created_at)),
    updatedAt: new Date(Number(row.updated_at)),
  };
}

function toDate(time: number | null): Date | null {
  return time === null ? null : new Date(Number(time));
}

/** The webhook of the owner. */
export function* findWebhook(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Webhook | undefined> {
  const row = yield* firstOf(selectWebhook(builder, ownerId, id).compile());
  return row && toWebhook(row);
}

/** The same, and locks it until the transaction ends. */
export function* lockWebhook(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Webhook | undefined> {
  const query = selectWebhook(builder, ownerId, id);
  const row = yield* firstOf(query.modifyEnd(builder.dialect.forUpdate).compile());
  return row && toWebhook(row);
}

function selectWebhook({ db }: QueryBuilder, ownerId: string, id: number) {
  return db
    .selectFrom('sitegrade_webhooks')
    .select(webhookColumns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId);
}

/** All webhooks of the owner, oldest first. */
export function* listWebhooks({ db }: QueryBuilder, ownerId: string): Work<readonly Webhook[]> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_webhooks')
      .select(webhookColumns)
      .where('owner_id', '=', ownerId)
      .orderBy('id')
      .compile(),
  );
  return rows.map(toWebhook);
}

/**
 * Sets when the next attempt of a webhook may start, which must be locked, from its deliveries. After every change of
 * what waits, of its lease, and of whether it is enabled.
 *
 * It is not before the last attempt ended: so webhooks with several deliveries have their turn after those that have been
 * waiting. A last attempt in the future was before the clock was set back, and delays nothing.
 */
export const setDueAt: (
  builder: QueryBuilder,
  webhook: { readonly id: number; readonly now: number },
) => CompiledQuery<unknown> = fixedQuery(
  ({ db, dialect }, { id, now: given }: { readonly id: number; readonly now: number }) => {
    const attemptedAt = sql<number>`case when attempted_at <= ${dialect.now(given)} then attempted_at else 0 end`;
    const notBefore = dialect.greatest(sql<number>`coalesce(paused_until, 0)`, attemptedAt);
    const first = db
      .selectFrom('sitegrade_deliveries as first')
      .select(dialect.greatest(notBefore, sql.ref('first.due_at')).as('due_at'))
      .where('first.webhook_id', '=', id)
      .where('first.due_at', 'is not', null)
      .orderBy('first.due_at')
      .orderBy('first.id')
      .limit(oneRow);
    return db
      .updateTable('sitegrade_webhooks')
      .set({
        due_at: sql<number | null>`case when disabled_reason is not null then null
        when lease_token is not null then leased_until else ${first} end`,
      })
      .where('id', '=', id)
      .compile();
  },
);

/** The changes of a webhook whose attempt has ended. */
export const noLease = {
  lease_token: null,
  leased_until: null,
  leased_delivery_id: null,
} as const;
