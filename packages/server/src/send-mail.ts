import { PassThrough } from 'node:stream';
import type { SendMail } from '@sitegrade/core';
import type { NodemailerError, Transporter } from 'nodemailer';
import type { MailServer, Sender } from './mail-server.ts';

/** Sends mails through a mail server. */
interface Mailer {
  readonly sendMail: SendMail;
  /** Closes its connections. What is being sent fails. */
  close(): Promise<void>;
}

/** Connections to the mail server of a process, each with one mail at a time. */
const maxConnections = 4;

/** How long the mail server may take to accept a connection and greet. It has ten times as long to respond to a command. */
const defaultTimeoutMs = 30_000;

/**
 * Sends mails through a mail server, whose certificate must be valid. With a login, TLS is required, so that no one on the
 * way can read the password. Nothing is loaded and opened before the first mail.
 *
 * @param timeoutMs - Another time than the default, for tests.
 */
export function createMailer(
  { host, port, isSecure, login }: MailServer,
  sender: Sender,
  timeoutMs = defaultTimeoutMs,
): Mailer {
  let opened: Promise<Transporter> | undefined;
  /** The mails, by their signals, for which the mail server was ready. */
  const begun = new WeakSet<AbortSignal>();

  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      pool: true,
      maxConnections,
      host,
      port,
      secure: isSecure,
      ...(login && { auth: { user: login.user, pass: login.password }, requireTLS: !isSecure }),
      // Until the mail server has greeted.
      connectionTimeout: timeoutMs,
      // It may look into a mail before it accepts it: one that is given up earlier is sent twice.
      socketTimeout: 10 * timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    transport.use('stream', ({ data, message }, done) => {
      // It is asked for when there is a connection that has begun: the next command is `MAIL FROM`.
      message.transform(() => {
        if (data.signal) begun.add(data.signal);
        return new PassThrough();
      });
      done();
    });
    return transport;
  }

  return {
    async sendMail({ to: address, ...mail }, given) {
      opened ??= open();
      const transport = await opened;
      // Of this mail alone.
      const signal = AbortSignal.any([given]);
      try {
        // An address as text may name several recipients.
        const to = { name: '', address };
        await transport.sendMail({ ...mail, from: sender, to, signal });
      } catch (error) {
        const facts = {
          status: statusOf(error),
          ...(isRefusal(error) && { isPermanent: true }),
          ...(isUnavailable(error, begun.has(signal)) && { isUnavailable: true }),
        };
        throw error instanceof Error ? Object.assign(error, facts) : error;
      }
    },
    async close() {
      (await opened)?.close({ force: true });
    },
  };
}

/**
 * Whether the mail server says that there is no such recipient. Refusals of a sender or a client often come as late as
 * this, too: then another attempt may succeed when the operator has corrected that.
 */
function isRefusal(error: unknown): boolean {
  const { command, responseCode, response = '' }: Partial<NodemailerError> = Object(error);
  if (command !== 'RCPT TO' || responseCode === undefined) return false;
  // RFC 3463, 3.2: the address, or a mailbox that is disabled.
  const [, detail] = /^5\d\d[ -]5\.(\d+\.\d+)/.exec(response) ?? [];
  return detail === undefined ? noSuchMailbox.has(responseCode) : /^1\.|^2\.1$/.test(detail);
}

/**
 * Whether no mail can be sent now, regardless of the mail: there was no connection that took mails, or the mail server
 * closes it (RFC 5321, 3.8: 421).
 */
function isUnavailable(error: unknown, hasBegun: boolean): boolean {
  const { code = '', responseCode }: Partial<NodemailerError> = Object(error);
  return responseCode === 421 || (!hasBegun && codesOfConnections.has(code));
}

/** Of errors that may come before a mail: also of a login and a certificate. */
const codesOfConnections: ReadonlySet<string> = new Set([
  ...['EDNS', 'ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EPROTOCOL'],
  ...['ETLS', 'EAUTH', 'ENOAUTH'],
]);

/** What the mail server has responded, such as `550 5.1.1`, without its text. */
function statusOf(error: unknown): string | undefined {
  const { responseCode, response = '' }: Partial<NodemailerError> = Object(error);
  if (responseCode === undefined) return undefined;
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return [responseCode, enhanced].filter(Boolean).join(' ');
}

/** Without an enhanced status code (RFC 5321, 4.2.3). */
const noSuchMailbox: ReadonlySet<number> = new Set([501, 550, 551, 553]);
