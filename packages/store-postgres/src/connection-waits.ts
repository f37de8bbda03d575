import type { StoreStats } from '@sitegrade/core/store';
import type { AcquireConnection } from './connections.ts';

/** A way to acquire connections that counts who waits. */
interface CountedConnections {
  readonly acquire: AcquireConnection;
  readonly waits: () => NonNullable<StoreStats['connections']>;
}

/** Counts who waits for a connection and for how long, also of a pool of the host. */
export function countWaits(
  acquire: AcquireConnection,
  monotonicMs = () => performance.now(),
): CountedConnections {
  let waiting = 0;
  let waitedMs = 0;
  return {
    async acquire(withinMs) {
      const startedAt = monotonicMs();
      waiting += 1;
      try {
        return await acquire(withinMs);
      } finally {
        waiting -= 1;
        waitedMs += monotonicMs() - startedAt;
      }
    },
    waits: () => ({ waiting, waitedMs }),
  };
}
