import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { Entries } from '../../http/request/form.ts';
import type { AlertType, Webhook, WebhookFormat, WebhookSettings } from '../../store/webhook.ts';
import {
  type CreateWebhookInput,
  defaultEvents,
  maxWebhookWebsites,
} from '../../webhooks/webhook-input.ts';
import { english as text } from '../english.ts';
import { toNumber } from './crawl-input.ts';
import { formText, formTexts } from './field.tsx';
import { type FormIssue, formIssue } from './form-issue.ts';

/** The fields of the form as they were sent. */
export interface WebhookForm {
  readonly url: string;
  readonly format: string;
  readonly events: readonly string[];
  /** Whether it gets events of all websites, or of those that were chosen. */
  readonly scope: string;
  /** The ids of the websites that were chosen. */
  readonly websites: readonly string[];
  readonly minImportance: string;
}

type WebhookField = keyof CreateWebhookInput;

/** What is wrong with the form, by the fields of the input. */
export interface WebhookFormIssues extends Omit<FormIssue, 'issue'> {
  readonly issues: Readonly<Partial<Record<WebhookField, string>>>;
}

/** The form that was sent. */
export function webhookFormOf(sent: Entries): WebhookForm {
  return {
    url: formText(sent, 'url').trim(),
    format: formText(sent, 'format'),
    events: formTexts(sent, 'events'),
    scope: formText(sent, 'scope'),
    websites: formTexts(sent, 'websites'),
    minImportance: formText(sent, 'min_importance'),
  };
}

/** The form that shows a webhook, or the defaults. */
export function webhookFormFor(webhook: Webhook | undefined): WebhookForm {
  const { websiteIds = null } = webhook ?? {};
  return {
    url: webhook?.url ?? '',
    format: webhook?.format ?? 'json',
    events: webhook?.events ?? defaultEvents,
    scope: websiteIds === null ? 'all' : 'chosen',
    websites: websiteIds?.map(String) ?? [],
    minImportance: webhook?.minImportance ?? 'low',
  };
}

/** The input of a form. Domain functions check it. Chosen websites are ignored where all are chosen. */
export function webhookInputOf(form: WebhookForm): Required<CreateWebhookInput> {
  return {
    url: form.url,
    format: form.format as WebhookFormat,
    events: form.events as readonly AlertType[],
    websiteIds: form.scope === 'all' ? null : form.websites.map(toNumber),
    minImportance: form.minImportance as WebhookSettings['minImportance'],
  };
}

/**
 * What is wrong with a form, at its fields.
 *
 * @throws the error itself if it is not about what was typed, or about when it was sent.
 */
export function webhookFormIssues(error: unknown, form: WebhookForm): WebhookFormIssues {
  const { status, headers, issue } = formIssue(error, 'url');
  const found = (isSitegradeError(error) && error.issues) || {};
  const fields = Object.entries(found).map(([field, [first = '']]) => [
    field,
    sentenceOf(field as WebhookField, form) ?? first,
  ]);
  // An error that is about no field: a quota.
  const issues = fields.length > 0 ? Object.fromEntries(fields) : { url: issue };
  return { status, headers, issues };
}

/** What is wrong with a choice, more clearly than what is wrong with a list of ids. */
function sentenceOf(field: WebhookField, { events, websites }: WebhookForm): string | undefined {
  const labels = text.webhooks;
  if (field === 'events' && events.length === 0) return labels.noEvents;
  if (field !== 'websiteIds') return undefined;
  if (websites.length === 0) return labels.noWebsites;
  const isTooMany = websites.length > maxWebhookWebsites;
  return isTooMany ? labels.tooManyWebsites(maxWebhookWebsites) : labels.websiteGone;
}
