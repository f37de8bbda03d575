import type { MailKind } from './mail.ts';
import type { GivenBack, MessageLease, MessageQueue } from './message-queue.ts';
import type { MailFailure } from './recipient.ts';
import type { FoundRecipient } from './recipient-store.ts';

/**
 * Mails to recipients: a queue. A mail that has ended keeps no content; it counts for the quota of its owner also when its
 * recipient was deleted. `deliveries.endEvent` inserts those of alerts, `recipients` those that ask for a confirmation.
 *
 * A claim cancels those that are not to be sent any more: the recipient or its website was deleted, or it is a confirmation
 * of one that is confirmed. The failure of an attempt is the last one of the recipient, until a mail is sent. When one is
 * sent, mails of the owner that were put off become due, before others and those first that were created first: at least
 * the first 100.
 */
export interface MailStore extends MessageQueue<ClaimedMail, MailOutcome, MailEnd> {
  /**
   * Moves the next digest of a recipient, and inserts the mail of this one, if there is one: all or nothing. Of concurrent
   * calls for one digest, one does it.
   */
  endDigest(digest: EndedDigest): Promise<DigestEnd>;
}

/** A mail to insert. */
export interface NewMail {
  readonly recipientId: number;
  readonly kind: Exclude<MailKind, 'confirmation'>;
  /** The same for each attempt: `<…@…>`. */
  readonly messageId: string;
  /** What it is made of, as JSON: at most 20,000 bytes. */
  readonly body: string;
}

/** Mails to insert. Those of recipients that are not confirmed, or were deleted, are left out. */
export interface NewMails {
  readonly mails: readonly NewMail[];
  /** How many mails of the owner may be created in 24 hours, with these. What is beyond is left out. */
  readonly maxMailsPerDay: number;
}

/** A mail to attempt. */
export interface ClaimedMail extends FoundRecipient {
  readonly kind: MailKind;
  readonly messageId: string;
  /** `null` of a confirmation. */
  readonly body: string | null;
  /** The token of the links of the recipient. */
  readonly token: string;
  /** How many attempts were started, with this one. */
  readonly attempts: number;
  readonly createdAt: Date;
  readonly lease: MessageLease;
}

/** How an attempt ended. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  /** It is due again after `delayMs`. */
  | (FailedAttempt & { readonly kind: 'retry'; readonly delayMs: number })
  /** The attempt does not count. It is due again after `delayMs`, or when a mail of the owner is sent. */
  | (FailedAttempt & {
      readonly kind: 'put_off';
      readonly error: 'unavailable';
      readonly delayMs: number;
    })
  | (FailedAttempt & {
      readonly kind: 'failed';
      /**
       * A recipient that is confirmed becomes `refused`, and its mails are canceled, after this number of mails in a
       * row that ended with the error `refused`, of which the first ended at least this long ago.
       */
      readonly refusedAfter: { readonly mails: number; readonly ms: number };
    })
  | GivenBack;

type FailedAttempt = Omit<MailFailure, 'failedAt'>;

/** What the end of an attempt has done. */
export interface MailEnd {
  /** `false` if the lease has ended, or the mail was canceled. */
  readonly isEnded: boolean;
  /** Whether the recipient has become `refused`. */
  readonly isRefused: boolean;
}

/** A digest that was made, or is left out. */
export interface EndedDigest {
  readonly recipientId: number;
  /** When it was due: it is the next one of the recipient as long as that is the same. */
  readonly dueAt: Date;
  readonly nextDueAt: Date;
  /** `null`: there is nothing to send. */
  readonly mail: Pick<NewMail, 'messageId' | 'body'> | null;
  readonly maxMailsPerDay: number;
  readonly now: Date;
}

/** `taken`: the digest is no longer the next one. `dropped`: there were too many mails of the owner. */
export type DigestEnd = 'created' | 'skipped' | 'dropped' | 'taken';
