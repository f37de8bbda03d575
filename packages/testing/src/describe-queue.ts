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

/** A wait that takes longer is not woken by a ticket that was left. */
const quietMs = 300;

const hourMs = 3_600_000;

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

  /**
   * Compares waits with one of another queue, without a ticket, that began before them: a queue that only looks
   * from time to time ends that one first, however busy the machine is.
   */
  const waitsOf = async () => {
    const [other] = await queuesOf('one');
    const first = async (wait: () => Promise<void>) => {
      const stopping = new AbortController();
      const control = other.wait(stopping.signal).then(() => 'not woken');
      const winner = await Promise.race([control, wait().then(() => 'woken')]);
      stopping.abort();
      await control;
      return winner;
    };
    return { first };
  };

  describe(name, { timeout: queueTimeoutMs }, () => {
    it('wakes a waiting worker of the same process at once', async () => {
      const [queue] = await queuesOf('one');
      await drain(queue);
      const waits = await waitsOf();
      const waiting = waits.first(() => queue.wait(never));
      await queue.announce(1);
      expect(await waiting).toBe('woken');
    });

    it('keeps a ticket until a worker waits', async () => {
      const [queue] = await queuesOf('one');
      await drain(queue);
      await queue.announce(1);
      const waits = await waitsOf();
      expect(await waits.first(() => queue.wait(never))).toBe('woken');
    });

    // They may look from time to time, so no other wait is a measure of theirs.
    it('wakes workers of other processes', async () => {
      const [queue, ...others] = await queuesOf('one', 'two', 'three');
      const waiting = others.map((other) => other.wait(never));
      await queue.announce(2);
      await Promise.all(waiting);
    });

    it('wakes several workers with several tickets', async () => {
      const [queue, other] = await queuesOf('one', 'two');
      await drain(queue);
      const waits = await waitsOf();
      const waiting = [queue, queue, queue].map((same) => waits.first(() => same.wait(never)));
      const elsewhere = other.wait(never);
      await queue.announce(4);
      expect(await Promise.all(waiting)).toEqual(['woken', 'woken', 'woken']);
      await elsewhere;
    });

    it('wakes a worker after a delay, and not before', async () => {
      const [soon] = await queuesOf('one');
      const [late] = await queuesOf('one');
      await late.announce(1, hourMs);
      const stopping = new AbortController();
      // It begins first, so it ends first if both only look from time to time.
      const waiting = soon.wait(never).then(() => 'soon');
      const tooEarly = late.wait(stopping.signal).then(() => 'late');
      await soon.announce(1, 1_000);
      expect(await Promise.race([tooEarly, waiting])).toBe('soon');
      stopping.abort();
      await tooEarly;
    });

    it('is quiet when the tickets are used up, however many there were', async () => {
      const [queue] = await queuesOf('one');
      for (let call = 0; call < 3; call += 1) await queue.announce(1_000);
      expect(await drain(queue)).toBeLessThan(100);
    });

    it('ends a wait that is aborted, and loses no ticket with it', async () => {
      const [queue] = await queuesOf('one');
      await drain(queue);
      const waits = await waitsOf();
      expect(await waits.first(() => queue.wait(AbortSignal.abort()))).toBe('woken');
      const stopping = new AbortController();
      const waiting = waits.first(() => queue.wait(stopping.signal));
      stopping.abort();
      expect(await waiting).toBe('woken');
      await queue.announce(1);
      await queue.wait(never);
    });

    const { interrupt } = harness;
    if (interrupt) {
      it('keeps waiting while its connections are interrupted', async () => {
        const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
        onTestFinished(() => warn.mockRestore());
        const [queue, other] = await queuesOf('one', 'two');
        await drain(queue);
        const waiting = queue.wait(never);
        await interrupt();
        await vi.waitFor(() => other.announce(1), { timeout: queueTimeoutMs });
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
    // There is one website.
    crawls: { perHost: 10 },
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    onEvent: (event) => events.push(event),
  });
}

/** Starts a worker with its own slots, as in another process, until the test ends. */
function start(store: Store, queue: Queue, origin: string, events: SitegradeEvent[]): JobWorker {
  const worker = startWorker(contextOf(store, queue, origin, events), { concurrency: 4 });
  onTestFinished(() => worker.stop(0));
  return worker;
}
