import type { Queue } from './queue.ts';

/** How long a worker waits before it looks for jobs by itself. */
const lookMs = 1_000;

/**
 * Creates the default queue, which needs nothing but the store. It wakes workers that have the same queue at
 * once: those of one context. Workers of other processes and machines look for jobs every second, which also
 * finds jobs that are due after a delay.
 *
 * @example
 * ```ts
 * const context = createContext({ store, queue: embeddedQueue() });
 * ```
 */
export function embeddedQueue(): Queue {
  /** Wakes one waiting worker each. */
  const waiting = new Set<() => void>();
  /** Whether there was a ticket that no worker waited for. */
  let isTicketLeft = false;

  return {
    async announce(count, delayMs = 0) {
      if (delayMs > 0) return;
      isTicketLeft ||= count > waiting.size;
      for (const wake of [...waiting].slice(0, count)) wake();
    },
    async wait(signal) {
      if (signal.aborted) return;
      if (isTicketLeft) {
        isTicketLeft = false;
        return;
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, lookMs);
        signal.addEventListener('abort', wake);
        waiting.add(wake);
      });
    },
  };
}
