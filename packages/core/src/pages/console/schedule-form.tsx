import type { VNode } from 'preact';
import type { Entries } from '../../http/request/form.ts';
import type { SetScheduleInput } from '../../schedules/set-schedule.ts';
import {
  maxDayOfMonth,
  type Schedule,
  type ScheduleInterval,
  type ScheduleTask,
  scheduleIntervals,
  scheduleTasks,
  type Weekday,
  weekdays,
} from '../../store/schedule.ts';
import { english as text } from '../english.ts';
import { CrawlFields, crawlFields, crawlInput, crawlValues } from './crawl-form.tsx';
import { ChoiceField, digits, exact, Field, FormView, fieldsOf } from './field.tsx';
import { type Form, filledForm, formText, toNumber } from './form.ts';

/** The fields of a schedule. */
export const scheduleFields = [
  ...['every', 'weekday', 'day_of_month', 'at', 'time_zone', 'task'],
  ...crawlFields,
] as const;

/** The form that shows a schedule, or what is common. */
export function scheduleForm(schedule: Schedule | undefined, maxPages: number): Form {
  return filledForm({
    every: schedule?.every ?? 'week',
    weekday: schedule?.weekday ?? 'monday',
    day_of_month: String(schedule?.dayOfMonth ?? 1),
    at: schedule?.at ?? '06:00',
    time_zone: schedule?.timeZone ?? 'UTC',
    task: schedule?.task ?? 'crawl',
    ...crawlValues(schedule?.crawl ?? {}, maxPages),
  });
}

/** The input of a form. Fields that the choice does not need are left out, as the form always has them. */
export function scheduleInput(sent: Entries): SetScheduleInput {
  const every = formText(sent, 'every') as ScheduleInterval;
  const task = formText(sent, 'task') as ScheduleTask;
  const { url, ...crawl } = crawlInput(sent);
  return {
    every,
    task,
    at: formText(sent, 'at'),
    timeZone: formText(sent, 'time_zone'),
    ...(every === 'week' && { weekday: formText(sent, 'weekday') as Weekday }),
    ...(every === 'month' && { dayOfMonth: toNumber(formText(sent, 'day_of_month')) }),
    ...(task === 'crawl' && { ...crawl, ...(url !== '' && { url }) }),
  };
}

/** The form that sets a schedule. Fields that the choice does not need are hidden where browsers can do so by style. */
export function ScheduleFormView({
  action,
  form,
  maxPages,
}: {
  readonly action: string;
  readonly form: Form;
  /** How many pages a crawl may have. */
  readonly maxPages: number;
}): VNode {
  const labels = text.schedules;
  const at = fieldsOf(form);
  return (
    <FormView action={action} busy={text.console.saving} button={labels.save}>
      <ChoiceField
        {...at('every')}
        label={labels.every}
        choices={scheduleIntervals}
        texts={labels.intervals}
      />
      <div class="of-week">
        <ChoiceField
          {...at('weekday')}
          label={labels.weekday}
          choices={weekdays}
          texts={labels.weekdays}
        />
      </div>
      <div class="of-month">
        <Field
          {...at('day_of_month')}
          label={labels.dayOfMonth}
          hint={labels.dayOfMonthHint(maxDayOfMonth)}
          {...digits}
        />
      </div>
      <Field {...at('at')} label={labels.at} class="medium" type="time" required />
      <Field
        {...at('time_zone')}
        label={labels.timeZone}
        hint={labels.timeZoneHint}
        {...exact}
        class="medium"
        list="time-zones"
        required
      />
      <datalist id="time-zones">
        {/* Not in the list, although it is a zone. */}
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ChoiceField
        {...at('task')}
        label={labels.task}
        choices={scheduleTasks.toReversed()}
        texts={labels.tasks}
      />
      <fieldset class="of-crawl">
        <legend>{labels.crawl}</legend>
        <CrawlFields form={form} maxPages={maxPages} isUrlOptional />
      </fieldset>
    </FormView>
  );
}
