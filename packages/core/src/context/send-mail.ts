/** What a mail says. */
export interface MailContent {
  /** One line without control characters, at most 200 characters. */
  readonly subject: string;
  /** The plain text, with lines of at most 78 characters where that is possible. */
  readonly text: string;
  /** The same as a whole HTML document. It loads nothing. */
  readonly html: string;
}

/** A mail to one recipient. */
export interface Mail extends MailContent {
  /** The address of the recipient, without a name. */
  readonly to: string;
  /** The same for each attempt to send it: `<…@…>`, as the header `Message-ID` takes it. */
  readonly messageId: string;
  /** Other headers by name: those of one-click unsubscribing (RFC 8058), and `Auto-Submitted` (RFC 3834). */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a mail. What it throws is a failed attempt, which is repeated later; an error with `isPermanent: true` ends the
 * mail: its address does not exist. One with `isUnavailable: true` says that no mail can be sent now, regardless of the
 * mail: the attempt does not count, and the next one is 5 minutes later, for three days. The property `status` of an
 * error, such as `550 5.1.1` of the mail server (RFC 5321 and 3463), is shown to the owner; nothing else of it is.
 *
 * @param signal - Aborts the attempt.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
