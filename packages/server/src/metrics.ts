import type { EventListener, OperationListener, Store } from '@sitegrade/core';
import type { StoreDelays, UnendedJobs } from '@sitegrade/core/store';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countEvents } from './count-events.ts';
import { countOperations, type RefusedWrites } from './count-operations.ts';

/** How long the numbers of jobs and crawls are used again, in milliseconds. */
const keepMs = 5_000;

/** The metrics of a process. */
export interface Metrics {
  readonly onEvent: EventListener;
  readonly onOperation: OperationListener;
  /** The metrics of jobs, crawls and the database are there from now on. */
  watchStore(
    store: {
      readonly jobs: Pick<Store['jobs'], 'countUnended'>;
      readonly crawls: Pick<Store['crawls'], 'countUnended'>;
      readonly deliveries: Pick<Store['deliveries'], 'countWaiting'>;
    } & Pick<Store, 'isWritable' | 'delays' | 'stats'>,
  ): void;
  readonly contentType: string;
  /** What Prometheus reads. Does not fail: without a database there are no numbers of jobs and crawls. */
  read(): Promise<string>;
}

/** Creates the metrics of a process: what it does, its memory, CPU and event loop, and the queue of all processes. */
export function createMetrics(monotonicMs = () => performance.now()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { onOperation, refused } = countOperations(registry, monotonicMs);
  return {
    onEvent: countEvents(registry),
    onOperation,
    watchStore(store) {
      const { jobs, crawls, deliveries } = store;
      addJobs(
        registry,
        createCount(() => jobs.countUnended(), monotonicMs),
      );
      addNumber(
        registry,
        'sitegrade_crawls',
        'Crawls of all owners that have not ended. The same in all processes of a database.',
        createCount(() => crawls.countUnended(), monotonicMs),
      );
      addNumber(
        registry,
        'sitegrade_deliveries_waiting',
        'Deliveries to webhooks of all owners that wait, at most 10,000. The same in all processes of a database.',
        createCount(() => deliveries.countWaiting(), monotonicMs),
      );
      addReadOnly(registry, store);
      addDelays(
        registry,
        createCount(() => store.delays(new Date()), monotonicMs),
      );
      addRefusedWrites(registry, store, refused);
      addConnections(registry, store);
    },
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

/** Reads numbers of the database at most every five seconds; `undefined` without a database. */
function createCount<Counts>(count: () => Promise<Counts>, monotonicMs: () => number) {
  let last: { readonly at: number; readonly counts: Promise<Counts | undefined> } | undefined;
  return () => {
    if (last === undefined || monotonicMs() - last.at >= keepMs) {
      last = { at: monotonicMs(), counts: count().catch(() => undefined) };
    }
    return last.counts;
  };
}

function addJobs(registry: Registry, count: () => Promise<UnendedJobs | undefined>): void {
  new Gauge({
    name: 'sitegrade_jobs',
    help: 'Jobs of all owners that have not ended, by their state. The same in all processes of a database.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const jobs = await count();
      this.reset();
      if (jobs === undefined) return;
      this.set({ state: 'queued' }, jobs.queued);
      this.set({ state: 'running' }, jobs.running);
    },
  });
}

function addReadOnly(registry: Registry, store: Pick<Store, 'isWritable'>): void {
  new Gauge({
    name: 'sitegrade_database_read_only',
    help: '1 while the database accepts no changes, as on a full disk, and this process creates nothing; otherwise 0.',
    registers: [registry],
    async collect() {
      this.set((await store.isWritable()) ? 0 : 1);
    },
  });
}

function addNumber(
  registry: Registry,
  name: string,
  help: string,
  count: () => Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const number = await count();
      // Without a label, a gauge that is reset is 0, which would be wrong.
      if (number === undefined) this.remove();
      else this.set(number);
    },
  });
}

function addDelays(registry: Registry, read: () => Promise<StoreDelays | undefined>): void {
  const addGauge = (name: string, help: string, msOf: (delays: StoreDelays) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const delays = await read();
        if (delays === undefined) this.remove();
        else this.set(msOf(delays) / 1_000);
      },
    });
  addGauge(
    'sitegrade_oldest_due_job_age_seconds',
    'How long the job that has been due longest has been due; 0 without one. The same in all processes of a database.',
    ({ oldestDueJobMs }) => oldestDueJobMs,
  );
  addGauge(
    'sitegrade_oldest_crawl_last_page_age_seconds',
    'How long ago a page of the crawl that has been running longest ended; 0 without one. The same in all processes of a database.',
    ({ lastPageMs }) => lastPageMs,
  );
}

function addRefusedWrites(
  registry: Registry,
  { stats }: Pick<Store, 'stats'>,
  refused: () => RefusedWrites,
): void {
  new Counter({
    name: 'sitegrade_writes_refused_total',
    help: 'Changes that this process could not store, and requests that it refused therefore, by the reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      const { refusedWrites } = stats();
      const { quota, readOnly } = refused();
      this.reset();
      this.inc({ reason: 'busy' }, refusedWrites.busy);
      this.inc({ reason: 'read_only' }, refusedWrites.readOnly + readOnly);
      this.inc({ reason: 'quota' }, quota);
    },
  });
}

/** Only for a database that is another process: nothing waits for a connection to a file. */
function addConnections(registry: Registry, { stats }: Pick<Store, 'stats'>): void {
  if (stats().connections === undefined) return;
  new Gauge({
    name: 'sitegrade_database_connections_waiting',
    help: 'How many statements and transactions of this process wait for a connection to the database.',
    registers: [registry],
    collect() {
      this.set(stats().connections?.waiting ?? 0);
    },
  });
  new Counter({
    name: 'sitegrade_database_connection_wait_seconds_total',
    help: 'How long statements and transactions of this process have waited for a connection, all together.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc((stats().connections?.waitedMs ?? 0) / 1_000);
    },
  });
}
