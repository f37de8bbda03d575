import type {
  ConfirmationLimit,
  ConfirmationLimits,
  ConfirmationRefusal,
  RecipientStore,
} from '@sitegrade/core/store';
import { foundRecipient, toRecipient } from './found-recipient.ts';
import { deleteRecipientRows } from './memory-deletion.ts';
import { cancelMailsOf, insertMail, mailsToday, untilNextMail } from './memory-mails.ts';
import { isOwned, type MemoryTables, type RecipientRow } from './memory-tables.ts';

/** The recipients of a memory store. */
export function memoryRecipients(tables: MemoryTables): RecipientStore {
  const findRow = (ownerId: string, websiteId: number, id: number) =>
    tables.recipients.find((row) => isOwned(ownerId, id)(row) && row.websiteId === websiteId);
  const findByToken = (token: string) => tables.recipients.find((row) => row.token === token);
  const found = (row: RecipientRow | undefined) => row && foundRecipient(tables, row);
  return {
    async create({ maxRecipients, ...given }) {
      const { ownerId, websiteId, address, createdAt } = given;
      const { events, minImportance, digest, token } = given;
      if (!tables.websites.some(isOwned(ownerId, websiteId))) return { outcome: 'missing' };
      const isSame = (row: RecipientRow) => row.websiteId === websiteId && row.address === address;
      if (tables.recipients.some(isSame)) return { outcome: 'exists' };
      const used = tables.recipients.filter((row) => row.ownerId === ownerId).length;
      if (used + 1 > maxRecipients) return { outcome: 'quota_exceeded', used };
      const refused = refusal(tables, ownerId, given, createdAt);
      if (refused) return refused;
      tables.lastIds.recipient += 1;
      const row: RecipientRow = {
        id: tables.lastIds.recipient,
        ownerId,
        websiteId,
        address,
        token,
        events: [...events],
        minImportance,
        digest,
        state: 'unconfirmed',
        confirmedAt: null,
        unsubscribedAt: null,
        digestDueAt: null,
        ...notRefused,
        lastFailure: null,
        createdAt,
        updatedAt: createdAt,
      };
      tables.recipients = [...tables.recipients, row];
      askForConfirmation(tables, row, given, createdAt);
      return { outcome: 'created', recipient: toRecipient(row) };
    },
    async find(ownerId, websiteId, id) {
      const row = findRow(ownerId, websiteId, id);
      return row && toRecipient(row);
    },
    async list(ownerId, websiteId) {
      return tables.recipients
        .filter((row) => row.ownerId === ownerId && row.websiteId === websiteId)
        .map(toRecipient);
    },
    async update(ownerId, websiteId, id, { digestDueAt, ...change }) {
      const row = findRow(ownerId, websiteId, id);
      if (row === undefined) return undefined;
      const changed = { ...row, ...structuredClone(change) };
      const isDue = changed.digest && changed.state === 'confirmed';
      const dueAt = isDue ? (row.digestDueAt ?? digestDueAt) : null;
      return toRecipient(replace(tables, { ...changed, digestDueAt: dueAt }));
    },
    async delete(ownerId, websiteId, id) {
      const row = findRow(ownerId, websiteId, id);
      if (row === undefined) return false;
      deleteRecipientRows(tables, [row]);
      return true;
    },
    async requestConfirmation({ ownerId, websiteId, id, now, ...limits }) {
      const row = findRow(ownerId, websiteId, id);
      if (row === undefined) return { outcome: 'missing' };
      if (row.state === 'confirmed') return { outcome: 'confirmed' };
      const refused = refusal(tables, ownerId, limits, now);
      if (refused) return refused;
      askForConfirmation(tables, row, limits, now);
      return { outcome: 'requested', recipient: toRecipient(row) };
    },
    async findByToken(token) {
      return found(findByToken(token));
    },
    async confirm(token, { digestDueAt, now }) {
      const row = findByToken(token);
      if (row === undefined || row.state === 'confirmed') return found(row);
      const changed = {
        ...row,
        ...({ state: 'confirmed', confirmedAt: now, unsubscribedAt: null } as const),
        ...notRefused,
        digestDueAt: row.digest ? digestDueAt : null,
      };
      return found(replace(tables, changed));
    },
    async unsubscribe(token, now) {
      const row = findByToken(token);
      if (row !== undefined) cancelMailsOf(tables, row.id);
      if (row === undefined || row.state === 'unsubscribed') return found(row);
      const changed = {
        ...row,
        ...({ state: 'unsubscribed', unsubscribedAt: now, digestDueAt: null } as const),
        ...notRefused,
      };
      return found(replace(tables, changed));
    },
    async dueDigests({ limit, now }) {
      const digests = tables.recipients
        .flatMap((row) =>
          row.digestDueAt !== null && row.digestDueAt <= now
            ? [{ ...foundRecipient(tables, row), dueAt: row.digestDueAt }]
            : [],
        )
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.recipient.id - b.recipient.id);
      return { now, digests: digests.slice(0, limit) };
    },
  };
}

const notRefused = { refusedAt: null, refusals: 0, refusedSince: null } as const;

/**
 * How far ahead mails to one address wait for each other. There is none that would wait longer: later times are those of a
 * clock that was ahead.
 */
const maxAheadMs = 30 * 24 * 60 * 60 * 1000;

/** Why there may be no mail that asks for a confirmation; `undefined` if there may. */
function refusal(
  tables: MemoryTables,
  ownerId: string,
  { maxMailsPerDay, ofOwner }: ConfirmationLimits,
  now: Date,
): ConfirmationRefusal | undefined {
  const used = mailsToday(tables, ownerId, now);
  if (used + 1 > maxMailsPerDay) {
    const retryAfterMs = untilNextMail(tables, ownerId, maxMailsPerDay, now);
    return { outcome: 'mails_exceeded', used, retryAfterMs };
  }
  const retryAfterMs = untilNext(tables, ofOwner, now);
  return retryAfterMs > 0 ? { outcome: 'too_many_confirmations', retryAfterMs } : undefined;
}

/** When confirmations were created that count, oldest first. */
function countedTimes(
  { confirmations }: MemoryTables,
  { key, windowMs }: ConfirmationLimit,
  now: Date,
): readonly number[] {
  const times = confirmations.get(key) ?? [];
  const at = now.getTime();
  return times.filter((time) => time > at - windowMs && time <= at + maxAheadMs);
}

/** Milliseconds until there may be another confirmation. */
function untilNext(tables: MemoryTables, limit: ConfirmationLimit, now: Date): number {
  const times = countedTimes(tables, limit, now);
  const oldest = times[times.length - limit.max];
  if (times.length < limit.max || oldest === undefined) return 0;
  return Math.max(0, oldest + limit.windowMs - now.getTime());
}

function askForConfirmation(
  tables: MemoryTables,
  { id, ownerId }: RecipientRow,
  { messageId, ofOwner, ofAll }: ConfirmationLimits,
  now: Date,
): void {
  const addTime = (limit: ConfirmationLimit, time: Date) =>
    tables.confirmations.set(limit.key, [...countedTimes(tables, limit, now), time.getTime()]);
  addTime(ofOwner, now);
  const delayMs = untilNext(tables, ofAll, now);
  if (delayMs > maxAheadMs) return;
  const dueAt = new Date(now.getTime() + delayMs);
  addTime(ofAll, dueAt);
  const mail = { recipientId: id, kind: 'confirmation', messageId, body: null } as const;
  // It counts as created when it is due: what becomes too old then begins to wait.
  insertMail(tables, ownerId, mail, dueAt);
}

/** Replaces the recipient with this id. */
function replace(tables: MemoryTables, row: RecipientRow): RecipientRow {
  tables.recipients = tables.recipients.map((other) => (other.id === row.id ? row : other));
  return row;
}
