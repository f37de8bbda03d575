import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { requireWritable } from '../../context/require-writable.ts';
import type { Webhook } from '../../store/webhook.ts';
import { requireOwnerId } from '../../validate.ts';
import { makeSecret } from '../alerts/sign-message.ts';
import {
  type CreateWebhookInput,
  changedSettings,
  newSettings,
  type UpdateWebhookInput,
} from './webhook-input.ts';

/** How long deliveries are also signed with the secret before. */
const previousSecretMs = 24 * 60 * 60 * 1000;

/** A webhook with its secret, which is shown only now. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  /** What its messages are signed with: `whsec_` and base64, as libraries for Standard Webhooks take it. */
  readonly secret: string;
}

/**
 * Creates a webhook: workers then post messages to its URL, each until it was received or the attempts of three days have
 * failed. What happened before that is not sent.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner whose reports and crawls it receives messages about.
 * @param input - Where, of what, and in which format.
 * @returns the webhook, and its secret, which cannot be read later.
 * @throws SitegradeError `invalid_input` with the issues by field; `quota_exceeded` if the owner has too many.
 * @example
 * ```ts
 * const { webhook, secret } = await createWebhook(context, 'user-1', {
 *   url: 'https://example.com/hooks/sitegrade',
 *   events: ['findings.new', 'crawl.failed'],
 *   minImportance: 'medium',
 * });
 * ```
 */
export async function createWebhook(
  context: Context,
  ownerId: string,
  input: CreateWebhookInput,
): Promise<WebhookWithSecret> {
  requireOwnerId(ownerId);
  const settings = await newSettings(context, ownerId, input);
  await requireWritable(context);
  const { webhooks: maxWebhooks } = await context.quotas(ownerId);
  const secret = makeSecret(context.randomBytes);
  const creation = await context.store.webhooks.create({
    ...settings,
    ownerId,
    secret,
    createdAt: context.now(),
    maxWebhooks,
  });
  if (creation.outcome === 'quota_exceeded') {
    context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
    throw quotaExceeded('webhooks', { limit: maxWebhooks, used: creation.used, requested: 1 });
  }
  return { webhook: creation.webhook, secret };
}

/**
 * Returns a webhook of the owner, without its secret.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param id - The id of the webhook.
 * @throws SitegradeError `not_found` if the owner has no webhook with this id.
 * @example
 * ```ts
 * const { disabledReason } = await getWebhook(context, 'user-1', 3);
 * ```
 */
export async function getWebhook(context: Context, ownerId: string, id: number): Promise<Webhook> {
  requireOwnerId(ownerId);
  const webhook = await context.store.webhooks.find(ownerId, id);
  if (webhook === undefined) throw webhookNotFound();
  return webhook;
}

/**
 * Lists all webhooks of the owner, oldest first.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhooks.
 * @example
 * ```ts
 * const webhooks = await listWebhooks(context, 'user-1');
 * console.log(webhooks.filter(({ disabledReason }) => disabledReason !== null));
 * ```
 */
export async function listWebhooks(context: Context, ownerId: string): Promise<readonly Webhook[]> {
  requireOwnerId(ownerId);
  return context.store.webhooks.list(ownerId);
}

/**
 * Changes settings of a webhook, or enables or disables it. While it is disabled, nothing that happens is sent, and
 * deliveries that were waiting continue to wait.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param id - The id of the webhook.
 * @param input - The fields to change.
 * @throws SitegradeError `not_found` if the owner has no webhook with this id; `invalid_input` with the issues by field.
 * @example
 * ```ts
 * await updateWebhook(context, 'user-1', 3, { enabled: true });
 * ```
 */
export async function updateWebhook(
  context: Context,
  ownerId: string,
  id: number,
  input: UpdateWebhookInput,
): Promise<Webhook> {
  const current = await getWebhook(context, ownerId, id);
  const change = {
    ...(await changedSettings(context, ownerId, input, current)),
    updatedAt: context.now(),
  };
  await requireWritable(context);
  const webhook = await context.store.webhooks.update(ownerId, id, change);
  if (webhook === undefined) throw webhookNotFound();
  return webhook;
}

/**
 * Replaces the secret of a webhook. For 24 hours, messages are signed with both, so that the receiver can change to the new
 * one at any time. A second replacement in that time ends the older of the two at once; there is no third one before the
 * first is 24 hours old.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param id - The id of the webhook.
 * @returns the webhook, and its new secret, which cannot be read later.
 * @throws SitegradeError `not_found` if the owner has no webhook with this id; `rate_limited` if its secret was replaced
 * twice in 24 hours.
 * @example
 * ```ts
 * const { secret } = await rotateWebhookSecret(context, 'user-1', 3);
 * ```
 */
export async function rotateWebhookSecret(
  context: Context,
  ownerId: string,
  id: number,
): Promise<WebhookWithSecret> {
  requireOwnerId(ownerId);
  await requireWritable(context);
  const secret = makeSecret(context.randomBytes);
  const rotation = { secret, previousForMs: previousSecretMs, updatedAt: context.now() };
  const rotated = await context.store.webhooks.rotate(ownerId, id, rotation);
  switch (rotated.outcome) {
    case 'rotated':
      return { webhook: rotated.webhook, secret };
    case 'missing':
      throw webhookNotFound();
    case 'too_many_rotations':
      throw tooManyRotations(rotated.retryAfterMs);
  }
}

/**
 * Deletes a webhook with its deliveries: what was waiting is not sent.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the webhook.
 * @param id - The id of the webhook.
 * @throws SitegradeError `not_found` if the owner has no webhook with this id.
 * @example
 * ```ts
 * await deleteWebhook(context, 'user-1', 3);
 * ```
 */
export async function deleteWebhook(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  const isDeleted = await context.store.webhooks.delete(ownerId, id);
  if (!isDeleted) throw webhookNotFound();
}

/** The error for a secret that was replaced twice in 24 hours. */
export function tooManyRotations(retryAfterMs: number): SitegradeError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new SitegradeError(
    'rate_limited',
    `The secret was replaced twice in 24 hours. The next replacement is possible in ${retryAfterSeconds} s. If no secret of this webhook is safe, delete it and create another one.`,
    { retryAfterSeconds },
  );
}

/** The error for a webhook that does not exist, or belongs to another owner. */
export function webhookNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no webhook with this id.');
}
