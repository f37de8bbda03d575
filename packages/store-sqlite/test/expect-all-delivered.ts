import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, createWebhook, type Store, startWorker } from '@sitegrade/core';
import { expect, vi } from 'vitest';
import { onThisMachine } from './alert-until-killed.ts';
import type { RunningProcess } from './start-process.ts';

/** How many processes are killed, one after the other. */
const kills = Number(process.env.SITEGRADE_KILLS ?? 4);

/** Time limit in milliseconds, on any machine. */
export const allDeliveredTimeoutMs = 300_000 + 30_000 * kills;

/**
 * Kills processes that create reports and post them to a webhook, and expects that in the end the webhook has been told
 * of each report, and of none in two messages: what it gets twice has the same id.
 *
 * @param start - Starts a process of `alertUntilKilled` on the database of the store.
 * @param endLeases - Lets the leases of the killed processes be over.
 */
export async function expectAllDelivered(
  store: Store,
  start: () => RunningProcess,
  endLeases: () => Promise<unknown>,
): Promise<void> {
  /** The messages about each report, by their ids. */
  const messages = new Map<number, Set<string>>();
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { data } = JSON.parse(body) as { data: { report: { id: number } } };
    const ids = messages.get(data.report.id) ?? new Set();
    messages.set(data.report.id, ids.add(String(request.headers['webhook-id'])));
    // Sometimes the process is killed while it waits for the response.
    setTimeout(() => response.writeHead(204).end(), Math.random() * 10);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const context = createContext({ store, ...onThisMachine });
  const url = `http://127.0.0.1:${port}/`;
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
  await vi.waitFor(() => expect([...created].filter((id) => !messages.has(id))).toEqual([]), {
    timeout: allDeliveredTimeoutMs,
    interval: 100,
  });
  await worker.stop();
  receiver.close();
  expect(created.size).toBeGreaterThanOrEqual(kills * 10);
  expect([...messages.values()].filter((ids) => ids.size !== 1)).toEqual([]);
}
