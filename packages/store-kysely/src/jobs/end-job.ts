import type {
  AttemptOutcome,
  BatchCancellation,
  CanceledJob,
  JobLease,
} from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { insertFailedJobs } from '../events/outbox-events.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { type JobRow, jobColumns, toJob } from './job-row.ts';
import { type LaneChange, moveLane } from './lanes.ts';

/** Ends an attempt that has created no report, if its lease has not ended. */
export function* endAttempt(
  builder: QueryBuilder,
  { jobId, token }: JobLease,
  outcome: AttemptOutcome,
  now: Date,
): Work<boolean> {
  const job = yield* firstOf(
    builder.db
      .updateTable('sitegrade_jobs')
      .set(afterAttempt(outcome, builder.dialect.now(now.getTime())))
      .where('id', '=', jobId)
      .where('lease_token', '=', token)
      .returning('owner_id')
      .compile(),
  );
  if (job === undefined) return false;
  if (outcome.kind === 'failed') yield insertFailedJobs(builder, [jobId], now);
  yield moveLane(builder, job.owner_id, {
    queued: outcome.kind === 'failed' ? 0 : 1,
    running: -1,
  });
  return true;
}

/** The changes of a running job after an attempt that created no report. */
export function afterAttempt(outcome: AttemptOutcome, now: RawBuilder<number>) {
  const noLease = { lease_token: null, leased_until: null };
  if (outcome.kind === 'given_back') {
    const due_at = dueAfter(now, outcome.delayMs ?? 0);
    return { ...noLease, status: 'queued', attempts: sql<number>`attempts - 1`, due_at } as const;
  }
  const error = JSON.stringify(outcome.error);
  if (outcome.kind === 'failed') {
    return { ...noLease, status: 'failed', error, ended_at: now } as const;
  }
  const due_at = dueAfter(now, outcome.delayMs);
  return { ...noLease, status: 'queued', error, due_at } as const;
}

/** When a job is due again; 0 for at once, in the order of creation. */
function dueAfter(now: RawBuilder<number>, delayMs: number) {
  return delayMs === 0 ? 0 : sql<number>`${now} + ${delayMs}`;
}

/** Selects a job of the owner if its lease has not ended. */
export function leasedJob(
  db: QueryBuilder['db'],
  { ownerId, jobId, token }: JobLease & { readonly ownerId: string },
) {
  return db
    .selectFrom('sitegrade_jobs')
    .select('id')
    .where('id', '=', jobId)
    .where('owner_id', '=', ownerId)
    .where('lease_token', '=', token);
}

/** Checks whether the lease of a job of the owner has not ended, and locks the job. */
export function* lockLeasedJob(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  lease: JobLease,
): Work<boolean> {
  const job = leasedJob(db, { ...lease, ownerId }).modifyEnd(dialect.forUpdate);
  return (yield* firstOf(job.compile())) !== undefined;
}

/** Records the report of a locked job. */
export function* completeJob(
  builder: QueryBuilder,
  ownerId: string,
  { jobId }: JobLease,
  report: { readonly id: number; readonly created_at: number },
): Work<void> {
  yield builder.db
    .updateTable('sitegrade_jobs')
    .set(doneWith(report.id, builder.dialect.now(report.created_at)))
    .where('id', '=', jobId)
    .compile();
  yield moveLane(builder, ownerId, { queued: 0, running: -1 });
}

/** The changes of a job that has created a report. */
export function doneWith(report_id: number | RawBuilder<number>, now: RawBuilder<number>) {
  return {
    status: 'done',
    report_id,
    error: null,
    ended_at: now,
    lease_token: null,
    leased_until: null,
  } as const;
}

/** Cancels a job of the owner, unless it has ended. */
export function* cancelJob(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  now: Date,
): Work<CanceledJob | undefined> {
  const row = yield* firstOf(lockJob(builder, ownerId, id));
  if (row === undefined) return undefined;
  const change = laneWithout(row);
  if (change === undefined) return { job: toJob(row), isNew: false };

  const canceled = yield* firstOf(
    builder.db
      .updateTable('sitegrade_jobs')
      .set(canceledAt(builder.dialect.now(now.getTime())))
      .where('id', '=', id)
      .returning(jobColumns)
      .compile(),
  );
  yield moveLane(builder, ownerId, change);
  return canceled && { job: toJob(canceled), isNew: true };
}

/** Cancels the oldest jobs of a batch that have not ended. Returns their ids, in order. */
export function* cancelJobsOfBatch(
  builder: QueryBuilder,
  ownerId: string,
  { batchId, limit, now }: BatchCancellation,
): Work<readonly number[]> {
  const { db, dialect } = builder;
  // In order, otherwise two transactions could deadlock.
  const jobs = yield* rowsOf(
    db
      .selectFrom('sitegrade_jobs')
      .select(['id', 'status'])
      .where('owner_id', '=', ownerId)
      .where('batch_id', '=', batchId)
      .where('status', 'in', ['queued', 'running'])
      .orderBy('id')
      .limit(limit)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  if (jobs.length === 0) return [];

  const ids = jobs.map(({ id }) => Number(id));
  yield db
    .updateTable('sitegrade_jobs')
    .set(canceledAt(dialect.now(now.getTime())))
    .where('id', 'in', dialect.idList(ids))
    .compile();
  const queued = jobs.filter(({ status }) => status === 'queued').length;
  yield moveLane(builder, ownerId, { queued: -queued, running: queued - jobs.length });
  return ids;
}

/** The changes of a job that is canceled. */
function canceledAt(now: RawBuilder<number>) {
  return {
    status: 'canceled',
    error: null,
    ended_at: now,
    due_at: 0,
    host_place: 0,
    lease_token: null,
    leased_until: null,
  } as const;
}

/** Deletes a job of the owner, in any state. */
export function* deleteJob(builder: QueryBuilder, ownerId: string, id: number): Work<boolean> {
  const deleted = yield* firstOf(
    builder.db
      .deleteFrom('sitegrade_jobs')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning('status')
      .compile(),
  );
  if (deleted === undefined) return false;
  const change = laneWithout(deleted);
  if (change) yield moveLane(builder, ownerId, change);
  return true;
}

function lockJob(
  { db, dialect }: QueryBuilder,
  ownerId: string,
  id: number,
): CompiledQuery<JobRow> {
  return db
    .selectFrom('sitegrade_jobs')
    .select(jobColumns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .modifyEnd(dialect.forUpdate)
    .compile();
}

/** The change of the counters when a job is canceled or deleted; `undefined` if it has ended. */
function laneWithout({ status }: Pick<JobRow, 'status'>): LaneChange | undefined {
  if (status === 'queued') return { queued: -1, running: 0 };
  if (status === 'running') return { queued: 0, running: -1 };
  return undefined;
}
