import { quotaExceeded } from '../../context/quotas.ts';
import { scheduleRecord } from '../../records/schedule-record.ts';
import { reportUrlSchema } from '../../reports/create-report.ts';
import {
  deleteSchedule,
  getSchedule,
  scheduleChanged,
  scheduleNotFound,
} from '../../schedules/get-schedule.ts';
import { setSchedule, timeOfDaySchema, timeZoneSchema } from '../../schedules/set-schedule.ts';
import { maxUrlLength } from '../../store/report.ts';
import {
  maxDayOfMonth,
  type Schedule,
  scheduleIntervals,
  scheduleTasks,
  weekdays,
} from '../../store/schedule.ts';
import { crawlBodyLimit, crawlFields, requireAllowedPages } from '../request/crawl-fields.ts';
import {
  choice,
  optionalInteger,
  optionalString,
  requiredChoice,
  requiredString,
} from '../request/fields.ts';
import { type IfMatch, ifMatchField, meetsIfMatch } from '../request/if-match.ts';
import {
  createdResponse,
  itemEtag,
  itemResponse,
  noContentResponse,
} from '../response/response.ts';
import { defineRoute } from '../route.ts';
import { named } from './named-errors.ts';
import { itemRoute, ofWebsite } from './record-routes.ts';

const path = '/api/v1/websites/:id/schedule';

const ifMatch = {
  ...ifMatchField,
  description:
    'Apply the request only if the schedule still has one of these entity tags (see `ETag`); `*` matches any, but not that there is none.',
};

/** What is not of this operation: that the website has no schedule. */
const preconditionNote = {
  when: 'The schedule does not have one of the entity tags in `If-Match`, or there is none. Nothing was changed.',
  example: scheduleChanged(),
} as const;

const showRoute = itemRoute({
  method: 'GET',
  path,
  operationId: 'getSchedule',
  summary: 'Show the schedule of a website',
  description:
    'When the website is checked, what a run creates, and what is known of the last one. A website without a schedule is a 404.',
  record: 'schedule',
  notFound: scheduleNotFound,
  item: async ({ context, ownerId }, id) => scheduleRecord(await getSchedule(context, ownerId, id)),
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  operationId: 'putSchedule',
  summary: 'Set the schedule of a website',
  description:
    'The website is then checked every day, week or month: by reports in the background, or by a crawl. It replaces the whole schedule that the website may have; what is not sent has its default. `url`, `max_pages`, `include`, `exclude`, `source` and `recrawl` are only allowed if `task` is `crawl`. A run for which a quota leaves no room is tried again each minute, until the next one is due.',
  headers: { 'If-Match': ifMatch },
  body: {
    every: requiredChoice('How often it runs.', scheduleIntervals),
    weekday: choice(
      'The day of the week. Required if `every` is `week`, and only allowed then.',
      weekdays,
      undefined,
    ),
    day_of_month: optionalInteger({
      description: 'The day of the month. Required if `every` is `month`, and only allowed then.',
      minimum: 1,
      maximum: maxDayOfMonth,
      example: 1,
    }),
    at: requiredString({
      description:
        'The local time, from 00:00 to 23:59. The run begins within the hour after it, the same for each run.',
      schema: timeOfDaySchema,
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      example: '06:00',
    }),
    time_zone: requiredString({
      description: 'The time zone of `at`: a name of the IANA time zone database.',
      schema: timeZoneSchema,
      maxLength: 64,
      example: 'Europe/Berlin',
    }),
    task: requiredChoice(
      '`reports`: a job for each of the latest 1,000 URLs of the website. `crawl`: a crawl.',
      scheduleTasks,
    ),
    url: optionalString({
      description:
        'URL of the start page of the crawl, of the website itself. Default: its domain.',
      schema: reportUrlSchema,
      maxLength: maxUrlLength,
      example: 'https://example.com/',
    }),
    ...crawlFields,
  },
  bodyLimit: crawlBodyLimit,
  success: { status: 200, envelope: 'item', record: 'schedule' },
  created: { status: 201, envelope: 'item', record: 'schedule' },
  errors: ['url_not_allowed', 'quota_exceeded'],
  errorNotes: {
    precondition_failed: preconditionNote,
    quota_exceeded: {
      when: 'The owner has too many schedules. Nothing was stored.',
      example: quotaExceeded('schedules', { limit: 1_000, used: 1_000, requested: 1 }),
    },
  },
  ...ofWebsite,
  async handle({ context, ownerId, params: { id }, body, headers, root }) {
    const { day_of_month: dayOfMonth, time_zone: timeZone, max_pages: maxPages, ...others } = body;
    requireAllowedPages(context, maxPages);
    const input = { ...others, dayOfMonth, timeZone, maxPages };
    const options = onlyIf(headers['If-Match']);
    const { schedule, isNew } = await named(setSchedule(context, ownerId, id, input, options));
    const record = scheduleRecord(schedule);
    return isNew
      ? createdResponse(record, `${root()}/websites/${id}/schedule`)
      : itemResponse(record);
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  operationId: 'deleteSchedule',
  summary: 'Delete the schedule of a website',
  description: 'It runs no more. What its runs have created stays.',
  headers: { 'If-Match': ifMatch },
  success: { status: 204, envelope: 'none', record: 'schedule' },
  errorNotes: { precondition_failed: preconditionNote },
  params: { id: 'number' },
  notFound: scheduleNotFound,
  find: (context, ownerId, { id }) => getSchedule(context, ownerId, id),
  async handle({ context, ownerId, params: { id }, headers }) {
    await deleteSchedule(context, ownerId, id, onlyIf(headers['If-Match']));
    return noContentResponse();
  },
});

/** The condition of an `If-Match`: the current `ETag` of the schedule is one of its tags. */
function onlyIf(ifMatch: IfMatch | undefined) {
  if (ifMatch === undefined) return {};
  return {
    onlyIf: (current: Schedule | undefined) =>
      current !== undefined && meetsIfMatch(ifMatch, itemEtag(scheduleRecord(current))),
  };
}

/** The operations on the schedule of a website. */
export const scheduleRoutes = [showRoute, putRoute, deleteRoute] as const;
