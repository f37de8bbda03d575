import type { RequestListener } from 'node:http';
import { startServer } from '@sitegrade/audit/for-tests';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { createCrawl } from '../crawls/create-crawl.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { createJob, createJobs } from '../jobs/create-jobs.ts';
import { createReport } from '../reports/create-report.ts';
import type { Store } from '../store/store.ts';
import { type JobWorker, startWorker } from './worker.ts';

const page: RequestListener = (_, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');

let origin: string;
let answer: RequestListener;
let store: Store;
let seconds: number;
let events: OperationEvent[];
let workers: JobWorker[];

beforeEach(async () => {
  answer = page;
  origin = await startServer((request, response) => {
    if (request.url?.startsWith('/page')) answer(request, response);
    else response.writeHead(404).end();
  });
  store = memoryStore();
  seconds = 0;
  events = [];
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
});

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    crawls: { perHost: 10 },
    now: () => new Date(1_800_000_000_000 + seconds * 1_000),
    monotonicMs: () => seconds * 1_000,
    onOperation: (event) => events.push(event),
    ...options,
  });

const start = (options: Partial<ContextOptions> = {}) => {
  const worker = startWorker(make(options));
  workers.push(worker);
  return worker;
};
const eventsOf = (type: OperationEvent['type']) => events.filter((event) => event.type === type);

/** Holds the responses of pages back until it is called. */
function holdPages() {
  const asked: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = async (request, response) => {
    asked.push(request.url ?? '');
    await released;
    page(request, response);
  };
  return { asked, release };
}

describe('a claim', () => {
  it('is timed, whether it finds something or not', async () => {
    await createJob(make(), 'ann', { url: `${origin}/page` });
    const claim: Store['jobs']['claim'] = async (query) => {
      const claimed = await store.jobs.claim(query);
      seconds += 2;
      return claimed;
    };
    start({ store: { ...store, jobs: { ...store.jobs, claim } } });
    await vi.waitFor(() => {
      const claims = eventsOf('work.claimed');
      expect(claims).toContainEqual({
        type: 'work.claimed',
        kind: 'job',
        isFound: true,
        durationMs: 2_000,
      });
      expect(claims).toContainEqual({
        type: 'work.claimed',
        kind: 'crawl',
        isFound: false,
        durationMs: 0,
      });
    });
  });
});

describe('a lease that is over', () => {
  it('of a job is counted by the sweep', async () => {
    const urls = [`${origin}/page/1`, `${origin}/page/2`];
    await createJobs(make(), 'ann', { urls });
    for (const token of ['a', 'b']) {
      await store.jobs.claim({ token, leaseMs: 1_000, perHost: 9, now: make().now() });
    }
    seconds = 1;
    start();
    await vi.waitFor(() =>
      expect(eventsOf('leases.expired')).toEqual([
        { type: 'leases.expired', kind: 'job', count: 2 },
      ]),
    );
  });

  it('of a crawl is counted by the claim that takes it over', async () => {
    const context = make();
    await createCrawl(context, 'ann', { url: `${origin}/page`, maxPages: 1 });
    await store.crawls.claim({
      token: 'a',
      pageLeaseMs: 1_000,
      stepLeaseMs: 1_000,
      perHost: 9,
      maxAttempts: 9,
      now: context.now(),
    });
    seconds = 1;
    start();
    await vi.waitFor(() =>
      expect(eventsOf('leases.expired')).toEqual([
        { type: 'leases.expired', kind: 'crawl', count: 1 },
      ]),
    );
  });

  it('of a job is lost for the worker that did the work meanwhile', async () => {
    const held = holdPages();
    const { id } = await createJob(make(), 'ann', { url: `${origin}/page` });
    const worker = start();
    await vi.waitFor(() => expect(held.asked.length).toBeGreaterThan(0));
    seconds = 100;
    await store.jobs.sweep({
      now: make().now(),
      maxAttempts: 9,
      keepMs: 1e9,
      limit: 9,
      error: { code: 'internal', message: 'Interrupted.' },
    });
    await store.jobs.claim({ token: 'b', leaseMs: 1_000, perHost: 9, now: make().now() });
    held.release();
    await worker.stop(60_000);
    expect(eventsOf('lease.lost')).toEqual([
      { type: 'lease.lost', kind: 'job', ownerId: 'ann', id },
    ]);
  });

  it('of a page of a crawl is lost, too', async () => {
    await createCrawl(make(), 'ann', { url: `${origin}/page`, maxPages: 1, source: 'links' });
    let lost = 0;
    const endPage: Store['crawls']['endPage'] = async (lease, outcome, ...given) => {
      if (outcome.kind === 'given_back') return store.crawls.endPage(lease, outcome, ...given);
      lost += 1;
      return { isEnded: false };
    };
    const crawls = { ...store.crawls, endPage };
    start({ store: { ...store, crawls } });
    await vi.waitFor(() => expect(lost).toBeGreaterThan(0));
    await vi.waitFor(() =>
      expect(eventsOf('lease.lost')).toContainEqual({
        type: 'lease.lost',
        kind: 'crawl',
        ownerId: 'ann',
        id: 1,
      }),
    );
  });

  it('of a job is not lost if the job was canceled', async () => {
    const held = holdPages();
    const { id } = await createJob(make(), 'ann', { url: `${origin}/page` });
    const worker = start();
    await vi.waitFor(() => expect(held.asked.length).toBeGreaterThan(0));
    await cancelJob(make(), 'ann', id);
    held.release();
    await worker.stop(60_000);
    expect(eventsOf('lease.lost')).toEqual([]);
  });
});

describe('a request that is refused', () => {
  const refusedReasons = () => eventsOf('write.refused').map((e) => 'reason' in e && e.reason);

  it('by a quota is counted', async () => {
    const context = make({ quotas: { queuedJobs: 0, runningCrawls: 0 } });
    const url = `${origin}/page`;
    await expect(createJob(context, 'ann', { url })).rejects.toThrow('quota');
    await expect(createCrawl(context, 'ann', { url })).rejects.toThrow('quota');
    expect(refusedReasons()).toEqual(['quota_exceeded', 'quota_exceeded']);
  });

  it('because the store accepts no changes is counted, but not the look of a worker', async () => {
    const isWritable = vi.fn(async () => false);
    const context = make({ store: { ...store, isWritable } });
    const url = `${origin}/page`;
    await expect(createReport(context, 'ann', { url })).rejects.toMatchObject({
      code: 'overloaded',
      reason: 'read_only',
    });
    workers.push(startWorker(context));
    await vi.waitFor(() => expect(eventsOf('outage.began')).toHaveLength(1));
    expect(eventsOf('outage.began')).toMatchObject([{ kind: 'overloaded: read_only' }]);
    expect(refusedReasons()).toEqual(['read_only']);
  });
});

it('an outage of the store is reported each time, and when it is over', async () => {
  const away = new SitegradeError('overloaded', 'The database is away.');
  let isAway = true;
  const unlessAway = <Parameters extends readonly unknown[], Result>(
    method: (...parameters: Parameters) => Promise<Result>,
  ) => {
    return async (...parameters: Parameters) => {
      if (isAway) throw away;
      return method(...parameters);
    };
  };
  const claim = unlessAway(store.jobs.claim);
  const nextDueMs = unlessAway(store.nextDueMs);
  const context = make({ store: { ...store, jobs: { ...store.jobs, claim }, nextDueMs } });
  workers.push(startWorker(context));
  for (let time = 1; time <= 2; time += 1) {
    isAway = true;
    await context.queue.announce(1);
    await vi.waitFor(() => expect(eventsOf('outage.began')).toHaveLength(time));
    isAway = false;
    seconds += 30;
    await vi.waitFor(() => expect(eventsOf('outage.ended')).toHaveLength(time));
  }
});

it('a worker is alive until it has stopped', async () => {
  const worker = start();
  const look = async () =>
    (
      await store.processes.beat({
        id: 'observer',
        role: 'server',
        settings: {},
        aliveMs: 1_000,
        now: make().now(),
      })
    ).map(({ role }) => role);
  await vi.waitFor(async () => expect((await look()).sort()).toEqual(['server', 'worker']));
  await worker.stop();
  expect(await look()).toEqual(['server']);
});
