import type { VNode } from 'preact';
import { webhookFormats } from '../../store/webhook.ts';
import { maxWebhookWebsites } from '../../webhooks/webhook-input.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { Choices, EventsField, MinImportanceField } from './alert-fields.tsx';
import { ChoiceField } from './crawl-form.tsx';
import { Field } from './field.tsx';
import type { OfferedWebsites } from './offered-websites.ts';
import type { WebhookForm, WebhookFormIssues } from './webhook-input.ts';

/**
 * The form for the settings of a webhook. Fields that the choice does not need are hidden by style, where browsers can.
 */
export function WebhookFormView({
  action,
  form,
  issues,
  offered,
  label,
  busy,
}: {
  readonly action: string;
  /** As typed before. */
  readonly form: WebhookForm;
  readonly issues: WebhookFormIssues['issues'];
  readonly offered: OfferedWebsites;
  /** The label of the button. */
  readonly label: string;
  /** Its label while the form is sent. */
  readonly busy: string;
}): VNode {
  const labels = text.webhooks;
  return (
    <form method="post" action={action} data-busy={busy}>
      <Field
        name="url"
        label={labels.url}
        hint={labels.urlHint}
        issue={issues.url}
        value={form.url}
        required
        inputMode="url"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <ChoiceField
        name="format"
        label={labels.format}
        choices={webhookFormats}
        texts={labels.formats}
        value={form.format}
        issue={issues.format}
      />
      <EventsField form={form} issue={issues.events} />
      <MinImportanceField form={form} issue={issues.minImportance} />
      <WebsitesField form={form} issue={issues.websiteIds} offered={offered} />
      <div class="actions">
        <button type="submit">{label}</button>
      </div>
    </form>
  );
}

function WebsitesField({
  form: { scope, websites: chosen },
  issue,
  offered: { websites, isCut },
}: {
  form: WebhookForm;
  issue: string | undefined;
  offered: OfferedWebsites;
}): VNode {
  const labels = text.webhooks;
  const isAll = scope === 'all';
  // Those that were chosen may all have been deleted.
  const canChoose = websites.length > 0 || !isAll;
  return (
    <Choices name="websites" label={labels.websites} issue={issue}>
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
