import type { MailEnd, MailOutcome, MailStore, NewMails } from '@sitegrade/core/store';
import { foundRecipient } from './found-recipient.ts';
import { after, firstDue, isLeased, leased } from './memory-sending.ts';
import { isOwned, type MailRow, type MemoryTables, type RecipientRow } from './memory-tables.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The mails of a memory store. */
export function memoryMails(tables: MemoryTables): MailStore {
  return {
    async claim(claim) {
      for (;;) {
        const next = firstDue(tables.mails, claim);
        if (next === undefined) return undefined;
        const recipient = tables.recipients.find(({ id }) => id === next.recipientId);
        if (recipient === undefined || !isWanted(next, recipient)) {
          replace(tables, { ...next, ...canceled });
          continue;
        }
        const row = { ...next, ...leased(next.attempts, claim) };
        replace(tables, row);
        const { id, kind, messageId, body, attempts, createdAt } = row;
        return {
          ...foundRecipient(tables, recipient),
          kind,
          messageId,
          body,
          attempts,
          createdAt,
          token: recipient.token,
          lease: { id, token: claim.token },
        };
      }
    },
    async end(lease, outcome, now) {
      const row = tables.mails.find(isLeased(lease));
      if (row === undefined) return { isEnded: false, isRefused: false };
      replace(tables, { ...row, leaseToken: null, ...afterAttempt(row, outcome, now) });
      if (outcome.kind === 'sent') wakeMailsOf(tables, row.ownerId);
      return endForRecipient(tables, row.recipientId, outcome, now);
    },
    async endDigest({ recipientId, dueAt, nextDueAt, mail, maxMailsPerDay, now }) {
      const recipient = tables.recipients.find(({ id }) => id === recipientId);
      if (recipient?.digestDueAt?.getTime() !== dueAt.getTime()) return 'taken';
      tables.recipients = tables.recipients.map((row) =>
        row === recipient ? { ...row, digestDueAt: nextDueAt } : row,
      );
      if (mail === null) return 'skipped';
      const mails = [{ ...mail, recipientId, kind: 'digest' }] as const;
      const dropped = insertMails(tables, recipient.ownerId, { mails, maxMailsPerDay }, now);
      return dropped > 0 ? 'dropped' : 'created';
    },
  };
}

/** Whether a mail may still be sent. */
function isWanted({ kind }: MailRow, { state }: RecipientRow): boolean {
  return (state === 'confirmed') === (kind !== 'confirmation');
}

const canceled = { ...ended('canceled'), leaseToken: null } as const;

function ended<State extends MailRow['state']>(state: State) {
  return { state, dueAt: null, body: null };
}

function afterAttempt(row: MailRow, outcome: MailOutcome, now: Date): Partial<MailRow> {
  const { kind } = outcome;
  if (kind === 'sent') return { ...ended(kind), error: null };
  if (kind === 'failed') return { ...ended(kind), error: outcome.error };
  const attempts = kind === 'retry' ? row.attempts : row.attempts - 1;
  if (kind === 'given_back') return { attempts, dueAt: now };
  return { attempts, dueAt: after(now, outcome.delayMs), error: outcome.error };
}

/** Makes mails of an owner due that were put off, in the order in which they were created. */
function wakeMailsOf(tables: MemoryTables, ownerId: string): void {
  tables.mails = tables.mails.map((row) =>
    row.ownerId === ownerId && row.error === 'unavailable' && row.dueAt && row.leaseToken === null
      ? { ...row, dueAt: row.createdAt, error: null }
      : row,
  );
}

/** Keeps how the attempt ended for its recipient. */
function endForRecipient(
  tables: MemoryTables,
  recipientId: number,
  outcome: MailOutcome,
  now: Date,
): MailEnd {
  const row = tables.recipients.find(({ id }) => id === recipientId);
  if (row === undefined || outcome.kind === 'given_back') return notRefused;
  if (outcome.kind === 'sent') {
    replaceRecipient(tables, { ...row, lastFailure: null, refusals: 0, refusedSince: null });
    return notRefused;
  }
  const { error, status } = outcome;
  const failed = { ...row, lastFailure: { failedAt: now, error, status } };
  if (outcome.kind !== 'failed' || error !== 'refused') {
    replaceRecipient(tables, failed);
    return notRefused;
  }
  const refusals = row.refusals + 1;
  const refusedSince = row.refusedSince ?? now;
  const { mails, ms } = outcome.refusedAfter;
  const isOver = refusals >= mails && now.getTime() - refusedSince.getTime() >= ms;
  const isRefused = row.state === 'confirmed' && isOver;
  replaceRecipient(tables, {
    ...failed,
    refusals,
    refusedSince,
    ...(isRefused && { state: 'refused', refusedAt: now, digestDueAt: null }),
  });
  if (isRefused) cancelMailsOf(tables, recipientId);
  return { isEnded: true, isRefused };
}

const notRefused = { isEnded: true, isRefused: false } as const;

function replaceRecipient(tables: MemoryTables, row: RecipientRow): void {
  tables.recipients = tables.recipients.map((other) => (other.id === row.id ? row : other));
}

/** Cancels the mails of a recipient that wait. */
export function cancelMailsOf(tables: MemoryTables, recipientId: number): void {
  tables.mails = tables.mails.map((row) =>
    row.recipientId === recipientId && row.dueAt !== null ? { ...row, ...canceled } : row,
  );
}

/** When mails of an owner were created, without confirmations that wait for their slot: they count from then on. */
function countedTimes(mails: readonly MailRow[], ownerId: string, now: Date): number[] {
  return mails
    .filter((row) => row.ownerId === ownerId && row.createdAt <= now)
    .map((row) => row.createdAt.getTime());
}

/** How many mails of an owner were created in the last 24 hours. */
export function mailsToday({ mails }: MemoryTables, ownerId: string, now: Date): number {
  const after = now.getTime() - dayMs;
  return countedTimes(mails, ownerId, now).filter((time) => time > after).length;
}

/** Milliseconds until the owner may have another mail who has as many as are allowed in 24 hours. */
export function untilNextMail(
  { mails }: MemoryTables,
  ownerId: string,
  most: number,
  now: Date,
): number {
  const times = countedTimes(mails, ownerId, now).sort((a, b) => b - a);
  const nth = times[most - 1];
  if (nth === undefined) return dayMs;
  return Math.min(dayMs, Math.max(0, nth + dayMs - now.getTime()));
}

/** Inserts mails to recipients that are confirmed, as many as there is room for. Returns how many it has left out. */
export function insertMails(
  tables: MemoryTables,
  ownerId: string,
  { mails, maxMailsPerDay }: NewMails,
  now: Date,
): number {
  const wanted = mails.filter(
    ({ recipientId }) =>
      tables.recipients.find(isOwned(ownerId, recipientId))?.state === 'confirmed',
  );
  const free = Math.max(0, maxMailsPerDay - mailsToday(tables, ownerId, now));
  for (const mail of wanted.slice(0, free)) insertMail(tables, ownerId, mail, now);
  return Math.max(0, wanted.length - free);
}

/** Inserts a mail that is due. */
export function insertMail(
  tables: MemoryTables,
  ownerId: string,
  mail: Pick<MailRow, 'recipientId' | 'kind' | 'messageId' | 'body'>,
  now: Date,
): void {
  tables.lastIds.mail += 1;
  const row: MailRow = {
    ...mail,
    id: tables.lastIds.mail,
    ownerId,
    state: 'waiting',
    attempts: 0,
    dueAt: now,
    leaseToken: null,
    error: null,
    createdAt: now,
  };
  tables.mails = [...tables.mails, row];
}

function replace(tables: MemoryTables, row: MailRow): void {
  tables.mails = tables.mails.map((other) => (other.id === row.id ? row : other));
}
