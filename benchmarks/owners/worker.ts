import { createContext, embeddedQueue, startWorker } from '@sitegrade/core';
import type { Store } from '@sitegrade/core/store';
import { postgresStore } from '@sitegrade/store-postgres';

// A worker process. When it is asked, says what it has done since it was last asked.

process.setSourceMapsEnabled(false);
const { connectionString, concurrency } = JSON.parse(process.argv[2] ?? '');
let done = 0;
let failed = 0;
let storingMs: number[] = [];
const store: Store = postgresStore({ connectionString });
const measured: Store = {
  ...store,
  reports: {
    ...store.reports,
    async createOnce(report, claim) {
      const startedAt = performance.now();
      try {
        return await store.reports.createOnce(report, claim);
      } finally {
        storingMs.push(performance.now() - startedAt);
      }
    },
  },
};
const context = createContext({
  store: measured,
  queue: embeddedQueue(),
  network: { allowAddresses: ['127.0.0.0/8'], ports: 'any' },
  onEvent: ({ type }) => {
    if (type === 'job.done') done += 1;
    if (type === 'job.retried' || type === 'job.failed') failed += 1;
  },
});
startWorker(context, { concurrency });
process.on('message', () => {
  process.send?.({ done, failed, storingMs });
  [done, failed, storingMs] = [0, 0, []];
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
