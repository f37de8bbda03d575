import type { ClaimedDelivery } from '@sitegrade/core/store';
import { type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import { leaseDue, type TriedClaim } from '../sending/claim-next.ts';
import { noLease, setDueAt, toWebhook, webhookColumns } from '../webhooks/webhook-row.ts';
import { firstOf, type Work } from '../work.ts';
import { deliveryColumns, toDelivery } from './delivery-row.ts';

/** How many deliveries of deleted websites one transaction cancels. */
const canceledAtOnce = 100;

/**
 * Starts an attempt of the webhook that has been due longest. If its first delivery is of a deleted website, or it was due
 * too early, that is changed instead.
 */
export function* beginDelivery(
  builder: QueryBuilder,
  claim: TriedClaim,
): Work<ClaimedDelivery | undefined> {
  const now = claim.now.getTime();
  const webhook = yield* leaseDue(builder, 'sitegrade_webhooks', claim, (isNext, lease) =>
    builder.db
      .updateTable('sitegrade_webhooks')
      .set({
        ...lease,
        leased_until: lease.due_at,
        leased_delivery_id: sql<number>`coalesce(${firstDelivery(builder, now)}, 0)`,
      })
      .where(isNext)
      .returning([...webhookColumns, 'secret', 'leased_delivery_id'])
      .returning(
        sql<string | null>`case when previous_secret_until > ${builder.dialect.now(now)}
          then previous_secret end`.as('previous_secret'),
      )
      .compile(),
  );
  if (webhook === undefined) return undefined;
  const { id, secret, previous_secret: previous } = webhook;
  const row = yield* firstOf(
    countAttempt(builder, { id: Number(webhook.leased_delivery_id), now }),
  );
  if (row === undefined) {
    yield cancelOfDeleted(builder, { webhookId: id, now });
    yield endLease(builder, { id });
    yield setDueAt(builder, { id, now });
    return undefined;
  }
  const delivery = toDelivery(row);
  return {
    ownerId: webhook.owner_id,
    webhook: toWebhook(webhook),
    secrets: previous === null ? [secret] : [secret, previous],
    delivery,
    body: row.body,
    lease: { id: delivery.id, token: claim.token },
  };
}

/** The delivery that has been due longest, of the webhook that is updated. */
function firstDelivery(builder: QueryBuilder, now: number) {
  return dueDeliveries(builder, sql.ref('sitegrade_webhooks.id'), now).limit(oneRow);
}

function dueDeliveries({ db, dialect }: QueryBuilder, webhookId: unknown, now: number) {
  return db
    .selectFrom('sitegrade_deliveries as due')
    .select('due.id')
    .where('due.webhook_id', '=', sql<number>`${webhookId}`)
    .where('due.due_at', 'is not', null)
    .where('due.due_at', '<=', dialect.now(now))
    .orderBy('due.due_at')
    .orderBy('due.id');
}

/** Whether the website of a delivery was deleted. */
function isOfDeleted({ db }: QueryBuilder) {
  const website = db
    .selectFrom('sitegrade_websites as website')
    .select('website.id')
    .where(sql<boolean>`website.id = sitegrade_deliveries.website_id`);
  return sql<SqlBool>`(website_id is not null and not exists ${website})`;
}

/** Unless it is of a deleted website, or was deleted or ended meanwhile. */
const countAttempt = fixedQuery(
  (builder: QueryBuilder, { id, now }: { readonly id: number; readonly now: number }) =>
    builder.db
      .updateTable('sitegrade_deliveries')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('id', '=', id)
      .where('due_at', '<=', builder.dialect.now(now))
      .where(sql<SqlBool>`not ${isOfDeleted(builder)}`)
      .returning([...deliveryColumns, 'body'])
      .compile(),
);

/** Cancels the deliveries of deleted websites among those of a leased webhook that have been due longest. */
const cancelOfDeleted = fixedQuery(
  (
    builder: QueryBuilder,
    { webhookId, now }: { readonly webhookId: number; readonly now: number },
  ) =>
    builder.db
      .updateTable('sitegrade_deliveries')
      .set({ state: 'canceled', due_at: null, ended_at: builder.dialect.now(now) })
      .where('id', 'in', dueDeliveries(builder, webhookId, now).limit(sql.lit(canceledAtOnce)))
      .where(isOfDeleted(builder))
      .compile(),
);

/** Of an attempt that does not begin. */
const endLease = fixedQuery(({ db }, { id }: { readonly id: number }) =>
  db.updateTable('sitegrade_webhooks').set(noLease).where('id', '=', id).compile(),
);
