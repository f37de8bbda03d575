import { setTimeout as sleep } from 'node:timers/promises';
import { type ContextOptions, createContext, type Store, startWorker } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** Allows the receiver of the test. */
export const onThisMachine: Omit<ContextOptions, 'store'> = {
  network: { ports: 'any' },
  alerts: { allowAddresses: ['127.0.0.0/8'], allowHttp: true },
};

/** Creates reports, which it prints, while a worker posts them to the webhook of their owner. */
export async function alertUntilKilled(store: Store): Promise<void> {
  await waitToBegin();
  const context = createContext({ store, ...onThisMachine });
  for (let count = 0; ; count += 1) {
    const { id } = await store.reports.create(newReport({ ownerId: 'ann', createdAt: new Date() }));
    printLine(`created ${id}`);
    // Then there is something to post.
    if (count === 10) startWorker(context);
    if (count > 10) await sleep(Math.random() * 5);
  }
}
