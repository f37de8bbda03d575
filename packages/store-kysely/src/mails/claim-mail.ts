import type { ClaimedMail } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { leaseDue, type TriedClaim } from '../sending/claim-next.ts';
import { firstOf, type Work } from '../work.ts';
import { canceled } from './cancel-mails.ts';
import { foundRecipients, toFound } from './recipient-row.ts';

/** Starts an attempt at the mail that has been due longest, or cancels it if it is not to be sent any more. */
export function* beginMail(
  builder: QueryBuilder,
  claim: TriedClaim,
): Work<ClaimedMail | undefined> {
  const { db } = builder;
  const mail = yield* leaseDue(builder, 'sitegrade_mails', claim, (isNext, lease) =>
    db
      .updateTable('sitegrade_mails')
      .set({ ...lease, attempts: sql<number>`attempts + 1` })
      .where(isNext)
      .returning(['id', 'recipient_id', 'kind', 'message_id', 'body', 'attempts', 'created_at'])
      .compile(),
  );
  if (mail === undefined) return undefined;
  const id = Number(mail.id);
  const row = yield* firstOf(
    foundRecipients(builder).where('recipient.id', '=', Number(mail.recipient_id)).compile(),
  );
  const { kind } = mail;
  if (row === undefined || (row.state === 'confirmed') !== (kind !== 'confirmation')) {
    yield db.updateTable('sitegrade_mails').set(canceled).where('id', '=', id).compile();
    return undefined;
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
    lease: { id, token: claim.token },
  };
}
