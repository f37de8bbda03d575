import {
  type ClaimedEvent,
  type EndedEvent,
  type EventClaim,
  isSameState,
  type MessageLease,
  type NewDeliveries,
  type OutboxEvent,
} from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import { insertMails } from '../mails/insert-mails.ts';
import type { Tables } from '../schema.ts';
import { firstDue, leaseColumns } from '../sending/claim-next.ts';
import { lockSite, setSite } from '../websites/site-state.ts';
import { firstOf, type Runner, rowsOf, type Work } from '../work.ts';
import { countWaitingOf, insertDeliveries, lockWebhooksOf } from './insert-deliveries.ts';

/**
 * Leases the oldest of the next owner who has something that is due. If nothing is due, that is one statement, which locks
 * nothing.
 */
export async function claimNextEvent(
  builder: QueryBuilder,
  { readStatement, writeStatement }: Runner,
  { token, leaseMs, afterOwner = '', now: given }: EventClaim,
): Promise<ClaimedEvent | undefined> {
  const now = given.getTime();
  const tried = new Set<string>();
  let last = afterOwner;
  for (;;) {
    const next = await readStatement(() => firstOf(nextOwner(builder, { afterOwner: last, now })));
    // If it was tried, others are leasing all that is due.
    if (next === undefined || tried.has(next.owner_id)) return undefined;
    const { owner_id: ownerId } = next;
    const row = await writeStatement(() =>
      firstOf(leaseOldest(builder, { ownerId, token, leaseMs, now })),
    );
    if (row !== undefined) return toClaimed(row, token);
    // Others have leased what this owner had: the next one may have something.
    tried.add(ownerId);
    last = ownerId;
  }
}

function toClaimed(row: LeasedRow, token: string): ClaimedEvent {
  return {
    ownerId: row.owner_id,
    event: toEvent(row),
    createdAt: new Date(Number(row.created_at)),
    attempts: row.attempts,
    lease: { id: Number(row.id), token },
  };
}

type OutboxRow = Selectable<Tables['sitegrade_outbox']>;

type LeasedRow = Pick<OutboxRow, (typeof leasedColumns)[number]>;

function toEvent(row: Pick<OutboxRow, 'kind' | 'subject_id' | 'job_id'>): OutboxEvent {
  const { kind } = row;
  const id = Number(row.subject_id);
  if (kind === 'crawl') return { kind, crawlId: id };
  if (kind === 'failed_job') return { kind, jobId: id };
  return { kind, reportId: id, jobId: row.job_id === null ? null : Number(row.job_id) };
}

/** The next owner who has something that is due: the first one after the last one. */
const nextOwner = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    values: { readonly afterOwner: string; readonly now: number },
  ): CompiledQuery<{ readonly owner_id: string }> => {
    const now = dialect.now(values.now);
    const byTime = dialect.readByIndex('sitegrade_outbox', 'sitegrade_outbox_due');
    const byOwner = dialect.readByIndex('sitegrade_outbox', 'sitegrade_outbox_by_owner');
    const firstAfter = (owner: RawBuilder<unknown>) =>
      sql`(select owner_id from ${byOwner} where owner_id > ${owner} order by owner_id limit ${oneRow})`;
    const nextAfter = (owner: RawBuilder<unknown>) =>
      sql`coalesce(${firstAfter(owner)}, ${firstAfter(sql`''`)})`;
    const firstDue = sql`(select due_at from ${byOwner} where owner_id = owners.owner_id
      order by due_at limit ${oneRow})`;
    // Workers that have nothing to do do not look at each owner.
    const isAnyDue = sql`(select due_at from ${byTime} where due_at <= ${now}
      order by due_at limit ${oneRow}) is not null`;
    // From one owner to the next, past all that is not due yet of each. The union ends where it comes round.
    return sql<{ readonly owner_id: string }>`with recursive owners (owner_id) as (
        select ${nextAfter(sql`${values.afterOwner}`)} where ${isAnyDue}
        union
        select ${nextAfter(sql`owners.owner_id`)} from owners where ${firstDue} > ${now}
      ) select owner_id from owners where ${firstDue} <= ${now}`.compile(db);
  },
);

const leasedColumns = [
  'id',
  'owner_id',
  'kind',
  'subject_id',
  'job_id',
  'created_at',
  'attempts',
] as const;

/** Leases what has been due longest of an owner. */
const leaseOldest = fixedQuery(
  (
    builder: QueryBuilder,
    values: {
      readonly ownerId: string;
      readonly token: string;
      readonly leaseMs: number;
      readonly now: number;
    },
  ) => {
    const oldest = firstDue(builder, 'sitegrade_outbox', values.now)
      .where('owner_id', '=', values.ownerId)
      .modifyEnd(builder.dialect.forUpdateSkipLocked);
    return builder.db
      .updateTable('sitegrade_outbox')
      .set({ ...leaseColumns(builder, values), attempts: sql<number>`attempts + 1` })
      .where('id', '=', oldest)
      .returning(leasedColumns)
      .compile();
  },
);

/**
 * Deletes what has happened, inserts its deliveries and mails, and changes what is known of the site, if the lease has not
 * ended and nothing else is known.
 */
export function* endEvent(
  builder: QueryBuilder,
  { id, token }: MessageLease,
  { deliveries, maxWaiting, mails, site, now }: NewDeliveries,
): Work<EndedEvent | undefined> {
  // First, as where reports are inserted.
  const current = site && (yield* lockSite(builder, site));
  if (site && current && !isSameState(current, site.from)) return undefined;
  const ended = yield* firstOf(
    builder.db
      .deleteFrom('sitegrade_outbox')
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .returning('owner_id')
      .compile(),
  );
  if (ended === undefined) return undefined;
  if (site) yield setSite(builder, site);
  const ownerId = ended.owner_id;
  yield* insertWanted(builder, ownerId, deliveries, maxWaiting, now);
  return { droppedMails: mails ? yield* insertMails(builder, ownerId, mails, now) : 0 };
}

function* insertWanted(
  builder: QueryBuilder,
  ownerId: string,
  deliveries: NewDeliveries['deliveries'],
  maxWaiting: number,
  now: Date,
): Work<void> {
  if (deliveries.length === 0) return;
  const webhooks = yield* lockWebhooksOf(builder, ownerId);
  const enabled = new Set(webhooks.filter((row) => row.isEnabled).map((row) => row.id));
  const wanted = deliveries.filter(({ webhookId }) => enabled.has(webhookId));
  if (wanted.length === 0) return;
  const free = Math.max(0, maxWaiting - (yield* countWaitingOf(builder, webhooks)));
  yield* insertDeliveries(builder, ownerId, wanted, free, now);
}

/** Leases what has happened for longer, if the lease has not ended. */
export function renewEvent(
  builder: QueryBuilder,
  lease: MessageLease,
  leaseMs: number,
  now: Date,
): Work<boolean> {
  return moveEvent(builder, lease, { lease_token: lease.token, in_ms: leaseMs }, now);
}

/** Gives back what has happened, if the lease has not ended. */
export function deferEvent(
  builder: QueryBuilder,
  lease: MessageLease,
  delayMs: number,
  now: Date,
): Work<boolean> {
  return moveEvent(builder, lease, { lease_token: null, in_ms: delayMs }, now);
}

function* moveEvent(
  { db, dialect }: QueryBuilder,
  { id, token }: MessageLease,
  { lease_token, in_ms }: { readonly lease_token: string | null; readonly in_ms: number },
  now: Date,
): Work<boolean> {
  const moved = yield* rowsOf(
    db
      .updateTable('sitegrade_outbox')
      .set({ lease_token, due_at: sql<number>`${dialect.now(now.getTime())} + ${in_ms}` })
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .returning('id')
      .compile(),
  );
  return moved.length > 0;
}
