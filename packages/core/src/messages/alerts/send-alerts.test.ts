import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext } from '../../context/create-context.ts';
import { listDeliveries, testWebhook } from '../webhooks/deliveries.ts';
import { createWebhook } from '../webhooks/webhooks.ts';
import { type Receiver, startReceiver } from './fixtures/receiver.ts';
import { processEvents, sendDeliveries } from './send-alerts.ts';

let slow: Receiver;
let fast: Receiver;

beforeEach(async () => {
  slow = await startReceiver();
  fast = await startReceiver();
});

afterEach(async () => {
  await slow.close();
  await fast.close();
});

const newContext = () =>
  createContext({
    store: memoryStore(),
    network: { ports: 'any' },
    alerts: { allowAddresses: ['127.0.0.0/8'], allowHttp: true },
  });

describe('deliveries', () => {
  it('of an owner whose receivers all hang delay those of no one else', async () => {
    const context = newContext();
    slow.respond = () => {};
    for (let count = 0; count < 20; count += 1) {
      const { webhook } = await createWebhook(context, 'ann', { url: slow.url });
      await testWebhook(context, 'ann', webhook.id);
    }
    const { webhook } = await createWebhook(context, 'bob', { url: fast.url });
    for (let count = 0; count < 3; count += 1) await testWebhook(context, 'bob', webhook.id);

    const stopping = new AbortController();
    const sending = sendDeliveries(context, stopping.signal, stopping.signal);
    await fast.has(3);
    await slow.has(2);
    stopping.abort();
    await sending;
    expect(slow.received).toHaveLength(2);
  });

  it('go out one after the other to a webhook', async () => {
    const context = newContext();
    let open = 0;
    let most = 0;
    fast.respond = (response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.writeHead(204).end();
      });
    };
    const { webhook } = await createWebhook(context, 'ann', { url: fast.url });
    for (let count = 0; count < 10; count += 1) await testWebhook(context, 'ann', webhook.id);
    const stopping = new AbortController();
    const sending = sendDeliveries(context, stopping.signal, stopping.signal);
    await fast.has(10);
    stopping.abort();
    await sending;
    expect(most).toBe(1);
    const ids = new Set(fast.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(10);
  });

  it('are made of what has happened', async () => {
    const context = newContext();
    const { webhook } = await createWebhook(context, 'ann', {
      url: fast.url,
      events: ['report.created'],
    });
    await context.store.reports.create(newReport({ ownerId: 'ann', createdAt: new Date() }));
    const stopping = new AbortController();
    const processing = processEvents(context, stopping.signal);
    await vi.waitFor(async () =>
      expect((await listDeliveries(context, 'ann', webhook.id)).total).toBe(1),
    );
    const sending = sendDeliveries(context, stopping.signal, stopping.signal);
    await fast.has(1);
    stopping.abort();
    await Promise.all([processing, sending]);
    expect(JSON.parse(fast.received[0]?.body ?? '')).toMatchObject({ type: 'report.created' });
  });

  it('are made for owners in turns, however much has happened to one of them', async () => {
    const context = newContext();
    const { deliveries, reports } = context.store;
    const claimEvent = vi.spyOn(deliveries, 'claimEvent');
    for (const owner of ['ann', 'bob']) await createWebhook(context, owner, { url: fast.url });
    for (const ownerId of [...Array<string>(100).fill('ann'), 'bob']) {
      await reports.create(newReport({ ownerId, createdAt: new Date() }));
    }
    const stopping = new AbortController();
    const processing = processEvents(context, stopping.signal);
    await vi.waitFor(() => expect(claimEvent.mock.results.length).toBeGreaterThan(3));
    stopping.abort();
    await processing;
    const claimed = await Promise.all(claimEvent.mock.results.map(({ value }) => value));
    const owners = claimed.map((event) => event?.ownerId);
    expect(owners.slice(0, 4)).toEqual(['ann', 'bob', 'ann', 'ann']);
  });
});
