import type { VNode } from 'preact';
import { getWebhook, updateWebhook } from '../../messages/webhooks/webhooks.ts';
import type { Webhook } from '../../store/webhook.ts';
import { english as text } from '../english.ts';
import { Facts } from '../parts/page-facts.tsx';
import { ShortTime } from '../parts/time.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { DeliveryList, listedDeliveries } from './delivery-list.tsx';
import { doneQuery } from './done.ts';
import { StepError } from './field.tsx';
import type { Form } from './form.ts';
import { Live } from './live.tsx';
import { offeredWebsites } from './offered-websites.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { pageNumberOf, withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { Receiver } from './receiver.tsx';
import {
  chosenWebsites,
  WebhookFormView,
  webhookFields,
  webhookForm,
  webhookInput,
} from './webhook-form.tsx';
import { TestButton } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** The page of a webhook: its state, its deliveries and its settings. */
export const webhookPages = formPages({
  path: '/webhooks/:id',
  params: { id: 'number' },
  show: { operationId: 'consoleWebhook', summary: 'Show a webhook in the console' },
  send: {
    operationId: 'consoleChangeWebhook',
    summary: 'Change the settings of a webhook in the console',
  },
  fields: webhookFields,
  respond: respondWebhook,
  async take({ context, ownerId, params: { id } }, { links }, sent) {
    await updateWebhook(context, ownerId, id, webhookInput(sent));
    return links.webhook(id) + doneQuery('saved');
  },
});

/** The page of a webhook, with what did not work. */
export async function respondWebhook(
  { context, ownerId, params: { id }, query }: OwnerRequest<{ readonly id: 'number' }>,
  page: ConsoleContext,
  refused?: Form,
): Promise<VNode> {
  const { links } = page;
  const labels = text.webhooks;
  const webhook = await getWebhook(context, ownerId, id);
  const form = refused && !refused.issues.step ? refused : webhookForm(webhook);
  const [deliveries, offered] = await Promise.all([
    listedDeliveries(context, ownerId, webhook, pageNumberOf(query)),
    offeredWebsites(context, ownerId, chosenWebsites(form)),
  ]);
  const own = links.webhook(id);
  return (
    <ConsoleLayout page={page} title={labels.webhook(id)} current="webhooks">
      <h1>{labels.webhook(id)}</h1>
      <StepError refused={refused} />
      <WithoutWorker context={context} sentence={labels.withoutWorker} />
      <Live isActive={deliveries.isActive} href={withQuery(own, { page: deliveries.pageNumber })}>
        <WebhookFacts webhook={webhook} now={context.now()} />
        <StateButtons webhook={webhook} path={own} />
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">{labels.deliveries}</h2>
          <DeliveryList deliveries={deliveries} links={links} />
        </section>
      </Live>
      <section aria-labelledby="settings">
        <h2 id="settings">{labels.settings}</h2>
        {/* An error is shown where it can be seen: the form is below the deliveries. */}
        <WebhookFormView
          action={`${own}#settings`}
          form={form}
          offered={offered}
          button={text.console.save}
          busy={text.console.saving}
        />
      </section>
      {webhook.format === 'json' && (
        <section aria-labelledby="secret">
          <h2 id="secret">{labels.secret}</h2>
          <p>{labels.secretText}</p>
          <p>
            <a class="button plain" href={`${own}/rotate`}>
              {labels.replaceSecret}
            </a>
          </p>
        </section>
      )}
      <section aria-labelledby="delete">
        <h2 id="delete">{text.console.danger}</h2>
        <p>
          <a class="button plain" href={`${own}/delete`}>
            {labels.delete}
          </a>
        </p>
      </section>
    </ConsoleLayout>
  );
}

function WebhookFacts({ webhook, now }: { webhook: Webhook; now: Date }): VNode {
  const labels = text.webhooks;
  const { format, events, websiteIds, lastDeliveredAt, previousSecretUntil, createdAt } = webhook;
  const hasTwoSecrets =
    format === 'json' && previousSecretUntil !== null && previousSecretUntil > now;
  const isFailing = webhook.disabledReason === null && webhook.failingSince !== null;
  return (
    <Facts
      facts={{
        [labels.receiver]: <Receiver url={webhook.url} />,
        [labels.state]: (
          <>
            <WebhookState webhook={webhook} />
            {isFailing && <p class="reason small">{labels.failingText}</p>}
          </>
        ),
        [labels.lastDelivered]: lastDeliveredAt ? (
          <ShortTime date={lastDeliveredAt} />
        ) : (
          labels.never
        ),
        [labels.format]: labels.formats[format],
        [labels.events]: events.map((type) => labels.types[type]).join(', '),
        [labels.websites]: labels.websiteCount(websiteIds?.length),
        [labels.twoSecrets]: hasTwoSecrets && <ShortTime date={previousSecretUntil} />,
        [labels.createdAt]: <ShortTime date={createdAt} />,
      }}
    />
  );
}

function StateButtons({ webhook, path: own }: { webhook: Webhook; path: string }): VNode {
  const labels = text.webhooks;
  const isEnabled = webhook.disabledReason === null;
  return (
    <>
      {!isEnabled && <p class="notice">{labels.disabledText}</p>}
      <div class="actions">
        {isEnabled && <TestButton path={own} />}
        <form method="post" action={`${own}/${isEnabled ? 'disable' : 'enable'}`}>
          <button type="submit" class={isEnabled ? 'plain' : undefined}>
            {isEnabled ? labels.disable : labels.enable}
          </button>
        </form>
        <a href="#settings">{labels.toSettings}</a>
      </div>
    </>
  );
}
