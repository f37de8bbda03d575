import type { MailError } from './mail.ts';
import type { AlertType, WebhookSettings } from './webhook.ts';

/** The most characters of an address. */
export const maxAddressLength = 254;

/**
 * `unconfirmed`: nothing is sent but the confirmation. `confirmed`: who reads the mails of the address has agreed.
 * `unsubscribed`: and does not want them any more, until it is confirmed again. `refused`: the mail server has refused the
 * address again and again, so that nothing is sent until it is confirmed again.
 */
export type RecipientState = 'unconfirmed' | 'confirmed' | 'unsubscribed' | 'refused';

/** Which mails a recipient gets. */
export interface RecipientSettings {
  /** The events that it gets a mail about at once, each once. None only with a digest. */
  readonly events: readonly AlertType[];
  /** Findings of a lower importance do not count for `findings.new`. */
  readonly minImportance: WebhookSettings['minImportance'];
  /** Whether it gets a digest each week. */
  readonly digest: boolean;
}

/** An attempt to send a mail to a recipient that has failed. */
export interface MailFailure {
  readonly failedAt: Date;
  readonly error: MailError;
  /** The status of the mail server: `550`, or `550 5.1.1`; `null` if it is not known. */
  readonly status: string | null;
}

/** Who gets mails about a website. */
export interface Recipient extends RecipientSettings {
  readonly id: number;
  readonly websiteId: number;
  /** `local@domain`, without a name, at most 254 characters. The domain is in lower case, and in ASCII. */
  readonly address: string;
  readonly state: RecipientState;
  /** When it was last confirmed; `null` if it never was. */
  readonly confirmedAt: Date | null;
  /** When it was unsubscribed; `null` unless it is. */
  readonly unsubscribedAt: Date | null;
  /** Since when its address counts as refused; `null` unless it does. */
  readonly refusedAt: Date | null;
  /** The last attempt that failed since a mail was sent; `null` if there is none. */
  readonly lastFailure: MailFailure | null;
  readonly createdAt: Date;
  /** When its settings were last changed. Its state does not change it. */
  readonly updatedAt: Date;
}
