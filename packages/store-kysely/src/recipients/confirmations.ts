import type { ConfirmationLimits, ConfirmationRefusal } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { countMailsOfDay, insertConfirmation, untilNextMail } from '../mails/insert-mails.ts';
import { firstOf, type Work } from '../work.ts';

/**
 * Inserts the mail that asks a recipient for a confirmation, unless there are too many: `undefined` if it was inserted.
 * The totals of the owner must be locked.
 *
 * @param insert - Inserts or finds the recipient, and returns its id.
 */
export function* askForConfirmation(
  builder: QueryBuilder,
  ownerId: string,
  limits: ConfirmationLimits & { readonly now: Date },
  insert: () => Work<number>,
): Work<ConfirmationRefusal | undefined> {
  const { messageId, maxMailsPerDay, addressKey, maxConfirmations, windowMs, now } = limits;
  const used = yield* countMailsOfDay(builder, ownerId, maxMailsPerDay, now);
  if (used + 1 > maxMailsPerDay) {
    const retryAfterMs = yield* untilNextMail(builder, ownerId, maxMailsPerDay, now);
    return { outcome: 'mails_exceeded', used, retryAfterMs };
  }
  const { sentAt, at } = yield* lockConfirmations(builder, addressKey, now);
  const times = sentAt.filter((time) => time > at - windowMs);
  if (times.length >= maxConfirmations) {
    const oldest = times[times.length - maxConfirmations] ?? at;
    return { outcome: 'too_many_confirmations', retryAfterMs: oldest + windowMs - at };
  }
  yield builder.db
    .updateTable('sitegrade_confirmations')
    .set({ sent_at: JSON.stringify([...times, at]), last_at: at })
    .where('address_key', '=', addressKey)
    .compile();
  const recipientId = yield* insert();
  yield insertConfirmation(builder, { ownerId, recipientId, messageId, now });
  return undefined;
}

/** When confirmations of an address were created, and what time it is. Locks them, so that two owners take turns. */
function* lockConfirmations(
  { db, dialect }: QueryBuilder,
  addressKey: string,
  given: Date,
): Work<{ readonly sentAt: readonly number[]; readonly at: number }> {
  const now = dialect.now(given.getTime());
  const row = yield* firstOf(
    db
      .insertInto('sitegrade_confirmations')
      .values({ address_key: addressKey, sent_at: '[]', last_at: now })
      // Changes nothing, but locks the row.
      .onConflict((conflict) =>
        conflict.column('address_key').doUpdateSet({ address_key: addressKey }),
      )
      .returning(['sent_at', sql<number>`${now}`.as('at')])
      .compile(),
  );
  if (row === undefined) throw new Error('The confirmations were locked without a row.');
  return { sentAt: JSON.parse(row.sent_at) as number[], at: Number(row.at) };
}
