import {
  cancelJob,
  createContext,
  createJobs,
  eachJob,
  type JobWorker,
  listReports,
  type Queue,
  type SitegradeEvent,
  startWorker,
} from '@sitegrade/core';
import type { Store } from '@sitegrade/core/store';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPageServer } from './page-server.ts';
import { type QueueHarness, queueTimeoutMs } from './queue-harness.ts';

/** A wait that is over sooner was woken by a ticket of the same process: the embedded queue looks after a second. */
const atOnceMs = 900;

/** The maximum time until a ticket wakes a worker of another process. */
const soonMs = 10_000;

/** A wait that takes longer is not woken by a ticket that was left. */
const quietMs = 300;

/** Tried again: a busy machine delays a test once, a queue that looks too rarely each time. */
const timed = { retry: 2 };

const never = new AbortController().signal;
let names = 0;

/**
 * The contract of a `Queue` as a vitest suite, for your own queue. All queues of sitegrade pass it.
 *
 * @example
 * ```ts
 * describeQueue('my queue', {
 *   createStore: async () => memoryStore(),
 *   createQueue: async (name) => myQueue({ name }),
 * });
 * ```
 */
export function describeQueue(name: string, harness: QueueHarness): void {
  /** Creates the queues of several processes. */
  const queuesOf = async <const Names extends readonly string[]>(...processes: Names) => {
    names += 1;
    const shared = `queue-${names}`;
    const queues: Queue[] = [];
    for (const _ of processes) queues.push(await harness.createQueue(shared));
    return queues as { readonly [Place in keyof Names]: Queue };
  };

  describe(name, { timeout: queueTimeoutMs }, () => {
    it('wakes a waiting worker of the same process at once', timed, async () => {
      const [queue] = await queuesOf('one');
      await drain(queue);
      const waiting = waitedMs(queue);
      await queue.announce(1);
      expect(await waiting).toBeLessThan(atOnceMs);
    });

    it('keeps a ticket until a worker waits', timed, async () => {
      const [queue] = await queuesOf('one');
      await drain(queue);
      await queue.announce(1);
      expect(await waitedMs(queue)).toBeLessThan(atOnceMs);
    });

    it('wakes workers of other processes', async () => {
      const [queue, ...others] = await queuesOf('one', 'two', 'three');
      const waiting = others.map((other) => waitedMs(other));
      await queue.announce(2);
      for (const ms of await Promise.all(waiting)) expect(ms).toBeLessThan(soonMs);
    });

    it('wakes several workers with several tickets', async () => {
      const [queue, other] = await queuesOf('one', 'two');
      const waiting = [queue, queue, queue, other].map((announced) => waitedMs(announced));
      await queue.announce(4);
      for (const ms of await Promise.all(waiting)) expect(ms).toBeLessThan(soonMs);
    });

    it('wakes a worker after a delay', async () => {
      const [queue] = await queuesOf('one');
      await queue.announce(1, 1_200);
      const startedAt = performance.now();
      do await queue.wait(never);
      while (performance.now() - startedAt < 1_200);
      expect(performance.now() - startedAt).toBeLessThan(soonMs);
    });

    it('is quiet when the tickets are used up, however many there were', async () => {
      const [queue] = await queuesOf('one');
      for (let call = 0; call < 3; call += 1) await queue.announce(1_000);
      expect(await drain(queue)).toBeLessThan(100);
    });

    it('ends a wait that is aborted, and loses no ticket with it', timed, async () => {
      const [queue] = await queuesOf('one');
      await drain(queue);
      expect(await waitedMs(queue, AbortSignal.abort())).toBeLessThan(atOnceMs);
      const stopping = new AbortController();
      const waiting = waitedMs(queue, stopping.signal);
      stopping.abort();
      expect(await waiting).toBeLessThan(atOnceMs);
      await queue.announce(1);
      expect(await waitedMs(queue)).toBeLessThan(soonMs);
    });

    const { interrupt } = harness;
    if (interrupt) {
      it('keeps waiting while its connections are interrupted', async () => {
        const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
        onTestFinished(() => warn.mockRestore());
        const [queue, other] = await queuesOf('one', 'two');
        await drain(queue);
        const waiting = waitedMs(queue);
        await interrupt();
        await vi.waitFor(() => other.announce(1), { timeout: soonMs });
        await waiting;
      });
    }

    it('lets several workers share the jobs of a store, each of which ends exactly once', async () => {
      const store = await harness.createStore();
      onTestFinished(() => store.close());
      const origin = await startPageServer();
      const queues = await queuesOf('one', 'two', 'three');
      const events: SitegradeEvent[] = [];
      const workers = queues.map((queue) => start(store, queue, origin, events));
      const context = contextOf(store, queues[0], origin, events);
      const paths = ['/a', '/file', '/b', '/c', '/d', '/e', '/f', '/g'];
      const urls = paths.map((path) => origin + path);
      const owners = ['owner-1', 'owner-2', 'owner-3', 'owner-4'];
      for (const ownerId of owners) {
        const { jobs } = await createJobs(context, ownerId, { urls });
        await cancelJob(context, ownerId, jobs.at(-1)?.id ?? 0);
      }
      for (const ownerId of owners) {
        await vi.waitFor(
          async () => {
            for await (const { endedAt } of eachJob(context, ownerId))
              expect(endedAt).not.toBeNull();
          },
          { timeout: queueTimeoutMs, interval: 200 },
        );
      }
      await Promise.all(workers.map((worker) => worker.stop()));

      for (const ownerId of owners) {
        const endings = [];
        for await (const { id, status, reportId, attempts } of eachJob(context, ownerId)) {
          endings.push({ id, status, reportId });
          expect(attempts).toBeLessThanOrEqual(1);
        }
        expect(endings.map(({ status }) => status).filter((status) => status === 'failed')).toEqual(
          ['failed'],
        );
        const { rows } = await listReports(context, ownerId, { perPage: 100 });
        const reportIds = endings.flatMap(({ reportId }) => reportId ?? []);
        expect(reportIds.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
        const ended = events.flatMap((event) =>
          'jobId' in event && event.type.startsWith('job.') && event.ownerId === ownerId
            ? [`${event.jobId} ${event.type.slice('job.'.length)}`]
            : [],
        );
        expect(ended.toSorted()).toEqual(
          endings.map(({ id, status }) => `${id} ${status}`).toSorted(),
        );
      }
    });

    it('wakes a worker that takes over the jobs of one that stops', async () => {
      const store = await harness.createStore();
      onTestFinished(() => store.close());
      const origin = await startPageServer();
      const [first, second] = await queuesOf('one', 'two');
      const events: SitegradeEvent[] = [];
      const context = contextOf(store, first, origin, events);
      const urls = Array.from({ length: 6 }, (_, index) => `${origin}/${index}`);
      const { jobs } = await createJobs(context, 'owner-1', { urls });
      const stopping = start(store, first, origin, events);
      const next = start(store, second, origin, events);
      await stopping.stop(0);
      await vi.waitFor(
        async () => {
          const { total } = await listReports(context, 'owner-1');
          expect(total).toBe(jobs.length);
        },
        { timeout: queueTimeoutMs, interval: 200 },
      );
      await next.stop();
      expect(events.filter(({ type }) => type === 'job.done')).toHaveLength(jobs.length);
    });
  });
}

/** How long a wait took, in milliseconds. */
async function waitedMs(queue: Queue, signal = never): Promise<number> {
  const startedAt = performance.now();
  await queue.wait(signal);
  return performance.now() - startedAt;
}

/** Waits until there is no ticket left, and returns how many there were. */
async function drain(queue: Queue): Promise<number> {
  for (let tickets = 0; ; tickets += 1) {
    const signal = AbortSignal.timeout(quietMs);
    await queue.wait(signal);
    if (signal.aborted) return tickets;
  }
}

function contextOf(store: Store, queue: Queue, origin: string, events: SitegradeEvent[]) {
  return createContext({
    store,
    queue,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    onEvent: (event) => events.push(event),
  });
}

/** Starts a worker with slots of its own, as in another process, until the test ends. */
function start(store: Store, queue: Queue, origin: string, events: SitegradeEvent[]): JobWorker {
  const worker = startWorker(contextOf(store, queue, origin, events), { concurrency: 4 });
  onTestFinished(() => worker.stop(0));
  return worker;
}
