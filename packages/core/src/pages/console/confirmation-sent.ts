import type { Recipient } from '../../store/recipient.ts';
import { english as text } from '../english.ts';

const sent = 'confirmation_sent';

/** The query that makes the next page say to whom a mail with a link to confirm is sent. No address is in a URL. */
export function confirmationQuery({ id }: Recipient): string {
  return `?done=${sent}&recipient=${id}`;
}

/** The sentence about the mail that is sent to one of these recipients. */
export function confirmationSentence(
  query: URLSearchParams,
  recipients: readonly Recipient[],
): string | undefined {
  if (query.get('done') !== sent) return undefined;
  const asked = recipients.find(({ id }) => String(id) === query.get('recipient'));
  return asked && text.recipients.asked(asked.address);
}
