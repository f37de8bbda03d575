import { deleteSchedule } from '../../schedules/get-schedule.ts';
import { setSchedule } from '../../schedules/set-schedule.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { confirmedStep } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { crawlFormLimit } from './crawl-form.tsx';
import { doneQuery } from './done.ts';
import type { Form } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { formPages } from './post-page.ts';
import { ScheduleFormView, scheduleFields, scheduleForm, scheduleInput } from './schedule-form.tsx';
import { ScheduleSentences } from './website-schedule.tsx';
import { WithoutWorker } from './without-worker.tsx';

const params = { id: 'number' } as const;

const formOfSchedule = formPages({
  path: '/websites/:id/schedule',
  params,
  show: {
    operationId: 'consoleSchedule',
    summary: 'Show the schedule of a website in the console',
  },
  send: {
    operationId: 'consoleSetSchedule',
    bodyLimit: crawlFormLimit,
    summary: 'Set the schedule of a website in the console',
  },
  fields: scheduleFields,
  respond: respondSchedule,
  async take({ context, ownerId, params: { id } }, { links }, sent) {
    await setSchedule(context, ownerId, id, scheduleInput(sent));
    return links.websiteSettings(id) + doneQuery('schedule_set');
  },
});

async function respondSchedule(
  { context, ownerId, params: ofPath }: OwnerRequest<typeof params>,
  page: ConsoleContext,
  form?: Form,
) {
  const { links } = page;
  const labels = text.schedules;
  const { id, domain } = await getWebsite(context, ownerId, ofPath.id);
  const schedule = await context.store.schedules.find(ownerId, id);
  const { maxPages } = context.crawls;
  const action = `${links.website(id)}/schedule`;
  return (
    <ConsoleLayout page={page} title={labels.titleOf(domain)} current="websites">
      <p class="kind">
        <TextLink href={links.websiteSettings(id)}>{domain}</TextLink>
      </p>
      <h1>
        <PageText>{labels.titleOf(domain)}</PageText>
      </h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} />
      {schedule && <ScheduleSentences schedule={schedule} now={context.now()} links={links} />}
      <ScheduleFormView
        action={action}
        form={form ?? scheduleForm(schedule, maxPages)}
        maxPages={maxPages}
      />
      {schedule && (
        <p>
          <a href={`${action}/delete`}>{labels.delete}</a>
        </p>
      )}
    </ConsoleLayout>
  );
}

const remove = confirmedStep({
  path: '/websites/:id/schedule/delete',
  operation: 'DeleteSchedule',
  summary: 'Delete the schedule of a website in the console',
  askSummary: 'Ask before a schedule is deleted in the console',
  title: text.schedules.delete,
  back: ({ websiteSettings }, { id }) => websiteSettings(id),
  async lost({ context, ownerId, params: { id } }) {
    const { domain } = await getWebsite(context, ownerId, id);
    const schedule = await context.store.schedules.find(ownerId, id);
    return schedule ? text.schedules.deleteText(domain) : null;
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteSchedule(context, ownerId, id);
    return links.websiteSettings(id) + doneQuery('schedule_deleted');
  },
});

/** The pages of the schedule of a website. */
export const schedulePages = [...formOfSchedule, ...remove] as const;
