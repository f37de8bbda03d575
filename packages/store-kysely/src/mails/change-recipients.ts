import type { Recipient } from '@sitegrade/core';
import type {
  Confirmation,
  ConfirmationRequest,
  FoundRecipient,
  NewRecipient,
  RecipientChange,
  RecipientCreation,
  RequestedConfirmation,
} from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows, lockTotals, ownedRows } from '../lock-rows.ts';
import { firstOf, type Work } from '../work.ts';
import { cancelMailsOf } from './cancel-mails.ts';
import { askForConfirmation } from './confirmations.ts';
import { findByToken, lockRecipient, recipientColumns, toRecipient } from './recipient-row.ts';

/** Inserts a recipient, and the mail that asks for its confirmation. */
export function* createRecipient(
  builder: QueryBuilder,
  recipient: NewRecipient,
): Work<RecipientCreation> {
  const { ownerId, websiteId, address, maxRecipients, createdAt } = recipient;
  // First, as where a website is deleted. It must not be deleted before there is a recipient that this would delete.
  const website = ownedRows(builder, 'sitegrade_websites', ownerId).where('id', '=', websiteId);
  const [locked] = yield* lockRows(builder, website);
  if (locked === undefined) return { outcome: 'missing' };
  const same = yield* firstOf(
    builder.db
      .selectFrom('sitegrade_recipients')
      .select('id')
      .where('website_id', '=', websiteId)
      .where('address', '=', address)
      .compile(),
  );
  if (same) return { outcome: 'exists' };
  // Two requests at once must not exceed a quota together.
  yield lockTotals(builder, ownerId);
  const used = Number((yield* firstOf(countOfOwner(builder, ownerId)))?.total ?? 0);
  if (used + 1 > maxRecipients) return { outcome: 'quota_exceeded', used };
  let created: Recipient | undefined;
  const limits = { ...recipient, now: createdAt };
  const refused = yield* askForConfirmation(builder, ownerId, limits, function* () {
    const row = yield* firstOf(insertRow(builder, recipient));
    if (row === undefined) throw new Error('The recipient was inserted without a row.');
    created = toRecipient(row);
    return created.id;
  });
  if (refused) return refused;
  if (created === undefined) throw new Error('The recipient was not inserted.');
  return { outcome: 'created', recipient: created };
}

function countOfOwner(
  { db }: QueryBuilder,
  ownerId: string,
): CompiledQuery<{ readonly total: number }> {
  return db
    .selectFrom('sitegrade_recipients')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .compile();
}

function insertRow({ db }: QueryBuilder, recipient: NewRecipient) {
  const createdAt = recipient.createdAt.getTime();
  return db
    .insertInto('sitegrade_recipients')
    .values({
      owner_id: recipient.ownerId,
      website_id: recipient.websiteId,
      address: recipient.address,
      events: JSON.stringify(recipient.events),
      min_importance: recipient.minImportance,
      digest: recipient.digest ? 1 : 0,
      token: recipient.token,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning(recipientColumns)
    .compile();
}

/** Changes settings of a recipient. */
export function* updateRecipient(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
  { events, minImportance, digest, digestDueAt, updatedAt }: RecipientChange,
): Work<Recipient | undefined> {
  const current = yield* lockRecipient(builder, ownerId, websiteId, id);
  if (current === undefined) return undefined;
  const isDue = (digest ?? current.digest) && current.state === 'confirmed';
  const row = yield* firstOf(
    builder.db
      .updateTable('sitegrade_recipients')
      .set({
        updated_at: updatedAt.getTime(),
        ...(events !== undefined && { events: JSON.stringify(events) }),
        ...(minImportance !== undefined && { min_importance: minImportance }),
        ...(digest !== undefined && { digest: digest ? 1 : 0 }),
        digest_due_at: isDue
          ? sql<number>`coalesce(digest_due_at, ${digestDueAt.getTime()})`
          : null,
      })
      .where('id', '=', id)
      .returning(recipientColumns)
      .compile(),
  );
  if (row === undefined) throw new Error('A recipient that is locked is missing.');
  return toRecipient(row);
}

/** Deletes a recipient, and cancels its mails. */
export function* deleteRecipient(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
): Work<boolean> {
  const current = yield* lockRecipient(builder, ownerId, websiteId, id);
  if (current === undefined) return false;
  yield cancelMailsOf(builder, [id]);
  yield builder.db.deleteFrom('sitegrade_recipients').where('id', '=', id).compile();
  return true;
}

/** Inserts another mail that asks for a confirmation. */
export function* requestConfirmation(
  builder: QueryBuilder,
  request: RequestedConfirmation,
): Work<ConfirmationRequest> {
  const { ownerId, websiteId, id } = request;
  const recipient = yield* lockRecipient(builder, ownerId, websiteId, id);
  if (recipient === undefined) return { outcome: 'missing' };
  if (recipient.state === 'confirmed') return { outcome: 'confirmed' };
  yield lockTotals(builder, ownerId);
  // biome-ignore lint/correctness/useYield: the recipient is known.
  const refused = yield* askForConfirmation(builder, ownerId, request, function* () {
    return id;
  });
  return refused ?? { outcome: 'requested', recipient };
}

const notRefused = { refused_at: null, refusals: 0, refused_since: null } as const;

/** Confirms a recipient. */
export function* confirmRecipient(
  builder: QueryBuilder,
  token: string,
  { digestDueAt, now }: Confirmation,
): Work<FoundRecipient | undefined> {
  const { db, dialect } = builder;
  yield db
    .updateTable('sitegrade_recipients')
    .set({
      state: 'confirmed',
      confirmed_at: dialect.now(now.getTime()),
      unsubscribed_at: null,
      ...notRefused,
      digest_due_at: sql<
        number | null
      >`case when digest = 1 then cast(${digestDueAt.getTime()} as bigint) end`,
    })
    .where('token', '=', token)
    .where('state', '<>', 'confirmed')
    .compile();
  return yield* findByToken(builder, token);
}

/** Unsubscribes a recipient, and cancels its mails. */
export function* unsubscribeRecipient(
  builder: QueryBuilder,
  token: string,
  now: Date,
): Work<FoundRecipient | undefined> {
  const { db, dialect } = builder;
  yield db
    .updateTable('sitegrade_recipients')
    .set({
      state: 'unsubscribed',
      ...notRefused,
      unsubscribed_at: dialect.now(now.getTime()),
      digest_due_at: null,
    })
    .where('token', '=', token)
    .where('state', '<>', 'unsubscribed')
    .compile();
  const found = yield* findByToken(builder, token);
  // Also a confirmation that was asked for again since it was unsubscribed.
  if (found) yield cancelMailsOf(builder, [found.recipient.id]);
  return found;
}
