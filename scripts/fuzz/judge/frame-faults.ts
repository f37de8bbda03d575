import type { SentRequest } from '../request/sent-request.ts';
import type { Reply } from '../wire/parse-reply.ts';
import { readObject } from './read-object.ts';

/** An answer may take so long, in milliseconds: also one that waits for a page or hashes a password. */
const maxMs = 10_000;

/** What holds for every answer, whatever the document says; what is wrong, a line each. */
export function frameFaults(
  { method }: SentRequest,
  reply: Reply,
  secrets: readonly string[],
): readonly string[] {
  const { status, headers, text, ms } = reply;
  const faults = leaks(reply, secrets);
  if (ms > maxMs) faults.push(`it took ${Math.round(ms)} ms`);
  if (method === 'HEAD' || status === 204 || status === 304) {
    if (text !== '') faults.push('there is a body');
    return faults;
  }
  const cache = status < 400 ? 'private, no-cache' : 'no-store';
  for (const [name, expected] of [
    ['x-content-type-options', 'nosniff'],
    ['cache-control', cache],
    ['content-length', String(Buffer.byteLength(text))],
  ] as const) {
    const value = headers.get(name);
    if (value !== expected) faults.push(`${name} is ${value}, not ${expected}`);
  }
  const body = readObject(text);
  if (body === undefined) return [...faults, 'the body is no JSON object'];
  if (body.status !== status) faults.push(`the body says status ${String(body.status)}`);
  if (status >= 400 && body.message !== body.detail) faults.push('message is not detail');
  return faults;
}

const placeInCode = /node_modules|\/packages\/|file:\/\/|\n\s+at \S+ \(/;

/** What stays inside: keys, owners, hashes, files, calls. */
function leaks({ text, headers }: Reply, secrets: readonly string[]): string[] {
  const whole = `${text}\n${[...headers].join('\n')}`;
  const found = secrets.filter((secret) => whole.includes(secret));
  if (placeInCode.test(whole)) found.push('a place in the code');
  return found.map((what) => `it gives away ${what}`);
}
