import type { IncomingMessage } from 'node:http';
import { secretValues } from '../../log/secret-parameters.ts';
import type { Entries } from './read-fields.ts';
import { headerValues } from './request.ts';

/** Shorter values are words as well (`theme=dark`): to look for them would black out the log. */
const leastCookie = 8;
const least = 4;

const credentials = /^[^\s]+\s+(\S+)\s*$/;

/** The secrets that a request's headers carry, to be kept out of what is logged of it. */
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
    if (value.length >= leastCookie) secrets.push(value);
  }
  return secrets.filter((secret) => secret.length >= least);
}

/** Asks Node's own headers first: every request comes by here, and most have few of these. */
function sentValues(incoming: IncomingMessage, name: string): readonly string[] {
  return incoming.headers[name] === undefined ? [] : headerValues(incoming, name);
}

/** The secrets that a body carries: a website's password, and what a URL has in its query. */
export function bodySecrets(entries: Entries): readonly string[] {
  const textsOf = (name: string) =>
    (entries.get(name) ?? []).filter((value) => typeof value === 'string');
  const passwords = textsOf('password').filter((value) => value.length >= least);
  return [...passwords, ...textsOf('url').flatMap(secretValues)];
}

/** What a host's login may have decoded: user and password of the Basic scheme. */
function basicPassword(token: string): readonly string[] {
  const [, ...password] = Buffer.from(token, 'base64').toString().split(':');
  return password.length === 0 ? [] : [password.join(':')];
}
