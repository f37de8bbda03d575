import { type ErrorCode, SitegradeError } from '@sitegrade/foundation/errors';
import { describe, expect, it } from 'vitest';
import { problemResponse, statusByCode } from './problem.ts';

const bodyOf = (error: unknown) => JSON.parse(problemResponse(error).body);

describe('problemResponse', () => {
  it.each(Object.entries(statusByCode))('%s has status %i', (code, status) => {
    const response = problemResponse(new SitegradeError(code as ErrorCode, 'Why.'));
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toMatchObject({ status, code, title: expect.any(String) });
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.body)));
  });

  it('never sends a cause', () => {
    const error = new SitegradeError('page_unreachable', 'Connection refused.', {
      reason: 'connect_refused',
      issues: { url: ['Connection refused.'] },
      cause: new Error('ECONNREFUSED 10.0.0.1:80'),
    });
    expect(bodyOf(error)).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Connection refused.',
      code: 'page_unreachable',
      message: 'Connection refused.',
      reason: 'connect_refused',
      errors: { url: ['Connection refused.'] },
    });
  });

  it('sends no detail of any other failure', () => {
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
      expect(problemResponse(error).status).toBe(500);
      expect(problemResponse(error).body).not.toContain('secret');
    }
  });

  it('recognizes an error from another copy of the package', () => {
    const foreign = Object.assign(new Error('Gone.'), {
      name: 'SitegradeError',
      code: 'not_found',
    });
    expect(bodyOf(foreign)).toMatchObject({ status: 404, detail: 'Gone.' });
  });

  it('sends the same body for every key; only WWW-Authenticate says whether a token was sent', () => {
    const sent = problemResponse(
      new SitegradeError('unauthorized', 'a', { reason: 'invalid_token' }),
    );
    const missing = problemResponse(new SitegradeError('unauthorized', 'b'));
    expect(sent.body).toBe(missing.body);
    expect(sent.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(missing.headers['www-authenticate']).toBe('Bearer');
  });

  it('sends Retry-After and Allow', () => {
    const busy = (details = {}) =>
      problemResponse(new SitegradeError('overloaded', 'Busy.', details));
    expect(busy().headers['retry-after']).toBe('5');
    expect(busy({ retryAfterSeconds: 30 }).headers['retry-after']).toBe('30');
    const allow = ['GET', 'HEAD'];
    const wrong = problemResponse(new SitegradeError('method_not_allowed', 'No.', { allow }));
    expect(wrong.headers.allow).toBe('GET, HEAD');
  });
});
