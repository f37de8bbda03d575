import type { DeletedPart, OldMessageKind, OldMessages } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

/** Where each kind is, and the index of its rows by time. */
const kinds = {
  deliveries: { table: 'sitegrade_deliveries', index: 'by_created_at', only: sql`` },
  mails: { table: 'sitegrade_mails', index: 'by_created_at', only: sql`` },
  unsent_mails: { table: 'sitegrade_mails', index: 'unsent', only: sql`and due_at is not null` },
} as const satisfies Record<OldMessageKind, object>;

/** Deletes some messages that were created before a time, oldest first, and with mails the records of confirmations. */
export function* deleteOldMessages(
  builder: QueryBuilder,
  kind: OldMessageKind,
  { createdBefore, limit }: OldMessages,
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const most = Math.min(limit, dialect.deliveriesDeletedAtOnce);
  const before = createdBefore.getTime();
  const { table, index, only } = kinds[kind];
  const byTime = dialect.readByIndex(table, `${table}_${index}`);
  // What is being changed is deleted next time. Of webhooks, the `due_at` may then be too early.
  const old = sql<{
    readonly id: number;
  }>`select id from ${byTime} where created_at < ${before} ${only}
    order by created_at, id limit ${most} ${dialect.forUpdateSkipLocked}`;
  const ids = (yield* rowsOf(old.compile(db))).map(({ id }) => Number(id));
  yield db.deleteFrom(table).where('id', 'in', dialect.idList(ids)).compile();
  const others = kind === 'mails' ? yield* deleteConfirmations(builder, before, most) : 0;
  return { deleted: ids.length, isDone: ids.length < most && others < most };
}

/** Deletes records of confirmations whose last one is old. Returns how many. */
function* deleteConfirmations(
  { db, dialect }: QueryBuilder,
  before: number,
  most: number,
): Work<number> {
  const over = yield* rowsOf(
    db
      .selectFrom('sitegrade_confirmations')
      .select('address_key')
      .where('last_at', '<', before)
      .orderBy('last_at')
      .limit(most)
      .modifyEnd(dialect.forUpdateSkipLocked)
      .compile(),
  );
  const keys = over.map(({ address_key }) => address_key);
  yield db
    .deleteFrom('sitegrade_confirmations')
    .where('address_key', 'in', dialect.textList(keys))
    .compile();
  return keys.length;
}
