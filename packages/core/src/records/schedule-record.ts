import type { Schedule, ScheduledCrawl } from '../store/schedule.ts';

/**
 * The schedule of a website, as JSON: `GET /websites/{id}/schedule` of the HTTP API.
 *
 * @param schedule - From `getSchedule` or `setSchedule`.
 * @example
 * ```ts
 * const { next_run_at } = scheduleRecord(await getSchedule(context, 'user-1', 7));
 * ```
 */
export function scheduleRecord(schedule: Schedule) {
  const { crawl } = schedule;
  return {
    object: 'schedule',
    website_id: schedule.websiteId,
    every: schedule.every,
    weekday: schedule.weekday,
    day_of_month: schedule.dayOfMonth,
    at: schedule.at,
    time_zone: schedule.timeZone,
    task: schedule.task,
    ...(crawl ? crawlOptions(crawl) : noCrawlOptions),
    next_run_at: schedule.nextRunAt.toISOString(),
    last_run_at: schedule.lastRunAt?.toISOString() ?? null,
    last_batch_id: schedule.lastBatchId,
    last_crawl_id: schedule.lastCrawlId,
    last_missed_at: schedule.lastMissedAt?.toISOString() ?? null,
    last_missed_reason: schedule.lastMissedReason,
    created_at: schedule.createdAt.toISOString(),
    updated_at: schedule.updatedAt.toISOString(),
  } as const;
}

/** The options of a crawl, as in the crawl that a run creates. */
function crawlOptions({ url, maxPages, include, exclude, source, recrawl }: ScheduledCrawl) {
  return { url, max_pages: maxPages, include, exclude, source, recrawl };
}

const noCrawlOptions = {
  url: null,
  max_pages: null,
  include: null,
  exclude: null,
  source: null,
  recrawl: null,
};
