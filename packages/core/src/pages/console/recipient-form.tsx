import type { VNode } from 'preact';
import type { Entries } from '../../http/request/form.ts';
import { defaultEvents } from '../../messages/webhooks/webhook-input.ts';
import type { Recipient, RecipientSettings } from '../../store/recipient.ts';
import type { AlertType } from '../../store/webhook.ts';
import { english as text } from '../english.ts';
import { EventsField, MinImportanceField } from './alert-fields.tsx';
import { exact, Field, FormView, fieldsOf } from './field.tsx';
import { type Form, filledForm, formText, formTexts } from './form.ts';

/** The fields for what is sent to a recipient. */
export const recipientFields = ['events', 'min_importance'] as const;

/** The value of a box that is checked. */
const checkedBox = 'true';

/** The form that shows a recipient, or the defaults. */
export function recipientForm(recipient?: Recipient): Form {
  return filledForm({
    events: recipient?.events ?? defaultEvents,
    min_importance: recipient?.minImportance ?? 'low',
    digest: recipient?.digest ? checkedBox : '',
  });
}

/** The settings in a form. Domain functions check them. */
export function recipientSettings(sent: Entries) {
  return {
    events: formTexts(sent, 'events') as readonly AlertType[],
    minImportance: formText(sent, 'min_importance') as RecipientSettings['minImportance'],
    digest: formText(sent, 'digest') === checkedBox,
  };
}

/** The form for a new recipient, or for what is sent to one. */
export function RecipientFormView({
  action,
  form,
  isNew,
}: {
  readonly action: string;
  readonly form: Form;
  /** Whether it has a field for the address, which cannot be changed. */
  readonly isNew: boolean;
}): VNode {
  const labels = text.recipients;
  const at = fieldsOf(form);
  const hasDigest = at('digest').value === checkedBox;
  return (
    <FormView
      action={action}
      busy={isNew ? labels.adding : text.console.saving}
      button={isNew ? labels.add : text.console.save}
    >
      {isNew && (
        <Field
          {...at('address')}
          label={labels.address}
          hint={labels.addressHint}
          {...exact}
          inputMode="email"
          required
        />
      )}
      <EventsField form={form} none={hasDigest ? undefined : labels.nothing} />
      <fieldset>
        <legend>{labels.digest}</legend>
        <label>
          <input type="checkbox" name="digest" value={checkedBox} checked={hasDigest} />
          <span>
            {labels.digestWhen}
            <span class="hint">{labels.digestText}</span>
          </span>
        </label>
      </fieldset>
      <MinImportanceField form={form} />
    </FormView>
  );
}
