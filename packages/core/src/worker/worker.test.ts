import type { RequestListener } from 'node:http';
import { setImmediate as nextRound } from 'node:timers/promises';
import { startServer } from '@sitegrade/audit/for-tests';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { embeddedQueue } from '../context/embedded-queue.ts';
import type { Queue } from '../context/queue.ts';
import type { Mail } from '../context/send-mail.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { createJob, createJobs } from '../jobs/create-jobs.ts';
import { getJob, getJobProgress } from '../jobs/get-job.ts';
import { nextDigestAt } from '../messages/mail/digest-time.ts';
import { createRecipient } from '../messages/recipients/recipients.ts';
import { confirmRecipient } from '../messages/recipients/subscriptions.ts';
import { createReport } from '../reports/create-report.ts';
import { getReport } from '../reports/get-report.ts';
import { listReports } from '../reports/list-reports.ts';
import { getSchedule } from '../schedules/get-schedule.ts';
import { setSchedule } from '../schedules/set-schedule.ts';
import type { JobStore } from '../store/job-store.ts';
import type { Store } from '../store/store.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { type JobWorker, startWorker, type WorkerOptions } from './worker.ts';

const page: RequestListener = (_, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');

let origin: string;
let answer: RequestListener;
let events: SitegradeEvent[];
let announced: (readonly [count: number, delayMs: number | undefined])[];
let store: Store;
/** Seconds of the clock and of the monotonic clock. */
let seconds: number;
let context: Context;
let workers: JobWorker[];

/** The embedded queue, which records its tickets. */
function recordingQueue(): Queue {
  const queue = embeddedQueue();
  return {
    ...queue,
    announce: (count, delayMs) => {
      announced.push([count, delayMs]);
      return queue.announce(count, delayMs);
    },
  };
}

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    queue: recordingQueue(),
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    // There is one server.
    crawls: { perHost: 10 },
    now: () => new Date(1_800_000_000_000 + seconds * 1_000),
    monotonicMs: () => seconds * 1_000,
    onEvent: (event) => events.push(event),
    ...options,
  });

/** A store whose jobs have other methods. */
const withJobs = (jobs: Partial<JobStore>): Store => ({
  ...store,
  jobs: { ...store.jobs, ...jobs },
});

const start = (by: Context, options?: WorkerOptions) => {
  const worker = startWorker(by, options);
  workers.push(worker);
  return worker;
};

/** A promise that is resolved by `open`. */
function createGate() {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open };
}

/** Answers requests of pages only when they are released; those of robots.txt and others at once. */
function holdPages() {
  const asked: string[] = [];
  const release = createGate();
  answer = async (request, response) => {
    // A report requests its page again, with an Origin.
    if (request.headers.origin === undefined) asked.push(request.url ?? '');
    await release.isOpen;
    page(request, response);
  };
  return { asked, release: () => release.open() };
}

const statuses = async (ids: readonly number[], ownerId = 'ann') => {
  const jobs = await Promise.all(ids.map((id) => getJob(context, ownerId, id)));
  return jobs.map(({ status }) => status);
};
const ended = async (id: number, ownerId = 'ann') =>
  vi.waitFor(async () => {
    const job = await getJob(context, ownerId, id);
    expect(job.endedAt).not.toBeNull();
    return job;
  });
const typesOf = () => events.map(({ type }) => type);
const failWith = (error: unknown) => () => Promise.reject(error);
const away = new SitegradeError('overloaded', 'The database is away.');

beforeEach(async () => {
  answer = page;
  origin = await startServer((request, response) => {
    if (request.url?.startsWith('/page')) answer(request, response);
    else response.writeHead(404).end();
  });
  events = [];
  announced = [];
  workers = [];
  seconds = 0;
  store = memoryStore();
  context = make();
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop(0)));
  vi.restoreAllMocks();
});

describe('a job', () => {
  it('creates its report once a worker is started', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page?token=secret` });
    await nextRound();
    expect(await statuses([id])).toEqual(['queued']);
    start(context);
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'done', attempts: 1, error: null });
    const report = await getReport(context, 'ann', job.reportId ?? 0);
    expect(report).toMatchObject({ url: `${origin}/page?token=secret`, title: 'A page' });
    const [, created, done] = events;
    expect(events).toHaveLength(3);
    expect(created).toMatchObject({
      type: 'report.created',
      ownerId: 'ann',
      reportId: report.id,
      jobId: id,
      url: `${origin}/page?token=[redacted]`,
      durationMs: 0,
    });
    expect(done).toEqual({
      type: 'job.done',
      ownerId: 'ann',
      jobId: id,
      reportId: report.id,
      attempts: 1,
      durationMs: 0,
    });
  });

  it('wakes a worker that waits', async () => {
    start(context);
    // Longer than the worker needs to find nothing.
    await vi.waitFor(() => expect(events).toEqual([]));
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    expect((await ended(id)).status).toBe('done');
  });

  it('tries http if the scheme was assumed and https fails', async () => {
    const { id } = await createJob(context, 'ann', { url: `${new URL(origin).host}/page` });
    start(context);
    const { reportId } = await ended(id);
    expect(await getReport(context, 'ann', reportId ?? 0)).toMatchObject({
      url: `${origin}/page`,
    });
  });

  it('of a batch creates a report each, with several at a time', async () => {
    const held = holdPages();
    const urls = Array.from({ length: 12 }, (_, index) => `${origin}/page/${index}`);
    const claim = vi.spyOn(store.jobs, 'claim');
    const { batchId } = await createJobs(context, 'ann', { urls });
    start(context, { concurrency: 3 });
    // Of three slots, one owner has two at most.
    await vi.waitFor(() => {
      expect(claim).toHaveBeenLastCalledWith(expect.objectContaining({ exceptOwner: 'ann' }));
      expect(held.asked).toEqual(['/page/0', '/page/1']);
    });
    await createJob(context, 'bob', { url: `${origin}/page/bob` });
    await vi.waitFor(() => expect(held.asked).toEqual(['/page/0', '/page/1', '/page/bob']));
    expect(await getJobProgress(context, 'ann', batchId)).toMatchObject({ running: 2, queued: 10 });
    held.release();
    await vi.waitFor(
      async () => {
        expect(await getJobProgress(context, 'ann', batchId)).toMatchObject({ done: 12 });
      },
      { timeout: 60_000 },
    );
    expect((await listReports(context, 'ann')).total).toBe(12);
    expect(events.filter(({ type }) => type === 'job.done')).toHaveLength(13);
  });

  it('is started at once when a slot of its owner becomes free', async () => {
    // A queue that never looks by itself.
    const queue = {
      announce: async () => {},
      wait: (signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve());
        }),
    };
    context = make({ queue });
    const { jobs } = await createJobs(context, 'ann', {
      urls: ['/page/1', '/page/2', '/page/3'].map((path) => origin + path),
    });
    start(context, { concurrency: 2 });
    for (const { id } of jobs) expect((await ended(id)).status).toBe('done');
  });

  it('waits for a slot before it is claimed, behind analyses of requests', async () => {
    context = make({ analyses: { total: 1 } });
    const held = holdPages();
    const report = createReport(context, 'ann', { url: `${origin}/page/interactive` });
    await vi.waitFor(() => expect(held.asked).toHaveLength(1));
    const { id } = await createJob(context, 'ann', { url: `${origin}/page/job` });
    const claim = vi.spyOn(store.jobs, 'claim');
    start(context);
    const second = createReport(context, 'bob', { url: `${origin}/page/second` });
    await nextRound();
    expect(claim).not.toHaveBeenCalled();
    held.release();
    await Promise.all([report, second]);
    await ended(id);
    expect(held.asked).toEqual(['/page/interactive', '/page/second', '/page/job']);
  });
});

describe('a job that fails', () => {
  it('because of its target is not tried again', async () => {
    answer = (_, response) => response.setHeader('content-type', 'application/pdf').end();
    const { id } = await createJob(context, 'ann', { url: `${origin}/page?token=secret` });
    start(context);
    const { error, ...job } = await ended(id);
    expect(job).toMatchObject({ status: 'failed', attempts: 1, reportId: null });
    expect(error).toEqual({
      code: 'page_not_html',
      message: 'This URL is not an HTML page.',
      reason: 'content_type_unsupported',
      issues: { url: ['This URL is not an HTML page.'] },
    });
    const about = {
      ownerId: 'ann',
      jobId: id,
      url: `${origin}/page?token=[redacted]`,
      code: 'page_not_html',
      reason: 'content_type_unsupported',
      durationMs: 0,
    };
    expect(events.slice(1)).toEqual([
      { type: 'report.failed', ...about },
      { type: 'job.failed', ...about, attempts: 1 },
    ]);
  });

  it('because its URL is no longer allowed is not tried again', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    start(make({ network: { ports: 'any', denyHosts: ['127.0.0.1'] } }));
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'url_not_allowed', reason: 'host_blocked' },
    });
  });

  it('because of our side is tried five times, with doubling delays', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const broken = new Error('connection to postgres://ann:hunter2@db lost');
    const createOnce = vi.fn(failWith(broken));
    const by = make({ store: { ...store, reports: { ...store.reports, createOnce } } });
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    announced = [];
    start(by);
    for (const [attempt, delay] of [10, 20, 40, 80].entries()) {
      await vi.waitFor(async () => {
        expect(await getJob(context, 'ann', id)).toMatchObject({
          status: 'queued',
          attempts: attempt + 1,
          error: { code: 'internal', message: 'Something went wrong on our side.' },
          nextAttemptAt: new Date(1_800_000_000_000 + (seconds + delay) * 1_000),
        });
      });
      expect(announced.at(-1)).toEqual([1, delay * 1_000]);
      expect(events.at(-1)).toMatchObject({
        type: 'job.retried',
        jobId: id,
        url: `${origin}/page`,
        code: 'internal',
        attempts: attempt + 1,
        delayMs: delay * 1_000,
        error: { name: 'Error', message: expect.not.stringContaining('hunter2') },
      });
      seconds += delay - 0.001;
      await by.queue.announce(1);
      await nextRound();
      expect(createOnce).toHaveBeenCalledTimes(attempt + 1);
      seconds += 0.001;
      await by.queue.announce(1);
    }
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'failed', attempts: 5, error: { code: 'internal' } });
    expect(createOnce).toHaveBeenCalledTimes(5);
    expect(typesOf().slice(-2)).toEqual(['report.failed', 'job.failed']);
    expect(typesOf().filter((type) => type === 'report.failed')).toHaveLength(1);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[1]).toMatchObject({ code: 'SITEGRADE_JOB_FAILED' });
    expect(JSON.stringify([events, warn.mock.calls])).not.toContain('hunter2');
  });

  it('has no secrets of its URL in the process warning', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const createOnce = failWith(new Error('insert of correct-horse failed'));
    const by = make({ store: { ...store, reports: { ...store.reports, createOnce } } });
    await createJob(context, 'ann', { url: `${origin}/page?token=correct-horse` });
    start(by);
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(warn.mock.calls[0]?.[1]).toMatchObject({
      code: 'SITEGRADE_JOB_FAILED',
      detail: expect.stringContaining('insert of [redacted] failed'),
    });
    expect(JSON.stringify([events, warn.mock.calls])).not.toContain('correct-horse');
  });

  it('has no secrets of its URL in the process warning if its end cannot be stored', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    answer = (_, response) => response.destroy();
    const end = failWith(new Error('update of correct-horse failed'));
    await createJob(context, 'ann', { url: `${origin}/page?token=correct-horse` });
    start(make({ store: withJobs({ end }) }));
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(warn.mock.calls[0]?.[1]).toMatchObject({
      code: 'SITEGRADE_WORKER_FAILED',
      detail: expect.stringContaining('update of [redacted] failed'),
    });
    expect(JSON.stringify(warn.mock.calls)).not.toContain('correct-horse');
  });
});

describe('a job whose page has no memory here', () => {
  /** Memory that the first pages do not get. */
  const withoutMemory = (times: number): Context['memory'] => ({
    open(owner, revoke) {
      const page = context.memory.open(owner, revoke);
      return {
        ...page,
        startReading(bytes, signal) {
          times -= 1;
          if (times >= 0) throw new SitegradeError('overloaded', 'Too many large pages.');
          return page.startReading(bytes, signal);
        },
      };
    },
  });

  it('is put off, which does not count as an attempt', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    start({ ...context, memory: withoutMemory(7) });
    for (let time = 1; time <= 7; time += 1) {
      await vi.waitFor(() =>
        expect(typesOf().filter((type) => type === 'job.retried')).toHaveLength(time),
      );
      expect(await getJob(context, 'ann', id)).toMatchObject({
        status: 'queued',
        attempts: 0,
        error: null,
      });
      seconds += 10;
    }
    expect(await ended(id)).toMatchObject({ status: 'done', attempts: 1 });
  });

  it('uses its attempts after an hour', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    seconds += 3_600;
    start({ ...context, memory: withoutMemory(1) });
    await vi.waitFor(async () =>
      expect(await getJob(context, 'ann', id)).toMatchObject({
        status: 'queued',
        attempts: 1,
        error: { code: 'overloaded' },
      }),
    );
  });
});

describe('a job whose lease ends', () => {
  it('because it is canceled stores and emits nothing', async () => {
    const held = holdPages();
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const worker = start(context);
    await vi.waitFor(() => expect(held.asked).toHaveLength(1));
    await cancelJob(context, 'ann', id);
    held.release();
    await worker.stop(60_000);
    expect(await statuses([id])).toEqual(['canceled']);
    expect((await listReports(context, 'ann')).total).toBe(0);
    expect(typesOf()).toEqual(['jobs.created', 'job.canceled']);
  });

  it('because it is canceled emits no failure either', async () => {
    const asked = createGate();
    const canceled = createGate();
    answer = async (_, response) => {
      asked.open();
      await canceled.isOpen;
      response.destroy();
    };
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const worker = start(context);
    await asked.isOpen;
    await cancelJob(context, 'ann', id);
    canceled.open();
    await worker.stop(60_000);
    expect(typesOf()).toEqual(['jobs.created', 'job.canceled']);
  });

  it('is aborted before that, and tried again', async () => {
    const held = holdPages();
    // Claiming takes so long that five seconds are left.
    const claim: JobStore['claim'] = async (query) => {
      const claimed = await store.jobs.claim(query);
      if (claimed) seconds += query.leaseMs / 1_000 - 5;
      return claimed;
    };
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    start(make({ store: withJobs({ claim }) }));
    await vi.waitFor(async () => {
      expect(await getJob(context, 'ann', id)).toMatchObject({
        status: 'queued',
        attempts: 1,
        error: { code: 'overloaded', message: 'Creating the report took too long.' },
      });
    });
    held.release();
  });

  it('has time for the whole analysis', async () => {
    const claim = vi.spyOn(store.jobs, 'claim');
    start(make({ network: { limits: { totalMs: 20_000, cpuMs: 4_000 } } }));
    await vi.waitFor(() => expect(claim).toHaveBeenCalled());
    expect(claim.mock.calls[0]?.[0]).toMatchObject({
      leaseMs: 54_000,
      token: expect.stringMatching(/^[\w-]{22}$/),
    });
  });
});

describe('a store that fails', () => {
  it('when claiming does not end the worker', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const claim = vi
      .fn(store.jobs.claim)
      .mockRejectedValueOnce(away)
      .mockRejectedValueOnce(away)
      .mockImplementationOnce(() => {
        throw new Error('broken');
      });
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    start(make({ store: withJobs({ claim }) }));
    expect((await ended(id)).status).toBe('done');
    // One for each way in which it failed.
    expect(warn.mock.calls).toMatchObject([
      [
        expect.any(String),
        { code: 'SITEGRADE_WORKER_FAILED', detail: expect.stringContaining('away') },
      ],
      [
        expect.any(String),
        { code: 'SITEGRADE_WORKER_FAILED', detail: expect.stringContaining('broken') },
      ],
    ]);
  });

  it('is asked again after 100 ms at first, then after twice as long, and at first again once it has worked', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const claim = vi
      .fn<JobStore['claim']>(async () => undefined)
      .mockRejectedValueOnce(away)
      .mockRejectedValueOnce(away)
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(away);
    // A queue that wakes the worker once.
    const embedded = embeddedQueue();
    const wait = vi.fn(embedded.wait).mockResolvedValueOnce(undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const due = { ...withJobs({ claim }), nextDueMs: async () => 0 };
    const worker = start(make({ store: due, queue: { ...embedded, wait } }));
    const claimsAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await nextRound();
      return claim.mock.calls.length;
    };
    expect(await claimsAfter(99)).toBe(1);
    expect(await claimsAfter(1)).toBe(2);
    expect(await claimsAfter(199)).toBe(2);
    expect(await claimsAfter(1)).toBe(4);
    expect(await claimsAfter(99)).toBe(4);
    expect(await claimsAfter(1)).toBe(5);
    await worker.stop();
    vi.useRealTimers();
  });

  it('when waiting for the queue does not end the worker', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const queue = recordingQueue();
    const wait = vi.fn(queue.wait).mockRejectedValueOnce(new Error('broken'));
    const by = make({ queue: { ...queue, wait } });
    start(by);
    await vi.waitFor(() => expect(wait).toHaveBeenCalledTimes(2));
    const { id } = await createJob(by, 'ann', { url: `${origin}/page` });
    expect((await ended(id)).status).toBe('done');
  });

  it('when a job ends leaves it to the sweep', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    answer = (_, response) => response.destroy();
    const end = vi.fn(failWith(away));
    const by = make({ store: withJobs({ end }) });
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const worker = start(by);
    await vi.waitFor(() => expect(end).toHaveBeenCalled());
    await worker.stop(0);
    expect(warn.mock.calls[0]?.[1]).toMatchObject({ code: 'SITEGRADE_WORKER_FAILED' });
    expect(await statuses([id])).toEqual(['running']);
    expect(typesOf()).toEqual(['jobs.created']);
    seconds = 48;
    start(context);
    expect(await ended(id)).toMatchObject({ status: 'failed', attempts: 2 });
  });

  it('when sweeping does not end the worker', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const sweep = vi.fn(failWith(away));
    const by = make({ store: withJobs({ sweep }) });
    const { id } = await createJob(by, 'ann', { url: `${origin}/page` });
    start(by);
    expect((await ended(id)).status).toBe('done');
    expect(sweep).toHaveBeenCalledOnce();
  });
});

describe('stop', () => {
  it('starts no more jobs, and waits for running ones', async () => {
    const held = holdPages();
    const { jobs } = await createJobs(context, 'ann', {
      urls: [`${origin}/page/1`, `${origin}/page/2`],
    });
    const worker = start(context, { concurrency: 1 });
    await vi.waitFor(() => expect(held.asked).toHaveLength(1));
    const stopped = worker.stop();
    expect(worker.stop(0)).toBe(stopped);
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    await nextRound();
    expect(isStopped).toBe(false);
    held.release();
    await stopped;
    expect(await statuses(jobs.map(({ id }) => id))).toEqual(['done', 'queued']);
  });

  it('gives back what has not ended in time, for another worker to start at once', async () => {
    const held = holdPages();
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const worker = start(context);
    await vi.waitFor(() => expect(held.asked).toHaveLength(1));
    announced = [];
    await worker.stop(10);
    expect(await getJob(context, 'ann', id)).toMatchObject({
      status: 'queued',
      attempts: 0,
      error: null,
      nextAttemptAt: null,
    });
    expect(announced).toEqual([[1, 0]]);
    expect(typesOf()).toEqual(['jobs.created']);
    held.release();
    start(context);
    expect(await ended(id)).toMatchObject({ status: 'done', attempts: 1 });
  });

  it('gives back a job that is claimed meanwhile', async () => {
    const isClaiming = createGate();
    const proceed = createGate();
    const claim: JobStore['claim'] = async (query) => {
      isClaiming.open();
      await proceed.isOpen;
      return store.jobs.claim(query);
    };
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const worker = start(make({ store: withJobs({ claim }) }));
    await isClaiming.isOpen;
    const stopped = worker.stop(60_000);
    proceed.open();
    await stopped;
    expect(await getJob(context, 'ann', id)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(events).toHaveLength(1);
  });

  it('starts nothing while the store accepts no changes, and goes on afterwards', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const claim = vi.fn(store.jobs.claim);
    let asked = 0;
    const readOnlyAtFirst: Store = {
      ...withJobs({ claim }),
      isWritable: async () => {
        asked += 1;
        // The heartbeat asks as well.
        return asked > 3 && warn.mock.calls.length > 0;
      },
    };
    start(make({ store: readOnlyAtFirst }), { concurrency: 1 });
    await vi.waitFor(() => expect(claim).toHaveBeenCalled());
    expect(asked).toBeGreaterThan(3);
    expect(await ended(id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(warn).toHaveBeenCalledOnce();
  });

  it('ends a worker that waits for a slot, for work, or for a store that fails', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const held = holdPages();
    const busy = make({ analyses: { total: 1 } });
    const report = createReport(busy, 'ann', { url: `${origin}/page` });
    const worker = start(busy);
    const claim = vi.fn(failWith(away));
    const failing = start(make({ store: withJobs({ claim }) }));
    await vi.waitFor(() => expect(claim).toHaveBeenCalled());
    await Promise.all([start(context).stop(60_000), worker.stop(60_000), failing.stop(60_000)]);
    held.release();
    await report;
  });

  it('gives jobs back when the slots of the context close, without a warning', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const held = holdPages();
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const worker = start(context);
    await vi.waitFor(() => expect(held.asked).toHaveLength(1));
    await context.analyses.close(10);
    await worker.stop();
    expect(await getJob(context, 'ann', id)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(warn).not.toHaveBeenCalled();
    held.release();
  });

  it('gives back a job that is claimed when the slots have closed and their time is over', async () => {
    const isClaiming = createGate();
    const proceed = createGate();
    const claim: JobStore['claim'] = async (query) => {
      isClaiming.open();
      await proceed.isOpen;
      return store.jobs.claim(query);
    };
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    const by = make({ store: withJobs({ claim }) });
    const worker = start(by);
    await isClaiming.isOpen;
    const other = by.analyses.run('bob', undefined, (signal) => {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const closed = by.analyses.close(0);
    await expect(other).rejects.toMatchObject({ code: 'overloaded' });
    proceed.open();
    await closed;
    expect(await getJob(context, 'ann', id)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(typesOf()).toEqual(['jobs.created']);
    await worker.stop();
  });

  it('leaves no timer of a job that has ended', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = start(make({ network: { ports: 'any', denyHosts: ['127.0.0.1'] } }));
    expect(await ended(id)).toMatchObject({ status: 'failed' });
    await worker.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('is needed after the slots of the context have closed, which end the claiming at once', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const background = vi.spyOn(context.analyses, 'background');
    const signals: AbortSignal[] = [];
    const queue = context.queue;
    vi.spyOn(queue, 'wait').mockImplementation(
      (signal) =>
        new Promise((resolve) => {
          signals.push(signal);
          signal.addEventListener('abort', () => resolve());
        }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sweep = vi.spyOn(store.jobs, 'sweep');
    const worker = start(context);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    await context.analyses.close(10);
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(background).toHaveBeenCalledOnce();
    expect(sweep).toHaveBeenCalledTimes(2);
    expect(warn).not.toHaveBeenCalled();
    await worker.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('ends a worker whose slots closed before it was started, or while it waits for one', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const held = holdPages();
    const busy = make({ analyses: { total: 1 } });
    const report = createReport(busy, 'ann', { url: `${origin}/page` });
    await vi.waitFor(() => expect(held.asked).toHaveLength(1));
    const worker = start(busy);
    await nextRound();
    const closed = busy.analyses.close(60_000);
    await nextRound();
    await Promise.all([start(busy).stop(), worker.stop()]);
    expect(warn).not.toHaveBeenCalled();
    held.release();
    await Promise.all([closed, report]);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 31])('refuses %d milliseconds', async (graceMs) => {
    expect(() => start(context).stop(graceMs)).toThrow(
      new TypeError('stop: graceMs must be an integer from 0 to 2147483647.'),
    );
  });
});

describe('concurrency', () => {
  /** How many jobs run at a time, once there are as many as expected. */
  const most = async (
    expected: number,
    options?: WorkerOptions,
    contextOptions: Partial<ContextOptions> = {},
  ) => {
    const by = make(contextOptions);
    const held = holdPages();
    for (let owner = 0; owner < 15; owner += 1) {
      await createJob(by, `owner ${owner}`, { url: `${origin}/page` });
    }
    const worker = start(by, options);
    let count = 0;
    await vi.waitFor(() => {
      expect(held.asked.length).toBeGreaterThanOrEqual(expected);
      const isSteady = held.asked.length === count;
      count = held.asked.length;
      expect(isSteady).toBe(true);
    });
    const stopped = worker.stop(60_000);
    held.release();
    await stopped;
    return count;
  };

  it('is ten by default, or half of the slots', async () => {
    expect(await most(10)).toBe(10);
    expect(await most(4, {}, { analyses: { total: 9 } })).toBe(4);
    expect(await most(3, { concurrency: 3 })).toBe(3);
  });

  it.each([0, 16, 1.5, '2'])('may not be %j', (concurrency) => {
    expect(() => startWorker(context, { concurrency: concurrency as number })).toThrow(
      new TypeError(
        'startWorker: concurrency must be an integer from 1 to 15, half of analyses.total.',
      ),
    );
    expect(() => startWorker(context, { concurency: 1 } as WorkerOptions)).toThrow(
      'startWorker: concurency is not an option. Did you mean concurrency?',
    );
  });
});

describe('the sweep', () => {
  const keptMs = 30 * 24 * 60 * 60 * 1_000;

  it('announces the jobs that were stored and never announced', async () => {
    await createJobs(context, 'ann', { urls: [`${origin}/page/1`, `${origin}/page/2`] });
    announced = [];
    const claim = vi.fn(async () => undefined);
    start(make({ store: withJobs({ claim }) }));
    await vi.waitFor(() => expect(announced).toEqual([[2, 0]]));
  });

  it('is made at the start and every minute, with the limits of one transaction', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sweep = vi.spyOn(store.jobs, 'sweep');
    const worker = start(context);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sweep).toHaveBeenCalledOnce();
    expect(sweep.mock.calls[0]?.[0]).toMatchObject({
      maxAttempts: 10,
      keepMs: keptMs,
      limit: 250,
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(sweep).toHaveBeenCalledTimes(2);
    await worker.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('continues deletions that a process has left, until the worker stops', async () => {
    const parts = [
      { deleted: 250, isDone: false },
      { deleted: 9, isDone: true },
    ];
    const deleteHidden = vi.fn(async () => parts.shift() ?? { deleted: 0, isDone: false });
    const maintenance = { ...store.maintenance, deleteHidden };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = start(make({ store: { ...store, maintenance } }));
    await vi.waitFor(() => expect(deleteHidden.mock.calls).toEqual([[undefined], [undefined]]));
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(deleteHidden.mock.calls.length).toBeGreaterThan(5));
    await worker.stop();
    vi.useRealTimers();
  });

  it('is repeated until it is done', async () => {
    const none = { queuedAgain: 0, failed: [], deleted: 0, isDone: true, due: 0 };
    const sweep = vi
      .fn<JobStore['sweep']>(async () => none)
      .mockResolvedValueOnce({ ...none, deleted: 3, isDone: false, due: 5 })
      .mockResolvedValueOnce({ ...none, isDone: false, due: 5 })
      .mockResolvedValueOnce({ ...none, queuedAgain: 1_000, deleted: 1_000, due: 7 });
    const worker = start(make({ store: withJobs({ sweep }) }));
    await vi.waitFor(() => expect(announced).toEqual([[7, 0]]));
    await worker.stop();
    expect(sweep).toHaveBeenCalledTimes(3);
  });

  it('fails a job that was interrupted ten times', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const query = { token: `t${attempt}`, leaseMs: 1_000, perHost: 2, now: context.now() };
      expect(await store.jobs.claim(query)).toMatchObject({ job: { attempts: attempt } });
      seconds += 1;
      const claim = async () => undefined;
      const worker = start(make({ store: withJobs({ claim }) }));
      const status = attempt < 10 ? 'queued' : 'failed';
      await vi.waitFor(async () => expect(await statuses([id])).toEqual([status]));
      await worker.stop();
    }
    const about = {
      ownerId: 'ann',
      jobId: id,
      url: `${origin}/page`,
      code: 'internal',
      durationMs: 1_000,
    };
    expect(events.slice(1)).toEqual([
      { type: 'report.failed', ...about },
      { type: 'job.failed', ...about, attempts: 10 },
    ]);
    expect(await getJob(context, 'ann', id)).toMatchObject({
      error: { code: 'internal', message: 'The analysis was interrupted 10 times.' },
    });
  });

  it('deletes jobs thirty days after they ended', async () => {
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    await cancelJob(context, 'ann', id);
    seconds = keptMs / 1_000;
    await start(context).stop();
    expect(await statuses([id])).toEqual(['canceled']);
    seconds += 0.001;
    start(context);
    await vi.waitFor(async () => {
      await expect(getJob(context, 'ann', id)).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});

describe('schedules', () => {
  it('start their runs, which a worker then does', async () => {
    const { websiteId } = await createReport(context, 'ann', { url: `${origin}/page` });
    const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
    const { schedule } = await setSchedule(context, 'ann', websiteId, { ...time, task: 'reports' });
    seconds = Math.ceil((schedule.nextRunAt.getTime() - 1_800_000_000_000) / 1_000);
    start(context);
    await vi.waitFor(async () => expect((await listReports(context, 'ann')).total).toBe(2));
    const { rows } = await listReports(context, 'ann');
    expect(rows.map(({ url }) => url)).toEqual([`${origin}/page`, `${origin}/page`]);
    const { lastBatchId, nextRunAt } = await getSchedule(context, 'ann', websiteId);
    expect(await getJobProgress(context, 'ann', lastBatchId ?? 0)).toMatchObject({ done: 1 });
    expect(nextRunAt.getTime() - schedule.nextRunAt.getTime()).toBe(86_400_000);
  });

  it('that cannot be read are reported, and end no worker', async () => {
    const operations: OperationEvent[] = [];
    const due = vi.fn().mockRejectedValue(new Error('a bug'));
    const failing = { ...store, schedules: { ...store.schedules, due } };
    const failed = make({ store: failing, onOperation: (event) => operations.push(event) });
    start(failed);
    await vi.waitFor(() =>
      expect(operations).toContainEqual(expect.objectContaining({ type: 'outage.began' })),
    );
    const { id } = await createJob(failed, 'ann', { url: `${origin}/page` });
    await ended(id);
  });
});

describe('a site that may not respond', () => {
  it('gets its second attempt', async () => {
    const url = `${origin}/page`;
    const { websiteId, domain } = await createReport(context, 'ann', { url });
    const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
    await setSchedule(context, 'ann', websiteId, { ...time, task: 'crawl' });
    await createReport(context, 'ann', { url });
    const now = context.now();
    const claimed = await store.deliveries.claimEvent({ token: 'event', leaseMs: 60_000, now });
    if (claimed === undefined) throw new Error('Nothing has happened.');
    const from = { failingSince: null, isUnreachable: false, recheck: null, certificatesTold: [] };
    const to = { ...from, failingSince: now, recheck: { url, dueAt: now } };
    const site = { ownerId: 'ann', websiteId, from, to };
    await store.deliveries.endEvent(claimed.lease, { deliveries: [], maxWaiting: 0, site, now });
    start(context);
    await vi.waitFor(async () => expect((await listReports(context, 'ann')).total).toBe(3));
    const recheck = { url, dueAt: null };
    expect(await store.websites.findSite('ann', domain)).toMatchObject({ recheck });
  });
});

describe('mails', () => {
  const consoleUrl = 'https://seo.example.com/sitegrade';

  it('are sent, also about the week, and deleted thirty days after they were made', async () => {
    const sent: string[] = [];
    const sendMail = async ({ to, headers }: Mail) => {
      sent.push(`${to} ${Object.keys(headers).length}`);
    };
    const mailing = make({ alerts: { consoleUrl, sendMail } });
    const { websiteId } = await createReport(mailing, 'ann', { url: `${origin}/page` });
    const input = { address: 'ann@example.org', events: [], digest: true };
    const { id } = await createRecipient(mailing, 'ann', websiteId, input);
    const now = mailing.now();
    const claimed = await store.mails.claim({ token: 'first', leaseMs: 60_000, now });
    if (claimed === undefined) throw new Error('No mail waits.');
    await store.mails.end(claimed.lease, { kind: 'given_back' }, now);
    const worker = start(mailing);
    await vi.waitFor(() => expect(sent).toEqual(['ann@example.org 1']));
    await worker.stop();
    await confirmRecipient(mailing, claimed.token);
    const due = nextDigestAt(websiteId, now);
    seconds = Math.ceil((due.getTime() - 1_800_000_000_000) / 1_000);
    const { digests } = await store.recipients.dueDigests({ limit: 9, now: mailing.now() });
    expect(digests.map(({ recipient }) => recipient.id)).toEqual([id]);
    start(mailing);
    await vi.waitFor(() => expect(sent).toEqual(['ann@example.org 1', 'ann@example.org 3']));

    seconds += 31 * 86_400;
    const pruning: OperationEvent[] = [];
    start(make({ onOperation: (event) => pruning.push(event) }));
    const pruned = { type: 'pruned', kind: 'mails', count: 2 };
    await vi.waitFor(() => expect(pruning).toContainEqual(pruned));
  });

  it('are left to others by a worker that sends none', async () => {
    const mailing = make({ alerts: { consoleUrl, sendMail: async () => {} } });
    const { websiteId } = await createReport(mailing, 'ann', { url: `${origin}/page` });
    await createRecipient(mailing, 'ann', websiteId, { address: 'ann@example.org' });
    const worker = start(context);
    const { id } = await createJob(context, 'ann', { url: `${origin}/page` });
    await ended(id);
    await worker.stop();
    const claim = { token: 'later', leaseMs: 60_000, now: context.now() };
    expect((await store.mails.claim(claim))?.attempts).toBe(1);
  });

  it('are deleted four days after they were made where no process sends any', async () => {
    const mailing = make({ alerts: { consoleUrl, sendMail: async () => {} } });
    const { websiteId } = await createReport(mailing, 'ann', { url: `${origin}/page` });
    await createRecipient(mailing, 'ann', websiteId, { address: 'ann@example.org' });
    const pruned: OperationEvent[] = [];
    const silent = make({ onOperation: (event) => pruned.push(event) });
    seconds += 4 * 86_400 - 1;
    await sweepJobs(silent);
    expect(pruned).toEqual([]);
    seconds += 2;
    start(silent);
    const unsent = { type: 'pruned', kind: 'unsent_mails', count: 1 };
    await vi.waitFor(() => expect(pruned).toContainEqual(unsent));
    const claim = { token: 'later', leaseMs: 60_000, now: silent.now() };
    expect(await store.mails.claim(claim)).toBeUndefined();
  });
});
