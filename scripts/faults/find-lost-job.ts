import { setTimeout as sleep } from 'node:timers/promises';
import { createJob, getJob } from '@sitegrade/core';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';
import { openContext, type Shared } from './open-context.ts';
import { startSite } from './run-scenario.ts';
import { startWorkers } from './start-workers.ts';

/** Two sweeps. */
const maxMs = 120_000;

/**
 * Stores a job as a process does that is killed before it announces it. A worker that waits for tickets of
 * pg-boss, which looks for jobs only when it gets one, must find it with its next sweep.
 *
 * @returns after how many seconds it was done.
 * @throws Error if it was not, or if the worker has printed an error.
 */
export async function findLostJob(script: string): Promise<number> {
  const postgres = await startPostgres();
  const site = await startSite(1);
  const [origin] = site.origins;
  const shared: Shared = {
    database: 'postgres',
    connectionString: postgres.connectionString,
    queue: 'pg-boss',
  };
  const { context, close } = await openContext(shared);
  await context.store.migrate();
  const workers = startWorkers(1, script, shared);
  try {
    // Its first sweep, when it starts, is over when it has done an announced job and no other is due.
    const first = await createJob(context, 'owner-1', { url: `${origin}/first` });
    await waitUntilDone(first.id);
    const killed = { ...context, queue: { announce: noTicket, wait: noTicket } };
    const startedAt = performance.now();
    const lost = await createJob(killed, 'owner-1', { url: `${origin}/lost` });
    await waitUntilDone(lost.id);
    return Math.round((performance.now() - startedAt) / 1_000);
  } finally {
    await workers.stop();
    await close();
    site.close();
    await postgres.remove();
  }

  async function waitUntilDone(id: number): Promise<void> {
    const deadline = performance.now() + maxMs;
    while ((await getJob(context, 'owner-1', id))?.status !== 'done') {
      if (performance.now() > deadline) throw new Error('The worker did not find the job.');
      await sleep(250);
    }
  }
}

/** The process is dead. */
async function noTicket(): Promise<void> {}
