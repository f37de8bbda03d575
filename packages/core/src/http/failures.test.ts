import { type Failure, failing } from '@sitegrade/adapter-suite/failing-store';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { SitegradeError } from '../index.ts';

// The format of errors, and failures of the store.

describe('errors', () => {
  const api = useApi();

  it('are problem documents that must not be cached', async () => {
    const user = await api().newUser();
    const { status, headers, body } = await user.get('/api/v1/reports/999999999');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no report with this id.',
      code: 'not_found',
      message: 'There is no report with this id.',
    });
  });

  it('name the fields on a 422', async () => {
    const user = await api().newUser();
    const { body } = await user.get('/api/v1/reports?per_page=7');
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'per_page must be one of 10, 25, 50, 100.',
      code: 'invalid_input',
      message: 'per_page must be one of 10, 25, 50, 100.',
      errors: { per_page: ['must be one of 10, 25, 50, 100.'] },
    });
  });
});

describe('a store that can only be read', () => {
  const state = { isWritable: true };
  const api = useApi((store) => ({
    store: { ...store, isWritable: async () => state.isWritable },
  }));

  it('creates nothing, before any page is fetched, and is read as always', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport();
    const { url } = api().site;
    const key = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const once = () =>
      user.send('POST', '/api/v1/reports', { headers: key, body: JSON.stringify({ url }) });
    const first = await once();
    state.isWritable = false;
    // A page that is fetched never responds.
    const held = `${url}/held`;
    const replies = [
      await user.form('POST', '/api/v1/reports', { url: held }),
      await user.send('POST', '/api/v1/reports', {
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ url: held }),
      }),
      await user.json('POST', '/api/v1/jobs', { urls: [held, held] }),
      await user.form('POST', '/api/v1/crawls', { url: held }),
    ];
    for (const { status, headers, body } of replies) {
      expect([status, body.code, body.reason]).toEqual([503, 'overloaded', 'read_only']);
      expect(headers.get('retry-after')).toBe('30');
    }
    expect(api().site.heldRequests()).toBe(0);
    for (const list of ['jobs', 'crawls']) {
      expect((await user.list(`/api/v1/${list}`)).ids).toEqual([]);
    }
    // What is wrong with a request is still reported, and a repeated one returns what it has made.
    expect((await user.form('POST', '/api/v1/reports', { url: '' })).status).toBe(422);
    expect((await once()).body.data.id).toBe(first.body.data.id);
    expect((await user.get(`/api/v1/reports/${id}`)).status).toBe(200);
    state.isWritable = true;
    expect((await user.form('POST', '/api/v1/reports', { url })).status).toBe(201);
  });
});

describe('a store that fails', () => {
  const failure: Failure = { error: undefined };
  const api = useApi((store) => ({ store: failing(store, failure) }));

  it('because it is busy or unreachable is a 503 with Retry-After, and the next request succeeds', async () => {
    const user = await api().newUser();
    failure.error = new SitegradeError('overloaded', 'The database is unreachable.', {
      cause: new Error('ECONNREFUSED 10.1.2.3'),
    });
    const reply = await user.get('/api/v1/reports');
    failure.error = undefined;
    expect([reply.status, reply.body.code]).toEqual([503, 'overloaded']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.text).not.toContain('10.1.2.3');
    expect((await user.get('/api/v1/reports')).status).toBe(200);
  });

  it('with an unexpected error is a 500 without detail', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport();
    for (const error of [
      new Error('SELECT secret FROM table'),
      Object.assign(new Error('secret'), { statusCode: 418, status: 418 }),
      new SitegradeError('internal', 'secret'),
    ]) {
      failure.error = error;
      const replies = [
        await user.get('/api/v1/reports'),
        await user.get(`/api/v1/reports/${id}`),
        await user.delete(`/api/v1/reports/${id}`),
        await user.form('PATCH', '/api/v1/websites/1', { privacy: '0' }),
      ];
      failure.error = undefined;
      for (const { status, body, text } of replies) {
        expect([status, body.code]).toEqual([500, 'internal']);
        expect(text).not.toContain('secret');
      }
    }
  });
});
