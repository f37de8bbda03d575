import type { AlertType, Recipient } from '@sitegrade/core';
import type { DueDigests, FoundRecipient } from '@sitegrade/core/store';
import { type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** The columns of a recipient, without its token and those that only find it. */
export const recipientColumns = [
  'id',
  'website_id',
  'address',
  'events',
  'min_importance',
  'digest',
  'state',
  'confirmed_at',
  'unsubscribed_at',
  'refused_at',
  'failed_at',
  'failure',
  'failure_status',
  'created_at',
  'updated_at',
] as const;

/** A row of {@link recipientColumns}. */
type RecipientRow = Pick<
  Selectable<Tables['sitegrade_recipients']>,
  (typeof recipientColumns)[number]
>;

/** The recipient of a row. */
export function toRecipient(row: RecipientRow): Recipient {
  return {
    id: Number(row.id),
    websiteId: Number(row.website_id),
    address: row.address,
    events: JSON.parse(row.events) as readonly AlertType[],
    minImportance: row.min_importance,
    digest: row.digest === 1,
    state: row.state,
    confirmedAt: toDate(row.confirmed_at),
    unsubscribedAt: toDate(row.unsubscribed_at),
    refusedAt: toDate(row.refused_at),
    lastFailure: lastFailureOf(row),
    createdAt: new Date(Number(row.created_at)),
    updatedAt: new Date(Number(row.updated_at)),
  };
}

function lastFailureOf({ failed_at: time, failure, failure_status: status }: RecipientRow) {
  const failedAt = toDate(time);
  return failedAt === null || failure === null ? null : { failedAt, error: failure, status };
}

function toDate(time: number | null): Date | null {
  return time === null ? null : new Date(Number(time));
}

/** One recipient of the owner's website. */
export function* findRecipient(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
): Work<Recipient | undefined> {
  const row = yield* firstOf(selectRecipient(builder, ownerId, websiteId, id).compile());
  return row && toRecipient(row);
}

/** The same, and locks it until the transaction ends. */
export function* lockRecipient(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  id: number,
): Work<Recipient | undefined> {
  const query = selectRecipient(builder, ownerId, websiteId, id);
  const row = yield* firstOf(query.modifyEnd(builder.dialect.forUpdate).compile());
  return row && toRecipient(row);
}

function selectRecipient(builder: QueryBuilder, ownerId: string, websiteId: number, id: number) {
  return ofWebsite(builder, ownerId, websiteId).where('id', '=', id);
}

/** Recipients of a deleted website are deleted in parts. */
function ofWebsite({ db }: QueryBuilder, ownerId: string, websiteId: number) {
  return db
    .selectFrom('sitegrade_recipients')
    .select(recipientColumns)
    .where('owner_id', '=', ownerId)
    .where('website_id', '=', websiteId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sitegrade_websites as website')
          .select('website.id')
          .where('website.id', '=', websiteId),
      ),
    );
}

/** All recipients of the owner's website, oldest first. */
export function* listRecipients(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
): Work<readonly Recipient[]> {
  const query = ofWebsite(builder, ownerId, websiteId).orderBy('id');
  return (yield* rowsOf(query.compile())).map(toRecipient);
}

/** The recipients of websites that exist, with the owner and the domain. */
export function foundRecipients({ db }: QueryBuilder) {
  return db
    .selectFrom('sitegrade_recipients as recipient')
    .innerJoin('sitegrade_websites as website', 'website.id', 'recipient.website_id')
    .select(recipientColumns.map((column) => `recipient.${column}` as const))
    .select(['recipient.owner_id', 'recipient.token', 'recipient.digest_due_at', 'website.domain']);
}

/** A recipient of a row, and whose it is. */
export function toFound(
  row: RecipientRow & { readonly owner_id: string; readonly domain: string },
): FoundRecipient {
  return { ownerId: row.owner_id, domain: row.domain, recipient: toRecipient(row) };
}

/** The recipient whose links have this token. */
export function* findByToken(
  builder: QueryBuilder,
  token: string,
): Work<FoundRecipient | undefined> {
  const query = foundRecipients(builder).where('recipient.token', '=', token);
  const row = yield* firstOf(query.compile());
  return row && toFound(row);
}

/** Recipients whose digest is due, those first that have been due longest. */
export function* dueDigests(
  builder: QueryBuilder,
  { limit, now: given }: { readonly limit: number; readonly now: Date },
): Work<DueDigests> {
  const now = builder.dialect.now(given.getTime());
  const rows = yield* rowsOf(
    foundRecipients(builder)
      .select(sql<number>`${now}`.as('now'))
      .where('recipient.digest_due_at', '<=', now)
      .where('recipient.digest_due_at', 'is not', null)
      .orderBy('recipient.digest_due_at')
      .orderBy('recipient.id')
      .limit(limit)
      .compile(),
  );
  return {
    now: new Date(Number(rows[0]?.now ?? given.getTime())),
    digests: rows.map((row) => ({ ...toFound(row), dueAt: new Date(Number(row.digest_due_at)) })),
  };
}
