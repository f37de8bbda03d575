import type { IncomingMessage } from 'node:http';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { expect, it } from 'vitest';
import { readOnlyError } from '../store/read-only-error.ts';
import type { RequestLine } from './logger.ts';
import type { Entries } from './request/form.ts';
import type { ApiRequest } from './request/request.ts';
import { bodySecrets, logRequest } from './request-log.ts';

/** The line about a failure, and how often a field of the body was read. */
function lineOf(body: Entries, error: unknown, status: number) {
  const lines: RequestLine[] = [];
  let reads = 0;
  const counted = new Map(body);
  counted.get = (name) => {
    reads += 1;
    return body.get(name);
  };
  const log = (line: RequestLine) => void lines.push(line);
  const request = {
    url: '/api/v1/jobs',
    incoming: { method: 'POST', headers: {} } as IncomingMessage,
    logger: { info: log, error: log },
  } as unknown as ApiRequest;
  const facts = { startedAt: 0, operation: 'createJobs', body: counted };
  logRequest(request, facts, { status, failure: { error, status } }, () => 1);
  return { line: lines[0], reads };
}

const secret = 'f3a9c1e07b5d';
const url = `https://a.test/?token=${secret}`;

it('searches a body for secrets only for an error that the client does not get', () => {
  const body = new Map([['urls', [[url]]]]);
  for (const [error, status] of [
    [new SitegradeError('invalid_input', 'urls.0: is too long.', { reason: 'url_too_long' }), 422],
    [new SitegradeError('payload_too_large', 'The body is too large.'), 413],
  ] as const) {
    const { line, reads } = lineOf(body, error, status);
    expect([reads, line]).toEqual([0, expect.objectContaining({ code: error.code })]);
  }
  const cause = new Error(`no row has ${secret}`);
  for (const [error, status] of [
    [cause, 500],
    [new SitegradeError('page_unreachable', 'No response.', { cause }), 422],
  ] as const) {
    const { line, reads } = lineOf(body, error, status);
    expect(reads).toBeGreaterThan(0);
    expect(JSON.stringify(line)).toContain('no row has [redacted]');
    expect(JSON.stringify(line)).not.toContain(secret);
  }
});

it('has no token of a link in a mail', () => {
  const lines: RequestLine[] = [];
  const log = (line: RequestLine) => void lines.push(line);
  const request = {
    url: `/sitegrade/mail/${'aB-_'.repeat(10)}abc/unsubscribe?x=1`,
    incoming: { method: 'POST', headers: {} } as IncomingMessage,
    logger: { info: log, error: log },
  } as unknown as ApiRequest;
  logRequest(request, { startedAt: 0, operation: undefined }, { status: 200 }, () => 1);
  expect(lines[0]?.path).toBe('/sitegrade/mail/[redacted]/unsubscribe');
});

it('finds the secrets of a form and of JSON', () => {
  const other = `https://b.test/?token=${secret}2`;
  const both = [secret, `${secret}2`];
  expect(bodySecrets(new Map([['urls', [url, other]]]))).toEqual(both);
  expect(bodySecrets(new Map([['urls', [[url, 5, other]]]]))).toEqual(both);
  expect(bodySecrets(new Map([['url', [url]]]))).toEqual([secret]);
  expect(bodySecrets(new Map([['url', [' '.repeat(2_048) + url]]]))).toEqual([secret]);
  expect(bodySecrets(new Map([['password', ['a b c d']]]))).toEqual(['a b c d']);
});

it('searches 100 values, 2,048 characters of each, for 500 secrets', () => {
  const read = new Set<string>();
  const counted = (list: readonly unknown[]) =>
    new Proxy(list, {
      get: (target, name) => {
        if (/^\d+$/.test(String(name))) read.add(String(name));
        return Reflect.get(target, name);
      },
    });
  const many = Array.from({ length: 1_000 }, (_, index) => `${url}${index}`);
  for (const values of [counted(many), [counted(many)]]) {
    read.clear();
    expect(bodySecrets(new Map([['urls', values]]))).toHaveLength(100);
    expect(read.size).toBeLessThanOrEqual(100);
  }
  const far = `https://a.test/?q=${'x'.repeat(2_048)}&token=${secret}`;
  expect(bodySecrets(new Map([['urls', [far]]]))).toEqual([]);
  const full = Array.from({ length: 100 }, (_, index) =>
    Array.from({ length: 50 }, (_, part) => `token=${secret}${index * 50 + part}`).join('&'),
  ).map((query) => `https://a.test/?${query}`);
  expect(bodySecrets(new Map([['urls', full]]))).toHaveLength(500);
});

it('has a write that is refused by a read-only database as no error, whose outage has the cause', () => {
  const lines: [string, RequestLine, string][] = [];
  const log = (level: string) => (line: RequestLine, message: string) =>
    void lines.push([level, line, message]);
  const request = {
    url: '/api/v1/jobs',
    incoming: { method: 'POST', headers: {} } as IncomingMessage,
    logger: { info: log('info'), error: log('error') },
  } as unknown as ApiRequest;
  const error = readOnlyError({ cause: new Error('database or disk is full') });
  const outcome = { status: 503, failure: { error, status: 503 } };
  logRequest(request, { startedAt: 0, operation: 'createJobs' }, outcome, () => 1);
  const line = expect.objectContaining({ status: 503, code: 'overloaded', reason: 'read_only' });
  expect(lines).toEqual([['info', line, 'sitegrade: write refused']]);
  expect(lines[0]?.[1]).not.toHaveProperty('err');
});
