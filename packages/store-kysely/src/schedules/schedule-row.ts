import type { Schedule } from '@sitegrade/core';
import type { CompiledQuery } from 'kysely';
import { declareRow } from '../declare-row.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';

const declared = declareRow<'sitegrade_schedules', Schedule>()({
  websiteId: 'number',
  every: 'same',
  weekday: 'same',
  dayOfMonth: 'same',
  at: ['time_of_day', 'same'],
  timeZone: 'same',
  task: 'same',
  crawl: 'json',
  nextRunAt: 'time',
  lastRunAt: 'time',
  lastBatchId: 'number',
  lastCrawlId: 'number',
  lastMissedAt: 'time',
  lastMissedReason: 'same',
  createdAt: 'time',
  updatedAt: 'time',
});

/** The columns of a schedule, without those that only find it, and the schedule of a row. */
export const { columns: scheduleColumns, read: toSchedule } = declared;

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
