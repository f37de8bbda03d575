import { replayDelivery, testWebhook } from '../../messages/webhooks/deliveries.ts';
import {
  deleteWebhook,
  getWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../../messages/webhooks/webhooks.ts';
import { english as text } from '../english.ts';
import { confirmedStep } from './confirm-page.tsx';
import { doneQuery } from './done.ts';
import { pageNumberOf } from './paging.tsx';
import { stepPage } from './post-page.ts';
import { shortReceiver } from './receiver.tsx';
import { respondWebhook } from './webhook-page.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const params = { id: 'number' } as const;

const enable = stepPage({
  path: '/webhooks/:id/enable',
  params,
  operationId: 'consoleEnableWebhook',
  summary: 'Enable a webhook in the console',
  async take({ context, ownerId, params: { id } }, { links }) {
    await updateWebhook(context, ownerId, id, { enabled: true });
    return links.webhook(id) + doneQuery('webhook_enabled');
  },
});

const disable = stepPage({
  path: '/webhooks/:id/disable',
  params,
  operationId: 'consoleDisableWebhook',
  summary: 'Disable a webhook in the console',
  async take({ context, ownerId, params: { id } }, { links }) {
    await updateWebhook(context, ownerId, id, { enabled: false });
    return links.webhook(id) + doneQuery('webhook_disabled');
  },
});

const test = stepPage({
  path: '/webhooks/:id/test',
  params,
  operationId: 'consoleTestWebhook',
  summary: 'Send a test message to a webhook in the console',
  respond: respondWebhook,
  async take({ context, ownerId, params: { id } }, { links }) {
    await testWebhook(context, ownerId, id);
    return `${links.webhook(id)}${doneQuery('webhook_tested')}#deliveries`;
  },
});

const replay = stepPage({
  path: '/webhooks/:id/deliveries/:delivery/replay',
  params: { id: 'number', delivery: 'number' },
  operationId: 'consoleReplayDelivery',
  summary: 'Send a delivery of a webhook again in the console',
  respond: respondWebhook,
  async take({ context, ownerId, params: { id, delivery }, query }, { links }) {
    await replayDelivery(context, ownerId, { webhookId: id, id: delivery });
    const done = `${doneQuery('delivery_again')}&page=${pageNumberOf(query)}`;
    return `${links.webhook(id)}${done}#deliveries`;
  },
});

const rotate = confirmedStep({
  path: '/webhooks/:id/rotate',
  operation: 'RotateWebhookSecret',
  summary: 'Replace the secret of a webhook in the console',
  askSummary: 'Ask before the secret of a webhook is replaced in the console',
  title: text.webhooks.replaceSecret,
  back: ({ webhook }, { id }) => webhook(id),
  async lost({ context, ownerId, params: { id } }) {
    const labels = text.webhooks;
    const { previousSecretUntil } = await getWebhook(context, ownerId, id);
    const hasPrevious = previousSecretUntil !== null && previousSecretUntil > context.now();
    return (
      <>
        <p>{labels.replaceText}</p>
        {hasPrevious && <p class="notice">{labels.replaceAgain}</p>}
      </>
    );
  },
  respond: respondWebhook,
  async take({ context, ownerId, params: { id } }, page) {
    const { replaced: title, replacedText: note } = text.webhooks;
    const created = await rotateWebhookSecret(context, ownerId, id);
    return <WebhookSecret page={page} title={title} note={note} created={created} />;
  },
});

const remove = confirmedStep({
  path: '/webhooks/:id/delete',
  operation: 'DeleteWebhook',
  summary: 'Delete a webhook in the console',
  askSummary: 'Ask before a webhook is deleted in the console',
  title: text.webhooks.delete,
  back: ({ webhook }, { id }) => webhook(id),
  async lost({ context, ownerId, params: { id } }) {
    const { url } = await getWebhook(context, ownerId, id);
    return text.webhooks.deleteText(shortReceiver(url));
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteWebhook(context, ownerId, id);
    return links.consolePage('/webhooks') + doneQuery('webhook_deleted');
  },
});

/** What is done with a webhook from its page, and with its deliveries. */
export const webhookSteps = [enable, disable, test, replay, ...rotate, ...remove] as const;
