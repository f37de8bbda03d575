import { setTimeout as sleep } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/core';

/** How long a database may fail to respond. */
const maxMs = 2 * 60_000;

/**
 * Reads again while the store is overloaded. A busy machine may need longer than a method may take, and that must not
 * end what only watches.
 */
export async function whenAvailable<Result>(read: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isOverloaded = error instanceof SitegradeError && error.code === 'overloaded';
      if (!isOverloaded || performance.now() - startedAt > maxMs) throw error;
      await sleep(1_000);
    }
  }
}
