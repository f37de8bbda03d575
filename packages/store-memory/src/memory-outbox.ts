import type { OutboxEvent } from '@sitegrade/core/store';
import type { MemoryTables } from './memory-tables.ts';

/**
 * Records something that has happened, if the owner has a webhook that is enabled, a recipient that is confirmed, a
 * schedule, or a site that fails.
 */
export function insertEvent(
  tables: MemoryTables,
  ownerId: string,
  event: OutboxEvent,
  now: Date,
): void {
  const { webhooks, recipients, schedules, websites } = tables;
  const isOwn = (row: { readonly ownerId: string }): boolean => row.ownerId === ownerId;
  const isWanted =
    webhooks.some((webhook) => isOwn(webhook) && webhook.disabledReason === null) ||
    recipients.some((recipient) => isOwn(recipient) && recipient.state === 'confirmed') ||
    [...schedules.values()].some(isOwn) ||
    websites.some((website) => isOwn(website) && website.site.failingSince !== null);
  if (!isWanted) return;
  tables.lastIds.outbox += 1;
  const { outbox: id } = tables.lastIds;
  const row = { id, ownerId, event, createdAt: now, dueAt: now, attempts: 0, leaseToken: null };
  tables.outbox = [...tables.outbox, row];
}
