import { randomBytes } from 'node:crypto';
import type { Queue } from '@sitegrade/core';
import { createTickets, createWarnOnce, pollDelayMs } from '@sitegrade/core/internal';
import pg from 'pg';
import type { ListenClient } from './listen-client.ts';
import { type ListenQueueOptions, validateListenQueueOptions } from './listen-queue-options.ts';
import { createListening } from './listening.ts';
import { fromPayload, merge, type Notified, toPayload } from './notifications.ts';

/** The time between two notifications of a process: Postgres commits one notifying transaction after the other. */
const notifyMs = 50;

/** Workers of several machines that hear of one job do not all claim it at the same moment. */
const spreadMs = 20;

/** The longest timer of Node: 24 days. */
const longestTimerMs = 2 ** 31 - 1;

/** A queue on `LISTEN` and `NOTIFY`. */
export interface ListenQueue extends Queue {
  /**
   * Connects now, instead of with the first job or the first wait, to notice wrong options at the start.
   *
   * @throws the error of the connection. The next job or wait tries again.
   */
  listen(): Promise<void>;
  /** Closes the connection. Call it after the workers have stopped. */
  close(): Promise<void>;
}

/**
 * Wakes the workers of all machines with `NOTIFY` of Postgres, on one separate connection for each process, so that a
 * job starts within 100 milliseconds and idle workers ask the database for nothing. A process notifies at most every 50
 * milliseconds, outside the transactions of the store.
 *
 * While the connection is lost it connects again, and workers look for jobs every one to five seconds; the first failure
 * is a process warning (`SitegradeWarning`).
 *
 * @throws TypeError if an option is missing or invalid.
 * @example
 * ```ts
 * const connectionString = 'postgres://localhost/app';
 * const store = postgresStore({ connectionString });
 * const context = createContext({ store, queue: listenQueue({ connectionString }) });
 * ```
 */
export function listenQueue(options: ListenQueueOptions): ListenQueue {
  validateListenQueueOptions(options);
  const { channel = 'sitegrade' } = options;
  const processId = randomBytes(9).toString('base64url');
  const warnOnce = createWarnOnce();
  const tickets = createTickets();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  /** The timer of the next job that is due later. Workers know from the store what comes after it. */
  let later: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  let unsent: Notified | undefined;
  let isCoolingDown = false;

  const after = (ms: number, run: () => void): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
    return timer;
  };

  const wakeLater = (delayMs: number) => {
    const ms = Math.min(delayMs, longestTimerMs);
    const at = performance.now() + ms;
    if (later !== undefined && later.at <= at) return;
    if (later !== undefined) {
      clearTimeout(later.timer);
      timers.delete(later.timer);
    }
    const timer = after(ms, () => {
      later = undefined;
      tickets.add(1);
    });
    later = { at, timer: timer.unref() };
  };

  const listening = createListening({
    createClient: options.createClient ?? (() => openClient(options.connectionString)),
    channel,
    onPayload(payload) {
      const heard = fromPayload(processId, payload);
      if (heard === undefined || isClosed) return;
      const { count, delayMs } = heard;
      if (count > 0) after(Math.random() * spreadMs, () => tickets.add(count));
      if (delayMs !== undefined) wakeLater(delayMs);
    },
    onChange() {
      // They may have missed a ticket, and their next wait depends on it.
      tickets.wakeAll();
      void send();
    },
    onFailure(error) {
      warnOnce(
        'SITEGRADE_LISTEN_FAILED',
        'Listening for jobs on Postgres failed. Workers look for jobs every few seconds, and the queue connects again. Later failures are not reported.',
        error,
      );
    },
  });

  const send = async (): Promise<void> => {
    if (isCoolingDown || unsent === undefined || !listening.isOpen()) return;
    const notified = unsent;
    unsent = undefined;
    isCoolingDown = true;
    after(notifyMs, () => {
      isCoolingDown = false;
      void send();
    });
    // After a failure it is sent when there is a connection again.
    if (!(await listening.notify(toPayload(processId, notified)))) unsent = merge(unsent, notified);
  };

  return {
    listen: () => listening.open(),
    async announce(count, delayMs = 0) {
      if (delayMs > 0) wakeLater(delayMs);
      else tickets.add(count);
      if (isClosed) return;
      unsent = merge(unsent, delayMs > 0 ? { count: 0, delayMs } : { count });
      listening.start();
      void send();
    },
    async wait(signal, emptyPolls = 0) {
      listening.start();
      await tickets.wait(signal, listening.isOpen() ? undefined : pollDelayMs(emptyPolls));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (unsent && listening.isOpen()) await listening.notify(toPayload(processId, unsent));
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await listening.close();
      tickets.wakeAll();
    },
  };
}

function openClient(connectionString: string | undefined): ListenClient {
  return new pg.Client({
    connectionString,
    keepAlive: true,
    fallback_application_name: 'sitegrade_listen',
  });
}
