import { setTimeout as sleep } from 'node:timers/promises';
import { type ContextOptions, createContext, type Store, startWorker } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** Allows the receiver of the test, and posts mails to it, too. */
export const onThisMachine = (receiver: string): Omit<ContextOptions, 'store'> => ({
  network: { ports: 'any' },
  quotas: { mailsPerDay: 1_000_000 },
  alerts: {
    allowAddresses: ['127.0.0.0/8'],
    allowHttp: true,
    consoleUrl: 'https://seo.example.com',
    sendMail: async ({ messageId, text }) => {
      const headers = { 'message-id': messageId };
      await fetch(receiver, { method: 'POST', headers, body: text });
    },
  },
});

/** Creates reports, which it prints, while a worker posts them to the webhook of their owner, and to a recipient. */
export async function alertUntilKilled(store: Store): Promise<void> {
  await waitToBegin();
  const [webhook] = await store.webhooks.list('ann');
  const context = createContext({ store, ...onThisMachine(webhook?.url ?? '') });
  for (let count = 0; ; count += 1) {
    const { id } = await store.reports.create(newReport({ ownerId: 'ann', createdAt: new Date() }));
    printLine(`created ${id}`);
    // Then there is something to post.
    if (count === 10) startWorker(context);
    if (count > 10) await sleep(Math.random() * 5);
  }
}
