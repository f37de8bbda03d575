import type { VNode } from 'preact';
import type { Entries } from '../../http/request/form.ts';
import {
  type CreateWebhookInput,
  defaultEvents,
  maxWebhookWebsites,
} from '../../messages/webhooks/webhook-input.ts';
import {
  type AlertType,
  type Webhook,
  type WebhookFormat,
  type WebhookSettings,
  webhookFormats,
} from '../../store/webhook.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { EventsField, MinImportanceField } from './alert-fields.tsx';
import { ChoiceField, Choices, exact, Field, FormView, fieldsOf } from './field.tsx';
import { type Form, filledForm, formText, formTexts, toNumber } from './form.ts';
import type { OfferedWebsites } from './offered-websites.ts';

/** The fields of the form with errors. */
export const webhookFields = ['url', 'format', 'events', 'min_importance', 'website_ids'] as const;

/** The form that shows a webhook, or the defaults. */
export function webhookForm(webhook?: Webhook): Form {
  const { websiteIds = null } = webhook ?? {};
  return filledForm({
    url: webhook?.url ?? '',
    format: webhook?.format ?? 'json',
    events: webhook?.events ?? defaultEvents,
    scope: websiteIds === null ? 'all' : 'chosen',
    websites: websiteIds?.map(String) ?? [],
    min_importance: webhook?.minImportance ?? 'low',
  });
}

/** The ids of the websites that are chosen in a form. */
export function chosenWebsites({ sent }: Form): readonly string[] {
  return formTexts(sent, 'websites');
}

/** The input of a form. Domain functions check it. Chosen websites are ignored where all are chosen. */
export function webhookInput(sent: Entries): Required<CreateWebhookInput> {
  const isAll = formText(sent, 'scope') === 'all';
  return {
    url: formText(sent, 'url'),
    format: formText(sent, 'format') as WebhookFormat,
    events: formTexts(sent, 'events') as readonly AlertType[],
    websiteIds: isAll ? null : formTexts(sent, 'websites').map(toNumber),
    minImportance: formText(sent, 'min_importance') as WebhookSettings['minImportance'],
  };
}

/**
 * The form for the settings of a webhook. Fields that the choice does not need are hidden by style, where browsers can.
 */
export function WebhookFormView({
  form,
  offered,
  ...view
}: {
  readonly action: string;
  readonly form: Form;
  readonly offered: OfferedWebsites;
  /** The label of the button. */
  readonly button: string;
  /** Its label while the form is sent. */
  readonly busy: string;
}): VNode {
  const labels = text.webhooks;
  const at = fieldsOf(form);
  return (
    <FormView {...view}>
      <Field
        {...at('url')}
        label={labels.url}
        hint={labels.urlHint}
        {...exact}
        inputMode="url"
        required
      />
      <ChoiceField
        {...at('format')}
        label={labels.format}
        choices={webhookFormats}
        texts={labels.formats}
      />
      <EventsField form={form} none={labels.noEvents} />
      <MinImportanceField form={form} />
      <WebsitesField form={form} offered={offered} />
    </FormView>
  );
}

function WebsitesField({
  form,
  offered: { websites, isCut },
}: {
  form: Form;
  offered: OfferedWebsites;
}): VNode {
  const labels = text.webhooks;
  const chosen = chosenWebsites(form);
  const isAll = formText(form.sent, 'scope') === 'all';
  // Those that were chosen may all have been deleted.
  const canChoose = websites.length > 0 || !isAll;
  return (
    <Choices
      name="websites"
      label={labels.websites}
      issue={form.issues.website_ids && choiceIssue(chosen.length)}
    >
      <label>
        <input type="radio" name="scope" value="all" checked={isAll} />
        {labels.allWebsites}
      </label>
      {canChoose ? (
        <label>
          <input type="radio" name="scope" value="chosen" checked={!isAll} />
          {labels.chosenWebsites(maxWebhookWebsites)}
        </label>
      ) : (
        <p class="hint">{labels.websitesLater}</p>
      )}
      {websites.length > 0 && (
        <div class="of-chosen">
          <div class="choices">
            {websites.map(({ id, domain }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  name="websites"
                  value={id}
                  checked={chosen.includes(String(id))}
                />
                <PageText>{domain}</PageText>
              </label>
            ))}
          </div>
          {isCut && <p class="hint">{labels.listedWebsites(websites.length)}</p>}
        </div>
      )}
    </Choices>
  );
}

/** What is wrong with chosen websites, more clearly than what is wrong with a list of ids. */
function choiceIssue(chosen: number): string {
  const labels = text.webhooks;
  if (chosen === 0) return labels.noWebsites;
  return chosen > maxWebhookWebsites
    ? labels.tooManyWebsites(maxWebhookWebsites)
    : labels.websiteGone;
}
