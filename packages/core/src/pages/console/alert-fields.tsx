import type { VNode } from 'preact';
import { defaultEvents } from '../../messages/webhooks/webhook-input.ts';
import { alertTypes, minImportances } from '../../store/webhook.ts';
import { english as text } from '../english.ts';
import { ChoiceField, Choices, fieldsOf } from './field.tsx';
import { type Form, formTexts } from './form.ts';

/** What most people want comes first. */
const events = [...new Set([...defaultEvents, ...alertTypes])];

/**
 * The boxes of the events that a webhook or a recipient gets.
 *
 * @param none - What is wrong if none is chosen and one must be.
 */
export function EventsField({
  form,
  none,
}: {
  readonly form: Form;
  readonly none: string | undefined;
}): VNode {
  const labels = text.webhooks;
  const { issue, name } = fieldsOf(form)('events');
  const chosen = formTexts(form.sent, name);
  return (
    <Choices
      name={name}
      label={labels.events}
      issue={(issue && chosen.length === 0 && none) || issue}
    >
      {events.map((type) => (
        <label key={type}>
          <input type="checkbox" name={name} value={type} checked={chosen.includes(type)} />
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
export function MinImportanceField({ form }: { readonly form: Form }): VNode {
  const labels = text.webhooks;
  return (
    <div class="of-findings">
      <ChoiceField
        {...fieldsOf(form)('min_importance')}
        label={labels.minImportance}
        choices={minImportances.toReversed()}
        texts={labels.importances}
      />
    </div>
  );
}
