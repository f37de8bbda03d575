import type { ClaimedMail, MailClaim } from '@sitegrade/core/store';
import { type CompiledQuery, type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { oneRow } from '../fixed-query.ts';
import { firstOf, type Runner, type Work } from '../work.ts';
import { canceled } from './delete-mails.ts';
import { foundRecipients, toFound } from './recipient-row.ts';

/** A claim ends after this many transactions. Each cancels a mail, or is the last one unless others interfere. */
const maxTries = 1_000;

/** Starts the next attempt. If none is due, that is one statement, which locks nothing. */
export async function claimNextMail(
  builder: QueryBuilder,
  { readStatement, writeUnsynced }: Runner,
  claim: MailClaim,
): Promise<ClaimedMail | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const due = await readStatement(() => firstOf(selectDue(builder, claim).compile()));
    if (due === undefined) return undefined;
    const outcome = await writeUnsynced(() => tryClaim(builder, claim));
    if (outcome !== 'again') return outcome;
  }
  return undefined;
}

function* tryClaim(
  builder: QueryBuilder,
  claim: MailClaim,
): Work<ClaimedMail | 'again' | undefined> {
  const mail = yield* firstOf(leaseDue(builder, claim));
  // Others have taken what was due.
  if (mail === undefined) return undefined;
  const mailId = Number(mail.id);
  const row = yield* firstOf(
    foundRecipients(builder).where('recipient.id', '=', Number(mail.recipient_id)).compile(),
  );
  const { kind } = mail;
  if (row === undefined || (row.state === 'confirmed') !== (kind !== 'confirmation')) {
    yield builder.db
      .updateTable('sitegrade_mails')
      .set(canceled)
      .where('id', '=', mailId)
      .compile();
    return 'again';
  }
  const { message_id: messageId, body, attempts } = mail;
  return {
    ...toFound(row),
    kind,
    messageId,
    body,
    attempts,
    token: row.token,
    createdAt: new Date(Number(mail.created_at)),
    lease: { mailId, token: claim.token },
  };
}

/** The mail that has been due longest. */
function selectDue({ db, dialect }: QueryBuilder, { now, exceptOwners = [] }: MailClaim) {
  const due = db
    .selectFrom('sitegrade_mails')
    .select('id')
    .where('due_at', '<=', dialect.now(now.getTime()))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(oneRow);
  const except = sql<SqlBool>`owner_id not in ${dialect.textList(exceptOwners)}`;
  return exceptOwners.length === 0 ? due : due.where(except);
}

function leaseDue(
  builder: QueryBuilder,
  claim: MailClaim,
): CompiledQuery<
  Pick<ClaimedMail, 'kind' | 'body' | 'attempts'> & {
    readonly id: number;
    readonly recipient_id: number;
    readonly message_id: string;
    readonly created_at: number;
  }
> {
  const { db, dialect } = builder;
  const next = selectDue(builder, claim).modifyEnd(dialect.forUpdateSkipLocked);
  return db
    .updateTable('sitegrade_mails')
    .set({
      lease_token: claim.token,
      due_at: sql<number>`${dialect.now(claim.now.getTime())} + ${claim.leaseMs}`,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', next)
    .returning(['id', 'recipient_id', 'kind', 'message_id', 'body', 'attempts', 'created_at'])
    .compile();
}
