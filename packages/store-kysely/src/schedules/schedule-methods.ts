import type { ScheduleStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import type { Runner } from '../work.ts';
import { deferRuns, dueSchedules, skipRun, startRun } from './run-schedules.ts';
import { findSchedule } from './schedule-row.ts';
import { deleteSchedule, setSchedule } from './set-schedule.ts';

/** The schedules of a store. */
export function scheduleStore(
  builder: QueryBuilder,
  { write, readStatement, writeStatement }: Runner,
): ScheduleStore {
  return {
    set: async (schedule, onlyIf) =>
      isId(schedule.websiteId)
        ? write(() => setSchedule(builder, schedule, onlyIf))
        : { outcome: 'missing' },
    find: async (ownerId, websiteId) =>
      isId(websiteId) ? readStatement(() => findSchedule(builder, ownerId, websiteId)) : undefined,
    delete: async (ownerId, websiteId, onlyIf) =>
      isId(websiteId)
        ? write(() => deleteSchedule(builder, ownerId, websiteId, onlyIf))
        : { outcome: 'missing' },
    due: (query) => readStatement(() => dueSchedules(builder, query)),
    start: async (run) =>
      isId(run.websiteId) ? write(() => startRun(builder, run)) : { outcome: 'taken' },
    skip: async (run) => isId(run.websiteId) && writeStatement(() => skipRun(builder, run)),
    async defer(runs, now) {
      const stored = runs.filter(({ websiteId }) => isId(websiteId));
      if (stored.length > 0) await write(() => deferRuns(builder, stored, now));
    },
  };
}
