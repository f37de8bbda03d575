import { setTimeout as sleep } from 'node:timers/promises';
import { isSitegradeError, type Store } from '@sitegrade/core';
import { deliverNext } from './deliver-next.ts';
import { reportOfParent } from './report-of-parent.ts';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** Creates reports, makes deliveries of them and sends these, until it is killed. Prints what it did. */
export async function createAndDeliver(store: Store, json: string): Promise<void> {
  await waitToBegin();
  for (;;) {
    // A pause like between requests: without it one process would always hold the lock of SQLite.
    await sleep(Math.random() * 5);
    try {
      const { id } = await store.reports.create(reportOfParent(json));
      printLine(`created ${id}`);
      for (let sent = 0; sent < 3; sent += 1) {
        await deliverNext(store, (messageId) => printLine(`sent ${messageId}`));
      }
    } catch (error) {
      // On a machine that is busy, the lock of SQLite may take longer than the store waits.
      if (!isSitegradeError(error) || error.code !== 'overloaded') throw error;
    }
  }
}
