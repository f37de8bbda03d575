import type { DeletedPart, MailStore } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

/** What a mail that is not to be sent any more becomes. */
export const canceled = {
  state: 'canceled',
  due_at: null,
  lease_token: null,
  body: null,
} as const;

type OldMails = Parameters<MailStore['deleteOld']>[0];

/** Cancels the mails that wait, of recipients that are locked. */
export function cancelMailsOf(
  { db, dialect }: QueryBuilder,
  recipientIds: readonly number[],
): CompiledQuery {
  return db
    .updateTable('sitegrade_mails')
    .set(canceled)
    .where('recipient_id', 'in', dialect.idList(recipientIds))
    .where('due_at', 'is not', null)
    .compile();
}

/** Deletes some mails that were created before a time, oldest first, and records of confirmations. */
export function* deleteOldMails(
  builder: QueryBuilder,
  { createdBefore, limit }: OldMails,
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const most = Math.min(limit, dialect.deliveriesDeletedAtOnce);
  const old = db
    .selectFrom('sitegrade_mails')
    .select('id')
    .where('created_at', '<', createdBefore.getTime())
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    // What is being changed is deleted next time.
    .modifyEnd(dialect.forUpdateSkipLocked);
  const deleted = yield* deleteMails(builder, old.compile());
  const over = yield* rowsOf(
    db
      .selectFrom('sitegrade_confirmations')
      .select('address_key')
      .where('last_at', '<', createdBefore.getTime())
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
  return { deleted, isDone: deleted < most && keys.length < most };
}

/** Deletes some mails that wait and were created before a time, oldest first. */
export function* deleteUnsentMails(
  builder: QueryBuilder,
  { createdBefore, limit }: OldMails,
): Work<DeletedPart> {
  const { db, dialect } = builder;
  const most = Math.min(limit, dialect.deliveriesDeletedAtOnce);
  const mails = dialect.readByIndex('sitegrade_mails', 'sitegrade_mails_unsent');
  const waiting = sql<{ readonly id: number }>`select id from ${mails}
    where created_at < ${createdBefore.getTime()} and due_at is not null
    order by created_at, id limit ${most} ${dialect.forUpdateSkipLocked}`;
  const deleted = yield* deleteMails(builder, waiting.compile(db));
  return { deleted, isDone: deleted < most };
}

/** Deletes the mails that a query finds. Returns how many. */
function* deleteMails(
  { db, dialect }: QueryBuilder,
  query: CompiledQuery<{ readonly id: number }>,
): Work<number> {
  const rows = yield* rowsOf(query);
  const ids = rows.map(({ id }) => Number(id));
  yield db.deleteFrom('sitegrade_mails').where('id', 'in', dialect.idList(ids)).compile();
  return ids.length;
}
