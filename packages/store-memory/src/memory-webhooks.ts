import type { Webhook } from '@sitegrade/core';
import type { WebhookChange, WebhookStore } from '@sitegrade/core/store';
import { deleteWebhookRow } from './memory-deletion.ts';
import { isOwned, type MemoryTables, type WebhookRow } from './memory-tables.ts';

/** The webhooks of a memory store. */
export function memoryWebhooks(tables: MemoryTables): WebhookStore {
  const findRow = (ownerId: string, id: number) => tables.webhooks.find(isOwned(ownerId, id));
  return {
    async create({ maxWebhooks, ...given }) {
      const used = tables.webhooks.filter(({ ownerId }) => ownerId === given.ownerId).length;
      if (used + 1 > maxWebhooks) return { outcome: 'quota_exceeded', used };
      tables.lastIds.webhook += 1;
      const row: WebhookRow = {
        ...structuredClone(given),
        id: tables.lastIds.webhook,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        lastDeliveredAt: null,
        previousSecret: null,
        previousSecretUntil: null,
        olderSecretUntil: null,
        updatedAt: given.createdAt,
        pausedUntil: null,
        attemptedAt: null,
        lease: null,
      };
      tables.webhooks = [...tables.webhooks, row];
      return { outcome: 'created', webhook: toWebhook(row) };
    },
    async find(ownerId, id) {
      const row = findRow(ownerId, id);
      return row && toWebhook(row);
    },
    async list(ownerId) {
      return tables.webhooks.filter((row) => row.ownerId === ownerId).map(toWebhook);
    },
    async update(ownerId, id, change) {
      const row = findRow(ownerId, id);
      if (row === undefined) return undefined;
      const changed = changeWebhook(row, structuredClone(change));
      replaceWebhook(tables, changed);
      return toWebhook(changed);
    },
    async rotate(ownerId, id, { secret, previousForMs, updatedAt }) {
      const row = findRow(ownerId, id);
      if (row === undefined) return { outcome: 'missing' };
      const leftMs = (row.olderSecretUntil?.getTime() ?? 0) - updatedAt.getTime();
      // Longer than that, the clock was ahead.
      if (leftMs > 0 && leftMs <= previousForMs) {
        return { outcome: 'too_many_rotations', retryAfterMs: leftMs };
      }
      const rotated = {
        ...row,
        secret,
        previousSecret: row.secret,
        updatedAt,
        previousSecretUntil: new Date(updatedAt.getTime() + previousForMs),
        olderSecretUntil: row.previousSecretUntil,
      };
      replaceWebhook(tables, rotated);
      return { outcome: 'rotated', webhook: toWebhook(rotated) };
    },
    async delete(ownerId, id) {
      if (!findRow(ownerId, id)) return false;
      deleteWebhookRow(tables, id);
      return true;
    },
  };
}

function changeWebhook(row: WebhookRow, { isEnabled, ...settings }: WebhookChange): WebhookRow {
  const isOther = settings.url !== undefined || isEnabled;
  const changed = {
    ...row,
    ...settings,
    ...(isOther && { failingSince: null, pausedUntil: null }),
  };
  if (isEnabled === undefined || isEnabled === (row.disabledReason === null)) return changed;
  return isEnabled
    ? { ...changed, disabledReason: null, disabledAt: null }
    : { ...changed, disabledReason: 'owner', disabledAt: settings.updatedAt };
}

/** Replaces the webhook with this id. */
export function replaceWebhook(tables: MemoryTables, row: WebhookRow): void {
  tables.webhooks = tables.webhooks.map((other) => (other.id === row.id ? row : other));
}

/** A copy, so that callers cannot change the stored webhook. */
export function toWebhook(row: WebhookRow): Webhook {
  const {
    ownerId: _,
    secret: _1,
    previousSecret: _2,
    olderSecretUntil: _3,
    pausedUntil: _4,
    attemptedAt: _5,
    lease: _6,
    ...webhook
  } = row;
  return structuredClone(webhook);
}
