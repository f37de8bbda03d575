import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  confirmRecipient,
  createContext,
  createRecipient,
  createWebhook,
  type Store,
  startWorker,
} from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, vi } from 'vitest';
import { onThisMachine } from './alert-until-killed.ts';
import type { RunningProcess } from './start-process.ts';

/** How many processes are killed, one after the other. */
const kills = Number(process.env.SITEGRADE_KILLS ?? 4);

/** Time limit in milliseconds, on any machine. */
export const allDeliveredTimeoutMs = 300_000 + 30_000 * kills;

/**
 * Kills processes that create reports, post them to a webhook and mail them to a recipient. Expects that in the end both
 * have received each report, and none in two messages: what they receive twice has the same id.
 *
 * @param start - Starts a process of `alertUntilKilled` on the database of the store.
 * @param endLeases - Lets the leases of the killed processes be over.
 */
export async function expectAllDelivered(
  store: Store,
  start: () => RunningProcess,
  endLeases: () => Promise<unknown>,
): Promise<void> {
  /** The messages about each report, by their ids: to the webhook, and to the recipient. */
  const messages = new Map<number, Set<string>>();
  const mails = new Map<number, Set<string>>();
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const mailId = request.headers['message-id'];
    const [, mailed] = /\/reports\/(\d+)/.exec(body) ?? [];
    if (mailId === undefined) {
      const { data } = JSON.parse(body) as { data: { report: { id: number } } };
      addTo(messages, data.report.id, String(request.headers['webhook-id']));
    } else addTo(mails, Number(mailed), String(mailId));
    // Sometimes the process is killed while it waits for the response.
    setTimeout(() => response.writeHead(204).end(), Math.random() * 10);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const context = createContext({ store, ...onThisMachine(url) });
  await addRecipient(context);
  await createWebhook(context, 'ann', { url, events: ['report.created'] });

  const created = new Set<number>();
  for (let kill = 0; kill < kills; kill += 1) {
    const child = start();
    await child.printed(1);
    child.begin();
    await child.printed(12);
    await sleep(Math.random() * 200);
    child.kill();
    expect((await child.ended).code, child.errors()).toBeNull();
    for (const line of child.lines) {
      if (line.startsWith('created ')) created.add(Number(line.slice('created '.length)));
    }
    await endLeases();
  }
  const worker = startWorker(context);
  const missing = () => [...created].filter((id) => !messages.has(id) || !mails.has(id));
  await vi.waitFor(() => expect(missing()).toEqual([]), {
    timeout: allDeliveredTimeoutMs,
    interval: 100,
  });
  await worker.stop();
  receiver.close();
  expect(created.size).toBeGreaterThanOrEqual(kills * 10);
  for (const ids of [...messages.values(), ...mails.values()]) expect(ids.size).toBe(1);
}

function addTo(messages: Map<number, Set<string>>, reportId: number, id: string): void {
  messages.set(reportId, (messages.get(reportId) ?? new Set()).add(id));
}

/** A recipient of the website that has confirmed. */
async function addRecipient(context: Context): Promise<void> {
  const { store, now } = context;
  const { websiteId } = await store.reports.create(newReport({ ownerId: 'ann', createdAt: now() }));
  await createRecipient(context, 'ann', websiteId, {
    address: 'reader@example.com',
    events: ['report.created'],
  });
  const claimed = await store.mails.claim({ token: 'first', leaseMs: 60_000, now: now() });
  if (claimed === undefined) throw new Error('The confirmation is missing.');
  await store.mails.end(claimed.lease, { kind: 'sent' }, now());
  await confirmRecipient(context, claimed.token);
}
