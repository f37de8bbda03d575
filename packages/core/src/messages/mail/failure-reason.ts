import type { MailError } from '../../store/mail.ts';
import type { MailFailure } from '../../store/recipient.ts';

const reasons: Readonly<Record<MailError, string>> = {
  refused: 'The mail server refused this address',
  unavailable: 'The mail server was not available',
  timeout: 'The mail server took too long',
  not_sent: 'The mail server did not accept the mail',
  expired: 'The mail had waited for three days',
  internal: 'This server could not make the mail',
};

/**
 * Why a mail was not sent, in a sentence for the owner. Of what the mail server says, it has the status only: the rest may
 * be any text, and name addresses.
 */
export function failureReason({ error, status }: Omit<MailFailure, 'failedAt'>): string {
  return `${reasons[error]}${status === null ? '' : ` (${status})`}.`;
}
