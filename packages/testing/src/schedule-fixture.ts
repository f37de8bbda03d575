import type { Schedule } from '@sitegrade/core';
import type { NewSchedule, ScheduledRun, Store } from '@sitegrade/core/store';
import { newCrawl } from './crawl-fixture.ts';
import { newJobs, oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';

/** A time before now, to the millisecond. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * oneDay);
}

/** Creates a website and returns its id. */
export async function createWebsite(
  store: Store,
  domain = 'example.com',
  ownerId = 'owner-1',
): Promise<number> {
  const url = `https://${domain}/`;
  const { websiteId } = await store.reports.create(newReport({ ownerId, domain, url }));
  return websiteId;
}

/** A schedule of reports that is due tomorrow. */
export function newSchedule(websiteId: number, part: Partial<NewSchedule> = {}): NewSchedule {
  return {
    ownerId: 'owner-1',
    websiteId,
    every: 'day',
    weekday: null,
    dayOfMonth: null,
    at: '06:00',
    timeZone: 'Europe/Berlin',
    task: 'reports',
    crawl: null,
    nextRunAt: daysAgo(-1),
    updatedAt: new Date('2026-01-02T03:04:05.678Z'),
    maxSchedules: 1_000,
    ...part,
  };
}

/** Sets a schedule, which must be possible. */
export async function setSchedule(
  store: Store,
  websiteId: number,
  part: Partial<NewSchedule> = {},
): Promise<Schedule> {
  const setting = await store.schedules.set(newSchedule(websiteId, part));
  if (!('schedule' in setting)) throw new Error(`The schedule is not set: ${setting.outcome}.`);
  return setting.schedule;
}

/** The run of a schedule that is due, with two jobs, and the next one tomorrow. */
export function newRun(
  { websiteId, nextRunAt: dueAt }: Pick<Schedule, 'websiteId' | 'nextRunAt'>,
  part: Partial<ScheduledRun> = {},
): ScheduledRun {
  return {
    ownerId: 'owner-1',
    websiteId,
    dueAt,
    nextRunAt: daysAgo(-1),
    work: { task: 'reports', jobs: newJobs(2, { isBatch: true }) },
    now: new Date(),
    ...part,
  };
}

/** The same with a crawl. */
export function newCrawlRun(
  schedule: Pick<Schedule, 'websiteId' | 'nextRunAt'>,
  crawl: Parameters<typeof newCrawl>[0] = {},
): ScheduledRun {
  return newRun(schedule, { work: { task: 'crawl', crawl: newCrawl(crawl) } });
}
