import type { VNode } from 'preact';
import type { Webhook } from '../../store/webhook.ts';
import { createWebhook, listWebhooks } from '../../webhooks/webhooks.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { ShortTime } from '../parts/time.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { offeredWebsites } from './offered-websites.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { Receiver } from './receiver.tsx';
import { WebhookFormView } from './webhook-form.tsx';
import {
  type WebhookForm,
  type WebhookFormIssues,
  webhookFormFor,
  webhookFormIssues,
  webhookFormOf,
  webhookInputOf,
} from './webhook-input.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** The webhooks, and the form for a new one below them. */
export const webhooksPage = ownerPage({
  method: 'GET',
  path: '/webhooks',
  operationId: 'consoleWebhooks',
  summary: 'Show the webhooks in the console',
  respond: (request, page) => respondWebhooks(request, page),
});

/** Creates a webhook and shows its secret once. Errors appear at their fields. */
export const createWebhookPage = ownerPage({
  method: 'POST',
  path: '/webhooks',
  operationId: 'consoleCreateWebhook',
  summary: 'Create a webhook in the console',
  async respond(request, page) {
    const { context, ownerId } = request;
    const form = webhookFormOf(await request.form());
    try {
      const created = await createWebhook(context, ownerId, webhookInputOf(form));
      // Messages for chat services are not signed.
      if (created.webhook.format !== 'json') {
        return seeOther(page.links.webhook(created.webhook.id) + doneQuery('webhook_created'));
      }
      return pageResponse(
        200,
        <WebhookSecret page={page} title={text.webhooks.created} created={created} />,
      );
    } catch (error) {
      return respondWebhooks(request, page, { form, ...webhookFormIssues(error, form) });
    }
  },
});

async function respondWebhooks(
  request: OwnerRequest,
  page: ConsoleContext,
  failed?: WebhookFormIssues & { readonly form: WebhookForm },
) {
  const { context, ownerId } = request;
  const { links } = page;
  const labels = text.webhooks;
  const form = failed?.form ?? webhookFormFor(undefined);
  const [webhooks, offered] = await Promise.all([
    listWebhooks(context, ownerId),
    offeredWebsites(context, ownerId, form.websites),
  ]);
  const content = (
    <ConsoleLayout page={page} title={labels.title} current="webhooks">
      <h1>{labels.title}</h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} sentence={labels.withoutWorker} />
      <section aria-labelledby="list">
        <h2 id="list">{labels.list}</h2>
        {webhooks.length === 0 ? (
          <p>{labels.none}</p>
        ) : (
          <WebhookTable webhooks={webhooks} links={links} />
        )}
      </section>
      <section aria-labelledby="create">
        <h2 id="create">{labels.create}</h2>
        {/* An error is shown where it can be seen: the form is below the list. */}
        <WebhookFormView
          action={`${links.consolePage('/webhooks')}#create`}
          form={form}
          issues={failed?.issues ?? {}}
          offered={offered}
          label={labels.create}
          busy={labels.creating}
        />
      </section>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? 200, content, failed?.headers);
}

function WebhookTable({ webhooks, links }: { webhooks: readonly Webhook[]; links: Links }): VNode {
  const labels = text.webhooks;
  return (
    <table class="stack webhooks">
      <thead>
        <tr>
          {[labels.receiver, labels.events, labels.state, labels.lastDelivered].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <th scope="row">
              <a href={links.webhook(webhook.id)}>
                <Receiver url={webhook.url} />
              </a>
              <p class="soft small">
                {labels.webhook(webhook.id)} · {labels.formats[webhook.format]}
              </p>
            </th>
            <td data-label={labels.events}>
              {webhook.events.map((type) => labels.types[type]).join(', ')}
            </td>
            <td data-label={labels.state}>
              <WebhookState webhook={webhook} />
            </td>
            <td data-label={labels.lastDelivered}>
              {webhook.lastDeliveredAt ? (
                <ShortTime date={webhook.lastDeliveredAt} />
              ) : (
                labels.never
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
