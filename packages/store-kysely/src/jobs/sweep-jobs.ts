import type { JobSweep, JobsSwept } from '@sitegrade/core';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { afterAttempt } from './end-job.ts';
import { jobColumns, toJob } from './job-row.ts';
import { type LaneChange, moveLane, noJobs } from './lanes.ts';

/** Ends leases that are over, deletes old jobs and counts those that are due. */
export function* sweepJobs(builder: QueryBuilder, sweep: JobSweep): Work<JobsSwept> {
  const { queuedAgain, failed } = yield* endLeases(builder, sweep);
  const deleted = yield* rowsOf(deleteEnded(builder, sweep));
  const due = yield* firstOf(countDue(builder, sweep));
  return { queuedAgain, failed, deleted: deleted.length, due: Number(due?.total ?? 0) };
}

function* endLeases(
  builder: QueryBuilder,
  sweep: JobSweep,
): Work<Pick<JobsSwept, 'queuedAgain' | 'failed'>> {
  const { now, maxAttempts, error } = sweep;
  const over = yield* rowsOf(lockLeasesThatAreOver(builder, sweep));
  if (over.length === 0) return { queuedAgain: 0, failed: [] };

  const time = builder.dialect.now(now);
  const isLast = (job: (typeof over)[number]): boolean => Number(job.attempts) >= maxAttempts;
  const last = over.filter(isLast);
  const others = over.filter((job) => !isLast(job));
  const failed = yield* endAll(last, afterAttempt({ kind: 'failed', error }, time));
  yield* endAll(others, afterAttempt({ kind: 'retry', error, delayMs: 0 }, time));
  yield* moveLanes();
  return { queuedAgain: others.length, failed };

  function* endAll(
    jobs: typeof over,
    change: ReturnType<typeof afterAttempt>,
  ): Work<JobsSwept['failed']> {
    if (jobs.length === 0) return [];
    const rows = yield* rowsOf(
      builder.db
        .updateTable('sitegrade_jobs')
        .set(change)
        .where('id', 'in', builder.dialect.idList(jobs.map(({ id }) => id)))
        .returning(jobColumns)
        .compile(),
    );
    return rows.map((row) => ({ ownerId: row.owner_id, job: toJob(row) }));
  }

  /** Owners in order, otherwise two transactions could deadlock. */
  function* moveLanes(): Work<void> {
    const owners = new Map<string, LaneChange>();
    for (const job of over) {
      const { queued, running } = owners.get(job.owner_id) ?? noJobs;
      owners.set(job.owner_id, { queued: queued + (isLast(job) ? 0 : 1), running: running - 1 });
    }
    for (const ownerId of [...owners.keys()].sort()) {
      yield moveLane(builder, ownerId, owners.get(ownerId) ?? noJobs);
    }
  }
}

/** Skips jobs that are being ended, canceled or deleted, instead of waiting for it. */
function lockLeasesThatAreOver(
  { db, dialect }: QueryBuilder,
  { now, limit }: JobSweep,
): CompiledQuery<{ readonly id: number; readonly owner_id: string; readonly attempts: number }> {
  return db
    .selectFrom('sitegrade_jobs')
    .select(['id', 'owner_id', 'attempts'])
    .where(sql<boolean>`status = 'running'`)
    .where('leased_until', '<=', dialect.now(now))
    .orderBy('leased_until')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(dialect.forUpdateSkipLocked)
    .compile();
}

function deleteEnded(
  { db, dialect }: QueryBuilder,
  { now, keepMs, limit }: JobSweep,
): CompiledQuery<{ readonly id: number }> {
  return db
    .with('outdated', (query) =>
      query
        .selectFrom('sitegrade_jobs')
        .select('id')
        .where('ended_at', '<', sql<number>`${dialect.now(now)} - ${keepMs}`)
        .orderBy('ended_at')
        .orderBy('id')
        .limit(limit)
        .modifyEnd(dialect.forUpdateSkipLocked),
    )
    .deleteFrom('sitegrade_jobs')
    .where('id', 'in', (query) => query.selectFrom('outdated').select('id'))
    .returning('id')
    .compile();
}

/** By owner, so that jobs whose next attempt is not due yet are not read. */
function countDue(
  { db, dialect }: QueryBuilder,
  { now, limit }: JobSweep,
): CompiledQuery<{ readonly total: number }> {
  const due = db
    .selectFrom('sitegrade_lanes as lane')
    .innerJoin('sitegrade_jobs as job', 'job.owner_id', 'lane.owner_id')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`lane.queued > 0`)
    .where(sql<boolean>`job.status = 'queued'`)
    .where('job.due_at', '<=', dialect.now(now))
    .limit(limit);
  return db
    .selectFrom(due.as('due'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .compile();
}
