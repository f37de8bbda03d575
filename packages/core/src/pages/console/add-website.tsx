import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { createCrawl } from '../../crawls/create-crawl.ts';
import type { Entries } from '../../http/request/form.ts';
import { createReport } from '../../reports/create-report.ts';
import { setSchedule } from '../../schedules/set-schedule.ts';
import type { Report } from '../../store/report.ts';
import type { ScheduleTask } from '../../store/schedule.ts';
import { english as text } from '../english.ts';
import { exact, Field, FieldError, fieldsOf } from './field.tsx';
import { type Form, fieldIssue, formText, type RefusedForm, refusalOf } from './form.ts';
import { scheduleForm, scheduleInput } from './schedule-form.tsx';

/** What is done beside the report if its box is checked. */
export const extras = ['weekly', 'crawl'] as const;

type Extra = (typeof extras)[number];

/** A website that was added with a report of one of its pages. */
export interface AddedWebsite {
  readonly report: Report;
  /** What was done beside it. */
  readonly done: readonly Extra[];
  /** The form with what was not done, and why; `undefined` if all was. */
  readonly refused: RefusedForm | undefined;
}

/** Creates the report, and then what else the form asks for: what is refused does not undo the rest. */
export async function addWebsite(
  context: Context,
  ownerId: string,
  sent: Entries,
  signal: AbortSignal,
): Promise<AddedWebsite> {
  const input = { url: formText(sent, 'url') };
  const report = await createReport(context, ownerId, input, { signal });
  const wanted = extras.filter((extra) => isChecked(sent, extra));
  const task = wanted.includes('crawl') ? 'crawl' : 'reports';
  const done: Extra[] = [];
  const refusals: RefusedForm[] = [];
  for (const extra of wanted) {
    try {
      await doExtra[extra](context, ownerId, report, task);
      done.push(extra);
    } catch (error) {
      refusals.push(refusalOf(error, [extra], sent));
    }
  }
  const [first] = refusals;
  const issues = Object.assign({}, ...refusals.map((refusal) => refusal.issues));
  // What is done already is not sent again.
  const left = new Map([...sent].filter(([name]) => !done.some((extra) => extra === name)));
  return { report, done, refused: first && { ...first, sent: left, issues } };
}

const doExtra = {
  async weekly(context, ownerId, { websiteId }, task) {
    const common = scheduleForm(undefined, context.crawls.maxPages).sent;
    const input = scheduleInput(new Map([...common, ['task', [task]]]));
    try {
      await setSchedule(context, ownerId, websiteId, input, { onlyIf: isMissing });
    } catch (error) {
      if (!isSitegradeError(error) || error.code !== 'precondition_failed') throw error;
      throw fieldIssue('weekly', text.console.hasSchedule);
    }
  },
  async crawl(context, ownerId, { finalUrl }) {
    await createCrawl(context, ownerId, { url: new URL('/', finalUrl).href });
  },
} as const satisfies Record<
  Extra,
  (context: Context, ownerId: string, report: Report, task: ScheduleTask) => Promise<void>
>;

function isMissing(current: unknown): boolean {
  return current === undefined;
}

function isChecked(sent: Entries, extra: Extra): boolean {
  return formText(sent, extra) === 'yes';
}

/** The form that adds a website. */
export function AddWebsiteForm({
  form,
  action,
}: {
  readonly form: Form;
  readonly action: string;
}): VNode {
  const labels = text.console;
  return (
    <form method="post" action={action} class="report-form" data-busy={labels.creating}>
      <div class="row">
        <Field
          {...fieldsOf(form)('url')}
          label={labels.url}
          hint={labels.urlHint}
          {...exact}
          autocomplete="url"
          inputMode="url"
          required
        />
        <button type="submit">{labels.create}</button>
      </div>
      {extras.map((extra) => (
        <div key={extra} class="extra">
          <FieldError name={extra} label={labels.extras[extra]} issue={form.issues[extra]?.[0]} />
          <label>
            <input
              type="checkbox"
              name={extra}
              value="yes"
              checked={isChecked(form.sent, extra)}
              aria-describedby={form.issues[extra] && `${extra}-error`}
            />
            {labels.extras[extra]}
          </label>
        </div>
      ))}
    </form>
  );
}
