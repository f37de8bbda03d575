import { startWorker } from '@sitegrade/core';
import { openQueue } from './open-queue.ts';

// A worker process. Says when it is ready, and how many jobs it has done, when it is asked.

process.setSourceMapsEnabled(false);
const { shared, concurrency } = JSON.parse(process.argv[2] ?? '');
let done = 0;
const { context } = await openQueue(shared, () => {
  done += 1;
});
startWorker(context, { concurrency });
process.on('message', () => process.send?.(done));
process.once('disconnect', () => process.exit());
process.send?.('ready');
