import type { ComponentChildren, VNode } from 'preact';
import { alertTypes, minImportances } from '../../store/webhook.ts';
import { defaultEvents } from '../../webhooks/webhook-input.ts';
import { english as text } from '../english.ts';
import { ChoiceField } from './crawl-form.tsx';

/** What most people want comes first. */
const events = [...new Set([...defaultEvents, ...alertTypes])];

/** The fields for the events that a webhook or a recipient gets. */
export interface AlertForm {
  readonly events: readonly string[];
  readonly minImportance: string;
}

/** The boxes of events. */
export function EventsField({
  form,
  issue,
}: {
  readonly form: AlertForm;
  readonly issue: string | undefined;
}): VNode {
  const labels = text.webhooks;
  return (
    <Choices name="events" label={labels.events} issue={issue}>
      {events.map((type) => (
        <label key={type}>
          <input type="checkbox" name="events" value={type} checked={form.events.includes(type)} />
          <span>
            {labels.types[type]}
            <span class="hint">{labels.eventTexts[type]}</span>
          </span>
        </label>
      ))}
    </Choices>
  );
}

/** The least importance of findings. Hidden by style, where browsers can, if no findings are sent. */
export function MinImportanceField({
  form,
  issue,
}: {
  readonly form: AlertForm;
  readonly issue: string | undefined;
}): VNode {
  const labels = text.webhooks;
  return (
    <div class="of-findings">
      <ChoiceField
        name="min_importance"
        label={labels.minImportance}
        choices={minImportances.toReversed()}
        texts={labels.importances}
        value={form.minImportance}
        issue={issue}
      />
    </div>
  );
}

/** Boxes or choices that belong together, with what is wrong with them. */
export function Choices({
  name,
  label,
  issue,
  children,
}: {
  readonly name: string;
  readonly label: string;
  readonly issue: string | undefined;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <fieldset aria-describedby={issue === undefined ? undefined : `${name}-error`}>
      <legend>{label}</legend>
      {issue !== undefined && (
        <p class="error" id={`${name}-error`} role="alert">
          {text.console.fieldError(label, issue)}
        </p>
      )}
      {children}
    </fieldset>
  );
}
