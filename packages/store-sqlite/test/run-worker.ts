import { createContext, type Queue, type Store, startWorker } from '@sitegrade/core';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/**
 * Runs jobs in a child process until its parent signals the end. Prints the id of each job that is done.
 *
 * @param origin - The website of the jobs.
 */
export async function runWorker(store: Store, origin: string, queue?: Queue): Promise<void> {
  const context = createContext({
    store,
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    onEvent: (event) => {
      if (event.type === 'job.done') printLine(`${event.jobId}`);
    },
    ...(queue && { queue }),
  });
  const worker = startWorker(context, { concurrency: 3 });
  await waitToBegin();
  await worker.stop();
  await store.close();
}
