import type { NewMails } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { lockTotals } from '../lock-rows.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What is created later than this after now is a confirmation that waits for its slot: it counts from then on. Less is
 * what another process has just created, whose clock differs or who did not wait for a lock.
 */
const clocksDifferMs = 60 * 1000;

/** How many mails of an owner were created in the last 24 hours, up to a number. */
export function* countMailsOfDay(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  most: number,
  now: Date,
): Work<number> {
  const counted = db
    .selectFrom('sitegrade_mails')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', sql<number>`${dialect.now(now.getTime())} - ${dayMs}`)
    .where('created_at', '<=', latestCounted(dialect, now))
    .limit(most);
  const count = yield* firstOf(
    db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .compile(),
  );
  return Number(count?.total ?? 0);
}

/**
 * Milliseconds until the owner may have another mail who has as many as are allowed in 24 hours.
 *
 * @param most - How many are allowed.
 */
export function* untilNextMail(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  most: number,
  given: Date,
): Work<number> {
  if (most === 0) return dayMs;
  const now = dialect.now(given.getTime());
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_mails')
      .select(sql<number>`created_at + ${dayMs} - ${now}`.as('left_ms'))
      .where('owner_id', '=', ownerId)
      .where('created_at', '<=', latestCounted(dialect, given))
      .orderBy('created_at', 'desc')
      .limit(1)
      .offset(most - 1)
      .compile(),
  );
  return Math.min(dayMs, Math.max(0, Number(row?.left_ms ?? 0)));
}

function latestCounted(dialect: QueryBuilder['dialect'], now: Date) {
  return sql<number>`${dialect.now(now.getTime())} + ${clocksDifferMs}`;
}

/**
 * Inserts mails to recipients of an owner that are confirmed, in order, as many as there is room for. Returns how many it
 * has left out for want of room.
 */
export function* insertMails(
  builder: QueryBuilder,
  ownerId: string,
  { mails, maxMailsPerDay }: NewMails,
  given: Date,
): Work<number> {
  const { db, dialect } = builder;
  const confirmed = yield* lockConfirmed(
    builder,
    ownerId,
    mails.map(({ recipientId }) => recipientId),
  );
  const wanted = mails.filter(({ recipientId }) => confirmed.has(recipientId));
  if (wanted.length === 0) return 0;
  // Two transactions must not exceed the quota together.
  yield lockTotals(builder, ownerId);
  const free = maxMailsPerDay - (yield* countMailsOfDay(builder, ownerId, maxMailsPerDay, given));
  const fitting = wanted.slice(0, free);
  if (fitting.length > 0) {
    const rows = dialect.textRows(
      ['recipient', 'mail_kind', 'message', 'content'],
      fitting.map(({ recipientId, kind, messageId, body }) => [
        ...[String(recipientId), kind, messageId, body],
      ]),
    );
    const now = dialect.now(given.getTime());
    yield db
      .insertInto('sitegrade_mails')
      .columns(mailColumns)
      .expression(
        sql`select ${ownerId}, cast(recipient as bigint), mail_kind, message, content, ${now}, ${now}
          from ${rows}` as never,
      )
      .compile();
  }
  return wanted.length - fitting.length;
}

const mailColumns = [
  ...(['owner_id', 'recipient_id', 'kind', 'message_id', 'body', 'due_at', 'created_at'] as const),
];

/** Locks those recipients that are confirmed, so that none is unsubscribed before there is a mail to cancel. */
function* lockConfirmed(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  ids: readonly number[],
): Work<ReadonlySet<number>> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_recipients')
      .select('id')
      .where('id', 'in', dialect.idList([...new Set(ids)].filter(Number.isSafeInteger)))
      .where('owner_id', '=', ownerId)
      .where('state', '=', 'confirmed')
      .orderBy('id')
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Inserts the mail that asks for a confirmation. */
export function insertConfirmation(
  { db, dialect }: QueryBuilder,
  mail: {
    readonly ownerId: string;
    readonly recipientId: number;
    readonly messageId: string;
    /** It counts as created when it is due: what becomes too old then begins to wait. */
    readonly delayMs: number;
    readonly now: Date;
  },
): CompiledQuery {
  const dueAt = sql<number>`${dialect.now(mail.now.getTime())} + ${mail.delayMs}`;
  return db
    .insertInto('sitegrade_mails')
    .values({
      owner_id: mail.ownerId,
      recipient_id: mail.recipientId,
      kind: 'confirmation',
      message_id: mail.messageId,
      body: null,
      due_at: dueAt,
      created_at: dueAt,
    })
    .compile();
}
