import type { ClaimedDelivery, DeliveryClaim } from '@sitegrade/core/store';
import { type CompiledQuery, type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import {
  noLease,
  setDueAt,
  toWebhook,
  type WebhookRow,
  webhookColumns,
} from '../webhooks/webhook-row.ts';
import { firstOf, type Runner, rowsOf, type Work } from '../work.ts';
import { deliveryColumns, toDelivery } from './delivery-row.ts';

/** A claim ends after this many transactions. Each makes the next one shorter: it takes few, unless others interfere. */
const maxTries = 1_000;

/** How many deliveries of deleted websites one transaction cancels. */
const canceledAtOnce = 100;

/** Starts the next attempt. If none is due, that is one statement, which locks nothing. */
export async function claimNextDelivery(
  builder: QueryBuilder,
  { readStatement, writeUnsynced }: Runner,
  claim: DeliveryClaim,
): Promise<ClaimedDelivery | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const due = await readStatement(() => firstOf(dueWebhook(builder, claim, 'none')));
    if (due === undefined) return undefined;
    const outcome = await writeUnsynced(() => tryClaim(builder, claim));
    if (outcome !== 'again') return outcome;
  }
  return undefined;
}

function* tryClaim(builder: QueryBuilder, claim: DeliveryClaim): Work<ClaimedDelivery | 'again'> {
  const now = claim.now.getTime();
  const free = yield* firstOf(dueWebhook(builder, claim, 'skip'));
  // All that are due are locked: wait for one, because returning nothing would leave a worker idle.
  const { locksRows } = builder.dialect;
  const next = free ?? (locksRows ? yield* firstOf(dueWebhook(builder, claim, 'none')) : undefined);
  const webhook = next && (yield* firstOf(lockById(builder, { id: next.id, now })));
  if (!webhook?.is_due) return 'again';
  const delivery = yield* firstOf(nextDelivery(builder, { webhookId: webhook.id, now }));
  if (delivery && !delivery.is_of_deleted) {
    return yield* startAttempt(builder, claim, webhook, delivery.id);
  }
  if (delivery) yield* cancelOfDeleted(builder, webhook.id, now);
  yield endLease(builder, { id: webhook.id });
  yield setDueAt(builder, { id: webhook.id, now });
  return 'again';
}

/** The webhook whose next attempt has been due longest, which is locked if others that are locked are skipped. */
function dueWebhook(
  builder: QueryBuilder,
  { now, exceptOwners = [] }: DeliveryClaim,
  lock: 'skip' | 'none',
): CompiledQuery<{ readonly id: number }> {
  const { db, dialect } = builder;
  const due = db
    .selectFrom('sitegrade_webhooks')
    .select('id')
    .where('due_at', '<=', dialect.now(now.getTime()))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(oneRow);
  const except = sql<SqlBool>`owner_id not in ${dialect.textList(exceptOwners)}`;
  const ofOthers = exceptOwners.length === 0 ? due : due.where(except);
  return (lock === 'skip' ? ofOthers.modifyEnd(dialect.forUpdateSkipLocked) : ofOthers).compile();
}

/** Whether it is still due is known once it is locked. */
const lockById = fixedQuery(
  ({ db, dialect }, { id, now: given }: { readonly id: number; readonly now: number }) => {
    const now = dialect.now(given);
    return db
      .selectFrom('sitegrade_webhooks')
      .select([...webhookColumns, 'secret'])
      .select([
        sql<SqlBool>`due_at <= ${now}`.as('is_due'),
        sql<string | null>`case when previous_secret_until > ${now} then previous_secret end`.as(
          'previous_secret',
        ),
      ])
      .where('id', '=', id)
      .modifyEnd(dialect.forUpdate)
      .compile();
  },
);

type LockedWebhook = WebhookRow & {
  readonly secret: string;
  readonly previous_secret: string | null;
};

/** The delivery that has been due longest, and whether its website was deleted. */
const nextDelivery = fixedQuery(
  (
    builder: QueryBuilder,
    { webhookId, now }: { readonly webhookId: number; readonly now: number },
  ) => dueDeliveries(builder, webhookId, now).limit(oneRow).compile(),
);

function dueDeliveries({ db, dialect }: QueryBuilder, webhookId: number, now: number) {
  const website = db
    .selectFrom('sitegrade_websites as website')
    .select('website.id')
    .where(sql<boolean>`website.id = due.website_id`);
  return db
    .selectFrom('sitegrade_deliveries as due')
    .select([
      'due.id',
      sql<SqlBool>`due.website_id is not null and not exists ${website}`.as('is_of_deleted'),
    ])
    .where('due.webhook_id', '=', webhookId)
    .where('due.due_at', 'is not', null)
    .where('due.due_at', '<=', dialect.now(now))
    .orderBy('due.due_at')
    .orderBy('due.id');
}

/** Cancels the deliveries of deleted websites among those of a locked webhook that have been due longest. */
function* cancelOfDeleted(builder: QueryBuilder, webhookId: number, now: number): Work<void> {
  const { db, dialect } = builder;
  const due = yield* rowsOf(dueDeliveries(builder, webhookId, now).limit(canceledAtOnce).compile());
  const ids = due.filter(({ is_of_deleted }) => is_of_deleted).map(({ id }) => Number(id));
  yield db
    .updateTable('sitegrade_deliveries')
    .set({ state: 'canceled', due_at: null, ended_at: dialect.now(now) })
    .where('id', 'in', dialect.idList(ids))
    .compile();
}

/** After an attempt whose lease is over. */
const endLease = fixedQuery(({ db }, { id }: { readonly id: number }) =>
  db.updateTable('sitegrade_webhooks').set(noLease).where('id', '=', id).compile(),
);

function* startAttempt(
  builder: QueryBuilder,
  { token, leaseMs, now }: DeliveryClaim,
  webhook: LockedWebhook,
  id: number,
): Work<ClaimedDelivery | 'again'> {
  const row = yield* firstOf(countAttempt(builder, { id }));
  // It was deleted meanwhile, since it is old or its website was deleted.
  if (row === undefined) return 'again';
  yield leaseWebhook(builder, {
    id: webhook.id,
    deliveryId: id,
    token,
    leaseMs,
    now: now.getTime(),
  });
  const { secret, previous_secret: previous } = webhook;
  const delivery = toDelivery(row);
  return {
    ownerId: webhook.owner_id,
    webhook: toWebhook(webhook),
    secrets: previous === null ? [secret] : [secret, previous],
    delivery,
    body: row.body,
    lease: { deliveryId: delivery.id, token },
  };
}

const countAttempt = fixedQuery(({ db }, { id }: { readonly id: number }) =>
  db
    .updateTable('sitegrade_deliveries')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .returning([...deliveryColumns, 'body'])
    .compile(),
);

const leaseWebhook = fixedQuery(
  (
    { db, dialect },
    values: {
      readonly id: number;
      readonly deliveryId: number;
      readonly token: string;
      readonly leaseMs: number;
      readonly now: number;
    },
  ) => {
    const until = sql<number>`${dialect.now(values.now)} + ${values.leaseMs}`;
    return db
      .updateTable('sitegrade_webhooks')
      .set({
        lease_token: values.token,
        leased_until: until,
        leased_delivery_id: values.deliveryId,
        due_at: until,
      })
      .where('id', '=', values.id)
      .compile();
  },
);
