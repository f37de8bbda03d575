import type { JobClaim } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { oneRow } from '../fixed-query.ts';
import { hasRoomForJob, isWaiting } from '../visiting/host-room.ts';
import { lockHost } from '../visiting/host-row.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { correctLane, lockLane, queuedOfOwner } from './lanes.ts';

/**
 * Milliseconds between the places of an owner's jobs that wait for one host. A host with two reports at a time serves
 * an owner's jobs faster, so that the first job of another owner comes after those few of the first that have been
 * waiting longer, and not after a thousand of them.
 */
const placeMs = 30_000;

/** How many of an owner's due jobs are looked at for those that wait for the same host. */
const jobsAtOnce = 250;

/**
 * Lets the first due jobs of an owner wait for their host, if they are of this one: not only the next, since an owner
 * may have thousands of them, and each claim would look at one.
 */
export function* waitForHost(
  builder: QueryBuilder,
  { ownerId, host, now }: { readonly ownerId: string; readonly host: string; readonly now: Date },
): Work<void> {
  const { db, dialect } = builder;
  // In the order of locks of a claim.
  if (dialect.locksRows) yield lockHost(builder, { host });
  yield lockLane(builder, ownerId);
  const time = dialect.now(now.getTime());
  const due = yield* rowsOf(
    queuedOfOwner(builder, ownerId)
      .select(['job.id', 'job.host', 'job.host_place'])
      .where('job.due_at', '<=', time)
      .orderBy('job.due_at')
      .orderBy('job.id')
      .limit(sql.lit(jobsAtOnce))
      .compile(),
  );
  const jobs = due.filter((job) => job.host === host && Number(job.host_place) === 0);
  const next = yield* firstOf(nextPlace(builder, ownerId, host, time));
  const places = dialect.textRows(
    ['job', 'place'],
    jobs.map(({ id }, index) => [String(id), String(Number(next?.place) + index * placeMs)]),
  );
  // Skips jobs that are being canceled, which would wait for the owner.
  const free = db
    .selectFrom('sitegrade_jobs as free')
    .select('free.id')
    .where('free.id', 'in', dialect.idList(jobs.map(({ id }) => id)))
    .where(sql<boolean>`free.status = 'queued'`)
    .orderBy('free.id')
    .modifyEnd(dialect.forUpdateSkipLocked);
  const locked = yield* rowsOf(free.compile());
  yield db
    .updateTable('sitegrade_jobs')
    .set({ host_place: sql<number>`cast(place as bigint)` })
    .from(sql<object>`${places}` as never)
    // By the given rows, so that SQLite looks up each.
    .where('id', '=', sql<number>`cast(job as bigint)`)
    .where('id', 'in', dialect.idList(locked.map(({ id }) => id)))
    .compile();
  yield* correctLane(builder, ownerId, now);
}

/** The place of the owner's next job that waits for a host: now, or after those that wait. */
function nextPlace(
  { db }: QueryBuilder,
  ownerId: string,
  host: string,
  now: RawBuilder<number>,
): CompiledQuery<{ readonly place: number }> {
  const last = db
    .selectFrom('sitegrade_jobs')
    .select(({ fn }) => sql<number>`${fn.max('host_place')} + ${sql.lit(placeMs)}`.as('place'))
    .where('owner_id', '=', ownerId)
    .where('host', '=', host)
    .where(sql<boolean>`host_place > 0`);
  return sql<{
    readonly place: number;
  }>`select case when ${last} > ${now} then ${last} else ${now} end as place`.compile(db);
}

/**
 * Keeps the room of a host for the first job that waits for it, until its owner's turn. Returns whether it has room,
 * and a job waits.
 */
export function* keepRoom(builder: QueryBuilder, claim: JobClaim, host: string): Work<boolean> {
  const { db, dialect } = builder;
  const first = yield* firstOf(firstWaiting(builder, host));
  if (first === undefined) return false;
  // In the order of locks of a claim.
  if (dialect.locksRows) yield lockHost(builder, { host });
  yield lockLane(builder, first.owner_id);
  const free = db
    .selectFrom('sitegrade_jobs as free')
    .select('free.id')
    .where('free.id', '=', first.id)
    .where(isWaiting('free'))
    .modifyEnd(dialect.forUpdateSkipLocked);
  const kept = yield* firstOf(
    db
      .updateTable('sitegrade_jobs')
      .set({ host_place: -1 })
      .where('id', '=', sql<number>`(${free})`)
      .where(hasRoomForJob(builder, sql`${host}`, claim))
      .returning('id')
      .compile(),
  );
  if (kept === undefined) return false;
  yield db
    .updateTable('sitegrade_lanes')
    .set({ next_due_at: 0 })
    .where('owner_id', '=', first.owner_id)
    .compile();
  return true;
}

function firstWaiting(
  { db }: QueryBuilder,
  host: string,
): CompiledQuery<{ readonly id: number; readonly owner_id: string }> {
  return db
    .selectFrom('sitegrade_jobs as job')
    .select(['job.id', 'job.owner_id'])
    .where(isWaiting('job'))
    .where('job.host', '=', host)
    .orderBy('job.host_place')
    .orderBy('job.id')
    .limit(oneRow)
    .compile();
}
