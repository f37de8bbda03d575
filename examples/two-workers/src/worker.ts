import { startWorker } from '@sitegrade/core';
import { openContext } from './open-context.ts';

// A worker. Start as many as you have cores, on any number of machines.

const context = await openContext(5, (event) => {
  if (event.type === 'job.done') console.log(`Job ${event.jobId}: report ${event.reportId}`);
  if (event.type === 'job.failed') console.log(`Job ${event.jobId}: ${event.code}`);
});
const worker = startWorker(context, { concurrency: 5 });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    // Gives back the jobs that do not end within ten seconds, so that another worker starts them at once.
    await worker.stop();
    await context.store.close();
  });
}
console.log(`Worker ${process.pid} is waiting for jobs.`);
