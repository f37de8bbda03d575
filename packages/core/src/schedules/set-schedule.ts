import { openCpuAccount, parseTarget, takeSlices } from '@sitegrade/audit';
import { integerBetween, oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { quotaExceeded } from '../context/quotas.ts';
import { requireWritable } from '../context/require-writable.ts';
import { type CrawlOptions, crawlOptionEntries, patternIssues } from '../crawls/create-crawl.ts';
import { reportUrlSchema } from '../reports/create-report.ts';
import { domainOf } from '../store/domain-of.ts';
import { jobUrlOf } from '../store/job-url.ts';
import {
  maxDayOfMonth,
  type Schedule,
  type ScheduledCrawl,
  type ScheduleInterval,
  type ScheduleTask,
  scheduleIntervals,
  scheduleTasks,
  type Weekday,
  weekdays,
} from '../store/schedule.ts';
import type { ScheduleCondition } from '../store/schedule-store.ts';
import type { Website } from '../store/website.ts';
import { inputObject, invalidInput, requireOwnerId, validate } from '../validate.ts';
import { getWebsite, websiteNotFound } from '../websites/get-website.ts';
import { scheduleChanged } from './get-schedule.ts';
import { nextRun } from './next-run.ts';

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 2;

/**
 * Input of {@link setSchedule}. The options of a crawl, and `url`, are only allowed if `task` is `crawl`; their defaults
 * are those of `createCrawl`.
 */
export interface SetScheduleInput extends CrawlOptions {
  readonly every: ScheduleInterval;
  /** Required if `every` is `week`, and only allowed then. */
  readonly weekday?: Weekday | undefined;
  /** 1 to 28. Required if `every` is `month`, and only allowed then. */
  readonly dayOfMonth?: number | undefined;
  /** The local time, `00:00` to `23:59`. The run begins within the hour after it. */
  readonly at: string;
  /** The time zone of `at`: an IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** `reports`: a report of each of the latest 1,000 URLs of the website, in the background. `crawl`: a crawl. */
  readonly task: ScheduleTask;
  /** The start page of the crawl: a URL of the website. Default: its domain, over https or else http. */
  readonly url?: string | undefined;
}

/** Options of {@link setSchedule}. */
export interface ScheduleOptions {
  /**
   * A condition that the schedule, `undefined` if there is none, must meet in the transaction that changes it.
   */
  readonly onlyIf?: ScheduleCondition;
}

/** A schedule that was set. */
interface SetSchedule {
  readonly schedule: Schedule;
  /** Whether the website had none before. */
  readonly isNew: boolean;
}

/** A local time of day. */
export const timeOfDaySchema = v.pipe(
  v.string('must be a string.'),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59, such as 06:00.'),
);

/** A time zone that schedules can have. */
export const timeZoneSchema = v.pipe(
  v.string('must be a string.'),
  v.check(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin.'),
);

/**
 * Sets the schedule of a website: workers then create its reports or crawl it regularly, see `startWorker`. It replaces
 * the schedule that the website may have, whose last run stays known. A website has at most one.
 *
 * Runs of different websites are spread over the hour that begins at `at`; `nextRunAt` is the time of this website. A
 * time that is skipped when clocks change is right after the change, and a time that occurs twice is the first one. A run
 * for which a quota of the owner leaves no room is tried again each minute, until the next one is due.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param input - When it runs, and what a run starts.
 * @param options - A condition for the change.
 * @returns the stored schedule, and whether it is the first one of the website.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `invalid_input` with the issues by field,
 * those of the fourth pattern on `include.3`; `url_not_allowed` with the issue on `url`; `precondition_failed` if
 * `onlyIf` returns `false`; `quota_exceeded` if the owner has too many schedules.
 * @example
 * ```ts
 * const { schedule } = await setSchedule(context, 'user-1', 7, {
 *   every: 'week',
 *   weekday: 'monday',
 *   at: '06:00',
 *   timeZone: 'Europe/Berlin',
 *   task: 'crawl',
 *   maxPages: 500,
 * });
 * ```
 */
export async function setSchedule(
  context: Context,
  ownerId: string,
  websiteId: number,
  input: SetScheduleInput,
  { onlyIf }: ScheduleOptions = {},
): Promise<SetSchedule> {
  requireOwnerId(ownerId);
  const website = await getWebsite(context, ownerId, websiteId);
  // Requests that arrive together would block the event loop together: the longest patterns take milliseconds.
  await takeSlices(sliceMs, openCpuAccount({ ownerId })).next();
  const { every, weekday, dayOfMonth, at, timeZone, task, ...crawl } = validateInput(
    context,
    input,
  );
  const time = {
    websiteId,
    every,
    at,
    timeZone,
    weekday: weekday ?? null,
    dayOfMonth: dayOfMonth ?? null,
  };
  await requireWritable(context);
  const { schedules: maxSchedules } = await context.quotas(ownerId);
  const updatedAt = context.now();
  const setting = await context.store.schedules.set(
    {
      ...time,
      ownerId,
      task,
      crawl: task === 'crawl' ? scheduledCrawl(context, website, crawl) : null,
      nextRunAt: nextRun(time, updatedAt),
      updatedAt,
      maxSchedules,
    },
    onlyIf,
  );
  switch (setting.outcome) {
    case 'missing':
      throw websiteNotFound();
    case 'condition_failed':
      throw scheduleChanged();
    case 'quota_exceeded':
      context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
      throw quotaExceeded('schedules', { limit: maxSchedules, used: setting.used, requested: 1 });
    default:
      return { schedule: setting.schedule, isNew: setting.outcome === 'created' };
  }
}

function validateInput({ crawls }: Context, input: SetScheduleInput) {
  const schema = inputObject({
    every: oneOf(scheduleIntervals),
    weekday: v.optional(oneOf(weekdays)),
    dayOfMonth: v.optional(integerBetween(1, maxDayOfMonth)),
    at: timeOfDaySchema,
    timeZone: timeZoneSchema,
    task: oneOf(scheduleTasks),
    url: v.optional(reportUrlSchema),
    ...crawlOptionEntries(crawls.maxPages),
  } satisfies Record<keyof SetScheduleInput, v.GenericSchema>);
  const { include, exclude, ...others } = validate(schema, input, {
    ...patternIssues(input),
    ...issuesOfFields(Object(input) as Readonly<Record<keyof SetScheduleInput, unknown>>),
  });
  // Copies: the caller may change the arrays.
  return { ...others, include: [...include], exclude: [...exclude] };
}

const crawlFields = ['url', 'maxPages', 'include', 'exclude', 'source', 'recrawl'] as const;

/** The issues of fields that depend on others. */
function issuesOfFields(
  input: Readonly<Record<keyof SetScheduleInput, unknown>>,
): Readonly<Record<string, readonly string[]>> {
  const { every, weekday, dayOfMonth, task } = input;
  const ofDay = (name: string, day: unknown, interval: ScheduleInterval) => {
    const isOfInterval = every === interval;
    if (isOfInterval === (day !== undefined)) return [];
    const issue = isOfInterval ? 'is required if' : 'is only allowed if';
    return [[name, [`${issue} every is ${interval}.`]] as const];
  };
  const ofCrawl = task === 'crawl' ? [] : crawlFields.filter((name) => input[name] !== undefined);
  return Object.fromEntries([
    ...ofDay('weekday', weekday, 'week'),
    ...ofDay('dayOfMonth', dayOfMonth, 'month'),
    ...ofCrawl.map((name) => [name, ['is only allowed if task is crawl.']] as const),
  ]);
}

/** Whether schedules can have a time zone. An offset such as `+02:00` is not a time zone on some versions of Node. */
function isTimeZone(timeZone: string): boolean {
  if (!/^[a-z][\w/+-]{0,63}$/i.test(timeZone)) return false;
  try {
    const time = { websiteId: 1, every: 'day', weekday: null, dayOfMonth: null } as const;
    nextRun({ ...time, at: '00:00', timeZone }, new Date(0));
    return true;
  } catch {
    return false;
  }
}

/** The crawl that a run starts, of the website itself. */
function scheduledCrawl(
  { network }: Context,
  { domain }: Website,
  {
    url: given = domain,
    ...options
  }: Omit<ScheduledCrawl, 'url'> & { readonly url?: string | undefined },
): ScheduledCrawl {
  const target = parseTarget(given, network);
  if (domainOf(target.url.href) !== domain) {
    throw invalidInput({ url: [`must be a URL of ${domain}.`] });
  }
  return { ...options, url: jobUrlOf(target) };
}
