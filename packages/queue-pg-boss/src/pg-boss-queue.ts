import type { Queue } from '@sitegrade/core';
import {
  createWarnOnce,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/core/internal';
import * as v from 'valibot';
import type { PgBoss } from './pg-boss.ts';

/** Options of {@link pgBossQueue}. */
export interface PgBossQueueOptions {
  /** Your started instance of pg-boss. You stop it, after the workers. */
  readonly boss: PgBoss;
  /**
   * The name of the queue in pg-boss, which is created if it is missing: letters, digits, `-`, `_` and `.`.
   * Default: `sitegrade`.
   */
  readonly name?: string;
}

/** How often a worker asks for a ticket. */
const pollMs = 500;

/** The wait after a failure. */
const retryMs = 1_000;

/** Each wakes a worker, which starts jobs until none is due: no more are needed. */
const maxTickets = 10;

/** A worker that has found nothing in a minute sweeps: older tickets are useless. */
const retentionSeconds = 600;

const expireInSeconds = 60;

/** The error code of Postgres for a transaction that was ended because of a deadlock. */
const deadlockCode = '40P01';

const maxCreations = 5;

const methods = [
  'createQueue',
  'send',
  'fetch',
  'complete',
] as const satisfies readonly (keyof PgBoss)[];

const optionsSchema = optionsObject({
  boss: mustBe<PgBoss>(
    `an instance of pg-boss with ${methods.join(', ')}`,
    (value) => isObject(value) && methods.every((method) => method in value),
  ),
  name: v.optional(
    mustBe<string>(
      'a name of 1 to 100 letters, digits, -, _ and .',
      (value) => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value),
    ),
  ),
} satisfies Record<keyof PgBossQueueOptions, v.GenericSchema>);

/**
 * Wakes workers on all machines with tickets in your own pg-boss, where its monitoring shows them. The jobs are
 * in the store, which may be any database. While pg-boss cannot be reached, workers still find jobs by their
 * sweep each minute; the first failure is a process warning (`SitegradeWarning`).
 *
 * @throws TypeError with the name of an option that is invalid, missing or unknown.
 * @example
 * ```ts
 * const context = createContext({ store, queue: pgBossQueue({ boss }) });
 * ```
 */
export function pgBossQueue(options: PgBossQueueOptions): Queue {
  validateOptions(optionsSchema, options, 'pgBossQueue: ');
  const { boss, name = 'sitegrade' } = options;
  const warnOnce = createWarnOnce();
  /** Ends the pauses of workers in this process, which then ask for a ticket at once. */
  const pauses = new Set<() => void>();
  let queueCreation: Promise<unknown> | undefined;

  const requireQueue = async (): Promise<void> => {
    queueCreation ??= createQueue(boss, name);
    try {
      await queueCreation;
    } catch (error) {
      queueCreation = undefined;
      throw error;
    }
  };

  const announce = async (count: number, delayMs = 0): Promise<void> => {
    await requireQueue();
    const ticket = {
      retryLimit: 0,
      retentionSeconds,
      expireInSeconds,
      startAfter: Math.ceil(delayMs / 1_000),
    };
    const tickets = Array.from({ length: Math.min(count, maxTickets) }, () => ticket);
    await Promise.all(tickets.map((options) => boss.send(name, {}, options)));
    if (delayMs === 0) for (const end of [...pauses]) end();
  };

  /** Takes a ticket, and returns whether there was one. */
  const takeTicket = async (signal: AbortSignal): Promise<boolean> => {
    await requireQueue();
    const tickets = (await boss.fetch(name, { batchSize: 1 })) ?? [];
    if (tickets.length === 0) return false;
    const ids = tickets.map(({ id }) => id);
    // A ticket that is not completed expires: it has already woken a worker.
    await boss.complete(name, ids).catch((error) => {
      if (!signal.aborted) warnOfFailure(error);
    });
    return true;
  };

  const warnOfFailure = (error: unknown): void => {
    warnOnce(
      'SITEGRADE_PG_BOSS_FAILED',
      'pg-boss failed. Workers find jobs within a minute, and the queue tries again. Later failures are not reported.',
      error,
    );
  };

  const waitForTicket = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      let ms = pollMs;
      try {
        if (await takeTicket(signal)) {
          // The worker that waited is gone, so the ticket is for another one.
          if (signal.aborted) await announce(1);
          return;
        }
      } catch (error) {
        if (signal.aborted) return;
        warnOfFailure(error);
        ms = retryMs;
      }
      await pause(ms, signal, pauses);
    }
  };

  return {
    announce,
    async wait(signal) {
      if (signal.aborted) return;
      let end = () => {};
      const aborted = new Promise<void>((resolve) => {
        end = resolve;
      });
      signal.addEventListener('abort', end);
      // A request to a database that does not respond is left to end by itself.
      await Promise.race([waitForTicket(signal), aborted]);
      signal.removeEventListener('abort', end);
    },
  };
}

/**
 * Creates the queue, unless it exists. pg-boss does so with statements that end in a deadlock if several
 * processes execute them at the same time: all but one must try again, and then find the queue.
 */
async function createQueue(boss: PgBoss, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await boss.createQueue(name);
      return;
    } catch (error) {
      const isDeadlock = isObject(error) && 'code' in error && error.code === deadlockCode;
      if (!isDeadlock || attempt >= maxCreations) throw error;
    }
  }
}

/** Waits, or until the signal aborts or `pauses` ends it. */
async function pause(ms: number, signal: AbortSignal, pauses: Set<() => void>): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      pauses.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    pauses.add(end);
  });
}
