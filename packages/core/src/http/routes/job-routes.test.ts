import { setImmediate } from 'node:timers/promises';
import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it, vi } from 'vitest';

const path = '/api/v1/jobs';
/** Far above the duration of a job. */
const waitMs = { timeout: 20_000 };
const none = { queued: 0, running: 0, done: 0, failed: 0, canceled: 0 };

// Jobs and batches: created, listed, done by a worker in the server, canceled, deleted.

describe('jobs without a worker', () => {
  const api = useApi(() => ({ quotas: { queuedJobs: 1_005 } }));
  const urlsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `${api().site.url}/?page=${index}`);
  const create = (user: TestUser, urls: unknown, headers: Record<string, string> = {}) =>
    user.send('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ urls }),
    });
  const outcome = ({ status, body }: Reply) => [status, body.code, body.reason];

  it.each([
    ['form', ''],
    ['JSON', ''],
    ['form', '\r'],
    ['JSON', '\r'],
  ])('are created as a batch, from %s, of lines that end in %j', async (kind, end) => {
    const user = await api().newUser();
    const urls = urlsOf(3);
    const lines = urls.map((url) => url + end);
    const reply =
      kind === 'JSON'
        ? await create(user, lines)
        : await user.send('POST', path, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: lines.map((url) => `urls=${encodeURIComponent(url)}`).join('&'),
          });
    expect(reply.status).toBe(202);
    const jobs = await user.list(path);
    const batchId = jobs.ids.at(-1);
    expect(reply.body).toEqual({
      status: 202,
      data: {
        object: 'batch',
        batch_id: batchId,
        jobs_count: 3,
        progress: { ...none, queued: 3 },
      },
    });
    expect(reply.headers.get('location')).toBe(`${api().url}/api/v1/batches/${batchId}`);
    expect(jobs.body.data.map(({ url }) => url)).toEqual(urls.toReversed());
    expect(jobs.body.data[0]).toEqual({
      id: jobs.ids[0],
      object: 'job',
      batch_id: batchId,
      url: urls[2],
      status: 'queued',
      attempts: 0,
      report_id: null,
      error: null,
      created_at: expect.any(String),
      started_at: null,
      ended_at: null,
      next_attempt_at: null,
    });
    expect((await user.get(`/api/v1/batches/${batchId}`)).body.data).toEqual(reply.body.data);
    expect((await user.get(`${path}/${jobs.ids[0]}`)).body.data).toEqual(jobs.body.data[0]);
  });

  it('are a batch of one from a form with one URL', async () => {
    const user = await api().newUser();
    const reply = await user.form('POST', path, { urls: api().site.url });
    expect([reply.status, reply.body.data]).toMatchObject([202, { jobs_count: 1 }]);
  });

  it('are up to 1,000, with the longest URLs', async () => {
    const user = await api().newUser();
    const urls = urlsOf(1_000).map((url) => url.padEnd(2_048, 'x'));
    const reply = await create(user, urls);
    expect([reply.status, reply.body.data]).toMatchObject([202, { jobs_count: 1_000 }]);
    expect((await user.list(`${path}?per_page=10`)).body.meta).toMatchObject({ total: 1_000 });
  });

  it.each([
    ['nothing', undefined, { urls: [expect.any(String)] }],
    ['no URL', [], { urls: [expect.any(String)] }],
    ['too many', Array(1_001).fill('http://a.test/'), { urls: [expect.any(String)] }],
    ['a number', 5, { urls: [expect.any(String)] }],
    ['an object', { 0: 'http://a.test/' }, { urls: [expect.any(String)] }],
    [
      'some that are invalid',
      ['http://a.test/', '', 'http://b.test/', 5, 'http://', null],
      {
        'urls.1': [expect.any(String)],
        'urls.3': [expect.any(String)],
        'urls.4': [expect.any(String)],
        'urls.5': [expect.any(String)],
      },
    ],
    [
      'one that is not allowed',
      ['http://a.test/', 'ftp://a.test/'],
      { 'urls.1': [expect.any(String)] },
    ],
  ])('are not created from %s', async (_name, urls, errors) => {
    const user = await api().newUser();
    const reply = await create(user, urls);
    expect([reply.status, reply.body.errors]).toEqual([422, errors]);
    expect((await user.list(path)).body.meta.total).toBe(0);
  });

  it('refuse URLs that are too long, and lists in a form that are too long', async () => {
    const user = await api().newUser();
    const [url = ''] = urlsOf(1);
    const long = url.padEnd(2_049, 'x');
    const tooLong = await create(user, [url, long, url, `${url}?${'%2541b=&'.repeat(400_000)}`]);
    expect([...outcome(tooLong), tooLong.body.errors]).toEqual([
      422,
      'invalid_input',
      'url_too_long',
      { 'urls.1': [expect.any(String)], 'urls.3': [expect.any(String)] },
    ]);
    const tooMany = await create(user, Array(1_000_000).fill(1));
    expect([tooMany.status, tooMany.body.errors]).toEqual([422, { urls: [expect.any(String)] }]);
    const sendForm = (body: string) =>
      user.send('POST', path, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    const form = await sendForm('urls=a.test&'.repeat(1_001));
    expect([form.status, form.body.errors]).toEqual([422, { urls: [expect.any(String)] }]);
    for (const pair of ['urls=a.test&', 'a&', '&']) {
      const reply = await sendForm(pair.repeat(300_000));
      expect([pair, ...outcome(reply)]).toEqual([pair, 413, 'payload_too_large', undefined]);
    }
    expect((await user.list(path)).body.meta.total).toBe(0);
  });

  it('refuse a body of more than 4 MiB', async () => {
    const user = await api().newUser();
    const reply = await create(user, ['x'.repeat(4 * 1024 * 1024)]);
    expect([reply.status, reply.body.code]).toEqual([413, 'payload_too_large']);
  });

  it('are created once for each Idempotency-Key', async () => {
    const user = await api().newUser();
    const headers = { 'idempotency-key': 'a key' };
    const first = await create(user, urlsOf(2), headers);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => create(user, urlsOf(2), headers)),
    );
    for (const reply of replies) expect([reply.status, reply.text]).toEqual([202, first.text]);
    expect((await user.list(path)).body.meta.total).toBe(2);
    expect(outcome(await create(user, urlsOf(3), headers))).toEqual([
      422,
      'idempotency_mismatch',
      undefined,
    ]);
    const report = await user.send('POST', '/api/v1/reports', {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: urlsOf(2)[0] }),
    });
    expect(report.body.code).toBe('idempotency_mismatch');
  });

  it('are refused beyond the quota of the owner', async () => {
    const user = await api().newUser();
    expect((await create(user, urlsOf(1_000))).status).toBe(202);
    const refused = await create(user, urlsOf(6));
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('quota_exceeded');
    expect(refused.body.detail).toMatch(/1,?005/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await create(user, urlsOf(5))).status).toBe(202);
    expect((await create(await api().newUser(), urlsOf(6))).status).toBe(202);
  });

  it('are filtered by batch and status, searched, and downloaded as CSV', async () => {
    const user = await api().newUser();
    await create(user, urlsOf(2));
    await create(user, urlsOf(3));
    const [newest] = (await user.list(path)).ids;
    await user.send('POST', `${path}/${newest}/cancel`);
    const [batch] = (await user.list(`${path}?per_page=10`)).body.data as readonly {
      batch_id?: number;
    }[];
    const inBatch = await user.list(`${path}?batch_id=${batch?.batch_id}`);
    expect(inBatch.body.meta.total).toBe(3);
    expect((await user.list(`${path}?status=canceled`)).ids).toEqual([newest]);
    expect((await user.list(`${path}?status=queued`)).body.meta.total).toBe(4);
    expect((await user.list(`${path}?search=PAGE=1&sort=asc`)).body.meta.total).toBe(2);
    expect((await user.get(`${path}?status=waiting`)).body.errors).toHaveProperty('status');
    const csv = await user.send('GET', `${path}?status=canceled`, {
      headers: { accept: 'text/csv' },
    });
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('are canceled once, and deleted', async () => {
    const user = await api().newUser();
    await create(user, urlsOf(1));
    const [id] = (await user.list(path)).ids;
    const canceled = await user.send('POST', `${path}/${id}/cancel`);
    expect([canceled.status, canceled.body.data]).toMatchObject([200, { status: 'canceled' }]);
    const again = await user.send('POST', `${path}/${id}/cancel`);
    expect(again.body).toEqual(canceled.body);
    const deleted = await user.delete(`${path}/${id}`);
    expect(deleted.body).toEqual({ id, object: 'job', deleted: true, status: 200 });
    for (const reply of [
      await user.get(`${path}/${id}`),
      await user.delete(`${path}/${id}`),
      await user.send('POST', `${path}/${id}/cancel`),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('are canceled together with their batch, those that have not ended', async () => {
    const user = await api().newUser();
    const batch = new URL((await create(user, urlsOf(3))).headers.get('location') ?? '').pathname;
    const [newest] = (await user.list(path)).ids;
    await user.send('POST', `${path}/${newest}/cancel`);
    await create(user, urlsOf(2));
    const canceled = await user.send('POST', `${batch}/cancel`);
    expect([canceled.status, canceled.body.data]).toMatchObject([
      200,
      { object: 'batch', jobs_count: 3, progress: { ...none, canceled: 3 } },
    ]);
    expect((await user.send('POST', `${batch}/cancel`)).body).toEqual(canceled.body);
    expect((await user.list(`${path}?status=queued`)).body.meta.total).toBe(2);
    const other = await api().newUser();
    for (const reply of [
      await other.send('POST', `${batch}/cancel`),
      await user.send('POST', '/api/v1/batches/x/cancel'),
      await user.send('POST', `/api/v1/batches/${newest}/cancel`),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('of other owners are not found', async () => {
    const user = await api().newUser();
    const other = await api().newUser();
    await create(user, urlsOf(1));
    const [id] = (await user.list(path)).ids;
    for (const reply of [
      await other.get(`${path}/${id}`),
      await other.get(`/api/v1/batches/${id}`),
      await other.delete(`${path}/${id}`),
      await other.send('POST', `${path}/${id}/cancel`),
      await other.get(`${path}/0`),
      await other.get('/api/v1/batches/x'),
    ]) {
      expect(reply.status).toBe(404);
    }
    expect((await other.list(path)).body.meta.total).toBe(0);
    expect((await user.get(`${path}/${id}`)).body.data).toMatchObject({ status: 'queued' });
  });

  it('answer with the job at the end of the wait, if it has not ended', async () => {
    const user = await api().newUser();
    const reply = await respondAsync(user, api().site.url, 'respond-async, wait=1');
    expect(reply.status).toBe(202);
    expect(reply.headers.get('preference-applied')).toBe('respond-async, wait=1');
    expect(reply.body.data).toMatchObject({ object: 'job', status: 'queued', batch_id: null });
    const { id } = reply.body.data;
    expect(reply.headers.get('location')).toBe(`${api().url}${path}/${id}`);
  });

  it('stay when a client leaves while it waits', async () => {
    const user = await api().newUser();
    const client = new AbortController();
    const sent = user.send('POST', '/api/v1/reports', {
      headers: { 'content-type': 'application/json', prefer: 'respond-async, wait=30' },
      body: JSON.stringify({ url: api().site.url }),
      signal: client.signal,
    });
    await vi.waitFor(async () => expect((await user.list(path)).body.meta.total).toBe(1), waitMs);
    client.abort();
    await sent;
    expect((await user.list(`${path}?status=queued`)).body.meta.total).toBe(1);
  });
});

describe('requests that wait for a job', () => {
  const api = useApi();

  it('are five of an owner, and one more gets the job at once', async () => {
    const user = await api().newUser();
    const send = () => respondAsync(user, api().site.url, 'respond-async, wait=1');
    const applied = async (replies: readonly Promise<Reply>[]) =>
      (await Promise.all(replies)).map(({ status, headers }) => [
        status,
        headers.get('preference-applied'),
      ]);
    const waited = [202, 'respond-async, wait=1'];
    expect((await applied(Array.from({ length: 6 }, send))).toSorted()).toEqual([
      [202, 'respond-async'],
      ...Array(5).fill(waited),
    ]);
    expect((await user.list(path)).body.meta.total).toBe(6);
    expect(await applied([send()])).toEqual([waited]);
  });
});

describe('jobs with a worker in the server', () => {
  const api = useApi(() => ({ worker: true }));

  it('create their reports', async () => {
    const user = await api().newUser();
    const { url } = api().site;
    const created = await user.json('POST', path, {
      urls: [url, `${url}/pdf`, `${url}/missing`],
    });
    const batch = created.headers.get('location') ?? '';
    await vi.waitFor(async () => {
      const { data } = (await user.get(batch)).body;
      expect(data).toMatchObject({ progress: { ...none, done: 2, failed: 1 } });
    }, waitMs);
    const jobs = (await user.list(`${path}?sort=asc`)).body.data;
    expect(jobs).toMatchObject([
      { url: `${url}/`, status: 'done', attempts: 1, error: null },
      {
        status: 'failed',
        attempts: 1,
        report_id: null,
        error: {
          code: 'page_not_html',
          reason: 'content_type_unsupported',
          errors: { url: [expect.any(String)] },
        },
      },
      { status: 'done', attempts: 1, error: null },
    ]);
    const { report_id: reportId } = jobs[0] as { readonly report_id?: number };
    const report = await user.get(`/api/v1/reports/${reportId}`);
    expect(report.body.data).toMatchObject({ url: `${url}/`, title: 'A test site' });
    expect((await user.list('/api/v1/reports')).body.meta.total).toBe(2);
  });

  it('answer at once with respond-async', async () => {
    const user = await api().newUser();
    const reply = await respondAsync(user, `${api().site.url}/held`, 'respond-async');
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    await vi.waitFor(() => expect(api().site.heldRequests()).toBe(1), waitMs);
    api().site.release();
    const job = reply.headers.get('location') ?? '';
    await vi.waitFor(async () => {
      expect((await user.get(job)).body.data).toMatchObject({ status: 'done' });
    }, waitMs);
  });

  it('answer as without respond-async if they end while the client waits', async () => {
    const user = await api().newUser();
    const done = await respondAsync(user, api().site.url, 'respond-async, wait=20');
    expect([done.status, done.headers.get('preference-applied')]).toEqual([201, 'wait=20']);
    expect(done.headers.get('location')).toBe(`${api().url}/api/v1/reports/${done.body.data.id}`);
    const shown = await user.get(`/api/v1/reports/${done.body.data.id}`);
    expect(shown.body.data).toEqual(done.body.data);
    const failed = await respondAsync(user, `${api().site.url}/pdf`, 'wait=20, respond-async');
    expect([failed.status, failed.body.code, failed.body.reason, failed.body.errors]).toEqual([
      422,
      'page_not_html',
      'content_type_unsupported',
      { url: [expect.any(String)] },
    ]);
  });

  it('answer with the job when a slow page takes longer than wait=1', async () => {
    const user = await api().newUser();
    const reply = await respondAsync(user, `${api().site.url}/held`, 'respond-async, wait=1');
    expect([reply.status, reply.body.data]).toMatchObject([202, { status: 'running' }]);
    const job = reply.headers.get('location') ?? '';
    await vi.waitFor(() => expect(api().site.heldRequests()).toBe(1), waitMs);
    api().site.release();
    await vi.waitFor(async () => {
      expect((await user.get(job)).body.data).toMatchObject({ status: 'done' });
    }, waitMs);
  });

  it('are not stored when they are canceled while they run', async () => {
    const user = await api().newUser();
    const reply = await respondAsync(user, `${api().site.url}/held`, 'respond-async');
    await vi.waitFor(() => expect(api().site.heldRequests()).toBe(1), waitMs);
    const { id } = reply.body.data;
    expect((await user.send('POST', `${path}/${id}/cancel`)).body.data).toMatchObject({
      status: 'canceled',
    });
    api().site.release();
    // The next job runs after the canceled one on the only lane of this owner.
    await respondAsync(user, api().site.url, 'respond-async, wait=20');
    expect((await user.get(`${path}/${id}`)).body.data).toMatchObject({
      status: 'canceled',
      report_id: null,
    });
    expect((await user.list('/api/v1/reports')).body.meta.total).toBe(1);
  });

  it('are either done or canceled when they end and are canceled at the same time', async () => {
    const user = await api().newUser();
    const statuses: string[] = [];
    /** Turns of the event loop before the cancellation: it comes close to the end of the job from both sides. */
    let turns = 0;
    for (let round = 0; round < 30; round += 1) {
      const created = await respondAsync(user, api().site.url, 'respond-async');
      const job = created.headers.get('location') ?? '';
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      const { status, body } = await user.send('POST', `${new URL(job).pathname}/cancel`);
      expect([200, body.data]).toMatchObject([status, { object: 'job' }]);
      const { status: outcome } = body.data as { readonly status?: string };
      expect(['done', 'canceled']).toContain(outcome);
      expect((await user.get(job)).body.data).toEqual(body.data);
      statuses.push(outcome ?? '');
      turns = outcome === 'canceled' ? 2 * turns + 1 : Math.floor(turns / 2);
    }
    const done = statuses.filter((status) => status === 'done').length;
    expect([0, 30]).not.toContain(done);
    const jobs = await user.list(`${path}?status=done&per_page=100`);
    const reports = await user.list('/api/v1/reports?per_page=100');
    expect([jobs.body.meta.total, reports.body.meta.total]).toEqual([done, done]);
    const reportIds = jobs.body.data.map((job) => Reflect.get(job, 'report_id'));
    expect(reportIds).toEqual(reports.ids);
  });

  it('without respond-async create no jobs, regardless of other preferences', async () => {
    const user = await api().newUser();
    const reply = await respondAsync(user, api().site.url, 'return=minimal, wait=1');
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([201, null]);
    expect((await user.list(path)).body.meta.total).toBe(0);
  });
});

function respondAsync(user: TestUser, url: string, prefer: string): Promise<Reply> {
  return user.send('POST', '/api/v1/reports', {
    headers: { 'content-type': 'application/json', prefer },
    body: JSON.stringify({ url }),
  });
}
