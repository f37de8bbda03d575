import type {
  NewSchedule,
  ScheduleCondition,
  ScheduleDeletion,
  ScheduleSetting,
} from '@sitegrade/core/store';
import type { CompiledQuery } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows, lockTotals, ownedRows } from '../lock-rows.ts';
import { firstOf, type Work } from '../work.ts';
import { deleteSchedules, lockSchedule, scheduleColumns, toSchedule } from './schedule-row.ts';

/** Stores the schedule of a website, in place of the one that it may have. */
export function* setSchedule(
  builder: QueryBuilder,
  schedule: NewSchedule,
  onlyIf?: ScheduleCondition,
): Work<ScheduleSetting> {
  const { ownerId, websiteId, maxSchedules } = schedule;
  // First, as where a website is deleted. It must not be deleted before there is a schedule that this would delete.
  const website = ownedRows(builder, 'sitegrade_websites', ownerId).where('id', '=', websiteId);
  const [locked] = yield* lockRows(builder, website);
  if (locked === undefined) return { outcome: 'missing' };
  const current = yield* lockSchedule(builder, ownerId, websiteId);
  if (onlyIf && !onlyIf(current)) return { outcome: 'condition_failed' };
  if (current === undefined) {
    // Two requests at once must not exceed the quota together.
    yield lockTotals(builder, ownerId);
    const used = Number((yield* firstOf(countOfOwner(builder, ownerId)))?.total ?? 0);
    if (used + 1 > maxSchedules) return { outcome: 'quota_exceeded', used };
  }
  const row = yield* firstOf(upsertRow(builder, schedule));
  if (row === undefined) throw new Error('The schedule was stored without a row.');
  return { outcome: current ? 'replaced' : 'created', schedule: toSchedule(row) };
}

/** Deletes the schedule of a website. */
export function* deleteSchedule(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  onlyIf?: ScheduleCondition,
): Work<ScheduleDeletion> {
  const current = yield* lockSchedule(builder, ownerId, websiteId);
  if (current === undefined) return { outcome: 'missing' };
  if (onlyIf && !onlyIf(current)) return { outcome: 'condition_failed' };
  yield deleteSchedules(builder, [websiteId]);
  return { outcome: 'deleted' };
}

function countOfOwner(
  { db }: QueryBuilder,
  ownerId: string,
): CompiledQuery<{ readonly total: number }> {
  return db
    .selectFrom('sitegrade_schedules')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .compile();
}

function upsertRow({ db }: QueryBuilder, schedule: NewSchedule) {
  const nextRunAt = schedule.nextRunAt.getTime();
  const updatedAt = schedule.updatedAt.getTime();
  const values = {
    every: schedule.every,
    weekday: schedule.weekday,
    day_of_month: schedule.dayOfMonth,
    time_of_day: schedule.at,
    time_zone: schedule.timeZone,
    task: schedule.task,
    crawl: schedule.crawl && JSON.stringify(schedule.crawl),
    next_run_at: nextRunAt,
    due_at: nextRunAt,
    updated_at: updatedAt,
  };
  return db
    .insertInto('sitegrade_schedules')
    .values({
      ...values,
      website_id: schedule.websiteId,
      owner_id: schedule.ownerId,
      created_at: updatedAt,
    })
    .onConflict((conflict) => conflict.column('website_id').doUpdateSet(values))
    .returning(scheduleColumns)
    .compile();
}
