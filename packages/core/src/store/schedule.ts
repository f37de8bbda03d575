import type { CrawlScope, Recrawl } from './crawl.ts';

/** How often a schedule runs. */
export const scheduleIntervals = ['day', 'week', 'month'] as const;

/** How often a schedule runs: every day, on one day of every week, or on one day of every month. */
export type ScheduleInterval = (typeof scheduleIntervals)[number];

/** The days of a week. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** What a run of a schedule starts. */
export const scheduleTasks = ['reports', 'crawl'] as const;

/** `reports`: a report in the background of each of the latest URLs of the website. `crawl`: a crawl of it. */
export type ScheduleTask = (typeof scheduleTasks)[number];

/** The last day of a month that every month has. */
export const maxDayOfMonth = 28;

/** When a schedule runs. */
export interface ScheduleTime {
  readonly every: ScheduleInterval;
  /** The day of the week; `null` unless it runs every week. */
  readonly weekday: Weekday | null;
  /** The day of the month, 1 to 28; `null` unless it runs every month. */
  readonly dayOfMonth: number | null;
  /** The local time, `HH:MM`. Runs of different websites are spread over the hour that begins then. */
  readonly at: string;
  /** The IANA time zone of the local time, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** The crawl that a run starts. */
export interface ScheduledCrawl extends CrawlScope {
  /** The URL of the start page, normalised. Without a scheme if there was none. */
  readonly url: string;
  readonly recrawl: Recrawl;
}

/**
 * Why a run was missed. `quota_exceeded`: a quota of the owner left no room for it until the next one.
 * `url_not_allowed`: the operator no longer allows requests to its URLs. `no_urls`: the website has no report whose URL
 * could be checked again.
 */
export type MissedReason = 'quota_exceeded' | 'url_not_allowed' | 'no_urls';

/** Recurring work on a website. A website has at most one schedule. */
export interface Schedule extends ScheduleTime {
  readonly websiteId: number;
  readonly task: ScheduleTask;
  /** The crawl that a run starts; `null` for reports. */
  readonly crawl: ScheduledCrawl | null;
  /** When it runs next. In the past while a run is due, or waits for room in the quotas of the owner. */
  readonly nextRunAt: Date;
  /** When it last ran; `null` before the first run. */
  readonly lastRunAt: Date | null;
  /** The batch of the jobs that the last run has created; `null` without one. The jobs may be deleted. */
  readonly lastBatchId: number | null;
  /** The crawl that the last run has created; `null` without one. It may be deleted. */
  readonly lastCrawlId: number | null;
  /** When the run was due that was last missed; `null` if none was. */
  readonly lastMissedAt: Date | null;
  readonly lastMissedReason: MissedReason | null;
  readonly createdAt: Date;
  /** When it was last set. Runs do not change it. */
  readonly updatedAt: Date;
}
