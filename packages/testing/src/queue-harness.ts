import type { Queue } from '@sitegrade/core';
import type { Store } from '@sitegrade/core/store';

/** The queue to test with `describeQueue`. */
export interface QueueHarness {
  /** Creates an empty, migrated store that shares no data with others. The tests close it. */
  readonly createStore: () => Promise<Store>;
  /**
   * Creates a queue, as one process has it. Queues with the same name share their tickets, as those of several
   * processes; others share nothing.
   */
  readonly createQueue: (name: string) => Promise<Queue>;
  /** Interrupts the connections of all queues for a moment, if they have any. Resolves when they may work again. */
  readonly interrupt?: () => Promise<void>;
}

/** Time limit of a test in milliseconds, on any machine. */
export const queueTimeoutMs = 300_000;
