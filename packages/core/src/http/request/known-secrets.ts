import type { IncomingMessage } from 'node:http';
import { secretValues } from '../../log/secret-parameters.ts';
import type { Entries } from './form.ts';
import { headerValues } from './request.ts';

/** Shorter values are ordinary words too (`theme=dark`): redacting them would make the log unreadable. */
const minCookieLength = 8;
const minSecretLength = 4;

const credentials = /^[^\s]+\s+(\S+)\s*$/;

/** The secrets in a request's headers, to redact from its log line. */
export function headerSecrets(incoming: IncomingMessage): readonly string[] {
  const secrets: string[] = [];
  for (const name of ['authorization', 'proxy-authorization', 'x-api-key']) {
    for (const value of sentValues(incoming, name)) {
      const token = credentials.exec(value)?.[1] ?? value;
      secrets.push(value, token, ...basicPassword(token));
    }
  }
  const cookies = sentValues(incoming, 'cookie').flatMap((value) => value.split(';'));
  for (const cookie of cookies) {
    const value = cookie.slice(cookie.indexOf('=') + 1).trim();
    if (value.length >= minCookieLength) secrets.push(value);
  }
  return secrets.filter((secret) => secret.length >= minSecretLength);
}

/** Checks Node's parsed headers first: this runs for every request, and most have few of these. */
function sentValues(incoming: IncomingMessage, name: string): readonly string[] {
  return incoming.headers[name] === undefined ? [] : headerValues(incoming, name);
}

/** The secrets in a body: a website's password, and those in the query of a URL. */
export function bodySecrets(entries: Entries): readonly string[] {
  const stringsOf = (name: string) =>
    (entries.get(name) ?? []).filter((value) => typeof value === 'string');
  const passwords = stringsOf('password').filter((value) => value.length >= minSecretLength);
  return [...passwords, ...stringsOf('url').flatMap(secretValues)];
}

/** The password of a Basic token, which a host's login may have decoded. */
function basicPassword(token: string): readonly string[] {
  const [, ...password] = Buffer.from(token, 'base64').toString().split(':');
  return password.length === 0 ? [] : [password.join(':')];
}
