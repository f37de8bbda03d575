import { replayDelivery, testWebhook } from '../../webhooks/deliveries.ts';
import {
  deleteWebhook,
  getWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../../webhooks/webhooks.ts';
import { english as text } from '../english.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { confirmedStep } from './confirm-page.tsx';
import { doneQuery } from './done.ts';
import { refusalOf } from './form-issue.ts';
import { ownerPage } from './owner-page.tsx';
import { pageNumberOf } from './paging.tsx';
import { shortReceiver } from './receiver.tsx';
import { respondWebhook } from './webhook-page.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const params = { id: 'number' } as const;

const enable = ownerPage({
  method: 'POST',
  path: '/webhooks/:id/enable',
  params,
  operationId: 'consoleEnableWebhook',
  summary: 'Enable a webhook in the console',
  async respond({ context, ownerId, params: { id } }, { links }) {
    await updateWebhook(context, ownerId, id, { enabled: true });
    return seeOther(links.webhook(id) + doneQuery('webhook_enabled'));
  },
});

const disable = ownerPage({
  method: 'POST',
  path: '/webhooks/:id/disable',
  params,
  operationId: 'consoleDisableWebhook',
  summary: 'Disable a webhook in the console',
  async respond({ context, ownerId, params: { id } }, { links }) {
    await updateWebhook(context, ownerId, id, { enabled: false });
    return seeOther(links.webhook(id) + doneQuery('webhook_disabled'));
  },
});

const test = ownerPage({
  method: 'POST',
  path: '/webhooks/:id/test',
  params,
  operationId: 'consoleTestWebhook',
  summary: 'Send a test message to a webhook in the console',
  async respond(request, page) {
    const { id } = request.params;
    try {
      await testWebhook(request.context, request.ownerId, id);
    } catch (error) {
      return respondWebhook(request, page, id, refusalOf(error, ''));
    }
    return seeOther(`${page.links.webhook(id)}${doneQuery('webhook_tested')}#deliveries`);
  },
});

const replay = ownerPage({
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery/replay',
  params: { id: 'number', delivery: 'number' },
  operationId: 'consoleReplayDelivery',
  summary: 'Send a delivery of a webhook again in the console',
  async respond(request, page) {
    const { context, ownerId, params: ids, query } = request;
    try {
      await replayDelivery(context, ownerId, { webhookId: ids.id, id: ids.delivery });
    } catch (error) {
      return respondWebhook(request, page, ids.id, refusalOf(error, ''));
    }
    const done = `${doneQuery('delivery_again')}&page=${pageNumberOf(query)}`;
    return seeOther(`${page.links.webhook(ids.id)}${done}#deliveries`);
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
  async take(request, page) {
    const { replaced: title, replacedText: note } = text.webhooks;
    const { id } = request.params;
    try {
      const created = await rotateWebhookSecret(request.context, request.ownerId, id);
      const content = <WebhookSecret page={page} title={title} note={note} created={created} />;
      return pageResponse(200, content);
    } catch (error) {
      return respondWebhook(request, page, id, refusalOf(error, ''));
    }
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
