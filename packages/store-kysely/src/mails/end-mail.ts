import type { DigestEnd, EndedDigest, MailLease, MailOutcome } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { insertMails } from './insert-mails.ts';

/** Ends an attempt, if its lease has not ended. */
export function* endMail(
  { db, dialect }: QueryBuilder,
  { mailId, token }: MailLease,
  outcome: MailOutcome,
  now: Date,
): Work<boolean> {
  const ended = yield* rowsOf(
    db
      .updateTable('sitegrade_mails')
      .set({ lease_token: null, ...mailAfter(outcome, dialect.now(now.getTime())) })
      .where('id', '=', mailId)
      .where('lease_token', '=', token)
      .returning('id')
      .compile(),
  );
  return ended.length > 0;
}

/** The changes of a mail after an attempt. */
function mailAfter(outcome: MailOutcome, now: RawBuilder<number>) {
  switch (outcome.kind) {
    case 'given_back':
      return { attempts: sql<number>`attempts - 1`, due_at: now };
    case 'retry':
      return { due_at: sql<number>`${now} + ${outcome.delayMs}`, error: outcome.error };
    case 'sent':
      return { state: 'sent', due_at: null, body: null, error: null } as const;
    case 'failed':
      return { state: 'failed', due_at: null, body: null, error: outcome.error } as const;
  }
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
