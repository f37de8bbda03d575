import { SitegradeError } from '@sitegrade/foundation/errors';
import { describe, expect, it } from 'vitest';
import { errorRecord } from './error-record.ts';

describe('errorRecord', () => {
  it('copies name, message, code, reason, stack and causes', () => {
    const cause = Object.assign(new TypeError('deep'), { code: 'ECONNRESET', errno: -104 });
    const error = new SitegradeError('page_unreachable', 'Gone.', {
      reason: 'dns_not_found',
      cause,
    });
    expect(errorRecord(error)).toEqual({
      name: 'SitegradeError',
      message: 'Gone.',
      code: 'page_unreachable',
      reason: 'dns_not_found',
      stack: expect.stringMatching(/^SitegradeError: Gone\.\n {4}at /),
      cause: {
        name: 'TypeError',
        message: 'deep',
        code: 'ECONNRESET',
        stack: expect.stringMatching(/^TypeError: deep\n {4}at /),
      },
    });
  });

  it('copies the first errors of an AggregateError', () => {
    const errors = Array.from({ length: 50 }, (_, index) => new Error(`${index}`));
    const { errors: taken } = errorRecord(new AggregateError(errors, 'all'));
    expect(taken?.map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('stops at circular causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(errorRecord(error)).split('"round"')).toHaveLength(6);
  });

  it('copies no other properties', () => {
    const error = Object.assign(new Error('x'), {
      config: { headers: { authorization: 'Bearer hunter2hunter2' } },
      parameters: ['hunter2'],
      hunter2: 1,
    });
    expect(JSON.stringify(errorRecord(error))).not.toContain('hunter2');
  });

  it('redacts everything that it copies, including nested causes', () => {
    const secrets = ['from-a-cookie', 'Bearer abcdefgh', 'ann:hunter2@db'];
    const text = `${secrets[0]} ${secrets[1]}, http://${secrets[2]}/`;
    const failed = (cause: unknown) =>
      Object.assign(new SitegradeError('internal', text, { reason: text, cause }), {
        name: text,
        code: text,
      });
    const many = new AggregateError([failed(undefined), text], text);
    const record = errorRecord(failed(failed(many)), ['from-a-cookie']);
    const clean = '[redacted] Bearer [redacted], http://[redacted]@db/';
    expect(record).toMatchObject({ name: clean, message: clean, code: clean, reason: clean });
    expect(record.cause?.cause).toMatchObject({
      message: clean,
      errors: [{ message: clean }, { message: clean }],
    });
    expect(JSON.stringify(record)).not.toMatch(/from-a-cookie|abcdefgh|hunter2/);
    expect(errorRecord(new Error(text)).stack).toContain('Bearer [redacted]');
  });

  it('keeps the frames of a stack, but no imitated frames in a message', () => {
    const error = new Error('one\n2026 ERROR forged\n    at forged (x.js:1:1)');
    const [head, ...frames] = errorRecord(error).stack?.split('\n') ?? [];
    expect(head).toBe(String.raw`Error: one\u000a2026 ERROR forged\u000a    at forged (x.js:1:1)`);
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) expect(frame).toMatch(/^ {4}at (?!forged)/);
    error.message = 'changed since';
    for (const line of errorRecord(error).stack?.split('\n').slice(1) ?? []) {
      expect(line).toMatch(/^ {4}at /);
    }
  });

  it.each([
    ['a text', { name: 'string', message: 'a text' }],
    ['http://ann:pass@host', { name: 'string', message: 'http://[redacted]@host' }],
    [undefined, { name: 'undefined', message: 'A value that is not an error was thrown.' }],
    [null, { name: 'null', message: 'A value that is not an error was thrown.' }],
    [{ secret: 'x' }, { name: 'object', message: 'A value that is not an error was thrown.' }],
    [Symbol('x'), { name: 'symbol', message: 'A value that is not an error was thrown.' }],
  ])('converts %o', (thrown, expected) => {
    expect(errorRecord(thrown)).toEqual(expected);
  });

  it('ignores getters and proxies that throw', () => {
    const trap = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('trap');
      },
    });
    expect(errorRecord(trap)).toMatchObject({ name: 'object' });
    expect(errorRecord(new Error('x', { cause: trap })).cause).toMatchObject({ name: 'object' });
  });
});
