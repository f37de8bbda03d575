import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import { EventsField, MinImportanceField } from './alert-fields.tsx';
import { Field } from './field.tsx';
import { checkedBox, type RecipientForm, type RecipientFormIssues } from './recipient-input.ts';

/** The form for a new recipient, or for what is sent to one. */
export function RecipientFormView({
  action,
  form,
  issues,
  isNew,
}: {
  readonly action: string;
  /** As typed before. */
  readonly form: RecipientForm;
  readonly issues: RecipientFormIssues['issues'];
  /** Whether it has a field for the address, which cannot be changed. */
  readonly isNew: boolean;
}): VNode {
  const labels = text.recipients;
  return (
    <form method="post" action={action} data-busy={isNew ? labels.adding : text.console.saving}>
      {isNew && (
        <Field
          name="address"
          label={labels.address}
          hint={labels.addressHint}
          issue={issues.address}
          value={form.address}
          required
          inputMode="email"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
      )}
      <EventsField form={form} issue={issues.events} />
      <fieldset>
        <legend>{labels.digest}</legend>
        <label>
          <input type="checkbox" name="digest" value={checkedBox} checked={form.digest} />
          <span>
            {labels.digestWhen}
            <span class="hint">{labels.digestText}</span>
          </span>
        </label>
      </fieldset>
      <MinImportanceField form={form} issue={issues.minImportance} />
      <div class="actions">
        <button type="submit">{isNew ? labels.add : text.console.save}</button>
      </div>
    </form>
  );
}
