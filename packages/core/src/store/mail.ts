/** `confirmation` asks a recipient to agree. `alert`: something has happened. `digest`: what a week has brought. */
export type MailKind = 'confirmation' | 'alert' | 'digest';

/**
 * Why an attempt to send a mail failed, or the last one. `refused`: the mail server said that the address does not exist.
 * `unavailable`: there was no mail server that takes mails. `timeout`: the attempt took too long. `not_sent`: the mail was
 * not accepted. `expired`: it waited for too long. `internal`: the server could not make it.
 */
export type MailError = 'refused' | 'unavailable' | 'timeout' | 'not_sent' | 'expired' | 'internal';
