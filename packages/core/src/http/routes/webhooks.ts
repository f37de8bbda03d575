import { quotaExceeded } from '../../context/quotas.ts';
import {
  deliveryNotFound,
  getDelivery,
  listDeliveries,
  replayDelivery,
  testWebhook,
  webhookDisabled,
} from '../../messages/webhooks/deliveries.ts';
import {
  defaultEvents,
  maxWebhookWebsites,
  webhookUrlSchema,
} from '../../messages/webhooks/webhook-input.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  tooManyRotations,
  updateWebhook,
  webhookNotFound,
} from '../../messages/webhooks/webhooks.ts';
import {
  deliveryRecord,
  webhookRecord,
  webhookSecretRecord,
} from '../../records/webhook-record.ts';
import { maxUrlLength } from '../../store/report.ts';
import { alertTypes, minImportances, webhookFormats } from '../../store/webhook.ts';
import { numberedResponse, rowsResponse } from '../listing/listing.ts';
import { pagingFields } from '../listing/listing-fields.ts';
import {
  choice,
  optionalBoolean,
  optionalChoices,
  optionalIds,
  optionalString,
  requiredString,
  type Values,
} from '../request/fields.ts';
import { acceptedResponse, createdResponse, itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';
import { named } from './named-errors.ts';
import { deleteRoute, itemRoute, partsOf } from './record-routes.ts';

const path = '/api/v1/webhooks';

const ofWebhook = partsOf(getWebhook, webhookNotFound);

const urlField = {
  description:
    'Where messages are posted, with `https:`. For a chat service, the URL that it shows for incoming webhooks.',
  schema: webhookUrlSchema,
  maxLength: maxUrlLength,
  example: 'https://example.com/hooks/sitegrade',
} as const;

const settings = {
  format: choice(
    'What the receiver understands. `json` is signed as Standard Webhooks says; the others are messages for chat services.',
    webhookFormats,
    undefined,
  ),
  events: optionalChoices(
    `The events that it receives. Default: ${defaultEvents.map((type) => `\`${type}\``).join(', ')}.`,
    alertTypes,
  ),
  website_ids: optionalIds(
    'Only of these websites; empty for all, and for what belongs to none. Default: all.',
    maxWebhookWebsites,
  ),
  min_importance: choice(
    'Findings that matter less are not sent. Default: `low`.',
    minImportances,
    undefined,
  ),
} as const;

const listRoute = defineRoute({
  method: 'GET',
  path,
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'Oldest first, without their secrets.',
  query: pagingFields,
  success: { status: 200, envelope: 'list', record: 'webhook' },
  handle: async (request) => {
    const webhooks = await listWebhooks(request.context, request.ownerId);
    return rowsResponse(request, 'webhooks', webhooks, webhookRecord);
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path,
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description:
    'Messages are then posted to its URL when something happens: each until it is received, in up to 10 attempts over 75 hours. The response is the only one with the secret that they are signed with.',
  body: { url: requiredString(urlField), ...settings },
  success: { status: 201, envelope: 'item', record: 'webhook_secret' },
  errors: ['quota_exceeded'],
  errorNotes: {
    quota_exceeded: {
      when: 'The owner has too many webhooks. Nothing was stored.',
      example: quotaExceeded('webhooks', { limit: 20, used: 20, requested: 1 }),
    },
  },
  async handle({ context, ownerId, body, root }) {
    const created = await named(
      createWebhook(context, ownerId, { ...inputOf(body), url: body.url }),
    );
    return createdResponse(
      webhookSecretRecord(created),
      `${root()}/webhooks/${created.webhook.id}`,
    );
  },
});

const showRoute = itemRoute({
  method: 'GET',
  path: `${path}/:id`,
  operationId: 'getWebhook',
  summary: 'Show a webhook',
  description: 'Without its secret.',
  record: 'webhook',
  notFound: webhookNotFound,
  item: async ({ context, ownerId }, id) => webhookRecord(await getWebhook(context, ownerId, id)),
});

const updateRoute = defineRoute({
  method: 'PATCH',
  path: `${path}/:id`,
  operationId: 'updateWebhook',
  summary: 'Change a webhook',
  description:
    'Fields that are not sent stay unchanged. A webhook that is disabled receives no new events, and deliveries that waited go on to wait.',
  body: {
    url: optionalString(urlField),
    ...settings,
    enabled: optionalBoolean(
      '`false` stops deliveries. `true` goes on, also after the webhook was disabled because of its failures.',
      true,
    ),
  },
  success: { status: 200, envelope: 'item', record: 'webhook' },
  ...ofWebhook,
  async handle({ context, ownerId, params: { id }, body }) {
    const { url, enabled } = body;
    const input = { ...inputOf(body), ...(url !== undefined && { url }), enabled };
    const webhook = await named(updateWebhook(context, ownerId, id, input));
    return itemResponse(webhookRecord(webhook));
  },
});

const removeRoute = deleteRoute({
  path: `${path}/:id`,
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Its deliveries are deleted, and those that were waiting are not sent.',
  record: 'webhook',
  notFound: webhookNotFound,
  remove: deleteWebhook,
});

const rotateRoute = itemRoute({
  method: 'POST',
  path: `${path}/:id/rotate`,
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook',
  description:
    'The response is the only one with the new secret. For 24 hours, messages are signed with both. A second replacement in that time ends the older of the two at once; a third one is refused.',
  record: 'webhook_secret',
  errors: ['rate_limited'],
  errorNotes: {
    rate_limited: {
      when: 'The secret was replaced twice in 24 hours. `Retry-After` says when the next replacement is possible.',
      example: tooManyRotations(43_200_000),
    },
  },
  notFound: webhookNotFound,
  item: async ({ context, ownerId }, id) =>
    webhookSecretRecord(await rotateWebhookSecret(context, ownerId, id)),
});

const disabledNote = {
  conflict: { when: 'The webhook is disabled.', example: webhookDisabled() },
  quota_exceeded: {
    when: 'Too many deliveries of the owner are waiting. Nothing was stored.',
    example: quotaExceeded('waitingDeliveries', { limit: 10_000, used: 10_000, requested: 1 }),
  },
} as const;

const testRoute = defineRoute({
  method: 'POST',
  path: `${path}/:id/test`,
  operationId: 'testWebhook',
  summary: 'Test a webhook',
  description:
    'Within seconds, a message of the type `webhook.test` is posted to it. `Location` is the URL of the delivery, which shows how that ended.',
  success: { status: 202, envelope: 'item', record: 'delivery' },
  errors: ['conflict', 'quota_exceeded'],
  errorNotes: disabledNote,
  params: { id: 'number' },
  notFound: webhookNotFound,
  async handle({ context, ownerId, params: { id }, root }) {
    const delivery = await testWebhook(context, ownerId, id);
    return acceptedResponse(
      deliveryRecord(delivery),
      `${root()}/webhooks/${id}/deliveries/${delivery.id}`,
    );
  },
});

const deliveriesRoute = defineRoute({
  method: 'GET',
  path: `${path}/:id/deliveries`,
  operationId: 'listDeliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'Newest first, of the last 30 days, without their messages. `total` is exact up to 10,000: see `total_relation`.',
  query: pagingFields,
  success: { status: 200, envelope: 'list', record: 'delivery' },
  ...ofWebhook,
  async handle(request) {
    const { context, ownerId, params, query } = request;
    const { page, per_page: perPage } = query;
    const list = await listDeliveries(context, ownerId, params.id, { page, perPage });
    return numberedResponse(request, `webhooks/${params.id}/deliveries`, list, deliveryRecord);
  },
});

const deliveryRoute = itemRoute({
  method: 'GET',
  path: `${path}/:id/deliveries/:delivery`,
  operationId: 'getDelivery',
  summary: 'Show a delivery',
  description: 'How the last attempt ended, and when the next one is due.',
  record: 'delivery',
  notFound: deliveryNotFound,
  item: async ({ context, ownerId }, webhookId, id) =>
    deliveryRecord(await getDelivery(context, ownerId, { webhookId, id })),
});

const replayRoute = defineRoute({
  method: 'POST',
  path: `${path}/:id/deliveries/:delivery/replay`,
  operationId: 'replayDelivery',
  summary: 'Replay a delivery',
  description:
    'It is sent again: the same message with the same `webhook-id`, in up to 10 attempts. A delivery that is waiting stays as it is.',
  success: { status: 202, envelope: 'item', record: 'delivery' },
  errors: ['conflict', 'quota_exceeded'],
  errorNotes: disabledNote,
  params: { id: 'number', delivery: 'number' },
  notFound: deliveryNotFound,
  async handle({ context, ownerId, params: { id: webhookId, delivery: id }, root }) {
    const delivery = await replayDelivery(context, ownerId, { webhookId, id });
    return acceptedResponse(
      deliveryRecord(delivery),
      `${root()}/webhooks/${webhookId}/deliveries/${id}`,
    );
  },
});

/** An empty list of websites is that of all. */
function inputOf(fields: Values<typeof settings>) {
  const { format, events, website_ids: ids, min_importance: minImportance } = fields;
  return { format, events, minImportance, websiteIds: ids?.length === 0 ? null : ids };
}

/** The operations on webhooks and their deliveries. */
export const webhookRoutes = [
  listRoute,
  createRoute,
  showRoute,
  updateRoute,
  removeRoute,
  rotateRoute,
  testRoute,
  deliveriesRoute,
  deliveryRoute,
  replayRoute,
] as const;
