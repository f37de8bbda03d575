import type { AlertType, WebhookSettings } from './webhook.ts';

/** The most characters of an address. */
export const maxAddressLength = 254;

/**
 * `unconfirmed`: nothing is sent but the confirmation. `confirmed`: who reads the mails of the address has agreed.
 * `unsubscribed`: and does not want them any more, until it is confirmed again.
 */
export type RecipientState = 'unconfirmed' | 'confirmed' | 'unsubscribed';

/** Which mails a recipient gets. */
export interface RecipientSettings {
  /** The events that it gets a mail about at once, each once. None only with a digest. */
  readonly events: readonly AlertType[];
  /** Findings that matter less are none for `findings.new`. */
  readonly minImportance: WebhookSettings['minImportance'];
  /** Whether it gets a digest each week. */
  readonly digest: boolean;
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
  readonly createdAt: Date;
  /** When its settings were last changed. Its state does not change it. */
  readonly updatedAt: Date;
}
