/** The tickets of the workers in this process. */
interface Tickets {
  /** Wakes one waiting worker for each ticket. Of those that no worker waits for, one is kept. */
  readonly add: (count: number) => void;
  /** Wakes all workers, and the next one that begins to wait. */
  readonly wakeAll: () => void;
  /** Waits for a ticket, until the signal aborts, or for `withinMs`; without it, for any time. */
  readonly wait: (signal: AbortSignal, withinMs?: number) => Promise<void>;
}

/** Creates the tickets of a queue. */
export function createTickets(): Tickets {
  /** Wakes one waiting worker each. */
  const waiting = new Set<() => void>();
  /** Whether there was a ticket that no worker waited for. */
  let isTicketLeft = false;
  const add = (count: number) => {
    isTicketLeft ||= count > waiting.size;
    for (const wake of [...waiting].slice(0, count)) wake();
  };

  return {
    add,
    wakeAll: () => add(waiting.size + 1),
    async wait(signal, withinMs) {
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
        const timer = withinMs === undefined ? undefined : setTimeout(wake, withinMs);
        signal.addEventListener('abort', wake);
        waiting.add(wake);
      });
    },
  };
}
