import type { VNode } from 'preact';
import { createWebhook, listWebhooks } from '../../messages/webhooks/webhooks.ts';
import type { Webhook } from '../../store/webhook.ts';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { ShortTime } from '../parts/time.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import type { Form } from './form.ts';
import { offeredWebsites } from './offered-websites.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { formPages } from './post-page.ts';
import { Receiver } from './receiver.tsx';
import {
  chosenWebsites,
  WebhookFormView,
  webhookFields,
  webhookForm,
  webhookInput,
} from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** The webhooks with the form for a new one below them, which shows its secret once. */
export const webhooksPages = formPages({
  path: '/webhooks',
  show: { operationId: 'consoleWebhooks', summary: 'Show the webhooks in the console' },
  send: { operationId: 'consoleCreateWebhook', summary: 'Create a webhook in the console' },
  fields: webhookFields,
  respond: respondWebhooks,
  async take({ context, ownerId }, page, sent) {
    const created = await createWebhook(context, ownerId, webhookInput(sent));
    // Messages for chat services are not signed.
    if (created.webhook.format !== 'json') {
      return page.links.webhook(created.webhook.id) + doneQuery('webhook_created');
    }
    const { created: title } = text.webhooks;
    return <WebhookSecret page={page} title={title} created={created} />;
  },
});

async function respondWebhooks(
  { context, ownerId }: OwnerRequest,
  page: ConsoleContext,
  form: Form = webhookForm(),
) {
  const { links } = page;
  const labels = text.webhooks;
  const [webhooks, offered] = await Promise.all([
    listWebhooks(context, ownerId),
    offeredWebsites(context, ownerId, chosenWebsites(form)),
  ]);
  return (
    <ConsoleLayout page={page} title={labels.title} current="webhooks">
      <h1>{labels.title}</h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} sentence={labels.withoutWorker} />
      <section aria-labelledby="list">
        <h2 id="list">{labels.list}</h2>
        <WebhookTable webhooks={webhooks} links={links} />
      </section>
      <section aria-labelledby="create">
        <h2 id="create">{labels.create}</h2>
        {/* An error is shown where it can be seen: the form is below the list. */}
        <WebhookFormView
          action={`${links.consolePage('/webhooks')}#create`}
          form={form}
          offered={offered}
          button={labels.create}
          busy={labels.creating}
        />
      </section>
    </ConsoleLayout>
  );
}

function WebhookTable({ webhooks, links }: { webhooks: readonly Webhook[]; links: Links }): VNode {
  const labels = text.webhooks;
  return (
    <Table
      name="webhooks"
      rows={webhooks}
      empty={labels.none}
      columns={[
        {
          label: labels.receiver,
          cell: ({ id, url, format }) => (
            <>
              <a href={links.webhook(id)}>
                <Receiver url={url} />
              </a>
              <p class="soft small">
                {labels.webhook(id)} · {labels.formats[format]}
              </p>
            </>
          ),
        },
        {
          label: labels.events,
          cell: ({ events }) => events.map((type) => labels.types[type]).join(', '),
        },
        { label: labels.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
        {
          label: labels.lastDelivered,
          cell: ({ lastDeliveredAt: date }) => (date ? <ShortTime date={date} /> : labels.never),
        },
      ]}
    />
  );
}
