import { deleteSchedule } from '../../schedules/get-schedule.ts';
import { setSchedule } from '../../schedules/set-schedule.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { confirmedStep } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { ScheduleFormView } from './schedule-form.tsx';
import {
  type ScheduleForm,
  type ScheduleFormIssues,
  scheduleFormFor,
  scheduleFormIssues,
  scheduleFormOf,
  scheduleInputOf,
} from './schedule-input.ts';
import { ScheduleSentences } from './website-schedule.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** Enough for the most patterns of the greatest length, escaped. */
const formLimit = 1024 * 1024;

const path = '/websites/:id/schedule';
const params = { id: 'number' } as const;

/** The form for the schedule of a website. */
const schedulePage = ownerPage({
  method: 'GET',
  path,
  params,
  operationId: 'consoleSchedule',
  summary: 'Show the schedule of a website in the console',
  respond: (request, page) => respondSchedule(request, page),
});

/** Sets the schedule and leads to the website. Errors appear at their fields. */
const setSchedulePage = ownerPage({
  method: 'POST',
  path,
  params,
  operationId: 'consoleSetSchedule',
  bodyLimit: formLimit,
  summary: 'Set the schedule of a website in the console',
  async respond(request, page) {
    const { context, ownerId, params: ofPath } = request;
    const { id } = await getWebsite(context, ownerId, ofPath.id);
    const form = scheduleFormOf(await request.form());
    try {
      await setSchedule(context, ownerId, id, scheduleInputOf(form));
      return seeOther(`${page.links.website(id)}${doneQuery('schedule_set')}`);
    } catch (error) {
      return respondSchedule(request, page, { form, ...scheduleFormIssues(error, form) });
    }
  },
});

async function respondSchedule(
  request: OwnerRequest<typeof params>,
  page: ConsoleContext,
  failed?: ScheduleFormIssues & { readonly form: ScheduleForm },
) {
  const { context, ownerId } = request;
  const { links } = page;
  const labels = text.schedules;
  const { id, domain } = await getWebsite(context, ownerId, request.params.id);
  const schedule = await context.store.schedules.find(ownerId, id);
  const { maxPages } = context.crawls;
  const action = `${links.website(id)}/schedule`;
  const content = (
    <ConsoleLayout page={page} title={labels.titleOf(domain)} current="websites">
      <h1>
        <PageText>{labels.titleOf(domain)}</PageText>
      </h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} />
      {schedule && <ScheduleSentences schedule={schedule} now={context.now()} links={links} />}
      <ScheduleFormView
        action={action}
        form={failed?.form ?? scheduleFormFor(schedule, maxPages)}
        issues={failed?.issues ?? {}}
        maxPages={maxPages}
      />
      <ul class="inline">
        <li>
          <a href={links.website(id)}>
            <PageText>{domain}</PageText>
          </a>
        </li>
        {schedule && (
          <li>
            <a href={`${action}/delete`}>{labels.delete}</a>
          </li>
        )}
      </ul>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? 200, content, failed?.headers);
}

const remove = confirmedStep({
  path: `${path}/delete`,
  operation: 'DeleteSchedule',
  summary: 'Delete the schedule of a website in the console',
  askSummary: 'Ask before a schedule is deleted in the console',
  title: text.schedules.delete,
  back: ({ website }, { id }) => website(id),
  async lost({ context, ownerId, params: { id } }) {
    const { domain } = await getWebsite(context, ownerId, id);
    const schedule = await context.store.schedules.find(ownerId, id);
    return schedule ? text.schedules.deleteText(domain) : null;
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteSchedule(context, ownerId, id);
    return links.website(id) + doneQuery('schedule_deleted');
  },
});

/** The pages of the schedule of a website. */
export const schedulePages = [schedulePage, setSchedulePage, ...remove] as const;
