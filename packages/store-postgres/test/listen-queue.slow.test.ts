import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, createJob, type Queue, startWorker } from '@sitegrade/core';
import { createTickets } from '@sitegrade/core/internal';
import { describeQueue } from '@sitegrade/testing';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProcess } from '../../store-sqlite/test/start-process.ts';
import { expectTwoWorkersToShare } from '../../store-sqlite/test/two-workers.ts';
import { startPageServer } from '../../testing/src/page-server.ts';
import { listenQueue, postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';
import { wrappedPool } from './wrapped-pool.ts';

const never = new AbortController().signal;

/** Terminates the connections that listen, and returns how many there were. */
async function terminateListeners(): Promise<number> {
  const client = new pg.Client(ownSchema().connectionString);
  await client.connect();
  const { rows } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sitegrade_listen'`,
  );
  await client.end();
  return rows.length;
}

/** A queue that listens, without the ticket that a new connection leaves. */
async function openQueue(channel: string) {
  const queue = listenQueue({ connectionString: ownSchema().connectionString, channel });
  onTestFinished(() => queue.close());
  await queue.listen();
  await queue.wait(never);
  return queue;
}

describeQueue('listenQueue', {
  async createStore() {
    const store = postgresStore(ownSchema());
    await store.migrate();
    return store;
  },
  createQueue: (name) => openQueue(`${name} of ${process.pid}`),
  interrupt: async () => void (await terminateListeners()),
});

describe('processes', () => {
  it('wake each other: a queue that listens ends a wait for nothing but a ticket', async () => {
    const { connectionString, schema } = ownSchema();
    const queue = await openQueue(schema);
    const script = join(import.meta.dirname, 'wait-for-ticket.process.ts');
    const other = startProcess(script, connectionString, schema);
    await other.printed(1);
    await queue.announce(1);
    expect(await other.ended, other.errors()).toEqual({ code: 0 });
    expect(other.lines).toEqual(['listening', 'woken']);
  });

  it('share the jobs of one database, each of which is done once', async () => {
    const { connectionString, schema } = ownSchema();
    const store = postgresStore({ connectionString, schema });
    await store.migrate();
    const script = join(import.meta.dirname, 'worker.process.ts');
    await expectTwoWorkersToShare(
      store,
      (origin) => startProcess(script, connectionString, schema, origin, schema),
      await openQueue(schema),
    );
    await store.close();
  });
});

/** A worker on this queue, whose statements are recorded. Timers do not run, as if no time passed. */
async function idleWorker(schema: string, queue: Queue) {
  const { connectionString } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  const statements: string[] = [];
  const recording = wrappedPool(pool, (query, client) => {
    statements.push(query.text);
    return client.query(query);
  });
  const store = postgresStore({ schema, pool: recording });
  await store.migrate();
  const origin = await startPageServer();
  const waits: number[] = [];
  const context = createContext({
    store,
    queue: {
      announce: (count, delayMs) => queue.announce(count, delayMs),
      wait(signal, looks) {
        waits.push(looks ?? 0);
        return queue.wait(signal, looks);
      },
    },
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
  });
  const claim = vi.spyOn(store.jobs, 'claim');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const worker = startWorker(context);
  onTestFinished(async () => {
    await worker.stop();
    vi.useRealTimers();
    await pool.end();
  });
  /** Waits until the worker has begun `count` waits, and its other statements of the start have ended. */
  const untilWaiting = async (count: number) => {
    while (waits.length < count) await sleep(5);
    for (let before = -1; before !== statements.length; ) {
      before = statements.length;
      await sleep(200);
    }
  };
  await untilWaiting(1);
  return { context, store, statements, waits, claim, untilWaiting, origin };
}

describe('a worker that has nothing to do', () => {
  it('asks the database one statement for each look', async () => {
    const tickets = createTickets();
    // Every wait ends for a look, as soon as the test says.
    const queue: Queue = { announce: async () => {}, wait: (signal) => tickets.wait(signal) };
    const { statements, waits, untilWaiting } = await idleWorker(ownSchema().schema, queue);
    statements.length = 0;
    for (let look = 1; look <= 10; look += 1) {
      tickets.add(1);
      await untilWaiting(look + 1);
      expect(statements).toHaveLength(look);
    }
    expect(waits).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(statements[0]).toMatch(/^select min\(.*sitegrade_jobs.*sitegrade_crawls/s);
  });

  it('asks it nothing while it listens, and starts a job of another context without a look', async () => {
    const { connectionString, schema } = ownSchema();
    const { statements, claim } = await idleWorker(schema, await openQueue(schema));
    statements.length = 0;
    const origin = await startPageServer();
    const store = postgresStore({ connectionString, schema });
    onTestFinished(() => store.close());
    const queue = await openQueue(schema);
    const elsewhere = createContext({
      store,
      queue,
      network: { ports: 'any', allowAddresses: [new URL(origin).host] },
    });
    await sleep(50);
    expect(statements).toEqual([]);
    const claims = claim.mock.calls.length;
    await createJob(elsewhere, 'owner-1', { url: `${origin}/` });
    // Of all timers, only that which spreads the claims of several machines runs.
    while (claim.mock.calls.length === claims) {
      await sleep(1);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(await claim.mock.results[claims]?.value).toMatchObject({ ownerId: 'owner-1' });
  });

  it('asks one statement more when another worker was faster', async () => {
    const { schema } = ownSchema();
    const { statements, store, waits, untilWaiting } = await idleWorker(
      schema,
      await openQueue(schema),
    );
    const queue = await openQueue(schema);
    statements.length = 0;
    const before = waits.length;
    await queue.announce(1);
    while (waits.length === before) {
      await sleep(1);
      await vi.advanceTimersByTimeAsync(1);
    }
    await untilWaiting(before + 1);
    expect(statements).toHaveLength(1);
    expect(await store.jobs.countUnended()).toEqual({ queued: 0, running: 0 });
  });

  it('looks by itself while the connection is lost, and hears again afterwards', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { connectionString, schema } = ownSchema();
    const { claim, context } = await idleWorker(schema, await openQueue(schema));
    expect(await terminateListeners()).toBeGreaterThan(0);
    const store = postgresStore({ connectionString, schema });
    onTestFinished(() => store.close());
    const claims = claim.mock.calls.length;
    // Nothing announces this job.
    await store.jobs.create({
      ownerId: 'owner-1',
      urls: ['http://127.0.0.1/'],
      isBatch: false,
      createdAt: context.now(),
      maxQueued: 10,
    });
    while (claim.mock.calls.length === claims) {
      await sleep(1);
      await vi.advanceTimersByTimeAsync(10);
    }
    const queue = await openQueue(schema);
    const heard = claim.mock.calls.length;
    await store.jobs.create({
      ownerId: 'owner-2',
      urls: ['http://127.0.0.1/'],
      isBatch: false,
      createdAt: context.now(),
      maxQueued: 10,
    });
    await queue.announce(1);
    while (claim.mock.calls.length === heard) {
      await sleep(1);
      await vi.advanceTimersByTimeAsync(1);
    }
    vi.restoreAllMocks();
  });
});
