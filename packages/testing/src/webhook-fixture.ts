import type { Delivery, Webhook } from '@sitegrade/core';
import type {
  ClaimedDelivery,
  ClaimedEvent,
  EventClaim,
  MessageClaim,
  NewDelivery,
  NewWebhook,
  RequestedDelivery,
  Store,
} from '@sitegrade/core/store';
import { oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import type { StoreHarness } from './store-harness.ts';

let last = 0;

/** A webhook to insert that receives everything. */
export function newWebhook(part: Partial<NewWebhook> = {}): NewWebhook {
  return {
    ownerId: 'owner-1',
    url: 'https://hooks.example.com/a?key=ü%20"語"',
    format: 'json',
    events: ['report.created', 'findings.new'],
    websiteIds: null,
    minImportance: 'low',
    secret: 'whsec_first',
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    maxWebhooks: 1_000,
    ...part,
  };
}

/** Inserts a webhook, which must be possible. */
export async function createWebhook(
  store: Store,
  part: Partial<NewWebhook> = {},
): Promise<Webhook> {
  const creation = await store.webhooks.create(newWebhook(part));
  if (creation.outcome !== 'created') throw new Error('The quota is exceeded.');
  return creation.webhook;
}

/** The webhook with this id, which there must be. */
export async function webhookOf(store: Store, id: number, ownerId = 'owner-1'): Promise<Webhook> {
  const webhook = await store.webhooks.find(ownerId, id);
  if (webhook === undefined) throw new Error('The webhook is missing.');
  return webhook;
}

/** A delivery to insert. */
export function newDelivery(webhookId: number, part: Partial<NewDelivery> = {}): NewDelivery {
  last += 1;
  return {
    webhookId,
    messageId: `msg_${last}`,
    type: 'report.created',
    websiteId: null,
    body: `{"type":"report.created","message":${last},"text":"語 \\"\u{1F600}"}`,
    ...part,
  };
}

/** A test of a webhook. */
export function newTest(
  webhookId: number,
  part: Partial<RequestedDelivery> = {},
): RequestedDelivery {
  const delivery = { ...newDelivery(webhookId), type: 'webhook.test' } as const;
  return { ...delivery, ownerId: 'owner-1', maxWaiting: 10_000, now: new Date(), ...part };
}

/** Inserts the test of a webhook, which must be possible. */
export async function createTest(
  store: Store,
  webhookId: number,
  part: Partial<RequestedDelivery> = {},
): Promise<Delivery> {
  const creation = await store.deliveries.create(newTest(webhookId, part));
  if (creation.outcome !== 'waiting') throw new Error(`It does not wait: ${creation.outcome}.`);
  return creation.delivery;
}

/** The delivery with this id, which there must be. */
export async function deliveryOf(
  store: Store,
  { webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>,
  ownerId = 'owner-1',
): Promise<Delivery> {
  const delivery = await store.deliveries.find(ownerId, webhookId, id);
  if (delivery === undefined) throw new Error('The delivery is missing.');
  return delivery;
}

/** A claim of something that has happened, with its own token. */
export function newEventClaim(part: Partial<EventClaim> = {}): EventClaim {
  last += 1;
  return { token: `event-${last}`, leaseMs: oneDay, now: new Date(), ...part };
}

/** Claims something that has happened, which there must be. */
export async function claimEvent(
  store: Store,
  part: Partial<EventClaim> = {},
): Promise<ClaimedEvent> {
  const claimed = await store.deliveries.claimEvent(newEventClaim(part));
  if (claimed === undefined) throw new Error('Nothing has happened.');
  return claimed;
}

/** Everything that has happened, in order. */
export async function allEvents(store: Store): Promise<readonly ClaimedEvent[]> {
  const events: ClaimedEvent[] = [];
  for (;;) {
    const claimed = await store.deliveries.claimEvent(newEventClaim());
    if (claimed === undefined) return events;
    events.push(claimed);
  }
}

/** Inserts deliveries of something that has just happened to an owner with a webhook that is enabled. */
export async function sendDeliveries(
  store: Store,
  deliveries: readonly NewDelivery[],
  {
    ownerId = 'owner-1',
    maxWaiting = 10_000,
    now = new Date(),
  }: { ownerId?: string; maxWaiting?: number; now?: Date } = {},
): Promise<void> {
  await store.reports.create(newReport({ ownerId }));
  const { lease } = await claimEvent(store, { now });
  const ended = await store.deliveries.endEvent(lease, { deliveries, maxWaiting, now });
  if (ended === undefined) throw new Error('The lease has ended.');
}

/** A claim of a delivery, with its own token. */
export function newDeliveryClaim(part: Partial<MessageClaim> = {}): MessageClaim {
  last += 1;
  return { token: `delivery-${last}`, leaseMs: oneDay, now: new Date(), ...part };
}

/** Starts the next attempt, which must be due. */
export async function claimDelivery(
  store: Store,
  part: Partial<MessageClaim> = {},
): Promise<ClaimedDelivery> {
  const claimed = await store.deliveries.claim(newDeliveryClaim(part));
  if (claimed === undefined) throw new Error('No delivery is due.');
  return claimed;
}

/** An attempt that succeeds. */
export const delivered = { kind: 'delivered', httpStatus: 204, durationMs: 12 } as const;

/** What is known of an attempt that fails. */
export const refused = {
  httpStatus: 500,
  error: 'status',
  durationMs: 34,
  disableAfterMs: 5 * oneDay,
} as const;

/** A clock that a test moves, also that of the database of a store. */
export function movedClock({ pass }: StoreHarness, store: () => Store) {
  let passed = 0;
  return {
    now: () => new Date(Date.now() + passed),
    async pass(ms: number): Promise<void> {
      passed += ms;
      await pass?.(store(), ms);
    },
  };
}
