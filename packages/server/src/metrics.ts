import type { EventListener, Store } from '@sitegrade/core';
import type { UnendedJobs } from '@sitegrade/core/store';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countEvents } from './count-events.ts';

/** How long the numbers of jobs and crawls are used again, in milliseconds. */
const keepMs = 5_000;

/** The metrics of a process. */
export interface Metrics {
  readonly onEvent: EventListener;
  /** The metrics of jobs, crawls and the database are there from now on. */
  watchStore(
    store: {
      readonly jobs: Pick<Store['jobs'], 'countUnended'>;
      readonly crawls: Pick<Store['crawls'], 'countUnended'>;
    } & Pick<Store, 'isWritable'>,
  ): void;
  readonly contentType: string;
  /** What Prometheus reads. Does not fail: without a database there are no numbers of jobs and crawls. */
  read(): Promise<string>;
}

/** Creates the metrics of a process: what it does, its memory, CPU and event loop, and the queue of all processes. */
export function createMetrics(monotonicMs = () => performance.now()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    onEvent: countEvents(registry),
    watchStore(store) {
      const { jobs, crawls } = store;
      addJobs(
        registry,
        createCount(() => jobs.countUnended(), monotonicMs),
      );
      addCrawls(
        registry,
        createCount(() => crawls.countUnended(), monotonicMs),
      );
      addReadOnly(registry, store);
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

function addCrawls(registry: Registry, count: () => Promise<number | undefined>): void {
  new Gauge({
    name: 'sitegrade_crawls',
    help: 'Crawls of all owners that have not ended. The same in all processes of a database.',
    registers: [registry],
    async collect() {
      const crawls = await count();
      // Without a label, a gauge that is reset is 0, which would be wrong.
      if (crawls === undefined) this.remove();
      else this.set(crawls);
    },
  });
}
