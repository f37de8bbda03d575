import { describe, expect, it } from 'vitest';
import { type ErrorCode, SitegradeError } from '../../errors.ts';
import { problemAnswer, statusByCode } from './problem.ts';

const bodyOf = (error: unknown) => JSON.parse(problemAnswer(error).body);

describe('problemAnswer', () => {
  it.each(Object.entries(statusByCode))('answers %s with %i', (code, status) => {
    const answer = problemAnswer(new SitegradeError(code as ErrorCode, 'Why.'));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ status, code, title: expect.any(String) });
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
  });

  it('never shows a cause', () => {
    const error = new SitegradeError('page_unreachable', 'Nobody answers.', {
      reason: 'connect_refused',
      issues: { url: ['Nobody answers.'] },
      cause: new Error('ECONNREFUSED 10.0.0.1:80'),
    });
    expect(bodyOf(error)).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Nobody answers.',
      code: 'page_unreachable',
      message: 'Nobody answers.',
      reason: 'connect_refused',
      errors: { url: ['Nobody answers.'] },
    });
  });

  it('says of any other failure that it happened, and no more', () => {
    const unknown = [
      new Error('secret'),
      'secret',
      undefined,
      null,
      { code: 'not_found', message: 'secret' },
      new SitegradeError('internal', 'secret'),
      new SitegradeError('toString' as ErrorCode, 'secret'),
      new SitegradeError('of a newer version' as ErrorCode, 'secret'),
    ];
    for (const error of unknown) {
      expect(problemAnswer(error).status).toBe(500);
      expect(problemAnswer(error).body).not.toContain('secret');
    }
  });

  it('knows an error from another copy of the package', () => {
    const foreign = Object.assign(new Error('Gone.'), {
      name: 'SitegradeError',
      code: 'not_found',
    });
    expect(bodyOf(foreign)).toMatchObject({ status: 404, detail: 'Gone.' });
  });

  it('says the same of every key, but for whether a token was sent', () => {
    const sent = problemAnswer(
      new SitegradeError('unauthorized', 'a', { reason: 'invalid_token' }),
    );
    const missing = problemAnswer(new SitegradeError('unauthorized', 'b'));
    expect(sent.body).toBe(missing.body);
    expect(sent.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(missing.headers['www-authenticate']).toBe('Bearer');
  });

  it('says when to come back, and which methods there are', () => {
    const busy = (details = {}) =>
      problemAnswer(new SitegradeError('overloaded', 'Busy.', details));
    expect(busy().headers['retry-after']).toBe('5');
    expect(busy({ retryAfterSeconds: 30 }).headers['retry-after']).toBe('30');
    const allow = ['GET', 'HEAD'];
    const wrong = problemAnswer(new SitegradeError('method_not_allowed', 'No.', { allow }));
    expect(wrong.headers.allow).toBe('GET, HEAD');
  });
});
