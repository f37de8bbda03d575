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
        previousSecrets: [],
        previousSecretUntil: null,
        updatedAt: given.createdAt,
        pausedUntil: null,
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
      if (row === undefined) return undefined;
      const previousSecretUntil = new Date(updatedAt.getTime() + previousForMs);
      const isValid = row.previousSecretUntil !== null && row.previousSecretUntil > updatedAt;
      const previousSecrets = [row.secret, ...(isValid ? row.previousSecrets : [])].slice(0, 5);
      const rotated = { ...row, secret, previousSecrets, previousSecretUntil, updatedAt };
      replaceWebhook(tables, rotated);
      return toWebhook(rotated);
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
    ...{ ...row, ...settings },
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
    previousSecrets: _2,
    pausedUntil: _3,
    lease: _4,
    ...webhook
  } = row;
  return structuredClone(webhook);
}
