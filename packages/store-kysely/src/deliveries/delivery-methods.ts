import type { DeliveryStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import { claimNext } from '../sending/claim-next.ts';
import type { Runner } from '../work.ts';
import { beginDelivery } from './claim-delivery.ts';
import { countWaiting, findDelivery, listDeliveries } from './delivery-row.ts';
import { endDelivery } from './end-delivery.ts';
import { createDelivery, replayDelivery } from './insert-deliveries.ts';
import { claimNextEvent, deferEvent, endEvent, renewEvent } from './outbox-claims.ts';

/** The outbox and the deliveries of a store. */
export function deliveryStore(builder: QueryBuilder, runner: Runner): DeliveryStore {
  const { read, write, readStatement, writeStatement } = runner;
  return {
    claimEvent: (claim) => claimNextEvent(builder, runner, claim),
    endEvent: async (lease, deliveries) =>
      isId(lease.id) ? write(() => endEvent(builder, lease, deliveries)) : undefined,
    renewEvent: async (lease, leaseMs, now) =>
      isId(lease.id) && writeStatement(() => renewEvent(builder, lease, leaseMs, now)),
    deferEvent: async (lease, delayMs, now) =>
      isId(lease.id) && writeStatement(() => deferEvent(builder, lease, delayMs, now)),
    create: async (delivery) =>
      isId(delivery.webhookId)
        ? write(() => createDelivery(builder, delivery))
        : { outcome: 'missing' },
    replay: async (query) =>
      isId(query.webhookId) && isId(query.id)
        ? write(() => replayDelivery(builder, query))
        : { outcome: 'missing' },
    find: async (ownerId, webhookId, id) =>
      isId(webhookId) && isId(id)
        ? readStatement(() => findDelivery(builder, ownerId, webhookId, id))
        : undefined,
    list: async (ownerId, webhookId, query) =>
      isId(webhookId)
        ? read(() => listDeliveries(builder, ownerId, webhookId, query))
        : { rows: [], total: 0, totalRelation: 'eq' },
    claim: (claim) => claimNext(builder, runner, 'sitegrade_webhooks', claim, beginDelivery),
    end: async (lease, outcome, now) =>
      isId(lease.id)
        ? write(() => endDelivery(builder, lease, outcome, now))
        : { isEnded: false, disabled: null },
    countWaiting: () => readStatement(() => countWaiting(builder)),
  };
}
