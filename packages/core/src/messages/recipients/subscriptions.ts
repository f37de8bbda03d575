import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import { requireWritable } from '../../context/require-writable.ts';
import type { FoundRecipient } from '../../store/recipient-store.ts';
import { nextDigestAt } from '../mail/digest-time.ts';

/** 32 bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

/**
 * Returns the recipient whose links have a token, of any owner: for pages that ask before something changes.
 *
 * @param context - From `createContext`.
 * @param token - From a link in a mail.
 * @throws SitegradeError `not_found` if no recipient has this token.
 * @example
 * ```ts
 * const { domain, recipient } = await findRecipient(context, token);
 * ```
 */
export async function findRecipient(context: Context, token: string): Promise<FoundRecipient> {
  return foundBy(token, () => context.store.recipients.findByToken(token));
}

/**
 * Confirms a recipient: from now on it gets mails. One that is confirmed stays as it is. Programs that scan mails open
 * their links, so call it for a request that a person has sent, not for one that opens a page.
 *
 * @param context - From `createContext`.
 * @param token - From the link in the mail that asks for it.
 * @throws SitegradeError `not_found` if no recipient has this token.
 * @example
 * ```ts
 * const { domain, recipient } = await confirmRecipient(context, token);
 * ```
 */
export async function confirmRecipient(context: Context, token: string): Promise<FoundRecipient> {
  const { recipient } = await findRecipient(context, token);
  await requireWritable(context);
  const now = context.now();
  const confirmation = { digestDueAt: nextDigestAt(recipient.websiteId, now), now };
  return foundBy(token, () => context.store.recipients.confirm(token, confirmation));
}

/**
 * Unsubscribes a recipient: it gets no mails until it is confirmed again, and those that wait are not sent. One that is
 * unsubscribed stays as it is.
 *
 * @param context - From `createContext`.
 * @param token - From the link in a mail.
 * @throws SitegradeError `not_found` if no recipient has this token.
 * @example
 * ```ts
 * const { domain, recipient } = await unsubscribeRecipient(context, token);
 * ```
 */
export async function unsubscribeRecipient(
  context: Context,
  token: string,
): Promise<FoundRecipient> {
  await findRecipient(context, token);
  await requireWritable(context);
  return foundBy(token, () => context.store.recipients.unsubscribe(token, context.now()));
}

async function foundBy(
  token: string,
  find: () => Promise<FoundRecipient | undefined>,
): Promise<FoundRecipient> {
  const found = tokenForm.test(token) ? await find() : undefined;
  if (found === undefined) throw new SitegradeError('not_found', 'No recipient has this link.');
  return found;
}
