import { memoryStore } from '@sitegrade/store-memory';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startDnsServer } from '../../../../audit/src/fetch/fixtures/dns-server.ts';
import type { Context } from '../../context/context.ts';
import { type ContextOptions, createContext } from '../../context/create-context.ts';
import type { SitegradeEvent } from '../../events/sitegrade-event.ts';
import type { Store } from '../../store/store.ts';
import { getDelivery, replayDelivery, testWebhook } from '../webhooks/deliveries.ts';
import type { CreateWebhookInput } from '../webhooks/webhook-input.ts';
import {
  createWebhook,
  getWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../webhooks/webhooks.ts';
import { claimDelivery, deliver } from './deliver.ts';
import { type Receiver, startReceiver } from './fixtures/receiver.ts';
import { maxAttempts, maxBegun, retryDelaysMs } from './retry-delay.ts';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const dayMs = 24 * hourMs;
const never = new AbortController().signal;

let receiver: Receiver;
let now: number;
let events: SitegradeEvent[];
let context: Context;

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store: memoryStore(),
    network: { ports: 'any' },
    alerts: { allowAddresses: ['127.0.0.0/8'], allowHttp: true },
    now: () => new Date(now),
    onEvent: (event) => events.push(event),
    ...options,
  });

beforeEach(async () => {
  receiver = await startReceiver();
  // The verifier compares the time of a message with the clock of the machine.
  now = Date.now();
  events = [];
  context = make();
});

afterEach(() => receiver.close());

const create = (input: Partial<CreateWebhookInput> = {}) =>
  createWebhook(context, 'ann', { url: receiver.url, ...input });

/** Delivers what is due, and returns how many deliveries that were. */
async function deliverAll(signal: AbortSignal = never): Promise<number> {
  for (let count = 0; ; count += 1) {
    const claimed = await claimDelivery(context, []);
    if (claimed === undefined) return count;
    await deliver(context, claimed, signal);
  }
}

/** A webhook with a test message that waits. */
async function createTested(input: Partial<CreateWebhookInput> = {}) {
  const created = await create(input);
  const { id } = created.webhook;
  const delivery = await testWebhook(context, 'ann', id);
  const ids = { webhookId: id, id: delivery.id };
  return {
    ...created,
    ids,
    delivery: () => getDelivery(context, 'ann', ids),
    state: async () => {
      const { state, attempts, httpStatus, error } = await getDelivery(context, 'ann', ids);
      return { state, attempts, httpStatus, error };
    },
  };
}

const verify = (secret: string, index: number) => {
  const message = receiver.received[index];
  if (message === undefined) throw new Error(`There is no message ${index}.`);
  return new Verifier(secret).verify(message.body, message.headers);
};

describe('a message', () => {
  it('is signed as Standard Webhooks says, with the same id and a new time in each attempt', async () => {
    const { secret, state } = await createTested();
    receiver.respond = (response) => response.writeHead(500).end();
    await deliverAll();
    expect(await state()).toEqual({
      state: 'waiting',
      attempts: 1,
      httpStatus: 500,
      error: 'status',
    });
    now += 6 * secondMs;
    receiver.respond = (response) => response.writeHead(200).end('ok');
    await deliverAll();
    expect(await state()).toEqual({
      state: 'delivered',
      attempts: 2,
      httpStatus: 200,
      error: null,
    });

    const [first, second] = receiver.received;
    expect(verify(secret, 0)).toMatchObject({ type: 'webhook.test' });
    expect(verify(secret, 1)).toEqual(verify(secret, 0));
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).toBe(
      Number(first?.headers['webhook-timestamp']) + 6,
    );
    expect(first?.headers['content-type']).toBe('application/json');
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, 0)).toThrow();
  });

  it('is signed with both secrets for a day after one was replaced', async () => {
    const { webhook, secret, ids } = await createTested();
    const { secret: next } = await rotateWebhookSecret(context, 'ann', webhook.id);
    await deliverAll();
    expect(verify(secret, 0)).toEqual(verify(next, 0));
    expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);

    now += dayMs;
    await replayDelivery(context, 'ann', ids);
    await deliverAll();
    // The time of the message is a day ahead of the clock of the machine.
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(receiver.received[1]?.headers['webhook-id']).toBe(
      receiver.received[0]?.headers['webhook-id'],
    );
  });

  it('that is sent again has its id and body, and a signature that is verified', async () => {
    const { webhook, secret, ids, state } = await createTested();
    await deliverAll();
    const { secret: next } = await rotateWebhookSecret(context, 'ann', webhook.id);
    now += 60 * secondMs;
    await replayDelivery(context, 'ann', ids);
    expect(await deliverAll()).toBe(1);
    expect(await state()).toMatchObject({ state: 'delivered', attempts: 1 });
    const [first, again] = receiver.received;
    expect(again?.body).toBe(first?.body);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    for (const valid of [secret, next]) expect(verify(valid, 1)).toEqual(verify(secret, 0));
    expect(() => verify(next, 0)).toThrow();
  });

  it('to a chat service is not signed, and in its format', async () => {
    await createTested({ format: 'discord' });
    await deliverAll();
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toHaveProperty('allowed_mentions');
  });
});

describe('a receiver', () => {
  it('gets up to ten attempts in 75 hours, at the times of Standard Webhooks', async () => {
    context = make({ randomBytes: (size) => new Uint8Array(size) });
    const { state } = await createTested();
    receiver.respond = (response) => response.writeHead(503).end();
    const started = now;
    expect(await deliverAll()).toBe(1);
    for (const delayMs of retryDelaysMs) {
      now += delayMs - 1;
      expect(await deliverAll()).toBe(0);
      now += 1;
      expect(await deliverAll()).toBe(1);
    }
    expect(now - started).toBe(75 * hourMs + 35 * 60 * secondMs + 5 * secondMs);
    expect(receiver.received).toHaveLength(maxAttempts);
    expect(await state()).toMatchObject({ state: 'failed', attempts: maxAttempts });
    now += 30 * dayMs;
    expect(await deliverAll()).toBe(0);
    expect(events.filter(({ type }) => type === 'delivery.failed').at(-1)).toMatchObject({
      isLast: true,
      httpStatus: 503,
    });
  });

  it('that says when it is ready again gets nothing before, also no other message', async () => {
    const { webhook } = await createTested();
    receiver.respond = (response) => response.writeHead(429, { 'retry-after': '600' }).end();
    expect(await deliverAll()).toBe(1);
    receiver.respond = (response) => response.writeHead(204).end();
    await testWebhook(context, 'ann', webhook.id);
    now += 599 * secondMs;
    expect(await deliverAll()).toBe(0);
    now += secondMs;
    expect(await deliverAll()).toBe(2);
  });

  it('that is gone gets no more messages', async () => {
    const { webhook, state } = await createTested();
    await testWebhook(context, 'ann', webhook.id);
    receiver.respond = (response) => response.writeHead(410).end();
    expect(await deliverAll()).toBe(1);
    expect(await state()).toMatchObject({ state: 'failed', httpStatus: 410 });
    expect((await getWebhook(context, 'ann', webhook.id)).disabledReason).toBe('gone');
    expect(events.at(-1)).toMatchObject({ type: 'webhook.disabled', reason: 'gone' });
    await expect(testWebhook(context, 'ann', webhook.id)).rejects.toMatchObject({
      code: 'conflict',
    });

    receiver.respond = (response) => response.writeHead(204).end();
    await updateWebhook(context, 'ann', webhook.id, { enabled: true });
    expect(await deliverAll()).toBe(1);
  });

  it('that has failed for five days, in all attempts of a message, gets no more', async () => {
    const { webhook } = await createTested();
    receiver.respond = (response) => response.writeHead(500).end();
    const failAll = async () => {
      for (const delayMs of [0, ...retryDelaysMs]) {
        now += 2 * delayMs;
        await deliverAll();
      }
    };
    const disabledReason = async () =>
      (await getWebhook(context, 'ann', webhook.id)).disabledReason;
    // In 4 days: it could have been down for no longer than its messages take.
    now -= 3 * dayMs;
    for (const delayMs of [0, ...retryDelaysMs]) {
      now += delayMs * 1.2;
      await deliverAll();
    }
    expect(await disabledReason()).toBeNull();
    await testWebhook(context, 'ann', webhook.id);
    await failAll();
    expect(await disabledReason()).toBe('failing');
    expect(events.at(-1)).toMatchObject({ type: 'webhook.disabled', reason: 'failing' });
  });

  it('that has succeeded meanwhile is not disabled', async () => {
    const { webhook } = await createTested();
    receiver.respond = (response) => response.writeHead(500).end();
    await deliverAll();
    now += 4 * dayMs;
    receiver.respond = (response) => response.writeHead(204).end();
    await deliverAll();
    receiver.respond = (response) => response.writeHead(500).end();
    now += 4 * dayMs;
    await testWebhook(context, 'ann', webhook.id);
    await deliverAll();
    expect((await getWebhook(context, 'ann', webhook.id)).disabledReason).toBeNull();
  });

  it('that redirects has failed, and what it redirects to is not requested', async () => {
    const { state } = await createTested();
    const location = receiver.url.replace('/hook', '/other');
    receiver.respond = (response) => response.writeHead(307, { location }).end();
    await deliverAll();
    expect(await state()).toMatchObject({ httpStatus: 307, error: 'status' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('with an endless response has got its message', async () => {
    const { state } = await createTested();
    const closed = new Promise<void>((resolve) => {
      receiver.respond = (response) => {
        response.writeHead(200);
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(1_024)));
        };
        response.on('drain', write).on('close', resolve);
        write();
      };
    });
    await deliverAll();
    expect(await state()).toMatchObject({ state: 'delivered', httpStatus: 200 });
    await closed;
  });

  it('whose response does not end has got its message', async () => {
    const { state } = await createTested();
    receiver.respond = (response) => {
      response.writeHead(200);
      response.write('ok');
    };
    await deliverAll();
    expect(await state()).toMatchObject({ state: 'delivered', httpStatus: 200 });
  });

  it('with more headers than are read has failed', async () => {
    const { state } = await createTested();
    const closed = new Promise<void>((resolve) => {
      receiver.respond = (response) => {
        response.on('close', resolve);
        response.writeHead(200, { 'x-large': 'x'.repeat(1_000_000) }).end();
      };
    });
    await deliverAll();
    expect(await state()).toMatchObject({
      state: 'waiting',
      httpStatus: null,
      error: 'connection',
    });
    await closed;
  });

  it('that does not respond in time has failed', async () => {
    const { network } = context.alerts;
    const limits = { ...network.limits, totalMs: 50 };
    context = { ...context, alerts: { ...context.alerts, network: { ...network, limits } } };
    receiver.respond = () => {};
    const { state } = await createTested();
    await deliverAll();
    expect(await state()).toMatchObject({ state: 'waiting', httpStatus: null, error: 'timeout' });
  });

  it('that does not listen has failed', async () => {
    const { state } = await createTested();
    await receiver.close();
    await deliverAll();
    expect(await state()).toMatchObject({ httpStatus: null, error: 'connection' });
  });

  it('gets an attempt that a worker had to give up again at once, and it does not count', async () => {
    const { state } = await createTested();
    const stopping = new AbortController();
    receiver.respond = () => stopping.abort();
    const claimed = await claimDelivery(context, []);
    if (claimed === undefined) throw new Error('Nothing is due.');
    await deliver(context, claimed, stopping.signal);
    expect(await state()).toEqual({ state: 'waiting', attempts: 0, httpStatus: null, error: null });
    receiver.respond = (response) => response.writeHead(204).end();
    expect(await deliverAll()).toBe(1);
    expect(await state()).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});

describe('a message that this version cannot make', () => {
  it('fails, and does not keep others from their turn', async () => {
    const { webhook, state } = await createTested();
    const { claim } = context.store.deliveries;
    let isFirst = true;
    const store: Store = {
      ...context.store,
      deliveries: {
        ...context.store.deliveries,
        claim: async (query) => {
          const claimed = await claim(query);
          if (claimed === undefined || !isFirst) return claimed;
          isFirst = false;
          return { ...claimed, body: 'not JSON' };
        },
      },
    };
    context = make({ store });
    await testWebhook(context, 'ann', webhook.id);
    expect(await deliverAll()).toBe(2);
    expect(await state()).toMatchObject({ state: 'waiting', attempts: 1, error: 'internal' });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a message whose attempts do not end', () => {
  it('is sent although workers were killed in more attempts than may fail', async () => {
    const { state } = await createTested();
    for (let attempt = 0; attempt < maxBegun - 1; attempt += 1) {
      await claimDelivery(context, []);
      now += 60 * secondMs;
    }
    expect(await deliverAll()).toBe(1);
    expect(await state()).toMatchObject({ state: 'delivered', attempts: maxBegun });
  });

  it('is not attempted for ever, although no attempt has ended', async () => {
    const { state } = await createTested();
    for (let attempt = 0; attempt < maxBegun; attempt += 1) {
      await claimDelivery(context, []);
      now += 60 * secondMs;
    }
    expect(await deliverAll()).toBe(1);
    expect(await state()).toMatchObject({ state: 'failed', error: 'internal' });
    expect(receiver.received).toEqual([]);
  });
});

describe('what is not allowed', () => {
  it('is a private address, although pages may have it', async () => {
    const { state } = await createTested();
    const { store } = context;
    context = make({
      store,
      network: { ports: 'any', allowAddresses: ['127.0.0.0/8'], allowLocalhost: true },
      alerts: { allowHttp: true },
    });
    await deliverAll();
    expect(await state()).toMatchObject({ state: 'waiting', error: 'url_not_allowed' });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['is allowed with its port', (port: number) => [`127.0.0.1:${port}`], 'delivered'],
    ['is allowed without its port', () => ['127.0.0.1', '127.0.0.2:PORT'], 'waiting'],
    ['is allowed with another port', () => ['127.0.0.1:1', '127.0.0.2:PORT'], 'waiting'],
  ] as const)(
    'is another port, unless its address %s, also of a name',
    async (_what, allowed, expected) => {
      const dns = await startDnsServer({ 'hooks.test': ['127.0.0.1'] });
      onTestFinished(() => dns.close());
      const { port } = new URL(receiver.url);
      context = make({
        network: { ports: [80], nameServers: [dns.address] },
        alerts: {
          allowAddresses: allowed(Number(port)).map((entry) => entry.replace('PORT', port)),
          allowHttp: true,
        },
      });
      const url = receiver.url.replace('127.0.0.1', 'hooks.test');
      const { state } = await createTested({ url });
      await deliverAll();
      expect(await state()).toMatchObject({ state: expected });
    },
  );

  it('is a private address that a name has meanwhile, although pages may have it', async () => {
    const names: Record<string, readonly string[]> = { 'hooks.test': ['127.0.0.1'] };
    const dns = await startDnsServer(names);
    onTestFinished(() => dns.close());
    context = make({
      network: { ports: 'any', nameServers: [dns.address], allowAddresses: ['0.0.0.0/0', '::/0'] },
      // The receiver of this test is on loopback, as if that were public.
      alerts: { allowAddresses: ['127.0.0.1'], allowHttp: true },
    });
    const url = receiver.url.replace('127.0.0.1', 'hooks.test');
    const { webhook, state } = await createTested({ url });
    await deliverAll();
    expect(await state()).toMatchObject({ state: 'delivered' });

    // As of a name that has no address: which names there are in a private network is not for owners.
    const reasons: unknown[] = [];
    for (const addresses of [
      ...[['127.0.0.2'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']],
      undefined,
    ]) {
      if (addresses) names['hooks.test'] = addresses;
      else delete names['hooks.test'];
      const { id } = await testWebhook(context, 'ann', webhook.id);
      await deliverAll();
      const delivery = await getDelivery(context, 'ann', { webhookId: webhook.id, id });
      expect(delivery).toMatchObject({ httpStatus: null, error: 'dns' });
      const last = events.at(-1);
      expect(last).toMatchObject({ type: 'delivery.failed', error: 'dns' });
      reasons.push(last?.type === 'delivery.failed' && last.reason);
    }
    // The operator learns the difference.
    expect(reasons).toEqual([...Array(3).fill('address_blocked'), 'dns_not_found']);
    expect(receiver.received).toHaveLength(1);
  });

  it('is http, unless the operator allows it, also for webhooks from before', async () => {
    const { state } = await createTested();
    const { store } = context;
    context = make({ store, alerts: { allowAddresses: ['127.0.0.0/8'] } });
    await deliverAll();
    expect(await state()).toMatchObject({ error: 'url_not_allowed' });
    expect(receiver.received).toEqual([]);
  });
});
