import type { ApiKey } from '../api-keys/api-key.ts';
import type { NewAttempt } from '../idempotency/idempotency-store.ts';
import type { NewReport } from '../store.ts';
import type { Privacy } from '../websites/website.ts';

/** What a memory store holds: rows in the order they came, and the last id that each table gave. */
export interface MemoryTables {
  reports: readonly MemoryReport[];
  websites: readonly MemoryWebsite[];
  apiKeys: readonly ApiKeyRow[];
  attempts: readonly AttemptRow[];
  readonly lastIds: { report: number; website: number; apiKey: number };
}

/** A report as memory keeps it. */
export type MemoryReport = NewReport & { readonly id: number; readonly websiteId: number };

/** A website as memory keeps it: no counters, since they follow from the reports. */
export interface MemoryWebsite {
  readonly id: number;
  readonly ownerId: string;
  readonly domain: string;
  readonly privacy: Privacy;
  readonly passwordHash: string | null;
  readonly shareToken: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An API key as memory keeps it. */
export type ApiKeyRow = ApiKey & { readonly digest: Uint8Array };

/** An attempt as memory keeps it, with the report it made. */
export type AttemptRow = NewAttempt & { readonly reportId: number | null };

/** Tables without rows. */
export function emptyTables(): MemoryTables {
  return {
    reports: [],
    websites: [],
    apiKeys: [],
    attempts: [],
    lastIds: { report: 0, website: 0, apiKey: 0 },
  };
}

/** Whether a row is the one with this id, and this owner's. */
export function isOwned(ownerId: string, id: number) {
  return (row: { readonly ownerId: string; readonly id: number }): boolean =>
    row.ownerId === ownerId && row.id === id;
}
