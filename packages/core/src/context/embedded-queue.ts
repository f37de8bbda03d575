import { pollDelayMs } from './poll-delay.ts';
import type { Queue } from './queue.ts';
import { createTickets } from './tickets.ts';

/**
 * Creates the default queue, which needs nothing but the store. It wakes workers that have the same queue at
 * once: those of one context. Workers of other processes and machines look for jobs after a second, and every five
 * seconds while there are none; on Postgres, `listenQueue` of `@sitegrade/store-postgres` wakes them at once, too.
 *
 * @example
 * ```ts
 * const context = createContext({ store, queue: embeddedQueue() });
 * ```
 */
export function embeddedQueue(): Queue {
  const tickets = createTickets();
  return {
    async announce(count, delayMs = 0) {
      // Workers know from the store what is due later.
      if (delayMs === 0) tickets.add(count);
    },
    wait: (signal, emptyPolls = 0) => tickets.wait(signal, pollDelayMs(emptyPolls)),
  };
}
