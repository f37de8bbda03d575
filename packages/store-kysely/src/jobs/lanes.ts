import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';

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
    .values({ owner_id: ownerId, ...change, last_claim: 0 })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(addedJobs()))
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
      .values({ owner_id: ownerId, queued: count, running: 0, last_claim: 0 })
      .onConflict((conflict) =>
        conflict
          .column('owner_id')
          .doUpdateSet({ queued: added('queued') })
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

/** The existing number of jobs, and those to add. */
function added(column: keyof LaneChange) {
  return sql<number>`${sql.ref(`sitegrade_lanes.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}
