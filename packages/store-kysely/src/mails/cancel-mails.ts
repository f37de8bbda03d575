import type { CompiledQuery } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/** What a mail that is not to be sent any more becomes. */
export const canceled = { ...ended('canceled'), lease_token: null } as const;

/** The changes of a mail that has ended: it keeps no content. */
export function ended<State extends string>(state: State) {
  return { state, due_at: null, body: null };
}

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
