import type { JobSweep, JobsSwept } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { insertFailedJobs } from '../events/outbox-events.ts';
import { deleteHosts } from '../visiting/host-row.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { afterAttempt } from './end-job.ts';
import { jobColumns, toJob } from './job-row.ts';
import { type LaneChange, moveLane, noJobs } from './lanes.ts';

/** Ends leases that are over, deletes old jobs and counts those that are due. */
export function* sweepJobs(builder: QueryBuilder, sweep: JobSweep): Work<JobsSwept> {
  const { limit } = sweep;
  const { queuedAgain, failed } = yield* endLeases(builder, sweep);
  const deleted = yield* deleteEnded(builder, sweep);
  // Claims of jobs and crawls insert a row for each host that they lock.
  yield deleteHosts(builder, sweep.now, limit);
  const due = yield* firstOf(countDue(builder, sweep));
  const isDone = queuedAgain + failed.length < limit && deleted < limit;
  return { queuedAgain, failed, deleted, isDone, due: Number(due?.total ?? 0) };
}

function* endLeases(
  builder: QueryBuilder,
  sweep: JobSweep,
): Work<Pick<JobsSwept, 'queuedAgain' | 'failed'>> {
  const { now, maxAttempts, error } = sweep;
  const over = yield* rowsOf(lockLeasesThatAreOver(builder, sweep));
  if (over.length === 0) return { queuedAgain: 0, failed: [] };

  const time = builder.dialect.now(now.getTime());
  const isLast = (job: (typeof over)[number]): boolean => Number(job.attempts) >= maxAttempts;
  const last = over.filter(isLast);
  const others = over.filter((job) => !isLast(job));
  const failed = yield* endAll(last, afterAttempt({ kind: 'failed', error }, time));
  if (failed.length > 0) {
    const ids = failed.map(({ job }) => job.id);
    yield insertFailedJobs(builder, ids, now);
  }
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
    .where('leased_until', '<=', dialect.now(now.getTime()))
    .orderBy('leased_until')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(dialect.forUpdateSkipLocked)
    .compile();
}

/** In two statements: as one, Postgres may read the whole table to find the rows of a short list. */
function* deleteEnded(
  { db, dialect }: QueryBuilder,
  { now, keepMs, limit }: JobSweep,
): Work<number> {
  const outdated = yield* rowsOf(
    db
      .selectFrom('sitegrade_jobs')
      .select('id')
      .where('ended_at', '<', sql<number>`${dialect.now(now.getTime())} - ${keepMs}`)
      .orderBy('ended_at')
      .orderBy('id')
      .limit(limit)
      .modifyEnd(dialect.forUpdateSkipLocked)
      .compile(),
  );
  if (outdated.length > 0) {
    const ids = dialect.idList(outdated.map(({ id }) => id));
    yield db.deleteFrom('sitegrade_jobs').where('id', 'in', ids).compile();
  }
  return outdated.length;
}

function countDue(
  { db, dialect }: QueryBuilder,
  { now, limit }: JobSweep,
): CompiledQuery<{ readonly total: number }> {
  const due = db
    .selectFrom('sitegrade_jobs')
    .select(sql`1`.as('one'))
    // Queued, in the words of the index of all owners.
    .where('ended_at', 'is', null)
    .where('lease_token', 'is', null)
    .where('due_at', '<=', dialect.now(now.getTime()))
    .orderBy('due_at')
    .limit(limit);
  return db
    .selectFrom(due.as('due'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .compile();
}
