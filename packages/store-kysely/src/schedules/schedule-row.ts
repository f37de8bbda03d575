import type { Schedule, ScheduledCrawl } from '@sitegrade/core';
import type { CompiledQuery, Selectable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { Tables } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';

/** The columns of a schedule, without those that only find it. */
export const scheduleColumns = [
  'website_id',
  'every',
  'weekday',
  'day_of_month',
  'time_of_day',
  'time_zone',
  'task',
  'crawl',
  'next_run_at',
  'last_run_at',
  'last_batch_id',
  'last_crawl_id',
  'last_missed_at',
  'last_missed_reason',
  'created_at',
  'updated_at',
] as const;

/** A row of {@link scheduleColumns}. */
type ScheduleRow = Pick<
  Selectable<Tables['sitegrade_schedules']>,
  (typeof scheduleColumns)[number]
>;

/** The schedule of a row. */
export function toSchedule(row: ScheduleRow): Schedule {
  return {
    websiteId: Number(row.website_id),
    every: row.every,
    weekday: row.weekday,
    dayOfMonth: row.day_of_month,
    at: row.time_of_day,
    timeZone: row.time_zone,
    task: row.task,
    crawl: row.crawl === null ? null : (JSON.parse(row.crawl) as ScheduledCrawl),
    nextRunAt: new Date(Number(row.next_run_at)),
    lastRunAt: toDate(row.last_run_at),
    lastBatchId: toId(row.last_batch_id),
    lastCrawlId: toId(row.last_crawl_id),
    lastMissedAt: toDate(row.last_missed_at),
    lastMissedReason: row.last_missed_reason,
    createdAt: new Date(Number(row.created_at)),
    updatedAt: new Date(Number(row.updated_at)),
  };
}

function toDate(time: number | null): Date | null {
  return time === null ? null : new Date(Number(time));
}

function toId(id: number | null): number | null {
  return id === null ? null : Number(id);
}

/** The schedule of the owner's website. */
export function* findSchedule(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
): Work<Schedule | undefined> {
  const row = yield* firstOf(selectSchedule(builder, ownerId, websiteId).compile());
  return row && toSchedule(row);
}

/** The same, and locks it until the transaction ends. */
export function* lockSchedule(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
): Work<Schedule | undefined> {
  const query = selectSchedule(builder, ownerId, websiteId);
  const row = yield* firstOf(query.modifyEnd(builder.dialect.forUpdate).compile());
  return row && toSchedule(row);
}

function selectSchedule({ db }: QueryBuilder, ownerId: string, websiteId: number) {
  return db
    .selectFrom('sitegrade_schedules')
    .select(scheduleColumns)
    .where('website_id', '=', websiteId)
    .where('owner_id', '=', ownerId);
}

/** Deletes the schedules of websites. */
export function deleteSchedules(
  { db, dialect }: QueryBuilder,
  websiteIds: readonly number[],
): CompiledQuery {
  return db
    .deleteFrom('sitegrade_schedules')
    .where('website_id', 'in', dialect.idList(websiteIds))
    .compile();
}
