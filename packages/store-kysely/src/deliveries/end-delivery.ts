import type { DeliveryOutcome, EndedDelivery, MessageLease } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { noLease, setDueAt } from '../webhooks/webhook-row.ts';
import { firstOf, type Work } from '../work.ts';

/** Ends an attempt, if its lease has not ended. */
export function* endDelivery(
  builder: QueryBuilder,
  lease: MessageLease,
  outcome: DeliveryOutcome,
  given: Date,
): Work<EndedDelivery> {
  const { db, dialect } = builder;
  const webhook = yield* firstOf(lockLeased(builder, lease));
  if (webhook === undefined) return notEnded;
  const { id } = webhook;
  const now = dialect.now(given.getTime());
  const ended = yield* firstOf(
    db
      .updateTable('sitegrade_deliveries')
      .set(deliveryAfter(outcome, now))
      .where('id', '=', lease.id)
      .returning('id')
      .compile(),
  );
  // The webhook is free in any case.
  const change =
    ended === undefined ? {} : webhookAfter(outcome, now, webhook.disabled_reason !== null);
  const after = yield* firstOf(
    db
      .updateTable('sitegrade_webhooks')
      .set({ ...noLease, ...change })
      .where('id', '=', id)
      .returning('disabled_reason')
      .compile(),
  );
  yield setDueAt(builder, { id, now: given.getTime() });
  if (ended === undefined) return notEnded;
  const reason = after?.disabled_reason ?? null;
  const isNew = webhook.disabled_reason === null && reason !== 'owner';
  return { isEnded: true, disabled: isNew ? reason : null };
}

const notEnded = { isEnded: false, disabled: null } as const;

/** The webhook of an attempt: its delivery may have been deleted. */
const lockLeased = fixedQuery(({ db, dialect }, { id, token }: MessageLease) =>
  db
    .selectFrom('sitegrade_webhooks')
    .select(['id', 'disabled_reason'])
    .where('lease_token', '=', token)
    .where('leased_delivery_id', '=', id)
    .modifyEnd(dialect.forUpdate)
    .compile(),
);

/** The changes of a delivery after an attempt. */
function deliveryAfter(outcome: DeliveryOutcome, now: RawBuilder<number>) {
  if (outcome.kind === 'given_back') return { attempts: sql<number>`attempts - 1` };
  const { kind, httpStatus: http_status, durationMs: duration_ms } = outcome;
  const error = kind === 'delivered' ? null : outcome.error;
  const attempted = { http_status, duration_ms, error };
  return kind === 'retry'
    ? { ...attempted, due_at: sql<number>`${now} + ${outcome.delayMs}` }
    : { ...attempted, state: kind, due_at: null, ended_at: now };
}

/** The changes of its webhook. */
function webhookAfter(outcome: DeliveryOutcome, now: RawBuilder<number>, isDisabled: boolean) {
  if (outcome.kind === 'given_back') return {};
  const pauseMs = outcome.kind === 'retry' ? (outcome.pauseMs ?? 0) : 0;
  const attempted = {
    attempted_at: now,
    // No attempt begins in a pause: one that there was is over.
    paused_until: pauseMs > 0 ? sql<number>`${now} + ${pauseMs}` : null,
  };
  if (outcome.kind === 'delivered') {
    return { ...attempted, failing_since: null, last_delivered_at: now };
  }
  const failingSince = sql<number>`coalesce(failing_since, ${now})`;
  const failed = { ...attempted, failing_since: failingSince };
  if (isDisabled || outcome.kind === 'retry') return failed;
  if (outcome.isGone) {
    return { ...failed, due_at: null, disabled_reason: 'gone' as const, disabled_at: now };
  }
  const ifOver = (value: RawBuilder<unknown>) =>
    sql`case when ${now} - ${failingSince} >= ${outcome.disableAfterMs} then ${value} end`;
  return {
    ...failed,
    due_at: null,
    disabled_reason: ifOver(sql`'failing'`) as RawBuilder<'failing' | null>,
    disabled_at: ifOver(now) as RawBuilder<number | null>,
  };
}
