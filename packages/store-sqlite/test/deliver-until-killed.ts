import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect } from 'vitest';
import { deliverNext, messageOf } from './deliver-next.ts';
import { killedInARound, killRounds } from './kill-rounds.ts';
import type { RunningProcess } from './start-process.ts';

const ownerId = 'owner-1';
const webhookCount = 3;

/** What is in the tables. */
interface Rows {
  readonly reportIds: readonly string[];
  readonly outbox: number;
  readonly deliveries: readonly { readonly message_id: string; readonly state: string }[];
}

/**
 * Kills processes that create reports, make deliveries of them and send these. Expects that in the end each report was
 * sent to each webhook, by one delivery.
 *
 * @param store - Of this process.
 * @param start - Starts `deliver-until-killed.process.ts`, with a report as JSON.
 */
export async function expectNoDeliveryLost(
  store: Store,
  start: (json: string) => RunningProcess,
  readRows: () => Promise<Rows>,
): Promise<void> {
  const webhookIds: number[] = [];
  for (let index = 0; index < webhookCount; index += 1) {
    const creation = await store.webhooks.create({
      ownerId,
      url: 'https://example.com/',
      format: 'json',
      events: ['report.created'],
      websiteIds: null,
      minImportance: 'low',
      secret: 'whsec_1',
      maxWebhooks: webhookCount,
      createdAt: new Date(),
    });
    if (creation.outcome === 'created') webhookIds.push(creation.webhook.id);
  }
  const printed: string[] = [];
  for (let round = 0; round < killRounds; round += 1) {
    const processes = Array.from({ length: killedInARound }, () =>
      start(JSON.stringify(newReport({ ownerId }))),
    );
    for (const child of processes) await child.printed(1);
    for (const child of processes) child.begin();
    for (const child of processes) {
      // At different points of different statements.
      await child.printed(10);
      await sleep(Math.random() * 60);
      child.kill();
      expect((await child.ended).code, child.errors()).toBeNull();
      printed.push(...child.lines);
    }
  }

  for (;;) {
    const isBusy = await deliverNext(store, (messageId) => printed.push(`sent ${messageId}`));
    if (isBusy) continue;
    const { outbox, deliveries } = await readRows();
    if (outbox === 0 && deliveries.every(({ state }) => state !== 'waiting')) break;
    // Until the leases of the killed processes are over.
    await sleep(50);
  }
  const { reportIds, deliveries } = await readRows();
  const idsThat = (what: string) =>
    printed
      .filter((line) => line.startsWith(`${what} `))
      .map((line) => line.slice(what.length + 1));
  expect(idsThat('created').filter((id) => !reportIds.includes(id))).toEqual([]);
  const expected = reportIds.flatMap((id) => webhookIds.map((webhook) => messageOf(id, webhook)));
  expect(expected.length).toBeGreaterThan(killRounds * killedInARound);
  expect(deliveries.map((row) => row.message_id).sort()).toEqual(expected.sort());
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['delivered']));
  expect(new Set(idsThat('sent'))).toEqual(new Set(expected));
}
