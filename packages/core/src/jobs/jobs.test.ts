import { setImmediate } from 'node:timers/promises';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import type { Store } from '../store/store.ts';
import { cancelBatch } from './cancel-batch.ts';
import { cancelJob, deleteJob } from './cancel-job.ts';
import { createJob, createJobs } from './create-jobs.ts';
import { getJob, getJobProgress } from './get-job.ts';
import { eachJob, listJobs } from './list-jobs.ts';
import { waitForJob } from './wait-for-job.ts';

let store: Store;
let events: SitegradeEvent[];
let announced: (readonly [count: number, delayMs: number | undefined])[];
let context: Context;

const url = 'https://example.com/';
const start = new Date('2026-06-01T12:00:00.000Z');

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    now: () => start,
    onEvent: (event) => events.push(event),
    queue: {
      announce: async (count, delayMs) => void announced.push([count, delayMs]),
      wait: async () => {},
    },
    ...options,
  });

beforeEach(() => {
  store = memoryStore();
  events = [];
  announced = [];
  context = make();
});

const claim = async () => {
  const claimed = await store.jobs.claim({
    token: `${Math.random()}`,
    leaseMs: 1,
    perHost: 9,
    now: start,
  });
  if (claimed === undefined) throw new Error('No job is due.');
  return claimed;
};
const urlsOf = (count: number) => Array.from({ length: count }, (_, index) => `${url}${index}`);

describe('createJob', () => {
  it('stores a job, announces it and emits an event, without requesting the page', async () => {
    const job = await createJob(context, 'ann', { url: 'Example.com:443/a#b' });
    expect(job).toEqual({
      id: 1,
      batchId: null,
      url: 'example.com/a',
      status: 'queued',
      attempts: 0,
      reportId: null,
      error: null,
      createdAt: start,
      startedAt: null,
      endedAt: null,
      nextAttemptAt: null,
    });
    expect(await getJob(context, 'ann', 1)).toEqual(job);
    expect(announced).toEqual([[1, 0]]);
    expect(events).toEqual([{ type: 'jobs.created', ownerId: 'ann', batchId: null, jobIds: [1] }]);
  });

  it.each([
    ['', 'invalid_input', undefined],
    ['ftp://example.com/', 'url_not_allowed', 'url_scheme'],
    ['http://ann:secret@example.com/', 'url_not_allowed', 'url_userinfo'],
  ])('refuses %j as createReport does', async (wrong, code, reason) => {
    await expect(createJob(context, 'ann', { url: wrong })).rejects.toMatchObject({
      code,
      issues: { url: [expect.any(String)] },
      ...(reason !== undefined && { reason }),
    });
    expect((await listJobs(context, 'ann')).total).toBe(0);
    expect([events, announced]).toEqual([[], []]);
  });

  it('requires an owner', async () => {
    await expect(createJob(context, '', { url })).rejects.toMatchObject({
      issues: { ownerId: [expect.any(String)] },
    });
  });
});

describe('createJobs', () => {
  it('stores all jobs of a batch in order', async () => {
    await createJob(context, 'ann', { url });
    const { batchId, jobs } = await createJobs(context, 'ann', { urls: [url, 'b.test', url] });
    expect(batchId).toBe(2);
    expect(jobs.map((job) => [job.id, job.batchId, job.url])).toEqual([
      [2, 2, url],
      [3, 2, 'b.test/'],
      [4, 2, url],
    ]);
    expect(announced).toEqual([
      [1, 0],
      [3, 0],
    ]);
    expect(events[1]).toMatchObject({ type: 'jobs.created', batchId: 2, jobIds: [2, 3, 4] });
  });

  it('stores all or nothing, and names every invalid URL by its index', async () => {
    const urls = [url, 5, '', 'a b', 'http://10.0.0.1/', 'ftp://a.test/'] as string[];
    await expect(createJobs(context, 'ann', { urls })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'urls.1: must be a string.',
      issues: {
        'urls.1': ['must be a string.'],
        'urls.2': ['must not be empty.'],
        'urls.3': [expect.stringContaining('not a valid URL')],
        'urls.5': [expect.stringContaining('http://')],
      },
    });
    await expect(
      createJobs(context, 'ann', { urls: [url, 'ftp://a.test/'] }),
    ).rejects.toMatchObject({ code: 'url_not_allowed', reason: 'url_scheme' });
    expect((await listJobs(context, 'ann')).total).toBe(0);
    expect([events, announced]).toEqual([[], []]);
  });

  it.each([
    [[], 'must not be empty.'],
    [urlsOf(1_001), 'must be at most 1000 URLs.'],
    ['https://example.com/', 'must be an array of URLs.'],
  ])('allows 1 to 1,000 URLs', async (urls, issue) => {
    await expect(createJobs(context, 'ann', { urls: urls as string[] })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { urls: [issue] },
    });
  });

  it('does not read a list that is too long', async () => {
    const read: PropertyKey[] = [];
    const urls = new Proxy(urlsOf(1_001), {
      get: (target, name) => {
        read.push(name);
        return Reflect.get(target, name);
      },
    });
    await expect(createJobs(context, 'ann', { urls })).rejects.toMatchObject({
      issues: { urls: ['must be at most 1000 URLs.'] },
    });
    expect(read.filter((name) => /^\d+$/.test(String(name)))).toEqual([]);
  });

  it('yields to the event loop, and reads the URLs of the time of the call', async () => {
    let rounds = 0;
    let isOver = false;
    const urls = urlsOf(1_000).map((text) => text.padEnd(2_048, 'q=%C3%BC&'));
    const before = [...urls];
    const created = createJobs(context, 'ann', { urls }).finally(() => {
      isOver = true;
    });
    urls.fill('not a URL');
    for (; !isOver; rounds += 1) await setImmediate();
    expect((await created).jobs.map((job) => job.url)).toEqual(before.map((u) => new URL(u).href));
    // Without slices, there would be one or two.
    expect(rounds).toBeGreaterThan(4);
  });

  it('refuses URLs that are too long, each on its field', async () => {
    const long = url.padEnd(2_049, 'x');
    await expect(
      createJobs(context, 'ann', { urls: [url.padEnd(2_048, 'x'), long, url, long] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      reason: 'url_too_long',
      issues: { 'urls.1': [expect.any(String)], 'urls.3': [expect.any(String)] },
    });
  });

  it('accepts 1,000 URLs, and one', async () => {
    expect((await createJobs(context, 'ann', { urls: urlsOf(1_000) })).jobs).toHaveLength(1_000);
    expect((await createJobs(context, 'ann', { urls: [url] })).batchId).toBe(1_001);
  });
});

describe('quotas', () => {
  it('limit the queued jobs of an owner', async () => {
    context = make({ quotas: { queuedJobs: 3 } });
    await createJobs(context, 'ann', { urls: [url, url] });
    await expect(createJobs(context, 'ann', { urls: [url, url] })).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('queued jobs is 3: there are 2, and this request adds 2'),
      retryAfterSeconds: 60,
    });
    expect(events).toHaveLength(1);
    await createJobs(context, 'bob', { urls: [url, url, url] });
    await claim();
    // A job that runs is not queued.
    await createJobs(context, 'ann', { urls: [url, url] });
    await expect(createJob(context, 'ann', { url })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
  });

  it('are 10,000 queued jobs by default', async () => {
    for (let batch = 0; batch < 10; batch += 1) {
      await createJobs(context, 'ann', { urls: urlsOf(1_000) });
    }
    await expect(createJob(context, 'ann', { url })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
  });

  it('may depend on the owner, with the defaults for what is not given', async () => {
    const quotas = async (owner: string) => (owner === 'ann' ? { queuedJobs: 0 } : {});
    context = make({ quotas });
    await expect(createJob(context, 'ann', { url })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect((await createJob(context, 'bob', { url })).id).toBe(1);
    context = make({ quotas: () => ({ queuedJobs: 1.5 }) });
    await expect(createJob(context, 'ann', { url })).rejects.toThrow(
      new TypeError('quotas.queuedJobs must be an integer from 0 to 9007199254740991.'),
    );
  });
});

describe('idempotency keys', () => {
  const once = { idempotencyKey: 'k' };

  it('return the job or the batch of the first call, in its current state', async () => {
    const job = await createJob(context, 'ann', { url }, once);
    await claim();
    expect(await createJob(context, 'ann', { url }, once)).toEqual({
      ...job,
      status: 'running',
      attempts: 1,
      startedAt: start,
    });
    const input = { urls: urlsOf(1_000) };
    const batch = await createJobs(context, 'ann', input, { idempotencyKey: 'b' });
    expect(await createJobs(context, 'ann', input, { idempotencyKey: 'b' })).toEqual(batch);
    expect((await listJobs(context, 'ann')).total).toBe(1_001);
    expect(events.map(({ type }) => type)).toEqual(['jobs.created', 'jobs.created']);
    expect(announced).toEqual([
      [1, 0],
      [1_000, 0],
    ]);
  });

  it('belong to the kind of request and its whole input', async () => {
    await createJob(context, 'ann', { url }, once);
    const mismatch = { code: 'idempotency_mismatch' };
    await expect(createJob(context, 'ann', { url: `${url}a` }, once)).rejects.toMatchObject(
      mismatch,
    );
    await expect(createJobs(context, 'ann', { urls: [url] }, once)).rejects.toMatchObject(mismatch);
    await createJobs(context, 'ann', { urls: [url, 'a.test'] }, { idempotencyKey: 'b' });
    await expect(
      createJobs(context, 'ann', { urls: ['a.test', url] }, { idempotencyKey: 'b' }),
    ).rejects.toMatchObject(mismatch);
    expect((await createJob(context, 'bob', { url }, once)).id).toBe(4);
  });

  it('report that everything they made was deleted', async () => {
    const { id } = await createJob(context, 'ann', { url }, once);
    await deleteJob(context, 'ann', id);
    await expect(createJob(context, 'ann', { url }, once)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('The job created with this Idempotency-Key was deleted.'),
    });
    const urls = ['a.test', 'b.test'];
    const key = { idempotencyKey: 'b' };
    const { batchId, jobs } = await createJobs(context, 'ann', { urls }, key);
    await deleteJob(context, 'ann', jobs[0]?.id ?? 0);
    const left = { batchId, jobs: jobs.slice(1) };
    expect(await createJobs(context, 'ann', { urls }, key)).toEqual(left);
    await deleteJob(context, 'ann', jobs[1]?.id ?? 0);
    await expect(createJobs(context, 'ann', { urls }, key)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('The batch of jobs created'),
    });
  });

  it('are released when the quota is exceeded', async () => {
    const small = make({ quotas: { queuedJobs: 0 } });
    await expect(createJob(small, 'ann', { url }, once)).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect((await createJob(context, 'ann', { url }, once)).id).toBe(1);
  });

  it('make one job for many calls at once', async () => {
    const calls = Array.from({ length: 20 }, () => createJob(context, 'ann', { url }, once));
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(new Set(refused)).toEqual(new Set(['conflict']));
    expect((await listJobs(context, 'ann')).total).toBe(1);
  });

  it('are validated', async () => {
    await expect(createJob(context, 'ann', { url }, { idempotencyKey: '' })).rejects.toMatchObject({
      issues: { idempotencyKey: [expect.any(String)] },
    });
  });
});

describe('reading jobs', () => {
  it('belongs to the owner', async () => {
    const { batchId } = await createJobs(context, 'ann', { urls: [url] });
    const missing = { code: 'not_found' };
    for (const call of [
      getJob(context, 'bob', batchId),
      getJobProgress(context, 'bob', batchId),
      cancelJob(context, 'bob', batchId),
      deleteJob(context, 'bob', batchId),
      waitForJob(context, 'bob', batchId, { ms: 0 }),
      getJob(context, 'ann', 99),
      getJobProgress(context, 'ann', 99),
    ]) {
      await expect(call).rejects.toMatchObject(missing);
    }
    expect((await listJobs(context, 'bob')).rows).toEqual([]);
    expect(await getJobProgress(context, 'ann', batchId)).toMatchObject({ queued: 1 });
  });

  it('lists, filters and yields all', async () => {
    await createJob(context, 'ann', { url: 'https://other.test/' });
    const { batchId, jobs } = await createJobs(context, 'ann', { urls: urlsOf(600) });
    const last = await cancelJob(context, 'ann', 601);
    expect((await listJobs(context, 'ann', { perPage: 10 })).rows[0]).toEqual(last);
    expect(await listJobs(context, 'ann', { batchId, status: 'canceled' })).toEqual({
      rows: [last],
      total: 1,
      totalRelation: 'eq',
    });
    expect((await listJobs(context, 'ann', { search: 'OTHER' })).total).toBe(1);
    const yielded: number[] = [];
    for await (const { id } of eachJob(context, 'ann', { batchId, sort: 'asc' })) yielded.push(id);
    expect(yielded).toEqual(jobs.map(({ id }) => id));
    await expect(listJobs(context, 'ann', { status: 'gone' as never })).rejects.toMatchObject({
      issues: { status: ['must be one of queued, running, done, failed, canceled.'] },
    });
  });
});

describe('cancelJob and deleteJob', () => {
  it('cancel a queued and a running job, once', async () => {
    await createJobs(context, 'ann', { urls: [url, url] });
    const { lease } = await claim();
    events = [];
    for (const id of [1, 2]) {
      expect(await cancelJob(context, 'ann', id)).toMatchObject({ status: 'canceled' });
      expect(await cancelJob(context, 'ann', id)).toMatchObject({ status: 'canceled' });
    }
    expect(events).toEqual(
      [1, 2].map((jobId) => ({ type: 'job.canceled', ownerId: 'ann', jobId })),
    );
    expect(await store.jobs.end(lease, { kind: 'given_back' }, start)).toBe(false);
  });

  it('leave a job that has ended as it is', async () => {
    await createJob(context, 'ann', { url });
    const { lease } = await claim();
    const error = { code: 'page_unreachable', message: 'Gone.' } as const;
    await store.jobs.end(lease, { kind: 'failed', error }, start);
    expect(await cancelJob(context, 'ann', 1)).toMatchObject({ status: 'failed', error });
    expect(events.map(({ type }) => type)).toEqual(['jobs.created']);
    await deleteJob(context, 'ann', 1);
    await expect(getJob(context, 'ann', 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('emit one event for two at once', async () => {
    await createJob(context, 'ann', { url });
    await Promise.all([cancelJob(context, 'ann', 1), cancelJob(context, 'ann', 1)]);
    expect(events.map(({ type }) => type)).toEqual(['jobs.created', 'job.canceled']);
  });

  it('emit no event if the job ended in between', async () => {
    await createJob(context, 'ann', { url });
    const { lease } = await claim();
    const error = { code: 'page_unreachable', message: 'Gone.' } as const;
    const racing: Store = {
      ...store,
      jobs: {
        ...store.jobs,
        async cancel(...parameters) {
          await store.jobs.end(lease, { kind: 'failed', error }, start);
          return store.jobs.cancel(...parameters);
        },
      },
    };
    expect(await cancelJob(make({ store: racing }), 'ann', 1)).toMatchObject({ status: 'failed' });
    expect(events.map(({ type }) => type)).toEqual(['jobs.created']);
  });
});

describe('cancelBatch', () => {
  it('cancels what has not ended, in steps of 500, with an event for each job', async () => {
    await createJobs(context, 'ann', { urls: urlsOf(1_000) });
    await createJobs(context, 'ann', { urls: urlsOf(2) });
    const { lease: ended } = await claim();
    const { lease: running } = await claim();
    const error = { code: 'page_unreachable', message: 'Gone.' } as const;
    await store.jobs.end(ended, { kind: 'failed', error }, start);
    const steps: number[] = [];
    const counted: Store = {
      ...store,
      jobs: {
        ...store.jobs,
        async cancelBatch(...parameters) {
          const ids = await store.jobs.cancelBatch(...parameters);
          steps.push(ids.length);
          return ids;
        },
      },
    };
    events = [];
    const canceled = await cancelBatch(make({ store: counted }), 'ann', 1);
    expect(canceled).toEqual({ queued: 0, running: 0, done: 0, failed: 1, canceled: 999 });
    expect(steps).toEqual([500, 499]);
    expect(events).toEqual(
      urlsOf(999).map((_, index) => ({ type: 'job.canceled', ownerId: 'ann', jobId: index + 2 })),
    );
    expect(await store.jobs.end(running, { kind: 'given_back' }, start)).toBe(false);
    expect(await getJobProgress(context, 'ann', 1_001)).toMatchObject({ queued: 2 });
    events = [];
    expect(await cancelBatch(context, 'ann', 1)).toEqual(canceled);
    expect(events).toEqual([]);
  });

  it('does not find the batch of another owner, and changes nothing', async () => {
    await createJobs(context, 'ann', { urls: urlsOf(2) });
    for (const [owner, batchId] of [
      ['bob', 1],
      ['ann', 2],
    ] as const) {
      await expect(cancelBatch(context, owner, batchId)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(await getJobProgress(context, 'ann', 1)).toMatchObject({ queued: 2 });
  });
});

describe('a queue that fails', () => {
  it('does not fail the call, and is reported once', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const queue = {
      announce: () => Promise.reject(new Error('away, password=hunter2hunter2')),
      wait: async () => {},
    };
    context = make({ queue });
    await createJob(context, 'ann', { url });
    await createJob(context, 'ann', { url });
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[1]).toMatchObject({
      type: 'SitegradeWarning',
      code: 'SITEGRADE_QUEUE_FAILED',
      detail: expect.stringContaining('Error: away'),
    });
    await createJob(make({ queue: { ...queue } }), 'ann', { url });
    expect(warn).toHaveBeenCalledTimes(2);
    expect((await listJobs(context, 'ann')).total).toBe(3);
    warn.mockRestore();
  });
});

describe('a queue that does not respond', () => {
  it('delays the call by two seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    context = make({ queue: { announce: () => new Promise(() => {}), wait: async () => {} } });
    let isDone = false;
    void createJob(context, 'ann', { url }).then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isDone).toBe(true);
    context = make();
    await createJob(context, 'ann', { url });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe('waitForJob', () => {
  let clock: number;

  beforeEach(() => {
    clock = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    context = make({ monotonicMs: () => clock });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const advance = async (ms: number) => {
    clock += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  /** Starts to wait, and records the job that it returns. */
  const startWaiting = (options: { readonly ms: number; readonly signal?: AbortSignal }) => {
    const wait: { job?: unknown; error?: unknown } = {};
    void waitForJob(context, 'ann', 1, options).then(
      (job) => {
        wait.job = job;
      },
      (error) => {
        wait.error = error;
      },
    );
    return wait;
  };

  it('returns a job soon after it has ended', async () => {
    await createJob(context, 'ann', { url });
    const wait = startWaiting({ ms: 30_000 });
    await advance(190);
    await cancelJob(context, 'ann', 1);
    await advance(10);
    expect(wait.job).toMatchObject({ status: 'canceled' });
    expect(vi.getTimerCount()).toBe(0);
    expect(await waitForJob(context, 'ann', 1, { ms: 30_000 })).toEqual(wait.job);
  });

  it('returns a job that has not ended when the time is over, and reads it ever more rarely', async () => {
    await createJob(context, 'ann', { url });
    const find = vi.spyOn(store.jobs, 'find');
    const wait = startWaiting({ ms: 10_050 });
    for (let ms = 0; ms < 10_000; ms += 50) await advance(50);
    expect(wait).toEqual({});
    await advance(50);
    expect(wait.job).toMatchObject({ status: 'queued' });
    expect(find.mock.calls.length).toBeLessThan(20);
    expect(find.mock.calls.length).toBeGreaterThan(10);
    expect(await waitForJob(context, 'ann', 1, { ms: 0 })).toMatchObject({ status: 'queued' });
  });

  it('ends with the reason of its signal', async () => {
    await createJob(context, 'ann', { url });
    const client = new AbortController();
    const wait = startWaiting({ ms: 30_000, signal: client.signal });
    await advance(10);
    client.abort(new Error('gone'));
    await advance(0);
    expect(wait.error).toEqual(new Error('gone'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [-1, 'must not be negative.'],
    [Number.NaN, 'must be a number of milliseconds.'],
    [86_400_001, 'must be at most a day.'],
  ])('refuses to wait %d ms', async (ms, issue) => {
    await expect(waitForJob(context, 'ann', 1, { ms })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { ms: [issue] },
    });
  });
});
