import { mostCrawlPages } from '../context/crawl-limits.ts';
import { maxPatternLength, maxPatterns } from '../crawls/path-patterns.ts';
import { maxUrlLength } from '../store/report.ts';
import {
  type MissedReason,
  maxDayOfMonth,
  type Schedule,
  type ScheduleInterval,
  type ScheduleTask,
  weekdays,
} from '../store/schedule.ts';
import { recrawlSchema, sourceSchema } from './crawl-record.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  dateTimeSchema,
  enumSchema,
  idSchema,
  integerSchema,
  nullable,
  orNull,
  type Schema,
  stringSchema,
} from './schema.ts';

const intervals: Readonly<Record<ScheduleInterval, string>> = {
  day: 'every day',
  week: 'on one day of every week',
  month: 'on one day of every month',
};

const tasks: Readonly<Record<ScheduleTask, string>> = {
  reports: 'a job for each of the latest 1,000 URLs of the website',
  crawl: 'a crawl of the website',
};

const missedReasons: Readonly<Record<MissedReason, string>> = {
  quota_exceeded: 'a quota of the owner left no room for it until the next run was due',
  url_not_allowed: 'the operator of the server no longer allows requests to its URLs',
  no_urls: 'the website had no report whose URL could be checked again',
};

/** A list of patterns; `null` for reports. */
function patternsSchema(description: string): Schema {
  return {
    description,
    type: ['array', 'null'],
    items: { type: 'string', maxLength: maxPatternLength },
    maxItems: maxPatterns,
  };
}

/** The schedule of a website. */
export const declaredSchedule = declareRecord<Schedule>()(
  'Recurring work on a website. The options of a crawl are `null` if `task` is `reports`.',
  {
    object: constant('schedule'),
    website_id: idSchema('Id of the website.'),
    every: enumSchema('How often it runs.', intervals),
    weekday: nullable({
      description: 'The day of the week; `null` unless `every` is `week`.',
      type: 'string',
      enum: weekdays,
    }),
    day_of_month: orNull(
      integerSchema('The day of the month; `null` unless `every` is `month`.', 1, maxDayOfMonth),
    ),
    at: {
      description:
        'The local time. Runs of different websites are spread over the hour that begins then: `next_run_at` is the time of this one. A time that is skipped when clocks change is right after the change; one that occurs twice is the first.',
      type: 'string',
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    },
    time_zone: stringSchema('The IANA time zone of `at`.', 64),
    task: enumSchema('What a run creates.', tasks),
    url: from(
      orNull(stringSchema('URL of the start page of the crawl, normalised.', maxUrlLength)),
      ({ crawl }) => crawl?.url ?? null,
    ),
    max_pages: from(
      orNull(integerSchema('How many pages the crawl has at most.', 1, mostCrawlPages)),
      ({ crawl }) => crawl?.maxPages ?? null,
    ),
    include: from(
      patternsSchema('Only paths that match one of these patterns; all if empty.'),
      ({ crawl }) => crawl?.include ?? null,
    ),
    exclude: from(
      patternsSchema('No paths that match one of these patterns.'),
      ({ crawl }) => crawl?.exclude ?? null,
    ),
    source: from(nullable(sourceSchema), ({ crawl }) => crawl?.source ?? null),
    recrawl: from(nullable(recrawlSchema), ({ crawl }) => crawl?.recrawl ?? null),
    next_run_at: dateTimeSchema(
      'When it runs next. In the past while a run is due, or waits for room in the quotas of the owner; it is tried again each minute.',
    ),
    last_run_at: orNull(dateTimeSchema('When it last ran; `null` before the first run.')),
    last_batch_id: orNull(
      idSchema(
        'Id of the batch of jobs that the last run created, for `batch_id` of the list of jobs; `null` without one.',
      ),
    ),
    last_crawl_id: orNull(
      idSchema(
        'Id of the crawl that the last run created, which may be deleted; `null` without one.',
      ),
    ),
    last_missed_at: orNull(
      dateTimeSchema('When the run was due that was last missed; `null` if none was.'),
    ),
    last_missed_reason: nullable(enumSchema('Why that run was missed.', missedReasons)),
    created_at: dateTimeSchema('When the schedule was first set.'),
    updated_at: dateTimeSchema('When it was last set.'),
  },
);

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
  return declaredSchedule.record(schedule);
}
