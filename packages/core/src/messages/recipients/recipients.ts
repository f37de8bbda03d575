import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { requireWritable } from '../../context/require-writable.ts';
import type { Recipient } from '../../store/recipient.ts';
import type { ConfirmationLimits, ConfirmationRefusal } from '../../store/recipient-store.ts';
import { requireOwnerId } from '../../validate.ts';
import { getWebsite, websiteNotFound } from '../../websites/get-website.ts';
import { makeMailId } from '../alerts/mail-id.ts';
import { nextDigestAt } from '../mail/digest-time.ts';
import {
  addressKeyOf,
  type CreateRecipientInput,
  changedSettings,
  newSettings,
  type UpdateRecipientInput,
} from './recipient-input.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How many confirmations an address gets: of one owner, and of all of them together. */
const ofOwner = { max: 3, windowMs: 30 * dayMs };
const ofAll = { max: 3, windowMs: dayMs };

/** Bytes of the token of a recipient's links. */
const tokenBytes = 32;

/**
 * Adds a recipient to a website, and sends a mail that asks for a confirmation. Nothing else is sent to the address before
 * the person who reads its mails has confirmed on a page of sitegrade. What happened before is not sent.
 *
 * @param context - From `createContext`, with `alerts.sendMail`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param input - The address, and which mails it gets.
 * @returns the recipient, which is `unconfirmed`.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `invalid_input` with the issues by field;
 * `conflict` if the website has the address, or this server sends no mails; `quota_exceeded` if the owner has too many
 * recipients, or too many mails of this day; `rate_limited` if the owner has had the address asked 3 times in 30 days.
 * @example
 * ```ts
 * const { id, state } = await createRecipient(context, 'user-1', 7, {
 *   address: 'ann@example.com',
 *   events: ['findings.new', 'site.unreachable'],
 *   digest: true,
 * });
 * ```
 */
export async function createRecipient(
  context: Context,
  ownerId: string,
  websiteId: number,
  input: CreateRecipientInput,
): Promise<Recipient> {
  await getWebsite(context, ownerId, websiteId);
  const settings = newSettings(input);
  requireMail(context);
  await requireWritable(context);
  const { recipients: maxRecipients, mailsPerDay } = await context.quotas(ownerId);
  const creation = await context.store.recipients.create({
    ...settings,
    ...confirmationTo(context, ownerId, settings.address, mailsPerDay),
    ownerId,
    websiteId,
    maxRecipients,
    token: Buffer.from(context.randomBytes(tokenBytes)).toString('base64url'),
    createdAt: context.now(),
  });
  switch (creation.outcome) {
    case 'created':
      return creation.recipient;
    case 'missing':
      throw websiteNotFound();
    case 'exists':
      throw recipientExists();
    case 'quota_exceeded': {
      context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
      const usage = { limit: maxRecipients, used: creation.used, requested: 1 };
      throw quotaExceeded('recipients', usage);
    }
    default:
      throw refused(context, creation, mailsPerDay);
  }
}

/**
 * Returns a recipient of a website.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param id - The id of the recipient.
 * @throws SitegradeError `not_found` if the owner has no such recipient.
 * @example
 * ```ts
 * const { state } = await getRecipient(context, 'user-1', 7, 3);
 * ```
 */
export async function getRecipient(
  context: Context,
  ownerId: string,
  websiteId: number,
  id: number,
): Promise<Recipient> {
  requireOwnerId(ownerId);
  const recipient = await context.store.recipients.find(ownerId, websiteId, id);
  if (recipient === undefined) throw recipientNotFound();
  return recipient;
}

/**
 * Lists all recipients of a website, oldest first, also those that are unsubscribed.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @throws SitegradeError `not_found` if the owner has no website with this id.
 * @example
 * ```ts
 * const recipients = await listRecipients(context, 'user-1', 7);
 * console.log(recipients.filter(({ state }) => state === 'confirmed'));
 * ```
 */
export async function listRecipients(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<readonly Recipient[]> {
  await getWebsite(context, ownerId, websiteId);
  return context.store.recipients.list(ownerId, websiteId);
}

/**
 * Changes which mails a recipient gets. It needs no other confirmation, and confirms none.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param id - The id of the recipient.
 * @param input - The fields to change.
 * @throws SitegradeError `not_found` if the owner has no such recipient; `invalid_input` with the issues by field.
 * @example
 * ```ts
 * await updateRecipient(context, 'user-1', 7, 3, { minImportance: 'high' });
 * ```
 */
export async function updateRecipient(
  context: Context,
  ownerId: string,
  websiteId: number,
  id: number,
  input: UpdateRecipientInput,
): Promise<Recipient> {
  const current = await getRecipient(context, ownerId, websiteId, id);
  const settings = changedSettings(input, current);
  await requireWritable(context);
  const updatedAt = context.now();
  const change = { ...settings, updatedAt, digestDueAt: nextDigestAt(websiteId, updatedAt) };
  const recipient = await context.store.recipients.update(ownerId, websiteId, id, change);
  if (recipient === undefined) throw recipientNotFound();
  return recipient;
}

/**
 * Deletes a recipient. Its mails that wait are not sent.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param id - The id of the recipient.
 * @throws SitegradeError `not_found` if the owner has no such recipient.
 * @example
 * ```ts
 * await deleteRecipient(context, 'user-1', 7, 3);
 * ```
 */
export async function deleteRecipient(
  context: Context,
  ownerId: string,
  websiteId: number,
  id: number,
): Promise<void> {
  requireOwnerId(ownerId);
  const isDeleted = await context.store.recipients.delete(ownerId, websiteId, id);
  if (!isDeleted) throw recipientNotFound();
}

/**
 * Sends the mail again that asks for a confirmation: to a recipient that has not confirmed, or is unsubscribed.
 *
 * @param context - From `createContext`, with `alerts.sendMail`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param id - The id of the recipient.
 * @throws SitegradeError `not_found` if the owner has no such recipient; `conflict` if it is confirmed, or this server
 * sends no mails; `quota_exceeded` if the owner has too many mails of this day; `rate_limited` if the owner has had the
 * address asked 3 times in 30 days.
 * @example
 * ```ts
 * await resendConfirmation(context, 'user-1', 7, 3);
 * ```
 */
export async function resendConfirmation(
  context: Context,
  ownerId: string,
  websiteId: number,
  id: number,
): Promise<Recipient> {
  const { address } = await getRecipient(context, ownerId, websiteId, id);
  requireMail(context);
  await requireWritable(context);
  const { mailsPerDay } = await context.quotas(ownerId);
  const request = await context.store.recipients.requestConfirmation({
    ...confirmationTo(context, ownerId, address, mailsPerDay),
    ownerId,
    websiteId,
    id,
    now: context.now(),
  });
  switch (request.outcome) {
    case 'requested':
      return request.recipient;
    case 'missing':
      throw recipientNotFound();
    case 'confirmed':
      throw recipientConfirmed();
    default:
      throw refused(context, request, mailsPerDay);
  }
}

function confirmationTo(
  context: Context,
  ownerId: string,
  address: string,
  maxMailsPerDay: number,
): ConfirmationLimits {
  return {
    messageId: makeMailId(context),
    maxMailsPerDay,
    ofOwner: { ...ofOwner, key: addressKeyOf(address, ownerId) },
    ofAll: { ...ofAll, key: addressKeyOf(address) },
  };
}

function refused(
  { emitOperation }: Context,
  refusal: ConfirmationRefusal,
  mailsPerDay: number,
): SitegradeError {
  if (refusal.outcome === 'too_many_confirmations') {
    return tooManyConfirmations(refusal.retryAfterMs);
  }
  emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
  const usage = { limit: mailsPerDay, used: refusal.used, requested: 1 };
  return quotaExceeded('mailsPerDay', {
    ...usage,
    retryAfterSeconds: secondsOf(refusal.retryAfterMs),
  });
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

function requireMail({ alerts }: Context): void {
  if (alerts.sendMail === undefined) throw mailNotOffered();
}

/** The error for a recipient that does not exist, or belongs to another website or owner. */
export function recipientNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'The website has no recipient with this id.');
}

/** The error for an address that the website has. */
export function recipientExists(): SitegradeError {
  return new SitegradeError(
    'conflict',
    'The website has a recipient with this address. Change it, or ask it for a confirmation again.',
  );
}

/** The error for a confirmation that there is already. */
export function recipientConfirmed(): SitegradeError {
  return new SitegradeError('conflict', 'The recipient has confirmed already.');
}

/** The error where the operator has set up no mail. */
function mailNotOffered(): SitegradeError {
  return new SitegradeError(
    'conflict',
    'This server sends no mails. Its operator can set that up.',
  );
}

/** The error for an address that an owner has had asked often enough. */
export function tooManyConfirmations(retryAfterMs: number): SitegradeError {
  return new SitegradeError(
    'rate_limited',
    `You have had this address asked for a confirmation ${ofOwner.max} times in 30 days. Ask again once the first of these requests is older.`,
    { retryAfterSeconds: secondsOf(retryAfterMs) },
  );
}
