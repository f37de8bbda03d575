import type {
  ConfirmationLimit,
  ConfirmationLimits,
  ConfirmationRefusal,
} from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { countMailsOfDay, insertConfirmation, untilNextMail } from './insert-mails.ts';

/**
 * How far ahead mails to one address wait for each other. There is none that would wait longer: later times are those of a
 * clock that was ahead.
 */
const maxAheadMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Inserts the mail that asks a recipient for a confirmation, unless there are too many of its owner: `undefined` if it was
 * inserted. It is due once all owners together may have the address asked. If that is too far ahead, there is no mail, and
 * the same answer: the owner must not learn that others have asked. The totals of the owner must be locked.
 *
 * @param insert - Inserts or finds the recipient, and returns its id.
 */
export function* askForConfirmation(
  builder: QueryBuilder,
  ownerId: string,
  limits: ConfirmationLimits & { readonly now: Date },
  insert: () => Work<number>,
): Work<ConfirmationRefusal | undefined> {
  const { messageId, maxMailsPerDay, ofOwner, ofAll, now } = limits;
  const used = yield* countMailsOfDay(builder, ownerId, maxMailsPerDay, now);
  if (used + 1 > maxMailsPerDay) {
    const retryAfterMs = yield* untilNextMail(builder, ownerId, maxMailsPerDay, now);
    return { outcome: 'mails_exceeded', used, retryAfterMs };
  }
  const owned = yield* lockConfirmations(builder, ofOwner, now);
  const leftMs = untilNext(owned, ofOwner);
  if (leftMs > 0) return { outcome: 'too_many_confirmations', retryAfterMs: leftMs };
  yield addTime(builder, ofOwner, owned, 0);
  const all = yield* lockConfirmations(builder, ofAll, now);
  const delayMs = untilNext(all, ofAll);
  const recipientId = yield* insert();
  if (delayMs > maxAheadMs) return undefined;
  yield addTime(builder, ofAll, all, delayMs);
  yield insertConfirmation(builder, { ownerId, recipientId, messageId, delayMs, now });
  return undefined;
}

/** When confirmations were created that count, oldest first, and what time it is. */
interface Confirmations {
  readonly times: readonly number[];
  readonly at: number;
}

/** Milliseconds until there may be another confirmation. */
function untilNext({ times, at }: Confirmations, { max, windowMs }: ConfirmationLimit): number {
  if (times.length < max) return 0;
  return Math.max(0, (times[times.length - max] ?? at) + windowMs - at);
}

function addTime(
  { db }: QueryBuilder,
  { key }: ConfirmationLimit,
  { times, at }: Confirmations,
  delayMs: number,
): CompiledQuery<unknown> {
  const time = at + delayMs;
  return db
    .updateTable('sitegrade_confirmations')
    .set({ sent_at: JSON.stringify([...times, time]), last_at: time })
    .where('address_key', '=', key)
    .compile();
}

/** Reads the times, and locks them, so that two owners take turns. */
function* lockConfirmations(
  { db, dialect }: QueryBuilder,
  { key, windowMs }: ConfirmationLimit,
  given: Date,
): Work<Confirmations> {
  const now = dialect.now(given.getTime());
  const row = yield* firstOf(
    db
      .insertInto('sitegrade_confirmations')
      .values({ address_key: key, sent_at: '[]', last_at: now })
      // Changes nothing, but locks the row.
      .onConflict((conflict) => conflict.column('address_key').doUpdateSet({ address_key: key }))
      .returning(['sent_at', sql<number>`${now}`.as('at')])
      .compile(),
  );
  if (row === undefined) throw new Error('The confirmations were locked without a row.');
  const at = Number(row.at);
  const sentAt = JSON.parse(row.sent_at) as number[];
  const times = sentAt.filter((time) => time > at - windowMs && time <= at + maxAheadMs);
  return { times, at };
}
