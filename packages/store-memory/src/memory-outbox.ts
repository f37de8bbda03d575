import type { OutboxEvent } from '@sitegrade/core/store';
import type { MemoryTables } from './memory-tables.ts';

/** Records something that has happened, if the owner has a webhook that is enabled. */
export function insertEvent(
  tables: MemoryTables,
  ownerId: string,
  event: OutboxEvent,
  now: Date,
): void {
  const isWanted = tables.webhooks.some(
    (webhook) => webhook.ownerId === ownerId && webhook.disabledReason === null,
  );
  if (!isWanted) return;
  tables.lastIds.outbox += 1;
  const { outbox: id } = tables.lastIds;
  const row = { id, ownerId, event, createdAt: now, dueAt: now, attempts: 0, token: null };
  tables.outbox = [...tables.outbox, row];
}
