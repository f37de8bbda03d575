import type { MessageClaim } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { oneRow } from '../fixed-query.ts';
import { firstOf, type Runner, type Work } from '../work.ts';

/*
 * How what has happened, deliveries and mails are leased.
 *
 * - A lease is a token, and a later `due_at` in the same row. Without a sweep, the row is due again when the lease is over,
 *   and an end that names another token changes nothing.
 * - A claim reads first whether anything is due, without a lock: idle workers do so every five seconds. Then one update
 *   finds the first row by its index, skips rows that others have locked, and leases it. Where all are locked, the next
 *   transaction waits for one.
 * - What is sent one at a time has one row to lease: that of the webhook, with the time at which a delivery is due.
 * - The outbox goes from owner to owner first, so that none with many events delays the others.
 *
 * Alternatives, and what they cost:
 *
 * - A lease in each delivery, and claims that skip those of busy webhooks: 4.1 ms of CPU time instead of 11 µs on SQLite
 *   while 16 webhooks with a thousand deliveries each are busy, all of which it reads.
 * - Statements that find, lock, count and lease: three more round trips for each delivery.
 * - Locks until a message is sent: a connection for each attempt, which may take five minutes.
 * - A subquery that waits for a locked row: it keeps the locks of rows that are not due any more, in another order than
 *   transactions that lock the webhooks of an owner by id. Twenty workers waited for each other until their time was over.
 */

/** Tables with rows to lease: messages, and webhooks, whose deliveries are sent one at a time. */
type LeasedTable = 'sitegrade_mails' | 'sitegrade_outbox' | 'sitegrade_webhooks';

/** A claim ends after this many transactions. Each makes the next one shorter: it takes few, unless others interfere. */
const maxTries = 1_000;

/**
 * Starts the next attempt. If none is due, that is one statement, which locks nothing.
 *
 * @param begin - Leases with {@link leaseDue} and returns what to send. `undefined` after it has changed what was in the
 * way, or if others have taken what was due.
 */
export async function claimNext<Claimed>(
  builder: QueryBuilder,
  { readStatement, writeUnsynced }: Runner,
  table: LeasedTable,
  claim: MessageClaim,
  begin: (builder: QueryBuilder, claim: TriedClaim) => Work<Claimed | undefined>,
): Promise<Claimed | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const due = await readStatement(() => firstOf(dueOf(builder, table, claim).compile()));
    if (due === undefined) return undefined;
    // Where all that are due are locked, it waits for one: returning nothing would leave a worker idle. In a transaction
    // that has skipped none, as it could have locked some of these, and others that lock them could wait for it.
    const waits = builder.dialect.locksRows && tries % 2 === 1;
    const claimed = await writeUnsynced(() => begin(builder, { ...claim, waits }));
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}

/** A claim that waits for the first row if that is locked, or skips all that are. */
export interface TriedClaim extends MessageClaim {
  readonly waits: boolean;
}

/** The changes of a row that is leased. */
interface LeaseColumns {
  readonly lease_token: string;
  readonly due_at: RawBuilder<number>;
}

/** Leases the row that has been due longest, with an update of the row for which a condition holds. */
export function leaseDue<Row>(
  builder: QueryBuilder,
  table: LeasedTable,
  claim: TriedClaim,
  update: (isNext: RawBuilder<SqlBool>, lease: LeaseColumns) => CompiledQuery<Row>,
): Work<Row | undefined> {
  const { dialect } = builder;
  const now = claim.now.getTime();
  const due = dueOf(builder, table, claim);
  const isNext = claim.waits
    ? sql<SqlBool>`id = ${due} and due_at <= ${dialect.now(now)}`
    : sql<SqlBool>`id = ${due.modifyEnd(dialect.forUpdateSkipLocked)}`;
  return firstOf(update(isNext, leaseColumns(builder, { ...claim, now })));
}

/** A lease is a token, and ends when its row is due again. */
export function leaseColumns(
  { dialect }: QueryBuilder,
  { token, leaseMs, now }: Omit<MessageClaim, 'now'> & { readonly now: number },
): LeaseColumns {
  return { lease_token: token, due_at: sql<number>`${dialect.now(now)} + ${leaseMs}` };
}

function dueOf(
  builder: QueryBuilder,
  table: LeasedTable,
  { now, exceptOwners = [] }: MessageClaim,
) {
  const due = firstDue(builder, table, now.getTime());
  const except = sql<SqlBool>`owner_id not in ${builder.dialect.textList(exceptOwners)}`;
  return exceptOwners.length === 0 ? due : due.where(except);
}

/** The row that has been due longest. */
export function firstDue({ db, dialect }: QueryBuilder, table: LeasedTable, now: number) {
  return db
    .selectFrom(table)
    .select('id')
    .where('due_at', '<=', dialect.now(now))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(oneRow);
}
