import { type Context, createContext, embeddedQueue, type Queue } from '@sitegrade/core';
import { pgBossQueue } from '@sitegrade/queue-pg-boss';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import PgBoss from 'pg-boss';

/** The database and the queue that all processes of a scenario share. */
export type Shared =
  | { readonly database: 'sqlite'; readonly filename: string; readonly queue: 'embedded' }
  | {
      readonly database: 'postgres';
      readonly connectionString: string;
      readonly queue: 'embedded' | 'pg-boss';
    };

// Enough for a page on a busy machine, where a time-out would end a job for good.
const limits = { totalMs: 12_000, cpuMs: 4_000 };

/** How long a lease lasts with these limits, in milliseconds. */
export const leaseMs = limits.totalMs + limits.cpuMs + 30_000;

/** A context of one process. */
interface OpenContext {
  readonly context: Context;
  close(): Promise<void>;
}

/**
 * Opens the database and the queue, as each process does.
 *
 * @param onJobDone - Called with the id of each job that a worker of this context has done.
 */
export async function openContext(
  shared: Shared,
  onJobDone: (jobId: number) => void = () => {},
): Promise<OpenContext> {
  const store =
    shared.database === 'sqlite'
      ? sqliteStore({ filename: shared.filename })
      : postgresStore({ connectionString: shared.connectionString, maxConnections: 5 });
  const { queue, stop } = await openQueue(shared);
  const context = createContext({
    store,
    queue,
    crawls: { perHost: 10 },
    network: { allowAddresses: ['127.0.0.1'], ports: 'any', limits },
    onEvent: (event) => {
      if (event.type === 'job.done') onJobDone(event.jobId);
    },
  });
  return {
    context,
    async close() {
      await stop();
      await store.close();
    },
  };
}

async function openQueue(shared: Shared): Promise<{ queue: Queue; stop(): Promise<void> }> {
  if (shared.database === 'sqlite' || shared.queue === 'embedded') {
    return { queue: embeddedQueue(), stop: async () => {} };
  }
  const boss = new PgBoss({ connectionString: shared.connectionString, max: 3 });
  // It reports failures of its connections here. Without a listener they would end the process.
  boss.on('error', () => {});
  await boss.start();
  return {
    queue: pgBossQueue({ boss }),
    stop: () => boss.stop({ graceful: false, wait: true, timeout: 2_000 }),
  };
}
