import type { DeletedPart } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows, ownedRows } from '../lock-rows.ts';
import { rowsOf, type Work } from '../work.ts';
import { cancelMailsOf } from './cancel-mails.ts';

/** Deletes some recipients of a website that is deleted, and cancels their mails. Returns how many. */
export function* deleteRecipientsOfWebsite(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  limit: number,
): Work<number> {
  const { db, dialect } = builder;
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_recipients')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('website_id', '=', websiteId)
      .orderBy('id')
      .limit(limit)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  yield* deleteRecipients(
    builder,
    rows.map(({ id }) => Number(id)),
  );
  return rows.length;
}

/**
 * Deletes some recipients of an owner; after the last one, mails. In separate transactions: a worker that inserts
 * mails locks the recipients before.
 */
export function* deleteOwnedRecipients(builder: QueryBuilder, ownerId: string): Work<DeletedPart> {
  const { db, dialect } = builder;
  const most = dialect.deliveriesDeletedAtOnce;
  const first = ownedRows(builder, 'sitegrade_recipients', ownerId).limit(most);
  const recipients = yield* lockRows(builder, first);
  if (recipients.length > 0) {
    yield* deleteRecipients(builder, recipients);
    return { deleted: recipients.length, isDone: false };
  }
  const mails = yield* lockRows(
    builder,
    ownedRows(builder, 'sitegrade_mails', ownerId).limit(most),
  );
  yield db.deleteFrom('sitegrade_mails').where('id', 'in', dialect.idList(mails)).compile();
  return { deleted: mails.length, isDone: mails.length < most };
}

function* deleteRecipients(builder: QueryBuilder, ids: readonly number[]): Work<void> {
  if (ids.length === 0) return;
  const { db, dialect } = builder;
  yield cancelMailsOf(builder, ids);
  yield db.deleteFrom('sitegrade_recipients').where('id', 'in', dialect.idList(ids)).compile();
}
