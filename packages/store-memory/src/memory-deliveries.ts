import type { Delivery } from '@sitegrade/core';
import { compareCodePoints } from '@sitegrade/core/internal';
import {
  type ClaimedDelivery,
  type DeliveryCreation,
  type DeliveryOutcome,
  type DeliveryStore,
  type MessageClaim,
  type MessageLease,
  maxExactTotal,
  type NewDelivery,
} from '@sitegrade/core/store';
import { insertMails } from './memory-mails.ts';
import { after, firstDue, isLeased, leased } from './memory-sending.ts';
import { changeSite } from './memory-sites.ts';
import {
  type DeliveryRow,
  isOwned,
  type MemoryTables,
  type OutboxRow,
  type WebhookRow,
} from './memory-tables.ts';
import { replaceWebhook, toWebhook } from './memory-webhooks.ts';

/** The outbox and the deliveries of a memory store. */
export function memoryDeliveries(tables: MemoryTables): DeliveryStore {
  const findRow = (ownerId: string, webhookId: number, id: number) =>
    tables.deliveries.find((row) => isOwned(ownerId, id)(row) && row.webhookId === webhookId);
  const leasedEvent = (lease: MessageLease) => tables.outbox.find(isLeased(lease));
  const replaceEvent = (row: OutboxRow) => {
    tables.outbox = tables.outbox.map((other) => (other.id === row.id ? row : other));
  };
  return {
    async claimEvent({ afterOwner = '', ...claim }) {
      const due = tables.outbox.filter(({ dueAt }) => dueAt <= claim.now);
      const owners = due.map(({ ownerId }) => ownerId).sort(compareCodePoints);
      const isLater = (ownerId: string) => compareCodePoints(ownerId, afterOwner) > 0;
      const owner = owners.find(isLater) ?? owners[0];
      const ofOwner = due.filter(({ ownerId }) => ownerId === owner);
      const next = firstDue(ofOwner, claim);
      if (next === undefined) return undefined;
      const row = { ...next, ...leased(next.attempts, claim) };
      replaceEvent(row);
      const { id, ownerId, event, createdAt, attempts } = row;
      return { ownerId, event, createdAt, attempts, lease: { id, token: claim.token } };
    },
    async endEvent(lease, { deliveries, maxWaiting, mails, site, now }) {
      const row = leasedEvent(lease);
      if (row === undefined) return undefined;
      if (site && !changeSite(tables, site)) return undefined;
      tables.outbox = tables.outbox.filter((other) => other !== row);
      let free = maxWaiting - waitingOf(tables, row.ownerId).length;
      for (const delivery of deliveries) {
        const webhook = tables.webhooks.find(isOwned(row.ownerId, delivery.webhookId));
        if (webhook === undefined || webhook.disabledReason !== null) continue;
        free -= 1;
        insert(tables, row.ownerId, delivery, now, free < 0);
      }
      return { droppedMails: mails ? insertMails(tables, row.ownerId, mails, now) : 0 };
    },
    async renewEvent(lease, leaseMs, now) {
      const row = leasedEvent(lease);
      if (row === undefined) return false;
      replaceEvent({ ...row, dueAt: after(now, leaseMs) });
      return true;
    },
    async deferEvent(lease, delayMs, now) {
      const row = leasedEvent(lease);
      if (row === undefined) return false;
      replaceEvent({ ...row, leaseToken: null, dueAt: after(now, delayMs) });
      return true;
    },
    async create({ ownerId, maxWaiting, now, ...delivery }) {
      if (!tables.webhooks.some(isOwned(ownerId, delivery.webhookId))) {
        return { outcome: 'missing' };
      }
      return (
        refusal(tables, ownerId, maxWaiting) ?? {
          outcome: 'waiting',
          delivery: toDelivery(insert(tables, ownerId, delivery, now)),
        }
      );
    },
    async replay({ ownerId, webhookId, id, maxWaiting, now }) {
      const row = findRow(ownerId, webhookId, id);
      if (row === undefined) return { outcome: 'missing' };
      if (row.state === 'waiting') return { outcome: 'waiting', delivery: toDelivery(row) };
      const again = { ...row, ...waitingAt(now) };
      const refused = refusal(tables, ownerId, maxWaiting);
      if (refused) return refused;
      replace(tables, again);
      return { outcome: 'waiting', delivery: toDelivery(again) };
    },
    async find(ownerId, webhookId, id) {
      const row = findRow(ownerId, webhookId, id);
      return row && toDelivery(row);
    },
    async list(ownerId, webhookId, { page, perPage }) {
      const rows = tables.deliveries
        .filter((row) => row.ownerId === ownerId && row.webhookId === webhookId)
        .reverse();
      return {
        rows: rows.slice((page - 1) * perPage, page * perPage).map(toDelivery),
        total: Math.min(rows.length, maxExactTotal),
        totalRelation: rows.length > maxExactTotal ? 'gte' : 'eq',
      };
    },
    async claim(claim) {
      for (;;) {
        const rows = tables.webhooks.map((row) => ({
          ...row,
          dueAt: dueAtOf(tables, row, claim.now),
        }));
        const next = firstDue(rows, claim);
        if (next === undefined) return undefined;
        const { dueAt: _, ...webhook } = next;
        const claimed = claimOf(tables, { ...webhook, lease: null }, claim);
        if (claimed) return claimed;
      }
    },
    async end({ id: deliveryId, token }, outcome, now) {
      const webhook = tables.webhooks.find(
        ({ lease }) => lease?.deliveryId === deliveryId && lease.token === token,
      );
      if (webhook === undefined) return notEnded;
      const released = { ...webhook, lease: null };
      replaceWebhook(tables, released);
      const row = tables.deliveries.find(({ id }) => id === deliveryId);
      if (row === undefined) return notEnded;
      replace(tables, afterAttempt(row, outcome, now));
      const changed = webhookAfter(released, outcome, now);
      replaceWebhook(tables, changed);
      const { disabledReason: reason } = changed;
      const isNew = webhook.disabledReason === null && reason !== null && reason !== 'owner';
      return { isEnded: true, disabled: isNew ? reason : null };
    },
    async countWaiting() {
      const waiting = tables.deliveries.filter(({ state }) => state === 'waiting');
      return Math.min(waiting.length, maxExactTotal);
    },
  };
}

const notEnded = { isEnded: false, disabled: null } as const;

function waitingOf(
  { deliveries, webhooks }: MemoryTables,
  ownerId: string,
): readonly DeliveryRow[] {
  const enabled = new Set(
    webhooks.flatMap(({ id, disabledReason }) => (disabledReason === null ? [id] : [])),
  );
  return deliveries.filter(
    (row) => row.ownerId === ownerId && row.state === 'waiting' && enabled.has(row.webhookId),
  );
}

/** Why one more delivery of an owner may not wait; `undefined` if it may. */
function refusal(
  tables: MemoryTables,
  ownerId: string,
  maxWaiting: number,
): DeliveryCreation | undefined {
  const used = waitingOf(tables, ownerId).length;
  return used + 1 > maxWaiting ? { outcome: 'quota_exceeded', used } : undefined;
}

/** What is known of a delivery before its first attempt. */
function waitingAt(now: Date) {
  return {
    state: 'waiting',
    attempts: 0,
    dueAt: now,
    httpStatus: null,
    error: null,
    durationMs: null,
    endedAt: null,
  } as const;
}

function insert(
  tables: MemoryTables,
  ownerId: string,
  {
    webhookId,
    messageId,
    type,
    websiteId,
    body,
  }: Omit<NewDelivery, 'type'> & Pick<Delivery, 'type'>,
  now: Date,
  isRefused = false,
): DeliveryRow {
  tables.lastIds.delivery += 1;
  const { delivery: id } = tables.lastIds;
  const refused = { state: 'failed', dueAt: null, endedAt: now, error: 'quota_exceeded' } as const;
  const row: DeliveryRow = {
    id,
    ownerId,
    webhookId,
    messageId,
    type,
    websiteId,
    body,
    createdAt: now,
    ...waitingAt(now),
    ...(isRefused && refused),
  };
  tables.deliveries = [...tables.deliveries, row];
  return row;
}

/**
 * When the next attempt of a webhook may start. Not before the last one ended: so webhooks with
 * several deliveries have their turn after those that have been waiting. A last attempt in the future was before the
 * clock was set back, and delays nothing.
 */
function dueAtOf({ deliveries }: MemoryTables, webhook: WebhookRow, now: Date): Date | null {
  const { id, disabledReason, lease, pausedUntil, attemptedAt } = webhook;
  if (disabledReason !== null) return null;
  if (lease !== null) return lease.endsAt;
  const times = deliveries.flatMap(({ webhookId, dueAt }) =>
    webhookId === id && dueAt !== null ? [dueAt.getTime()] : [],
  );
  const turnAt = attemptedAt !== null && attemptedAt <= now ? attemptedAt.getTime() : 0;
  if (times.length === 0) return null;
  return new Date(Math.max(Math.min(...times), pausedUntil?.getTime() ?? 0, turnAt));
}

/**
 * Starts an attempt of a webhook. If deliveries of deleted websites are due, it cancels them instead, after which others
 * may have been due longer.
 */
function claimOf(
  tables: MemoryTables,
  webhook: WebhookRow,
  { token, leaseMs, now }: MessageClaim,
): ClaimedDelivery | undefined {
  const { id: webhookId, ownerId } = webhook;
  replaceWebhook(tables, webhook);
  const ofWebhook = tables.deliveries.filter((row) => row.webhookId === webhookId);
  const next = firstDue(ofWebhook, { now });
  const ofDeleted = ofWebhook.filter(
    ({ websiteId, dueAt }) =>
      dueAt !== null &&
      dueAt <= now &&
      websiteId !== null &&
      !tables.websites.some(isOwned(ownerId, websiteId)),
  );
  for (const row of ofDeleted) {
    replace(tables, { ...row, state: 'canceled', dueAt: null, endedAt: now });
  }
  if (next === undefined || ofDeleted.length > 0) return undefined;
  const delivery = { ...next, attempts: next.attempts + 1 };
  replace(tables, delivery);
  const lease = { token, endsAt: after(now, leaseMs), deliveryId: delivery.id };
  replaceWebhook(tables, { ...webhook, lease });
  const { secret, previousSecret: previous, previousSecretUntil } = webhook;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil > now;
  return {
    ownerId,
    webhook: toWebhook(webhook),
    secrets: previous !== null && isPreviousValid ? [secret, previous] : [secret],
    delivery: toDelivery(delivery),
    body: delivery.body,
    lease: { id: delivery.id, token },
  };
}

function afterAttempt(row: DeliveryRow, outcome: DeliveryOutcome, now: Date): DeliveryRow {
  if (outcome.kind === 'given_back') return { ...row, attempts: row.attempts - 1 };
  const { kind, httpStatus, durationMs } = outcome;
  const error = kind === 'delivered' ? null : outcome.error;
  const attempted = { ...row, httpStatus, durationMs, error };
  return kind === 'retry'
    ? { ...attempted, dueAt: after(now, outcome.delayMs) }
    : { ...attempted, state: kind, dueAt: null, endedAt: now };
}

function webhookAfter(row: WebhookRow, outcome: DeliveryOutcome, now: Date): WebhookRow {
  if (outcome.kind === 'given_back') return row;
  const pauseMs = outcome.kind === 'retry' ? (outcome.pauseMs ?? 0) : 0;
  // No attempt begins in a pause: one that there was is over.
  const pausedUntil = pauseMs > 0 ? after(now, pauseMs) : null;
  const ended = { ...row, pausedUntil, attemptedAt: now };
  if (outcome.kind === 'delivered') return { ...ended, failingSince: null, lastDeliveredAt: now };
  const failingSince = row.failingSince ?? now;
  const failed = { ...ended, failingSince };
  if (row.disabledReason !== null || outcome.kind === 'retry') return failed;
  if (outcome.isGone) {
    return { ...failed, disabledReason: 'gone', disabledAt: now };
  }
  const isOver = now.getTime() - failingSince.getTime() >= outcome.disableAfterMs;
  return isOver ? { ...failed, disabledReason: 'failing', disabledAt: now } : failed;
}

function replace(tables: MemoryTables, row: DeliveryRow): void {
  tables.deliveries = tables.deliveries.map((other) => (other.id === row.id ? row : other));
}

function toDelivery({ ownerId: _, body: _1, ...delivery }: DeliveryRow): Delivery {
  return delivery;
}
