import { type Context, createContext, embeddedQueue, type Queue } from '@sitegrade/core';
import { pgBossQueue } from '@sitegrade/queue-pg-boss';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import PgBoss from 'pg-boss';

/** The database and the queue of a measurement: a file of SQLite, or Postgres. */
export interface Shared {
  readonly name: string;
  readonly queue: 'embedded' | 'pg-boss';
  readonly filename?: string;
  readonly connectionString?: string;
}

/** Opens them, as each process does. */
export async function openQueue(
  { queue, filename, connectionString = '' }: Shared,
  onJobDone: () => void = () => {},
): Promise<{ readonly context: Context; close(): Promise<void> }> {
  const store = filename ? sqliteStore({ filename }) : postgresStore({ connectionString });
  const boss = queue === 'pg-boss' ? new PgBoss({ connectionString, max: 3 }) : undefined;
  boss?.on('error', console.error);
  await boss?.start();
  const used: Queue = boss ? pgBossQueue({ boss }) : embeddedQueue();
  const context = createContext({
    store,
    queue: used,
    crawls: { perHost: 10 },
    network: { allowAddresses: ['127.0.0.0/8'], ports: 'any' },
    onEvent: ({ type }) => {
      if (type === 'job.done') onJobDone();
    },
  });
  return {
    context,
    async close() {
      await boss?.stop({ graceful: false, wait: true, timeout: 2_000 });
      await store.close();
    },
  };
}
