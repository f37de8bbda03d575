import { EventEmitter, once } from 'node:events';
import { createContext, createJob, type OperationEvent, startWorker } from '@sitegrade/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPageServer } from '../../testing/src/page-server.ts';
import { listenQueue, postgresStore } from '../src/index.ts';
import { countListeners } from './count-listeners.ts';
import { startTlsPostgres } from './start-tls-postgres.ts';
import { tlsFile } from './tls-file.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
const tls = { sslmode: 'verify-full', sslrootcert: tlsFile('ca.pem') };

it('jobs go on after a restart of the server, over TLS and IPv6, and the process listens again', async () => {
  const server = await startTlsPostgres();
  onTestFinished(() => server.remove());
  const connectionString = server.url('with_tls', tls, '[::1]');
  const store = postgresStore({ connectionString });
  onTestFinished(() => store.close());
  await store.migrate();
  const queue = listenQueue({ connectionString });
  onTestFinished(() => queue.close());
  await queue.listen();

  /** The first page responds when the server has been restarted. */
  const events = new EventEmitter();
  const requested = once(events, 'requested');
  const restarted = once(events, 'restarted');
  const origin = await startPageServer(async (path) => {
    if (path !== '/first') return;
    events.emit('requested');
    await restarted;
  });
  const operations: OperationEvent['type'][] = [];
  const context = createContext({
    store,
    queue,
    network: {
      allowAddresses: [new URL(origin).host],
      ports: 'any',
      limits: { totalMs: 600_000, headersMs: 600_000 },
    },
    onOperation: ({ type }) => operations.push(type),
  });
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const worker = startWorker(context);
  onTestFinished(() => worker.stop());
  const create = (path: string) => createJob(context, ownerId, { url: `${origin}${path}` });

  await create('/first');
  await requested;
  await server.stop();
  await expect(create('/during')).rejects.toMatchObject({ code: 'overloaded' });
  await server.start();
  events.emit('restarted');

  const inTime = { timeout: 100_000, interval: 200 };
  await vi.waitFor(() => create('/second'), inTime);
  await vi.waitFor(async () => {
    const { rows } = await store.reports.list(ownerId, query);
    expect(rows.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/first', '/second']);
  }, inTime);
  expect(operations).toContain('outage.began');
  await vi.waitFor(async () => expect(await countListeners(connectionString)).toBe(1), inTime);
  expect(await store.jobs.countUnended()).toEqual({ queued: 0, running: 0 });
});
