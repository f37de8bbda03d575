/** `confirmation` asks a recipient to agree. `alert`: something has happened. `digest`: what a week has brought. */
export type MailKind = 'confirmation' | 'alert' | 'digest';

/**
 * Why an attempt to send a mail failed, or the last one. `refused`: the mail server said that the address does not exist.
 * `timeout`: the attempt took too long. `not_sent`: the mail was not accepted. `internal`: the server could not make it.
 */
export type MailError = 'refused' | 'timeout' | 'not_sent' | 'internal';
