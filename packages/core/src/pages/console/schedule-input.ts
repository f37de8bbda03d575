import { isSitegradeError } from '@sitegrade/foundation/errors';
import { defaultMaxPages } from '../../crawls/create-crawl.ts';
import type { Entries } from '../../http/request/form.ts';
import type { SetScheduleInput } from '../../schedules/set-schedule.ts';
import type { Schedule, ScheduleInterval, ScheduleTask, Weekday } from '../../store/schedule.ts';
import {
  type CrawlForm,
  type CrawlFormIssues,
  crawlFormOf,
  crawlInputOf,
  crawlIssuesByField,
} from './crawl-input.ts';
import { rawText as formText, toNumber } from './form.ts';
import { formIssue } from './form-issue.ts';

/** The fields of the form for a schedule in addition to those of a crawl, by the names of the input. */
const scheduleFields = ['every', 'weekday', 'dayOfMonth', 'at', 'timeZone', 'task'] as const;

type ScheduleField = (typeof scheduleFields)[number];

/** The fields of the form as they were sent. */
export type ScheduleForm = CrawlForm & Readonly<Record<ScheduleField, string>>;

/** What is wrong with the form, by field. */
export interface ScheduleFormIssues extends Omit<CrawlFormIssues, 'issues'> {
  readonly issues: CrawlFormIssues['issues'] &
    Readonly<Partial<Record<ScheduleField, readonly string[]>>>;
}

/** The form that was sent. */
export function scheduleFormOf(sent: Entries): ScheduleForm {
  return {
    ...crawlFormOf(sent),
    every: formText(sent, 'every'),
    weekday: formText(sent, 'weekday'),
    dayOfMonth: formText(sent, 'day_of_month').trim(),
    at: formText(sent, 'at').trim(),
    timeZone: formText(sent, 'time_zone').trim(),
    task: formText(sent, 'task'),
  };
}

/** The form that shows a schedule, or what is common. */
export function scheduleFormFor(schedule: Schedule | undefined, maxPages: number): ScheduleForm {
  const crawl = schedule?.crawl;
  return {
    every: schedule?.every ?? 'week',
    weekday: schedule?.weekday ?? 'monday',
    dayOfMonth: String(schedule?.dayOfMonth ?? 1),
    at: schedule?.at ?? '06:00',
    timeZone: schedule?.timeZone ?? 'UTC',
    task: schedule?.task ?? 'crawl',
    url: crawl?.url ?? '',
    maxPages: String(crawl?.maxPages ?? Math.min(defaultMaxPages, maxPages)),
    source: crawl?.source ?? '',
    recrawl: crawl?.recrawl ?? '',
    include: crawl?.include.join('\n') ?? '',
    exclude: crawl?.exclude.join('\n') ?? '',
  };
}

/** The input of a form. Fields that the choice does not need are left out, as the form always has them. */
export function scheduleInputOf(form: ScheduleForm): SetScheduleInput {
  const { every, weekday, dayOfMonth, at, timeZone, task } = form;
  const { url, ...crawl } = crawlInputOf(form);
  return {
    at,
    timeZone,
    every: every as ScheduleInterval,
    task: task as ScheduleTask,
    ...(every === 'week' && { weekday: weekday as Weekday }),
    ...(every === 'month' && { dayOfMonth: toNumber(dayOfMonth) }),
    ...(task === 'crawl' && { ...crawl, ...(url !== '' && { url }) }),
  };
}

/**
 * What is wrong with a form, at its fields.
 *
 * @throws the error itself if it is not about what was typed, or about when it was sent.
 */
export function scheduleFormIssues(error: unknown, form: ScheduleForm): ScheduleFormIssues {
  const { status, headers, issue } = formIssue(error, 'every');
  const found = (isSitegradeError(error) && error.issues) || {};
  const issues = {
    ...crawlIssuesByField(error, form),
    ...Object.fromEntries(scheduleFields.map((field) => [field, found[field]?.slice(0, 1) ?? []])),
  };
  // An error that is about no field: a quota.
  const isAnywhere = Object.values(issues).some(({ length }) => length > 0);
  return { status, headers, issues: isAnywhere ? issues : { every: [issue] } };
}
