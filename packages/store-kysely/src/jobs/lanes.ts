import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** How many owners become ready in one transaction: on SQLite it blocks the event loop, for 2 ms. */
const lanesAtOnce = 250;

/** A change of the numbers of queued and running jobs. */
export interface LaneChange {
  readonly queued: number;
  readonly running: number;
}

/** No change, and the counters of an owner without jobs. */
export const noJobs: LaneChange = { queued: 0, running: 0 };

/** Updates the counters of an owner's jobs, and locks them until the transaction ends. */
export function moveLane({ db }: QueryBuilder, ownerId: string, change: LaneChange): CompiledQuery {
  return db
    .insertInto('sitegrade_lanes')
    .values({
      owner_id: ownerId,
      ...change,
      last_claim: 0,
      next_due_at: change.queued > 0 ? 0 : null,
    })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({
        ...addedJobs(),
        // The job that was added may be due later. The next claim looks.
        ...(change.queued > 0 ? { next_due_at: 0 } : {}),
      }),
    )
    .compile();
}

/** The existing numbers of an owner's jobs, and those to insert. */
export function addedJobs() {
  return { queued: added('queued'), running: added('running') };
}

/** Counts new jobs as queued, unless there would be more than `maxQueued`. */
export function* queueInLane(
  { db }: QueryBuilder,
  ownerId: string,
  count: number,
  maxQueued: number,
): Work<boolean> {
  if (count > maxQueued) return false;
  const counted = yield* firstOf(
    db
      .insertInto('sitegrade_lanes')
      .values({ owner_id: ownerId, queued: count, running: 0, last_claim: 0, next_due_at: 0 })
      .onConflict((conflict) =>
        conflict
          .column('owner_id')
          .doUpdateSet({ queued: added('queued'), next_due_at: 0 })
          .where(added('queued'), '<=', maxQueued),
      )
      .returning('queued')
      .compile(),
  );
  return counted !== undefined;
}

/** The number of queued jobs of an owner. */
export function* countQueued({ db }: QueryBuilder, ownerId: string): Work<number> {
  const lane = yield* firstOf(
    db.selectFrom('sitegrade_lanes').select('queued').where('owner_id', '=', ownerId).compile(),
  );
  return Number(lane?.queued ?? 0);
}

/** The numbers of queued and running jobs of all owners. */
export function* countUnended({ db }: QueryBuilder): Work<LaneChange> {
  const sums = yield* firstOf(
    db
      .selectFrom('sitegrade_lanes')
      .select(({ fn }) => [fn.sum('queued').as('queued'), fn.sum('running').as('running')])
      .compile(),
  );
  // Of no rows, a sum is null; Postgres returns it as a string.
  return { queued: Number(sums?.queued ?? 0), running: Number(sums?.running ?? 0) };
}

/** The counters of an owner's jobs, counted. */
export function countJobs({ db }: QueryBuilder, ownerId: string): CompiledQuery<LaneChange> {
  const countOf = (status: string) => sql<number>`count(case status when ${status} then 1 end)`;
  return db
    .selectFrom('sitegrade_jobs')
    .select([countOf('queued').as('queued'), countOf('running').as('running')])
    .where('owner_id', '=', ownerId)
    .where('status', 'in', ['queued', 'running'])
    .compile();
}

/**
 * When the next queued job of an owner is due that does not wait for its host: 0 if it is due, `null` if there is none.
 */
function nextDueAt(builder: QueryBuilder, ownerId: string, now: Date): RawBuilder<number | null> {
  const first = queuedOfOwner(builder, ownerId).select(({ fn }) =>
    fn.min('job.due_at').as('due_at'),
  );
  return sql<
    number | null
  >`(select case when first.due_at <= ${builder.dialect.now(now.getTime())} then 0
    else first.due_at end from ${first} as first)`;
}

/** The queued jobs that do not wait for their host. */
export function queuedOfOwner({ db }: QueryBuilder, ownerId: string) {
  return db
    .selectFrom('sitegrade_jobs as job')
    .where('job.owner_id', '=', ownerId)
    .where(sql<boolean>`job.status = 'queued' and job.host_place <= 0`);
}

/** Locks the counters of an owner's jobs. Only a statement after this one sees what others changed before. */
export function lockLane({ db, dialect }: QueryBuilder, ownerId: string): CompiledQuery {
  return db
    .selectFrom('sitegrade_lanes')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .modifyEnd(dialect.forUpdate)
    .compile();
}

/** Finds out when the next job of an owner is due, whose counters are locked. Returns whether one is due now. */
export function* correctLane(builder: QueryBuilder, ownerId: string, now: Date): Work<boolean> {
  const lane = yield* firstOf(
    builder.db
      .updateTable('sitegrade_lanes')
      .set({ next_due_at: nextDueAt(builder, ownerId, now) })
      .where('owner_id', '=', ownerId)
      .returning('next_due_at')
      .compile(),
  );
  return lane !== undefined && lane.next_due_at !== null && Number(lane.next_due_at) === 0;
}

/**
 * Moves some owners whose next job has become due to those who have one. Skips those that are being changed. Returns
 * whether there were any.
 */
export function* wakeDueLanes({ db, dialect }: QueryBuilder, now: Date): Work<boolean> {
  const due = yield* rowsOf(
    db
      .selectFrom('sitegrade_lanes')
      .select('owner_id')
      // Written as in the partial index: databases do not use it for a parameter.
      .where(sql<boolean>`next_due_at > 0`)
      .where('next_due_at', '<=', dialect.now(now.getTime()))
      .orderBy('next_due_at')
      .limit(sql.lit(lanesAtOnce))
      .modifyEnd(dialect.forUpdateSkipLocked)
      .compile(),
  );
  if (due.length === 0) return false;
  const owners = dialect.textRows(
    ['owner'],
    due.map(({ owner_id }) => [owner_id]),
  );
  yield db
    .updateTable('sitegrade_lanes')
    .set({ next_due_at: 0 })
    .from(sql<object>`${owners}` as never)
    // By the given rows, so that SQLite looks up each.
    .where('owner_id', '=', sql<string>`owner`)
    .compile();
  return true;
}

/** The existing number of jobs, and those to add. */
function added(column: keyof LaneChange) {
  return sql<number>`${sql.ref(`sitegrade_lanes.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}
