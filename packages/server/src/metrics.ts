import type { EventListener, Store, UnendedJobs } from '@sitegrade/core';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { countEvents } from './count-events.ts';

/** How long the numbers of jobs are used again, in milliseconds. */
const keepMs = 5_000;

/** The metrics of a process. */
export interface Metrics {
  readonly onEvent: EventListener;
  /** The metrics of jobs are there from now on. */
  watchJobs(store: { readonly jobs: Pick<Store['jobs'], 'countUnended'> }): void;
  readonly contentType: string;
  /** What Prometheus reads. Does not fail: without a database there are no numbers of jobs. */
  read(): Promise<string>;
}

/** Creates the metrics of a process: what it does, its memory, CPU and event loop, and the queue of all processes. */
export function createMetrics(monotonicMs = () => performance.now()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    onEvent: countEvents(registry),
    watchJobs: ({ jobs }) => addJobs(registry, () => jobs.countUnended(), monotonicMs),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

function addJobs(
  registry: Registry,
  count: () => Promise<UnendedJobs>,
  monotonicMs: () => number,
): void {
  let last: { readonly at: number; readonly jobs: Promise<UnendedJobs | undefined> } | undefined;
  new Gauge({
    name: 'sitegrade_jobs',
    help: 'Jobs of all owners that have not ended, by their state. The same in all processes of a database.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      if (last === undefined || monotonicMs() - last.at >= keepMs) {
        last = { at: monotonicMs(), jobs: count().catch(() => undefined) };
      }
      const jobs = await last.jobs;
      this.reset();
      if (jobs === undefined) return;
      this.set({ state: 'queued' }, jobs.queued);
      this.set({ state: 'running' }, jobs.running);
    },
  });
}
