import type { ClaimedJob, JobClaim } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { oneRow } from '../fixed-query.ts';
import { claimVisit, hostsAtOnce } from '../visiting/claim-visit.ts';
import { hasRoomForJob, hasWaitingJob, isWaiting, waitedHosts } from '../visiting/host-room.ts';
import { lockHost } from '../visiting/host-row.ts';
import { firstOf, type Runner, rowsOf, type Work } from '../work.ts';
import { keepRoom, waitForHost } from './host-waits.ts';
import { type JobRow, jobColumns, toJob } from './job-row.ts';
import { correctLane, lockLane, queuedOfOwner, wakeDueLanes } from './lanes.ts';

/** How many owners a claim tries whose due jobs are all being changed by others. */
const maxLocked = 10;

/**
 * The outcome of {@link claimNextJob}. `locked`: other transactions are changing all due jobs of the owner. `full`: the
 * host of the next one has no room.
 */
type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly claimed: ClaimedJob }
  | { readonly kind: 'full'; readonly host: string }
  | { readonly kind: 'locked' | 'again' };

/** Starts the next job. */
export async function claimJob(
  builder: QueryBuilder,
  { readStatement, write }: Runner,
  claim: JobClaim,
): Promise<ClaimedJob | undefined> {
  const skipped = claim.exceptOwner === undefined ? [] : [claim.exceptOwner];
  return claimVisit<FoundWork, ClaimedJob>({
    look: () => readStatement(() => rowsOf(lookForWork(builder, claim, skipped))),
    async wake(found) {
      let hasChanged = false;
      for (const { kind, host } of found) {
        if (kind === 'due') hasChanged ||= await write(() => wakeDueLanes(builder, claim.now));
        if (kind === 'host')
          hasChanged = (await write(() => keepRoom(builder, claim, host))) || hasChanged;
      }
      return hasChanged;
    },
    async lease(found) {
      const ownerId = found.find(({ kind }) => kind === 'ready')?.ownerId;
      if (typeof ownerId !== 'string') return 'again';
      const outcome = await write(() => claimNextJob(builder, claim, ownerId));
      if (outcome.kind === 'claimed') return outcome.claimed;
      if (outcome.kind === 'full') {
        const { host } = outcome;
        await write(() => waitForHost(builder, { ownerId, host, now: claim.now }));
      }
      if (outcome.kind === 'locked') skipped.push(ownerId);
      return skipped.length > maxLocked ? undefined : 'again';
    },
  });
}

/** Something that a claim has to do. */
type FoundWork =
  /** The owner whose turn it is has a job that may be due. */
  | { readonly kind: 'ready'; readonly ownerId: string; readonly host: null }
  /** A job becomes due. */
  | { readonly kind: 'due'; readonly ownerId: null; readonly host: null }
  /** A host has room for a job that waits for it. */
  | { readonly kind: 'host'; readonly ownerId: null; readonly host: string };

/**
 * What there is to do. Minimums and first rows are seeks, while `exists` may read a whole table with other statistics.
 *
 * An owner whom another transaction has locked is passed over if there are others, so that no claim waits for it. As
 * this is a single statement, the lock of the one that is found ends with it.
 */
function lookForWork(
  builder: QueryBuilder,
  claim: JobClaim,
  skipped: readonly string[],
): CompiledQuery<FoundWork> {
  const { db, dialect } = builder;
  const now = dialect.now(claim.now.getTime());
  const next = readyLanes(builder, skipped);
  const free = next.modifyEnd(dialect.forUpdateSkipLocked);
  const firstDue = db
    .selectFrom('sitegrade_lanes as lane')
    .select(({ fn }) => fn.min('lane.next_due_at').as('next_due_at'))
    .where(sql<boolean>`lane.next_due_at > 0`);
  const firstHost = db
    .selectFrom('sitegrade_jobs as job')
    .select(({ fn }) => fn.min('job.host').as('host'))
    .where(isWaiting('job'));
  const nextHost = firstHost.where(sql<boolean>`job.host > waited.host`);
  const hasRoom = hasRoomForJob(builder, sql.ref('waited.host'), claim);
  return sql<FoundWork>`with recursive ${waitedHosts(firstHost, nextHost)},
    ready(owner_id) as (select coalesce(${free}, ${next}))
    select 'ready' as kind, owner_id as "ownerId", cast(null as text) as host from ready
      where owner_id is not null
    union all select 'due', cast(null as text), cast(null as text) where ${firstDue} <= ${now}
    union all select * from (select 'host', cast(null as text), waited.host from waited
      where waited.host is not null and ${hasRoom} limit ${sql.lit(hostsAtOnce)}) as free`.compile(
    db,
  );
}

/** The owner whose turn it is. */
function readyLanes({ db }: QueryBuilder, skipped: readonly string[]) {
  const next = db
    .selectFrom('sitegrade_lanes as lane')
    .select('lane.owner_id')
    // Written as in the partial index: databases do not use it for a parameter.
    .where(sql<boolean>`lane.next_due_at = 0`)
    .orderBy('lane.running')
    .orderBy('lane.last_claim')
    .orderBy('lane.owner_id')
    .limit(oneRow);
  return skipped.length === 0 ? next : next.where('lane.owner_id', 'not in', skipped);
}

/**
 * Starts the next job of an owner.
 *
 * Locks the job, its host and last the owner, whose counters every report of theirs changes, too: no statement follows
 * that would let it wait for this process.
 */
function* claimNextJob(
  builder: QueryBuilder,
  claim: JobClaim,
  ownerId: string,
): Work<ClaimOutcome> {
  const job = yield* firstOf(oldestJob(builder, claim, ownerId));
  if (job === undefined) {
    yield lockLane(builder, ownerId);
    const mayBeDue = yield* correctLane(builder, ownerId, claim.now);
    return { kind: mayBeDue ? 'locked' : 'again' };
  }
  const isKept = Number(job.host_place) < 0;
  if (!isKept && builder.dialect.locksRows) yield lockHost(builder, job);
  const row = yield* firstOf(startJob(builder, claim, job, isKept));
  if (row === undefined) return isKept ? { kind: 'again' } : { kind: 'full', host: job.host };
  yield countClaim(builder, ownerId);
  const lease = { jobId: Number(row.id), token: claim.token };
  return { kind: 'claimed', claimed: { ownerId, job: toJob(row), lease } };
}

/** A job that may start if its host has room. */
type NextJob = Pick<JobRow, 'id'> & { readonly host: string; readonly host_place: number };

/** Locks the oldest due job of an owner: that whose next attempt is due the longest, or else the first. */
function oldestJob(
  builder: QueryBuilder,
  { now }: JobClaim,
  ownerId: string,
): CompiledQuery<NextJob> {
  const { db, dialect } = builder;
  const queued = queuedOfOwner(builder, ownerId).select('job.id');
  const first = (jobs: typeof queued) =>
    jobs
      .orderBy('job.due_at')
      .orderBy('job.id')
      .limit(oneRow)
      .modifyEnd(dialect.forUpdateSkipLocked);
  // Two seeks in the index of due jobs. Jobs that were started once are older than those that never were.
  const repeated = first(
    queued.where('job.due_at', '>', 0).where('job.due_at', '<=', dialect.now(now.getTime())),
  );
  // Not an equality: then the order would be that by id, and Postgres might read the primary key in this
  // order, past all ended jobs.
  const others = first(queued.where('job.due_at', '<=', 0));
  return db
    .selectFrom('sitegrade_jobs')
    .select(['id', 'host', 'host_place'])
    .where('id', '=', sql<number>`coalesce(${repeated}, ${others})`)
    .compile();
}

/** Starts a job that is locked, if room is kept for it, or its host has room for which no job waits. */
function startJob(
  builder: QueryBuilder,
  claim: JobClaim,
  { id, host }: NextJob,
  isKept: boolean,
): CompiledQuery<JobRow> {
  const { db, dialect } = builder;
  const time = dialect.now(claim.now.getTime());
  const isFree = sql<boolean>`not ${hasWaitingJob(builder, sql`${host}`)}
    and ${hasRoomForJob(builder, sql`${host}`, claim)}`;
  const start = db
    .updateTable('sitegrade_jobs')
    .set((row) => ({
      status: 'running',
      attempts: row('attempts', '+', 1),
      started_at: time,
      due_at: 0,
      host_place: 0,
      lease_token: claim.token,
      leased_until: sql`${time} + ${claim.leaseMs}`,
    }))
    .where('id', '=', id)
    // May have changed before it was locked.
    .where('host_place', '=', isKept ? -1 : 0);
  const ifFree = isKept ? start : start.where(isFree);
  return ifFree.returning(jobColumns).compile();
}

/**
 * Counts a job as running. Does not read jobs: the statement may wait for another that adds some, and would not see
 * them. So the owner's next job may be due, if there is one.
 */
function countClaim({ db }: QueryBuilder, ownerId: string): CompiledQuery {
  return db
    .updateTable('sitegrade_lanes')
    .set(({ eb, selectFrom }) => ({
      queued: eb('queued', '-', 1),
      running: eb('running', '+', 1),
      last_claim: selectFrom('sitegrade_lanes as lane').select(({ fn }) =>
        sql<number>`${fn.max('lane.last_claim')} + 1`.as('last_claim'),
      ),
      next_due_at: sql<number | null>`case when queued > 1 then 0 end`,
    }))
    .where('owner_id', '=', ownerId)
    .compile();
}
