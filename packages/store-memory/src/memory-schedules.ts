import type { Schedule } from '@sitegrade/core';
import type { ScheduledRun, ScheduleStore } from '@sitegrade/core/store';
import { createCrawl } from './memory-crawls.ts';
import { createJobs } from './memory-jobs.ts';
import { isOwned, type MemoryTables, type ScheduleRow } from './memory-tables.ts';

/** The schedules of a memory store. */
export function memorySchedules(tables: MemoryTables): ScheduleStore {
  const { schedules } = tables;
  const findRow = (ownerId: string, websiteId: number) => {
    const row = schedules.get(websiteId);
    return row?.ownerId === ownerId ? row : undefined;
  };
  const isNext = (row: ScheduleRow | undefined, dueAt: Date): row is ScheduleRow =>
    row?.nextRunAt.getTime() === dueAt.getTime();
  const change = (row: ScheduleRow, part: Partial<ScheduleRow>) =>
    schedules.set(row.websiteId, { ...row, ...part });
  return {
    async set({ maxSchedules, updatedAt, ...given }, onlyIf) {
      const { ownerId, websiteId, nextRunAt } = given;
      if (!tables.websites.some(isOwned(ownerId, websiteId))) return { outcome: 'missing' };
      const current = findRow(ownerId, websiteId);
      if (onlyIf && !onlyIf(current && toSchedule(current))) return { outcome: 'condition_failed' };
      const used = [...schedules.values()].filter((row) => row.ownerId === ownerId).length;
      if (current === undefined && used + 1 > maxSchedules) {
        return { outcome: 'quota_exceeded', used };
      }
      const row = {
        ...(current ?? { ...notRunYet, createdAt: updatedAt }),
        ...structuredClone(given),
        updatedAt,
        dueAt: nextRunAt,
      };
      schedules.set(websiteId, row);
      return { outcome: current ? 'replaced' : 'created', schedule: toSchedule(row) };
    },
    async find(ownerId, websiteId) {
      const row = findRow(ownerId, websiteId);
      return row && toSchedule(row);
    },
    async delete(ownerId, websiteId, onlyIf) {
      const row = findRow(ownerId, websiteId);
      if (row === undefined) return { outcome: 'missing' };
      if (onlyIf && !onlyIf(toSchedule(row))) return { outcome: 'condition_failed' };
      schedules.delete(websiteId);
      return { outcome: 'deleted' };
    },
    async due({ limit, now }) {
      const due = [...schedules.values()]
        .filter(({ dueAt }) => dueAt <= now)
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.websiteId - b.websiteId)
        .slice(0, limit)
        .map((row) => ({
          ownerId: row.ownerId,
          schedule: toSchedule(row),
          isDeferred: row.dueAt > row.nextRunAt,
        }));
      return { now, schedules: due };
    },
    async start(run) {
      const row = findRow(run.ownerId, run.websiteId);
      if (!isNext(row, run.dueAt)) return { outcome: 'taken' };
      const { creation, jobs, crawl } = createWork(tables, run.work);
      if (creation) return { outcome: 'refused', creation };
      change(row, {
        nextRunAt: run.nextRunAt,
        dueAt: run.nextRunAt,
        lastRunAt: run.now,
        lastBatchId: jobs?.[0]?.batchId ?? null,
        lastCrawlId: crawl?.id ?? null,
      });
      return jobs
        ? { outcome: 'started', jobs, crawl: null }
        : { outcome: 'started', jobs: null, crawl };
    },
    async skip({ ownerId, websiteId, dueAt, nextRunAt, missed }) {
      const row = findRow(ownerId, websiteId);
      if (!isNext(row, dueAt)) return false;
      change(row, {
        nextRunAt,
        dueAt: nextRunAt,
        ...(missed !== null && { lastMissedAt: dueAt, lastMissedReason: missed }),
      });
      return true;
    },
    async defer(runs, now) {
      for (const { websiteId, dueAt, delayMs } of runs) {
        const row = schedules.get(websiteId);
        if (isNext(row, dueAt)) change(row, { dueAt: new Date(now.getTime() + delayMs) });
      }
    },
  };
}

/** What is known of the runs of a new schedule. */
const notRunYet = {
  lastRunAt: null,
  lastBatchId: null,
  lastCrawlId: null,
  lastMissedAt: null,
  lastMissedReason: null,
};

/** Creates the jobs or the crawl of a run, unless a quota would be exceeded. */
function createWork(tables: MemoryTables, work: ScheduledRun['work']) {
  const creation =
    work.task === 'reports' ? createJobs(tables, work.jobs) : createCrawl(tables, work.crawl);
  if (creation.outcome === 'quota_exceeded') return { creation };
  return 'crawl' in creation ? { crawl: creation.crawl } : { jobs: creation.jobs };
}

/** A copy, so that callers cannot change the stored schedule. */
function toSchedule({ ownerId: _, dueAt: _dueAt, ...schedule }: ScheduleRow): Schedule {
  return structuredClone(schedule);
}
