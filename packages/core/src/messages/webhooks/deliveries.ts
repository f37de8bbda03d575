import { SitegradeError } from '@sitegrade/foundation/errors';
import { integerBetween } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { Context } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { requireWritable } from '../../context/require-writable.ts';
import type { List } from '../../listing/listing.ts';
import type { Delivery } from '../../store/delivery.ts';
import type { DeliveryCreation } from '../../store/delivery-store.ts';
import { inputObject, requireOwnerId, validate } from '../../validate.ts';
import { testMessage } from '../alerts/make-messages.ts';
import { makeMessageId } from '../alerts/sign-message.ts';
import { getWebhook, webhookNotFound } from './webhooks.ts';

/** Input of {@link listDeliveries}. Everything is optional. */
export interface ListDeliveriesInput {
  /** From 1, the newest first. */
  readonly page?: number | undefined;
  /** 1 to 100. Default: 20. */
  readonly perPage?: number | undefined;
}

const listSchema = inputObject({
  page: v.optional(integerBetween(1, 1_000_000), 1),
  perPage: v.optional(integerBetween(1, 100), 20),
} satisfies Record<keyof ListDeliveriesInput, v.GenericSchema>);

/**
 * Lists the deliveries of a webhook, newest first: those of the last 30 days, without their messages.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param webhookId - The id of the webhook.
 * @param input - Which page to return.
 * @throws SitegradeError `not_found` if the owner has no webhook with this id; `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { rows } = await listDeliveries(context, 'user-1', 3);
 * console.log(rows.filter(({ state }) => state === 'failed'));
 * ```
 */
export async function listDeliveries(
  context: Context,
  ownerId: string,
  webhookId: number,
  input: ListDeliveriesInput = {},
): Promise<List<Delivery>> {
  const query = validate(listSchema, input);
  await getWebhook(context, ownerId, webhookId);
  return context.store.deliveries.list(ownerId, webhookId, query);
}

/**
 * Returns a delivery of a webhook.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param ids - The ids of the webhook and of the delivery.
 * @throws SitegradeError `not_found` if the owner has no such delivery.
 * @example
 * ```ts
 * const { state, httpStatus } = await getDelivery(context, 'user-1', { webhookId: 3, id: 41 });
 * ```
 */
export async function getDelivery(
  context: Context,
  ownerId: string,
  { webhookId, id }: { readonly webhookId: number; readonly id: number },
): Promise<Delivery> {
  requireOwnerId(ownerId);
  const delivery = await context.store.deliveries.find(ownerId, webhookId, id);
  if (delivery === undefined) throw deliveryNotFound();
  return delivery;
}

/**
 * Sends a test message to a webhook: a worker posts it within seconds, regardless of the events of the webhook.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param webhookId - The id of the webhook.
 * @returns the delivery, which waits.
 * @throws SitegradeError `not_found` if the owner has no webhook with this id; `conflict` if it is disabled;
 * `quota_exceeded` if too many deliveries of the owner wait.
 * @example
 * ```ts
 * const { id } = await testWebhook(context, 'user-1', 3);
 * ```
 */
export async function testWebhook(
  context: Context,
  ownerId: string,
  webhookId: number,
): Promise<Delivery> {
  await requireEnabled(context, ownerId, webhookId);
  await requireWritable(context);
  const { waitingDeliveries: maxWaiting } = await context.quotas(ownerId);
  const now = context.now();
  const creation = await context.store.deliveries.create({
    ownerId,
    webhookId,
    maxWaiting,
    now,
    messageId: makeMessageId(context.randomBytes),
    type: 'webhook.test',
    websiteId: null,
    body: JSON.stringify(testMessage(context, now)),
  });
  return createdDelivery(context, creation, { maxWaiting, notFound: webhookNotFound });
}

/**
 * Sends a delivery that has ended again: the same message with the same id. One that waits stays as it is.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param ids - The ids of the webhook and of the delivery.
 * @returns the delivery, which waits.
 * @throws SitegradeError `not_found` if the owner has no such delivery; `conflict` if the webhook is disabled;
 * `quota_exceeded` if too many deliveries of the owner wait.
 * @example
 * ```ts
 * await replayDelivery(context, 'user-1', { webhookId: 3, id: 41 });
 * ```
 */
export async function replayDelivery(
  context: Context,
  ownerId: string,
  { webhookId, id }: { readonly webhookId: number; readonly id: number },
): Promise<Delivery> {
  await getDelivery(context, ownerId, { webhookId, id });
  await requireEnabled(context, ownerId, webhookId);
  await requireWritable(context);
  const { waitingDeliveries: maxWaiting } = await context.quotas(ownerId);
  const creation = await context.store.deliveries.replay({
    ownerId,
    webhookId,
    id,
    maxWaiting,
    now: context.now(),
  });
  return createdDelivery(context, creation, { maxWaiting, notFound: deliveryNotFound });
}

/** What waits for a disabled webhook would be sent at some time, when no one expects it. */
async function requireEnabled(context: Context, ownerId: string, webhookId: number): Promise<void> {
  const { disabledReason } = await getWebhook(context, ownerId, webhookId);
  if (disabledReason !== null) throw webhookDisabled();
}

function createdDelivery(
  context: Context,
  creation: DeliveryCreation,
  {
    maxWaiting,
    notFound,
  }: { readonly maxWaiting: number; readonly notFound: () => SitegradeError },
): Delivery {
  switch (creation.outcome) {
    case 'missing':
      throw notFound();
    case 'quota_exceeded':
      context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
      throw quotaExceeded('waitingDeliveries', {
        limit: maxWaiting,
        used: creation.used,
        requested: 1,
      });
    case 'waiting':
      return creation.delivery;
  }
}

/** The error for a webhook that is disabled. */
export function webhookDisabled(): SitegradeError {
  return new SitegradeError('conflict', 'The webhook is disabled. Enable it first.');
}

/** The error for a delivery that does not exist, or belongs to another webhook. */
export function deliveryNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'The webhook has no delivery with this id.');
}
