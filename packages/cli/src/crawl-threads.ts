import { parentPort, type Worker, workerData } from 'node:worker_threads';
import {
  type Context,
  embeddedQueue,
  type Queue,
  type ReportDetails,
  type Store,
  startWorker,
} from '@sitegrade/core';
import type { LocalCollector } from './local/local-findings.ts';

/** What a thread of a crawl gets. Plain data. */
export interface ThreadData {
  /** What it may call. */
  readonly methods: readonly Method[];
  readonly crawlId: number;
  /** Requests at a time of this thread. */
  readonly places: number;
}

/** From a thread: a call of a method, or jobs that its workers announce; `null` once it works. */
type FromThread =
  | { readonly id: number; readonly method: Method; readonly args: unknown[] }
  | number
  | null;

/** To a thread: the outcome of a call, or jobs that others announced. */
type ToThread =
  | { readonly id: number; readonly value?: unknown; readonly error?: unknown }
  | number;

/** `part` is empty for those of the store itself. */
type Method = readonly [part: string, name: string];
type Methods = Readonly<Record<string, (...args: never) => unknown>>;

/** What threads call: the store, and what gets the findings of local pages. */
type Shared = Store & { readonly local?: LocalCollector };

/** Threads that work on a crawl, beside the one that has its store. */
export interface CrawlThreads {
  /** Whether all of them work. */
  readonly areStarted: () => boolean;
  /** Why one has ended, if one has. */
  readonly failure: () => { readonly error: unknown } | undefined;
  /** Wakes their workers. */
  wake(tickets: number): void;
  /** Ends them at once: what they work on is lost. */
  stop(): Promise<unknown>;
}

/**
 * Starts threads that crawl as this one does. They have the store of this thread.
 *
 * @param start - Starts a thread, which calls {@link openThread}.
 * @throws the error of `start`. Then none is left.
 */
export function startCrawlThreads(
  count: number,
  start: (data: ThreadData) => Worker,
  {
    store,
    queue,
    local,
    crawlId,
    places,
  }: {
    readonly store: Store;
    /** Of the workers of this thread. */
    readonly queue: Queue;
    readonly local: LocalCollector | undefined;
    readonly crawlId: number;
    readonly places: number;
  },
): CrawlThreads {
  const shared: Shared = { ...store, ...(local && { local }) };
  const methods = Object.entries(shared).flatMap(([name, part]): Method[] =>
    typeof part === 'function' ? [['', name]] : Object.keys(part).map((key) => [name, key]),
  );
  const threads: Worker[] = [];
  const stop = () => Promise.all(threads.map((thread) => thread.terminate()));
  let started = 0;
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
  };
  const wake = (tickets: number, except?: Worker) => {
    for (const thread of threads) if (thread !== except) thread.postMessage(tickets);
  };
  const serve = (thread: Worker) => {
    thread.on('error', fail);
    thread.on('exit', (code) => fail(new Error(`A thread of the crawl ended with ${code}.`)));
    thread.on('message', async (message: FromThread) => {
      if (message === null) {
        started += 1;
        return;
      }
      if (typeof message === 'number') {
        void queue.announce(message);
        wake(message, thread);
        return;
      }
      const { id, method, args } = message;
      const send = (answer: Partial<ToThread & object>) => thread.postMessage({ id, ...answer });
      try {
        send({ value: await call(shared, method, args) });
      } catch (thrown) {
        send({ error: plainOf(thrown) });
      }
    });
  };
  try {
    while (threads.length < count) threads.push(start({ methods, crawlId, places }));
  } catch (error) {
    void stop();
    throw error;
  }
  for (const thread of threads) serve(thread);
  return {
    areStarted: () => started === count,
    failure: () => failure,
    wake: (tickets) => wake(tickets),
    stop,
  };
}

function call(shared: Shared, [part, name]: Method, args: unknown[]): unknown {
  const owner = (part === '' ? shared : shared[part as keyof Shared]) as unknown as Methods;
  return owner[name]?.(...(args as never));
}

/** Fields of errors are lost on the way, all but those of plain objects. */
function plainOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  return { ...JSON.parse(JSON.stringify(error)), name, message, stack };
}

/** A thread that works on a crawl. */
export interface CrawlThread {
  /** Requests at a time. */
  readonly places: number;
  readonly store: Store;
  readonly local: LocalCollector;
  readonly queue: Queue;
  /** Works on the crawl until the thread is ended, and never resolves. */
  work(context: Context, headers: Readonly<Record<string, string>>): Promise<never>;
}

/** A queue that also sends what is announced to other threads. */
export function relayed(queue: Queue, send: (tickets: number) => void): Queue {
  return {
    ...queue,
    async announce(tickets, delayMs = 0) {
      await queue.announce(tickets, delayMs);
      // Workers know from the store what is due later.
      if (delayMs === 0) send(tickets);
    },
  };
}

/** What {@link startCrawlThreads} gives to this thread; `undefined` in others. */
export function openThread(): CrawlThread | undefined {
  // The command may run in a thread of another program.
  if (parentPort === null || workerData?.methods === undefined) return undefined;
  const port = parentPort;
  const { methods, crawlId, places } = workerData as ThreadData;
  const queue = embeddedQueue();
  const calls = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
  >();
  let id = 0;
  port.on('message', (message: ToThread) => {
    if (typeof message === 'number') return void queue.announce(message);
    const waiting = calls.get(message.id);
    calls.delete(message.id);
    if ('error' in message) waiting?.reject(Object.assign(new Error(), message.error));
    else waiting?.resolve(message.value);
  });
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [part, name] of methods) {
    parts[part] = {
      ...parts[part],
      [name]: (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          calls.set(++id, { resolve, reject });
          port.postMessage({ id, method: [part, name], args } satisfies FromThread);
        }),
    };
  }
  const shared = { ...parts, ...parts[''] } as unknown as Shared;
  return {
    places,
    store: shared,
    local: { add: (url, details) => shared.local?.add(url, { checks: found(details.checks) }) },
    queue: relayed(queue, (tickets) => port.postMessage(tickets satisfies FromThread)),
    work(context, headers) {
      startWorker(context, { concurrency: places + 1, crawlHeaders: { crawlId, headers } });
      port.postMessage(null satisfies FromThread);
      return new Promise(() => {});
    },
  };
}

/** The checks that found something, as the others are most of a page. */
function found(checks: ReportDetails['checks']): ReportDetails['checks'] {
  const all = Object.entries(checks);
  return Object.fromEntries(all.filter(([, { status }]) => status === 'fail' || status === 'warn'));
}
