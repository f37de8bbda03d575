import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { Entries } from '../../http/request/form.ts';
import type { CreateRecipientInput } from '../../recipients/recipient-input.ts';
import type { Recipient, RecipientSettings } from '../../store/recipient.ts';
import type { AlertType } from '../../store/webhook.ts';
import { defaultEvents } from '../../webhooks/webhook-input.ts';
import { english as text } from '../english.ts';
import type { AlertForm } from './alert-fields.tsx';
import { formText, formTexts } from './field.tsx';
import { type FormIssue, refusalOf } from './form-issue.ts';

/** The fields of the form as they were sent. */
export interface RecipientForm extends AlertForm {
  /** Of use for a new recipient only. */
  readonly address: string;
  readonly digest: boolean;
}

type RecipientField = keyof CreateRecipientInput;

/** What is wrong with the form, by the fields of the input. */
export interface RecipientFormIssues extends Omit<FormIssue, 'issue'> {
  readonly issues: Readonly<Partial<Record<RecipientField, string>>>;
}

/** The value of a box that is checked. */
export const checkedBox = 'true';

/** The form that was sent. */
export function recipientFormOf(sent: Entries): RecipientForm {
  return {
    address: formText(sent, 'address').trim(),
    events: formTexts(sent, 'events'),
    minImportance: formText(sent, 'min_importance'),
    digest: formText(sent, 'digest') === checkedBox,
  };
}

/** The form that shows a recipient, or the defaults. */
export function recipientFormFor(recipient: Recipient | undefined): RecipientForm {
  return {
    address: recipient?.address ?? '',
    events: recipient?.events ?? defaultEvents,
    minImportance: recipient?.minImportance ?? 'low',
    digest: recipient?.digest ?? false,
  };
}

/** The settings in a form. Domain functions check them. */
export function recipientSettingsOf({ events, minImportance, digest }: RecipientForm) {
  return {
    events: events as readonly AlertType[],
    minImportance: minImportance as RecipientSettings['minImportance'],
    digest,
  };
}

/**
 * What is wrong with a form, at its fields.
 *
 * @param fallback - The field of an error that is about none, such as a quota.
 * @throws the error itself if it is not about what was typed, or about when it was sent.
 */
export function recipientFormIssues(
  error: unknown,
  { events, digest }: RecipientForm,
  fallback: RecipientField,
): RecipientFormIssues {
  const { status, headers, issue } = refusalOf(error, fallback);
  const found = (isSitegradeError(error) && error.issues) || {};
  const fields = Object.entries(found).map(([field, [first = '']]) => {
    const isNothing = field === 'events' && events.length === 0 && !digest;
    return [field, isNothing ? text.recipients.nothing : first];
  });
  const issues = fields.length > 0 ? Object.fromEntries(fields) : { [fallback]: issue };
  return { status, headers, issues };
}
