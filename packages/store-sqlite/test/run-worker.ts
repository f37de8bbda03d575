import { createContext, type Queue, type Store, startWorker } from '@sitegrade/core';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** Jobs that one of the processes runs at once. */
export const workerConcurrency = 3;

/**
 * Runs jobs in a child process until its parent signals the end. Prints the id of each job that is done.
 *
 * @param origin - The website of the jobs.
 */
export async function runWorker(store: Store, origin: string, queue?: Queue): Promise<void> {
  const context = createContext({
    store,
    // There is one website.
    crawls: { perHost: 10 },
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    onEvent: (event) => {
      if (event.type === 'job.done') printLine(`${event.jobId}`);
    },
    ...(queue && { queue }),
  });
  const worker = startWorker(context, { concurrency: workerConcurrency });
  await waitToBegin();
  await worker.stop();
  await store.close();
}
