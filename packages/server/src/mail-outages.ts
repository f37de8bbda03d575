import type { SendMail } from '@sitegrade/core';
import type { NodemailerError } from 'nodemailer';

/** Where outages are logged. */
interface OutageLog {
  readonly log: (message: string) => void;
  readonly logError: (message: string, error: unknown) => void;
}

/**
 * Logs when no mail can be sent, why, and what to do about it: once for each cause until a mail is sent, and then that it
 * is. No line has an address, or text of the mail server, which may quote one.
 */
export function reportMailOutages(sendMail: SendMail, { log, logError }: OutageLog): SendMail {
  // As many as there are sentences below, at most.
  const logged = new Set<string>();
  return async (mail, signal) => {
    try {
      await sendMail(mail, signal);
    } catch (error) {
      const { isUnavailable }: { isUnavailable?: unknown } = Object(error);
      const problem = isUnavailable === true ? problemOf(error) : undefined;
      if (problem !== undefined && !logged.has(problem)) {
        logged.add(problem);
        logError(`Mails wait: ${problem}`, new Error(factsOf(error)));
      }
      throw error;
    }
    if (logged.size === 0) return;
    logged.clear();
    log('The mail server of SMTP_URL takes mails again');
  };
}

/** What nodemailer knows of an error. */
interface MailError extends Partial<NodemailerError> {
  /** The code of the connection. */
  readonly originalCode?: string;
  readonly status?: string;
}

/** Why no mail can be sent, and what to do. */
function problemOf(error: unknown): string {
  const { code = '', originalCode = '' }: MailError = Object(error);
  return (
    problems[originalCode] ??
    problems[code] ??
    'the mail server cannot be reached, or takes no mails now. Check the host and the port of SMTP_URL, and the log of the mail server.'
  );
}

const untrusted =
  'the certificate of the mail server is not from an authority that Node.js trusts. Put the certificate of its authority into a file, and name that in NODE_EXTRA_CA_CERTS, or use a mail server in SMTP_URL whose certificate is trusted.';
const login =
  'the mail server refuses the login. Correct the user and the password in SMTP_URL, with special characters percent-encoded.';

/** By the code of the connection, or that of nodemailer. */
const problems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    'the certificate of the mail server has expired. Renew it there; SMTP_URL need not change.',
  CERT_NOT_YET_VALID:
    'the certificate of the mail server is not valid yet. Check the clocks of both machines, and the mail server of SMTP_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the mail server is for another host name. Use the name in SMTP_URL that its certificate has.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the mail server does not begin with TLS at this port. Use smtp:// in SMTP_URL for a port with STARTTLS, such as 587, and smtps:// for one with TLS from the start, such as 465.',
  ETLS: 'the mail server offers no STARTTLS, without which no password is sent. Enable it there, or use smtps:// in SMTP_URL with a port where connections begin with TLS, such as 465.',
  EAUTH: login,
  ENOAUTH: login,
  EDNS: 'the host of the mail server was not found. Correct the host in SMTP_URL.',
};

/** Codes alone: `EAUTH 535 5.7.8`. */
function factsOf(error: unknown): string {
  const { code, originalCode, status }: MailError = Object(error);
  return [originalCode ?? code, status].filter(Boolean).join(' ');
}
