import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorker } from '@sitegrade/core';
import { openContext, type Shared } from './open-context.ts';

// A worker process: runs jobs until SIGTERM, and prints the id of each one that is done. An unhandled rejection
// ends it with 1, as Node does by default.

const [, , json = ''] = process.argv;
const shared: Shared = JSON.parse(json);
const { context, close } = await openWhenAvailable();
const worker = startWorker(context, { concurrency: 5 });
process.once('SIGTERM', async () => {
  await worker.stop();
  await close();
});

/** A host's supervisor starts a process again that found no database. */
async function openWhenAvailable() {
  for (;;) {
    try {
      return await openContext(shared, (jobId) => writeSync(1, `${jobId}\n`));
    } catch {
      await sleep(200);
    }
  }
}
