import type {
  DeferredRun,
  DueQuery,
  DueSchedules,
  RunStart,
  ScheduledRun,
  SkippedRun,
} from '@sitegrade/core/store';
import { sql } from 'kysely';
import { insertCrawl } from '../crawls/insert-crawl.ts';
import type { QueryBuilder } from '../dialect.ts';
import { insertJobs } from '../jobs/insert-jobs.ts';
import { rowsOf, type Work } from '../work.ts';
import { lockSchedule, scheduleColumns, toSchedule } from './schedule-row.ts';

/** The schedules that are due, those first that have been due longest. */
export function* dueSchedules(
  { db, dialect }: QueryBuilder,
  { limit, now: given }: DueQuery,
): Work<DueSchedules> {
  const now = dialect.now(given.getTime());
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_schedules')
      .select([...scheduleColumns, 'owner_id', 'due_at', sql<number>`${now}`.as('now')])
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('website_id')
      .limit(limit)
      .compile(),
  );
  return {
    now: new Date(Number(rows[0]?.now ?? given.getTime())),
    schedules: rows.map((row) => ({
      ownerId: row.owner_id,
      schedule: toSchedule(row),
      isDeferred: Number(row.due_at) > Number(row.next_run_at),
    })),
  };
}

/** Starts a run, unless it is no longer the next one, or a quota would be exceeded. */
export function* startRun(builder: QueryBuilder, run: ScheduledRun): Work<RunStart> {
  const { ownerId, websiteId, dueAt, nextRunAt, work } = run;
  // Others who start the same run wait here, and then find another time.
  const schedule = yield* lockSchedule(builder, ownerId, websiteId);
  if (schedule?.nextRunAt.getTime() !== dueAt.getTime()) return { outcome: 'taken' };
  const creation =
    work.task === 'reports'
      ? yield* insertJobs(builder, work.jobs)
      : yield* insertCrawl(builder, work.crawl);
  if (creation.outcome === 'quota_exceeded') return { outcome: 'refused', creation };

  const { db, dialect } = builder;
  const made =
    'crawl' in creation
      ? ({ jobs: null, crawl: creation.crawl } as const)
      : ({ jobs: creation.jobs, crawl: null } as const);
  yield db
    .updateTable('sitegrade_schedules')
    .set({
      next_run_at: nextRunAt.getTime(),
      due_at: nextRunAt.getTime(),
      last_run_at: dialect.now(run.now.getTime()),
      last_batch_id: made.jobs?.[0]?.batchId ?? null,
      last_crawl_id: made.crawl?.id ?? null,
    })
    .where('website_id', '=', websiteId)
    .compile();
  return { outcome: 'started', ...made };
}

/** Moves the next run without starting anything. */
export function* skipRun(
  { db }: QueryBuilder,
  { ownerId, websiteId, dueAt, nextRunAt, missed }: SkippedRun,
): Work<boolean> {
  const changed = yield* rowsOf(
    db
      .updateTable('sitegrade_schedules')
      .set({
        next_run_at: nextRunAt.getTime(),
        due_at: nextRunAt.getTime(),
        ...(missed !== null && {
          last_missed_at: dueAt.getTime(),
          last_missed_reason: missed,
        }),
      })
      .where('website_id', '=', websiteId)
      .where('owner_id', '=', ownerId)
      .where('next_run_at', '=', dueAt.getTime())
      .returning('website_id')
      .compile(),
  );
  return changed.length > 0;
}

/** Puts runs off. */
export function* deferRuns(
  { db, dialect }: QueryBuilder,
  runs: readonly DeferredRun[],
  given: Date,
): Work<void> {
  const now = dialect.now(given.getTime());
  const locked = yield* rowsOf(
    db
      .selectFrom('sitegrade_schedules')
      .select('website_id')
      .where('website_id', 'in', dialect.idList(runs.map(({ websiteId }) => websiteId)))
      // Two workers that put off the same runs could wait for each other, until one has to start again.
      .modifyEnd(dialect.forUpdateSkipLocked)
      .compile(),
  );
  const ids = new Set(locked.map(({ website_id }) => Number(website_id)));
  const rows = dialect.textRows(
    ['website', 'run_at', 'delay'],
    runs
      .filter(({ websiteId }) => ids.has(websiteId))
      .map(({ websiteId, dueAt, delayMs }) => [
        ...[String(websiteId), String(dueAt.getTime()), String(delayMs)],
      ]),
  );
  yield db
    .updateTable('sitegrade_schedules')
    .set({ due_at: sql<number>`${now} + cast(delay as bigint)` })
    .from(sql<object>`${rows}` as never)
    // By the given rows, so that SQLite looks up each.
    .where('website_id', '=', sql<number>`cast(website as bigint)`)
    .where('next_run_at', '=', sql<number>`cast(run_at as bigint)`)
    .compile();
}
