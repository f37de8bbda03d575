import type {
  DigestEnd,
  EndedDigest,
  MailEnd,
  MailOutcome,
  MessageLease,
} from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows } from '../lock-rows.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { cancelMailsOf, ended } from './cancel-mails.ts';
import { insertMails } from './insert-mails.ts';

/** How many mails that were put off become due when one is sent. The first of them makes the next ones due. */
const wokenAtOnce = 100;

/** Ends an attempt, if its lease has not ended. */
export function* endMail(
  builder: QueryBuilder,
  lease: MessageLease,
  outcome: MailOutcome,
  given: Date,
): Work<MailEnd> {
  const { db, dialect } = builder;
  const now = dialect.now(given.getTime());
  const ofMail = db.selectFrom('sitegrade_mails').select('recipient_id').where('id', '=', lease.id);
  // First, as where the recipient cancels its mails.
  const recipients = db.selectFrom('sitegrade_recipients').select('id').where('id', '=', ofMail);
  const [recipientId] = yield* lockRows(builder, recipients);
  const ended = yield* firstOf(
    db
      .updateTable('sitegrade_mails')
      .set({ lease_token: null, ...mailAfter(outcome, now) })
      .where('id', '=', lease.id)
      .where('lease_token', '=', lease.token)
      .returning('owner_id')
      .compile(),
  );
  if (ended === undefined) return { isEnded: false, isRefused: false };
  if (outcome.kind === 'sent') yield* wakeMailsOf(builder, ended.owner_id);
  if (recipientId === undefined) return { isEnded: true, isRefused: false };
  const isRefused = yield* endForRecipient(builder, recipientId, outcome, now);
  return { isEnded: true, isRefused };
}

/** Makes mails of an owner due that were put off, in the order in which they were created. */
function* wakeMailsOf({ db, dialect }: QueryBuilder, ownerId: string): Work<void> {
  const mails = dialect.readByIndex('sitegrade_mails', 'sitegrade_mails_put_off');
  const rows = yield* rowsOf(
    // Those that are being attempted again are put off by that, if at all.
    sql<{ readonly id: number }>`select id from ${mails}
      where owner_id = ${ownerId} and error = 'unavailable' and due_at is not null and lease_token is null
      order by created_at, id limit ${sql.lit(wokenAtOnce)} ${dialect.forUpdateSkipLocked}`.compile(
      db,
    ),
  );
  if (rows.length === 0) return;
  yield db
    .updateTable('sitegrade_mails')
    .set({ due_at: sql<number>`created_at`, error: null })
    .where('id', 'in', dialect.idList(rows.map(({ id }) => Number(id))))
    .compile();
}

/** Keeps how the attempt ended for its recipient. Returns whether it gets no mails any more. */
function* endForRecipient(
  builder: QueryBuilder,
  id: number,
  outcome: MailOutcome,
  now: RawBuilder<number>,
): Work<boolean> {
  if (outcome.kind === 'given_back') return false;
  const change = builder.db.updateTable('sitegrade_recipients').where('id', '=', id);
  if (outcome.kind === 'sent') {
    const none = { failed_at: null, failure: null, failure_status: null };
    yield change
      .set({ ...none, refusals: 0, refused_since: null })
      .where('failed_at', 'is not', null)
      .compile();
    return false;
  }
  const { error, status } = outcome;
  const failed = change.set({ failed_at: now, failure: error, failure_status: status });
  if (outcome.kind !== 'failed' || error !== 'refused') {
    yield failed.compile();
    return false;
  }
  yield failed
    .set({
      refusals: sql<number>`refusals + 1`,
      refused_since: sql<number>`coalesce(refused_since, ${now})`,
    })
    .compile();
  const { mails, ms } = outcome.refusedAfter;
  const refused = yield* rowsOf(
    change
      .set({ state: 'refused', refused_at: now, digest_due_at: null })
      .where('state', '=', 'confirmed')
      .where('refusals', '>=', mails)
      .where('refused_since', '<=', sql<number>`${now} - ${ms}`)
      .returning('id')
      .compile(),
  );
  if (refused.length === 0) return false;
  yield cancelMailsOf(builder, [id]);
  return true;
}

/** The changes of a mail after an attempt. */
function mailAfter(outcome: MailOutcome, now: RawBuilder<number>) {
  const { kind } = outcome;
  if (kind === 'sent') return { ...ended(kind), error: null };
  if (kind === 'failed') return { ...ended(kind), error: outcome.error };
  const attempts = kind === 'retry' ? sql<number>`attempts` : sql<number>`attempts - 1`;
  if (kind === 'given_back') return { attempts, due_at: now };
  return { attempts, due_at: sql<number>`${now} + ${outcome.delayMs}`, error: outcome.error };
}

/** Moves the next digest of a recipient, and inserts the mail of this one. */
export function* endDigest(
  builder: QueryBuilder,
  { recipientId, dueAt, nextDueAt, mail, maxMailsPerDay, now }: EndedDigest,
): Work<DigestEnd> {
  const moved = yield* firstOf(
    builder.db
      .updateTable('sitegrade_recipients')
      .set({ digest_due_at: nextDueAt.getTime() })
      .where('id', '=', recipientId)
      .where('digest_due_at', '=', dueAt.getTime())
      .returning('owner_id')
      .compile(),
  );
  if (moved === undefined) return 'taken';
  if (mail === null) return 'skipped';
  const mails = [{ ...mail, recipientId, kind: 'digest' }] as const;
  const dropped = yield* insertMails(builder, moved.owner_id, { mails, maxMailsPerDay }, now);
  return dropped > 0 ? 'dropped' : 'created';
}
