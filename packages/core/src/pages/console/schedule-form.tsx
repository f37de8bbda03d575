import type { VNode } from 'preact';
import { maxDayOfMonth, scheduleIntervals, scheduleTasks, weekdays } from '../../store/schedule.ts';
import { english as text } from '../english.ts';
import { CrawlFields } from './crawl-form.tsx';
import { ChoiceField, Field } from './field.tsx';
import type { ScheduleForm, ScheduleFormIssues } from './schedule-input.ts';

/** The form that sets a schedule. Fields that the choice does not need are hidden where browsers can do so by style. */
export function ScheduleFormView({
  action,
  form,
  issues,
  maxPages,
}: {
  readonly action: string;
  /** As typed before. */
  readonly form: ScheduleForm;
  readonly issues: ScheduleFormIssues['issues'];
  /** How many pages a crawl may have. */
  readonly maxPages: number;
}): VNode {
  const labels = text.schedules;
  return (
    <form method="post" action={action} data-busy={text.console.saving}>
      <ChoiceField
        name="every"
        label={labels.every}
        choices={scheduleIntervals}
        texts={labels.intervals}
        value={form.every}
        issue={issues.every?.[0]}
      />
      <div class="of-week">
        <ChoiceField
          name="weekday"
          label={labels.weekday}
          choices={weekdays}
          texts={labels.weekdays}
          value={form.weekday}
          issue={issues.weekday?.[0]}
        />
      </div>
      <div class="of-month">
        <Field
          name="day_of_month"
          label={labels.dayOfMonth}
          hint={labels.dayOfMonthHint(maxDayOfMonth)}
          issue={issues.dayOfMonth?.[0]}
          value={form.dayOfMonth}
          class="short"
          inputMode="numeric"
          autocomplete="off"
        />
      </div>
      <Field
        name="at"
        label={labels.at}
        issue={issues.at?.[0]}
        value={form.at}
        class="medium"
        type="time"
        required
      />
      <Field
        name="time_zone"
        label={labels.timeZone}
        hint={labels.timeZoneHint}
        issue={issues.timeZone?.[0]}
        value={form.timeZone}
        class="medium"
        list="time-zones"
        required
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <datalist id="time-zones">
        {/* Not in the list, although it is a zone. */}
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ChoiceField
        name="task"
        label={labels.task}
        choices={scheduleTasks.toReversed()}
        texts={labels.tasks}
        value={form.task}
        issue={issues.task?.[0]}
      />
      <fieldset class="of-crawl">
        <legend>{labels.crawl}</legend>
        <CrawlFields form={form} issues={issues} maxPages={maxPages} isUrlOptional />
      </fieldset>
      <div class="actions">
        <button type="submit">{labels.save}</button>
      </div>
    </form>
  );
}
