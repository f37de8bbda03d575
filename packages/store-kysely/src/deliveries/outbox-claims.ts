import {
  type ClaimedEvent,
  type EndedEvent,
  type EventClaim,
  type EventLease,
  isSameState,
  type NewDeliveries,
  type OutboxEvent,
} from '@sitegrade/core/store';
import { type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import { insertMails } from '../mails/insert-mails.ts';
import type { Tables } from '../schema.ts';
import { lockSite, setSite } from '../websites/site-state.ts';
import { firstOf, type Runner, rowsOf, type Work } from '../work.ts';
import { countWaitingOf, insertDeliveries, lockWebhooksOf } from './insert-deliveries.ts';

/** Leases what is next. If there is nothing, that is one statement, which locks nothing. */
export async function claimNextEvent(
  builder: QueryBuilder,
  { readStatement, writeStatement }: Runner,
  claim: EventClaim,
): Promise<ClaimedEvent | undefined> {
  const { token, leaseMs, afterOwner = '' } = claim;
  const now = claim.now.getTime();
  const due = await readStatement(() => firstOf(selectDue(builder, { now })));
  if (due === undefined) return undefined;
  const row = await writeStatement(() =>
    firstOf(leaseDue(builder, { token, leaseMs, afterOwner, now })),
  );
  if (row === undefined) return undefined;
  const id = Number(row.id);
  return {
    ownerId: row.owner_id,
    event: toEvent(row),
    createdAt: new Date(Number(row.created_at)),
    attempts: row.attempts,
    lease: { id, token },
  };
}

type OutboxRow = Selectable<Tables['sitegrade_outbox']>;

function toEvent(row: Pick<OutboxRow, 'kind' | 'subject_id' | 'job_id'>): OutboxEvent {
  const { kind } = row;
  const id = Number(row.subject_id);
  if (kind === 'crawl') return { kind, crawlId: id };
  if (kind === 'failed_job') return { kind, jobId: id };
  return { kind, reportId: id, jobId: row.job_id === null ? null : Number(row.job_id) };
}

const selectDue = fixedQuery(({ db, dialect }, { now }: { readonly now: number }) =>
  db
    .selectFrom('sitegrade_outbox')
    .select('id')
    .where('due_at', '<=', dialect.now(now))
    .orderBy('due_at')
    .orderBy('id')
    .limit(oneRow)
    .compile(),
);

const leaseDue = fixedQuery(
  (
    { db, dialect },
    values: {
      readonly token: string;
      readonly leaseMs: number;
      readonly afterOwner: string;
      readonly now: number;
    },
  ) => {
    const now = dialect.now(values.now);
    const due = db
      .selectFrom('sitegrade_outbox')
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('owner_id')
      .orderBy('due_at')
      .orderBy('id')
      .limit(oneRow)
      .modifyEnd(dialect.forUpdateSkipLocked);
    const ofNextOwner = due.where('owner_id', '>', values.afterOwner);
    return (
      db
        .updateTable('sitegrade_outbox')
        .set({
          lease_token: values.token,
          due_at: sql<number>`${now} + ${values.leaseMs}`,
          attempts: sql<number>`attempts + 1`,
        })
        // The owners take turns: one with many events keeps no other from its own.
        .where('id', '=', sql<number>`coalesce(${ofNextOwner}, ${due})`)
        .returning(['id', 'owner_id', 'kind', 'subject_id', 'job_id', 'created_at', 'attempts'])
        .compile()
    );
  },
);

/**
 * Deletes what has happened, inserts its deliveries and mails, and changes what is known of the site, if the lease has not
 * ended and nothing else is known.
 */
export function* endEvent(
  builder: QueryBuilder,
  { id, token }: EventLease,
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

/** Gives back what has happened, if the lease has not ended. */
export function* deferEvent(
  { db, dialect }: QueryBuilder,
  { id, token }: EventLease,
  delayMs: number,
  now: Date,
): Work<boolean> {
  const deferred = yield* rowsOf(
    db
      .updateTable('sitegrade_outbox')
      .set({
        lease_token: null,
        due_at: sql<number>`${dialect.now(now.getTime())} + ${delayMs}`,
      })
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .returning('id')
      .compile(),
  );
  return deferred.length > 0;
}
