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
  if (rows.length > 0) {
    const ids = dialect.idList(rows.map(({ id }) => Number(id)));
    yield db.deleteFrom('sitegrade_deliveries').where('id', 'in', ids).compile();
  }
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
