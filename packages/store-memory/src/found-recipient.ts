import type { Recipient } from '@sitegrade/core';
import type { FoundRecipient } from '@sitegrade/core/store';
import type { MemoryTables, RecipientRow } from './memory-tables.ts';

/** A recipient and whose it is. */
export function foundRecipient({ websites }: MemoryTables, row: RecipientRow): FoundRecipient {
  const domain = websites.find(({ id }) => id === row.websiteId)?.domain ?? '';
  return { ownerId: row.ownerId, domain, recipient: toRecipient(row) };
}

/** A copy, so that callers cannot change the stored recipient. */
export function toRecipient({
  ownerId: _,
  token: _1,
  digestDueAt: _2,
  refusals: _3,
  refusedSince: _4,
  ...recipient
}: RecipientRow): Recipient {
  return structuredClone(recipient);
}
