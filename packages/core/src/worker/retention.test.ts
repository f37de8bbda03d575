import { setImmediate as nextRound } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { createCrawl } from '../crawls/create-crawl.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import type { Store } from '../store/store.ts';
import { type JobWorker, startWorker, type WorkerOptions } from './worker.ts';

const dayMs = 86_400_000;

let store: Store;
/** Milliseconds of both clocks. */
let time: number;
let events: OperationEvent[];
let context: Context;
let workers: JobWorker[];

beforeEach(() => {
  store = memoryStore();
  time = 400 * dayMs;
  events = [];
  workers = [];
  context = make();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(0)));
  vi.useRealTimers();
});

function make(options: Partial<ContextOptions> = {}): Context {
  return createContext({
    store,
    now: () => new Date(time),
    monotonicMs: () => time,
    onOperation: (event) => events.push(event),
    ...options,
  });
}

const start = (retention?: WorkerOptions['retention'], by = context) => {
  const worker = startWorker(by, retention === undefined ? {} : { retention });
  workers.push(worker);
  return worker;
};

/** Lets minutes pass, by the clocks and all timers. */
const pass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    time += 60_000;
    await vi.advanceTimersByTimeAsync(60_000);
  }
  await nextRound();
};

const addReports = async (ages: readonly number[], url = 'https://example.com/') => {
  for (const age of ages) {
    await store.reports.create(newReport({ url, createdAt: new Date(time - age * dayMs) }));
  }
};
const first = { sortBy: 'id', sort: 'asc', start: { page: 1 }, perPage: 1 } as const;
const countReports = async () => (await store.reports.list('owner-1', first)).total;
const addEndedCrawls = async (count: number) => {
  for (let crawl = 0; crawl < count; crawl += 1) {
    const { id } = await createCrawl(context, 'owner-1', { url: 'https://example.com/' });
    const token = `t${id}`;
    await store.crawls.claim({
      token,
      pageLeaseMs: 1_000,
      stepLeaseMs: 1_000,
      perHost: 9,
      maxAttempts: 3,
      now: new Date(time),
    });
    const lease = { crawlId: id, page: null, token };
    await store.crawls.begin(lease, {
      domain: 'example.com',
      origin: 'https://example.com',
      host: 'example.com:443',
      delayMs: 0,
      rulesetVersion: '1',
      site: new Uint8Array(),
      urls: [],
      defaultPrivacy: 'private',
      websiteShareToken: 'x'.repeat(22),
      now: new Date(time),
    });
    await store.crawls.cancel('owner-1', id, new Date(time));
  }
};
const countCrawls = async () => (await store.crawls.list('owner-1', first)).total;
const pruned = () => events.filter((event) => event.type === 'pruned');

describe('a worker', () => {
  it('deletes no reports by default, and all but ten crawls of each website', async () => {
    await addReports([0, 100, 399, 399]);
    await addEndedCrawls(13);
    start();
    await pass(2);
    expect(await countReports()).toBe(4);
    expect(await countCrawls()).toBe(10);
    expect(pruned()).toEqual([{ type: 'pruned', kind: 'crawls', count: 3 }]);
  });

  it('deletes reports and crawls that are older than they are to be kept', async () => {
    await addReports([0, 29, 31, 300]);
    await addEndedCrawls(2);
    time += 40 * dayMs;
    await addEndedCrawls(1);
    start({ olderThanMs: 70 * dayMs, keepCrawlsPerWebsite: 'all' });
    await pass(2);
    expect(await countReports()).toBe(2);
    expect(await countCrawls()).toBe(3);
    expect(pruned()).toEqual([{ type: 'pruned', kind: 'reports', count: 2 }]);
    time += 31 * dayMs;
    await pass(1);
    expect(await countCrawls()).toBe(1);
  });

  it('keeps the newest reports of each URL, and as many crawls as asked', async () => {
    await addReports([5, 4, 3, 2, 1]);
    await addReports([5], 'https://example.com/other');
    await addEndedCrawls(4);
    start({ keepPerUrl: 2, keepCrawlsPerWebsite: 1 });
    await pass(2);
    expect(await countReports()).toBe(3);
    expect(await countCrawls()).toBe(1);
  });

  it('deletes nothing with `false`', async () => {
    await addEndedCrawls(12);
    const keys = vi.spyOn(store.maintenance, 'deleteExpiredIdempotencyKeys');
    start(false);
    await pass(120);
    expect(await countCrawls()).toBe(12);
    expect(keys).not.toHaveBeenCalled();
  });

  it('does so once an hour', async () => {
    const keys = vi.spyOn(store.maintenance, 'deleteExpiredIdempotencyKeys');
    start();
    await pass(2);
    expect(keys).toHaveBeenCalledTimes(1);
    await pass(58);
    expect(keys).toHaveBeenCalledTimes(1);
    await pass(62);
    expect(keys).toHaveBeenCalledTimes(3);
  });

  it('does so alone among those with the same retention, and another when it has stopped', async () => {
    const calls: string[] = [];
    const named = (name: string) =>
      make({
        store: {
          ...store,
          maintenance: {
            ...store.maintenance,
            deleteExpiredIdempotencyKeys: async () => {
              calls.push(name);
              return { deleted: 0, isDone: true };
            },
          },
        },
      });
    const first = start({}, named('first'));
    await pass(1);
    start({}, named('second'));
    start({ keepPerUrl: 7 }, named('with another retention'));
    await pass(130);
    expect([...new Set(calls)].sort()).toEqual(['first', 'with another retention']);
    await first.stop();
    calls.length = 0;
    await pass(3);
    expect(calls).toEqual(['second']);
  });

  it('deletes in parts of 100, and rests after each as long as it took', async () => {
    const parts = [
      { deleted: 100, next: 'a' },
      { deleted: 100, next: 'b' },
      { deleted: 7, next: undefined },
    ];
    const queries: unknown[] = [];
    const deleteOutdated = vi.fn(async (query: { readonly after: string }) => {
      queries.push(query);
      // By the monotonic clock it takes 40 ms.
      time += 40;
      return parts.shift() ?? { deleted: 0, next: undefined };
    });
    const by = make({ store: { ...store, maintenance: { ...store.maintenance, deleteOutdated } } });
    start({ keepPerUrl: 3 }, by);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queries).toEqual([{ after: '', limit: 100, keepPerUrl: 3 }]);
    await vi.advanceTimersByTimeAsync(39);
    expect(queries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(queries).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(40);
    expect(queries).toHaveLength(3);
    expect(queries[2]).toMatchObject({ after: 'b' });
    expect(pruned()).toEqual([{ type: 'pruned', kind: 'reports', count: 207 }]);
  });

  it('stops between two parts, and counts what it has deleted', async () => {
    const deleteOutdated = vi.fn(async () => ({ deleted: 100, next: 'more' }));
    const by = make({ store: { ...store, maintenance: { ...store.maintenance, deleteOutdated } } });
    const worker = start({ keepPerUrl: 3 }, by);
    await vi.advanceTimersByTimeAsync(60_000);
    await worker.stop();
    const count = deleteOutdated.mock.calls.length * 100;
    expect(pruned()).toEqual([{ type: 'pruned', kind: 'reports', count }]);
  });

  it('goes on a minute after a failure of the store, and counts what it had deleted', async () => {
    const away = new SitegradeError('overloaded', 'The database is away.');
    const deleteOutdated = vi
      .fn(async () => ({ deleted: 5, next: undefined as string | undefined }))
      .mockResolvedValueOnce({ deleted: 100, next: 'more' })
      .mockRejectedValueOnce(away);
    const by = make({ store: { ...store, maintenance: { ...store.maintenance, deleteOutdated } } });
    start({ keepPerUrl: 3 }, by);
    await pass(1);
    // The rest after the first part.
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toContainEqual(expect.objectContaining({ type: 'outage.began' }));
    await pass(2);
    expect(pruned().map((event) => 'count' in event && event.count)).toEqual([100, 5]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'outage.ended' }));
  });

  it('deletes idempotency keys that have expired', async () => {
    const deleted = vi
      .spyOn(store.maintenance, 'deleteExpiredIdempotencyKeys')
      .mockResolvedValueOnce({ deleted: 100, isDone: false })
      .mockResolvedValueOnce({ deleted: 3, isDone: true });
    start();
    await pass(2);
    expect(deleted).toHaveBeenCalledTimes(2);
    expect(deleted.mock.calls[0]?.[0]).toMatchObject({ limit: 100, expiredAt: expect.any(Date) });
    expect(pruned()).toEqual([{ type: 'pruned', kind: 'idempotency_keys', count: 103 }]);
  });
});

it.each<readonly [unknown, string]>([
  [true, 'retention'],
  [{ keepPerUrl: 0 }, 'retention.keepPerUrl must be an integer from 1'],
  [{ olderThanMs: 3_599_999 }, 'retention.olderThanMs must be an integer from 3600000'],
  [
    { keepCrawlsPerWebsite: 'none' },
    "retention.keepCrawlsPerWebsite must be a positive integer or 'all'",
  ],
  [{ keepPerURL: 1 }, 'retention.keepPerURL is not an option. Did you mean keepPerUrl?'],
])('the retention %j is refused by name', (retention, message) => {
  expect(() => startWorker(context, { retention: retention as never })).toThrow(message);
});
