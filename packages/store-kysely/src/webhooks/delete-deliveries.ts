import type { DeletedPart } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { oneRow } from '../fixed-query.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The most deleted webhooks whose deliveries one part deletes. */
const webhooksAtOnce = 20;

/** What was deleted of the deliveries of a webhook or a website. */
interface DeletedDeliveries {
  readonly deleted: number;
  /** Whether none are left. */
  readonly isEmpty: boolean;
}

/**
 * Deletes some deliveries of a webhook or a website. The deliveries of a website belong to several webhooks: it skips
 * what others delete or change, since two that wait for each other could deadlock.
 */
export function* deleteDeliveriesOf(
  builder: QueryBuilder,
  of: { readonly webhook_id: number } | { readonly website_id: number },
  limit: number,
): Work<DeletedDeliveries> {
  const { db, dialect } = builder;
  const all = db.selectFrom('sitegrade_deliveries').select('id');
  const some =
    'webhook_id' in of
      ? all.where('webhook_id', '=', of.webhook_id)
      : all.where('website_id', '=', of.website_id);
  const free = some.orderBy('id').limit(limit).modifyEnd(dialect.forUpdateSkipLocked);
  const rows = yield* rowsOf(free.compile());
  yield* deleteRows(
    builder,
    rows.map(({ id }) => Number(id)),
  );
  const left = yield* firstOf(some.limit(oneRow).compile());
  return { deleted: rows.length, isEmpty: left === undefined };
}

/**
 * Deletes some deliveries of deleted webhooks. For one owner it waits for others that delete those of the same webhook;
 * otherwise it skips them. Returns whether none are left.
 */
export function* deleteHiddenDeliveries(
  builder: QueryBuilder,
  ownerId: string | undefined,
  most: number,
): Work<boolean> {
  const { db, dialect } = builder;
  const next = db
    .selectFrom('sitegrade_deleted_webhooks')
    .select('webhook_id')
    .where('webhook_id', '>', 0)
    .orderBy('webhook_id')
    .limit(webhooksAtOnce);
  const webhooks = yield* rowsOf(
    ownerId === undefined
      ? next.modifyEnd(dialect.forUpdateSkipLocked).compile()
      : next.where('owner_id', '=', ownerId).modifyEnd(dialect.forUpdate).compile(),
  );
  let limit = most;
  const emptied: number[] = [];
  for (const { webhook_id } of webhooks) {
    if (limit === 0) break;
    const { deleted, isEmpty } = yield* deleteDeliveriesOf(builder, { webhook_id }, limit);
    if (isEmpty) emptied.push(webhook_id);
    limit -= deleted;
  }
  yield db
    .deleteFrom('sitegrade_deleted_webhooks')
    .where('webhook_id', 'in', dialect.idList(emptied))
    .compile();
  return webhooks.length < webhooksAtOnce && emptied.length === webhooks.length;
}

/** Deletes some deliveries that were created before a time, oldest first. */
export function* deleteOldDeliveries(
  builder: QueryBuilder,
  { createdBefore, limit }: { readonly createdBefore: Date; readonly limit: number },
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const most = Math.min(limit, dialect.deliveriesDeletedAtOnce);
  const old = yield* rowsOf(
    db
      .selectFrom('sitegrade_deliveries')
      .select('id')
      .where('created_at', '<', createdBefore.getTime())
      .orderBy('created_at')
      .orderBy('id')
      .limit(most)
      // What is being changed is deleted next time.
      .modifyEnd(dialect.forUpdateSkipLocked)
      .compile(),
  );
  yield* deleteRows(
    builder,
    old.map(({ id }) => Number(id)),
  );
  return { deleted: old.length, isDone: old.length < most };
}

/** Also of some that wait: the `due_at` of their webhook may then be too early. */
function* deleteRows({ db, dialect }: QueryBuilder, ids: readonly number[]): Work<void> {
  if (ids.length === 0) return;
  yield db.deleteFrom('sitegrade_deliveries').where('id', 'in', dialect.idList(ids)).compile();
}
