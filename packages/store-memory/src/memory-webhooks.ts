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
    async update(ownerId, id, change, onlyIf) {
      const row = findRow(ownerId, id);
      if (row === undefined) return { outcome: 'missing' };
      if (onlyIf && !onlyIf(toWebhook(row))) return { outcome: 'condition_failed' };
      const changed = changeWebhook(row, structuredClone(change));
      replaceWebhook(tables, changed);
      return { outcome: 'updated', webhook: toWebhook(changed) };
    },
    async rotate(ownerId, id, { secret, previousForMs, updatedAt }) {
      const row = findRow(ownerId, id);
      if (row === undefined) return undefined;
      const previousSecretUntil = new Date(updatedAt.getTime() + previousForMs);
      const previousSecret = row.secret;
      const rotated = { ...row, secret, previousSecret, previousSecretUntil, updatedAt };
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
  const changed = { ...row, ...settings };
  if (isEnabled === undefined || isEnabled === (row.disabledReason === null)) return changed;
  return isEnabled
    ? { ...changed, disabledReason: null, disabledAt: null, failingSince: null }
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
    pausedUntil: _3,
    lease: _4,
    ...webhook
  } = row;
  return structuredClone(webhook);
}
