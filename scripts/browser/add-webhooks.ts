import { createWebhook, rotateWebhookSecret, updateWebhook } from '@sitegrade/core';
import type { DeliveryOutcome } from '@sitegrade/core/store';
import { ownerId } from './share-website.ts';
import type { PagesServer } from './use-pages.ts';

const dayMs = 86_400_000;
const failure = { httpStatus: null, durationMs: 15_000, disableAfterMs: 5 * dayMs } as const;

/** How the deliveries of a webhook ended, the last one first. */
const outcomes: readonly DeliveryOutcome[] = [
  { ...failure, kind: 'retry', error: 'tls', delayMs: 7_200_000, durationMs: 87 },
  { ...failure, kind: 'failed', error: 'status', httpStatus: 503, durationMs: 1_204 },
  { ...failure, kind: 'failed', error: 'timeout' },
  ...Array.from(
    { length: 27 },
    (_, index) => ({ kind: 'delivered', httpStatus: 200, durationMs: 40 + index * 7 }) as const,
  ),
];

/** Webhooks in each state, one with two pages of deliveries. */
export async function addWebhooks(server: PagesServer, websiteId: number) {
  const { context } = server;
  const all = await createWebhook(context, ownerId, {
    url: 'https://hooks.example.com/sitegrade/production/Nq3vT9',
    websiteIds: [websiteId],
    minImportance: 'medium',
  });
  const { id: webhookId } = all.webhook;
  for (const outcome of outcomes.toReversed()) await deliver(server, webhookId, outcome, websiteId);
  const gone = await createWebhook(context, ownerId, {
    url: `https://${'a-very-long-name.'.repeat(6)}example.com/hook`,
    format: 'discord',
  });
  const error = { ...failure, kind: 'failed', error: 'status', httpStatus: 410 } as const;
  await deliver(server, gone.webhook.id, { ...error, isGone: true }, null);
  // What waits would be due for the others.
  await queue(server, webhookId, websiteId);
  await rotateWebhookSecret(context, ownerId, webhookId);
  const slack = await createWebhook(context, ownerId, {
    url: 'https://hooks.slack.com/services/T0AB1CD/B0EF2GH/aBcDeFgHiJkL',
    format: 'slack',
    events: ['findings.new'],
  });
  await queue(server, slack.webhook.id, null);
  await updateWebhook(context, ownerId, slack.webhook.id, { enabled: false });
  return { webhookId, disabledWebhookId: slack.webhook.id };
}

async function queue({ store }: PagesServer, webhookId: number, websiteId: number | null) {
  await store.deliveries.create({
    ownerId,
    webhookId,
    websiteId,
    messageId: 'msg_sample',
    type: 'webhook.test',
    body: '{}',
    maxWaiting: 100,
    now: new Date(),
  });
}

async function deliver(
  server: PagesServer,
  webhookId: number,
  outcome: DeliveryOutcome,
  websiteId: number | null,
) {
  await queue(server, webhookId, websiteId);
  const { deliveries } = server.store;
  const now = new Date();
  const claimed = await deliveries.claim({ token: 'sample', leaseMs: dayMs, now });
  if (claimed?.webhook.id !== webhookId) throw new Error('Another delivery is due.');
  await deliveries.end(claimed.lease, outcome, now);
}
