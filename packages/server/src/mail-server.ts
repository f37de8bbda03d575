import { isIP } from 'node:net';

/** The mail server that mails are handed to. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS: `smtps:`. */
  readonly isSecure: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

/** The sender of mails. */
export interface Sender {
  /** May be empty. */
  readonly name: string;
  readonly address: string;
}

const maxAddress = 254;
const maxName = 60;
const hostName = /^[\w-]+(?:\.[\w-]+)*$/;
/** As in most addresses: RFC 5321 allows quotes, too, which mail servers do not. */
const address = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)*$/i;

/** Parses the URL of a mail server; `undefined` if it is invalid. */
export function parseMailServer(text: string): MailServer | undefined {
  if (!/^smtps?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = protocol === 'smtps:';
  const login = loginOf(username, password);
  if (isIP(host) === 0 && !hostName.test(host)) return undefined;
  if (login === null || port === '0' || pathname.length > 1 || search + hash !== '') {
    return undefined;
  }
  return { host, port: Number(port || (isSecure ? 465 : 587)), isSecure, login };
}

/** `undefined` without both; `null` for what is invalid. */
function loginOf(username: string, encoded: string): MailServer['login'] | null {
  if (username + encoded === '') return undefined;
  try {
    const [user, password] = [decodeURIComponent(username), decodeURIComponent(encoded)];
    if (user === '' || password === '' || /\p{Cc}/u.test(user + password)) return null;
    return { user, password };
  } catch {
    return null;
  }
}

/** Parses an address, with or without a name; `undefined` if it is invalid. */
export function parseSender(text: string): Sender | undefined {
  const [, quoted, plain = '', named] = /^(?:"([^"]*)"\s*|([^"<>]*))<([^<>]+)>$/.exec(text) ?? [];
  const sender = { name: (quoted ?? plain).trim(), address: named ?? text };
  return isSender(sender) ? sender : undefined;
}

function isSender({ name, address: of }: Sender): boolean {
  const isName = name.length <= maxName && !/[\p{Cc}\p{Cf}]/u.test(name);
  return isName && of.length <= maxAddress && address.test(of);
}
