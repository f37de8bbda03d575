import { failureReason } from '../mail/failure-reason.ts';
import type { Recipient } from '../store/recipient.ts';

/**
 * A recipient of mails about a website, as JSON: `GET /websites/{id}/recipients/{recipient}` of the HTTP API.
 *
 * @param recipient - From `getRecipient` or `listRecipients`.
 * @example
 * ```ts
 * const { address, state } = recipientRecord(await getRecipient(context, 'user-1', 7, 3));
 * ```
 */
export function recipientRecord(recipient: Recipient) {
  const { lastFailure } = recipient;
  return {
    id: recipient.id,
    object: 'recipient',
    website_id: recipient.websiteId,
    address: recipient.address,
    events: recipient.events,
    min_importance: recipient.minImportance,
    digest: recipient.digest,
    state: recipient.state,
    confirmed_at: recipient.confirmedAt?.toISOString() ?? null,
    unsubscribed_at: recipient.unsubscribedAt?.toISOString() ?? null,
    refused_at: recipient.refusedAt?.toISOString() ?? null,
    last_failure: lastFailure && {
      failed_at: lastFailure.failedAt.toISOString(),
      error: lastFailure.error,
      reason: failureReason(lastFailure),
    },
    created_at: recipient.createdAt.toISOString(),
    updated_at: recipient.updatedAt.toISOString(),
  } as const;
}
