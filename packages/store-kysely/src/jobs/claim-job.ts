import type { ClaimedJob, JobClaim } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { oneRow } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import { type JobRow, jobColumns, toJob } from './job-row.ts';

/** The outcome of {@link claimNextJob}. `locked`: other transactions are changing all due jobs of that owner. */
type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly claimed: ClaimedJob }
  | { readonly kind: 'locked'; readonly ownerId: string }
  | { readonly kind: 'none' };

/**
 * Starts the next job, of an owner that is not skipped.
 *
 * Claims of different owners do not wait for each other, and those of one owner wait only for each other's
 * transaction. No other lock is held while waiting, so that the order of locks does not matter here.
 */
export function* claimNextJob(
  builder: QueryBuilder,
  claim: JobClaim,
  skipped: readonly string[],
): Work<ClaimOutcome> {
  const { locksRows, forUpdate, forUpdateSkipLocked } = builder.dialect;
  const free = yield* firstOf(nextLane(builder, claim, skipped, forUpdateSkipLocked));
  const lane =
    free === undefined && locksRows
      ? // All owners with due jobs are locked: wait for one, because returning nothing would leave a worker idle.
        yield* firstOf(nextLane(builder, claim, skipped, forUpdate))
      : free;
  if (lane === undefined) return { kind: 'none' };

  const ownerId = lane.owner_id;
  const row = yield* firstOf(startOldestJob(builder, claim, ownerId));
  if (row === undefined) return { kind: 'locked', ownerId };
  yield countClaim(builder, ownerId);
  const job = toJob(row);
  const lease = { jobId: job.id, token: claim.token };
  return { kind: 'claimed', claimed: { ownerId, job, lease } };
}

/** Locks the counters of the owner whose turn it is. */
function nextLane(
  { db, dialect }: QueryBuilder,
  { now }: JobClaim,
  skipped: readonly string[],
  lock: RawBuilder<unknown>,
): CompiledQuery<{ readonly owner_id: string }> {
  // A minimum is one seek in the index of due jobs, and no join that reads all of them.
  const firstDue = db
    .selectFrom('sitegrade_jobs as job')
    .select(({ fn }) => fn.min('job.due_at').as('due_at'))
    .whereRef('job.owner_id', '=', 'lane.owner_id' as never)
    .where(isQueued('job'));
  const next = db
    .selectFrom('sitegrade_lanes as lane')
    .select('lane.owner_id')
    .where(sql<boolean>`lane.queued > 0`)
    .where(sql<boolean>`${firstDue} <= ${dialect.now(now.getTime())}`)
    .orderBy('lane.running')
    .orderBy('lane.last_claim')
    .orderBy('lane.owner_id')
    .limit(oneRow);
  const others = skipped.length === 0 ? next : next.where('lane.owner_id', 'not in', skipped);
  return others.modifyEnd(lock).compile();
}

/** Starts the oldest due job of an owner: that whose next attempt is due the longest, or else the first. */
function startOldestJob(
  { db, dialect }: QueryBuilder,
  { token, leaseMs, now }: JobClaim,
  ownerId: string,
): CompiledQuery<JobRow> {
  const time = dialect.now(now.getTime());
  const queued = db
    .selectFrom('sitegrade_jobs as job')
    .select('job.id')
    .where('job.owner_id', '=', ownerId)
    .where(isQueued('job'));
  const first = (jobs: typeof queued) =>
    jobs
      .orderBy('job.due_at')
      .orderBy('job.id')
      .limit(oneRow)
      .modifyEnd(dialect.forUpdateSkipLocked);
  // Two seeks in the index of due jobs. Jobs that were started once are older than those that never were.
  const repeated = first(queued.where('job.due_at', '>', 0).where('job.due_at', '<=', time));
  // Not an equality: then the order would be that by id, and Postgres might read the primary key in this
  // order, past all ended jobs.
  const others = first(queued.where('job.due_at', '<=', 0));
  return db
    .updateTable('sitegrade_jobs')
    .set((row) => ({
      status: 'running',
      attempts: row('attempts', '+', 1),
      started_at: time,
      due_at: 0,
      lease_token: token,
      leased_until: sql`${time} + ${leaseMs}`,
    }))
    .where('id', '=', sql<number>`coalesce(${repeated}, ${others})`)
    .returning(jobColumns)
    .compile();
}

function countClaim({ db }: QueryBuilder, ownerId: string): CompiledQuery {
  return db
    .updateTable('sitegrade_lanes')
    .set(({ eb, selectFrom }) => ({
      queued: eb('queued', '-', 1),
      running: eb('running', '+', 1),
      last_claim: selectFrom('sitegrade_lanes as lane').select(({ fn }) =>
        sql<number>`${fn.max('lane.last_claim')} + 1`.as('last_claim'),
      ),
    }))
    .where('owner_id', '=', ownerId)
    .compile();
}

/** In the words of the partial index: databases do not use it for a parameter. */
function isQueued(table: string) {
  return sql<boolean>`${sql.ref(`${table}.status`)} = 'queued'`;
}
