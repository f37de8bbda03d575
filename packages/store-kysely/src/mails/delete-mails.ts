import type { DeletedPart } from '@sitegrade/core/store';
import type { CompiledQuery } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

/** What a mail that is not to be sent any more becomes. */
export const canceled = {
  state: 'canceled',
  due_at: null,
  lease_token: null,
  body: null,
} as const;

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
  { db, dialect }: QueryBuilder,
  { createdBefore, limit }: { readonly createdBefore: Date; readonly limit: number },
): Work<DeletedPart> {
  const most = Math.min(limit, dialect.deliveriesDeletedAtOnce);
  const old = yield* rowsOf(
    db
      .selectFrom('sitegrade_mails')
      .select('id')
      .where('created_at', '<', createdBefore.getTime())
      .orderBy('created_at')
      .orderBy('id')
      .limit(most)
      // What is being changed is deleted next time.
      .modifyEnd(dialect.forUpdateSkipLocked)
      .compile(),
  );
  const ids = old.map(({ id }) => Number(id));
  yield db.deleteFrom('sitegrade_mails').where('id', 'in', dialect.idList(ids)).compile();
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
  return { deleted: ids.length, isDone: ids.length < most && keys.length < most };
}
