import type { ApiKey } from '../api-keys/api-key.ts';
import type { MadeRecord, NewAttempt } from '../idempotency/idempotency-store.ts';
import type { Job } from '../jobs/job.ts';
import type { NewSession } from '../sessions/session-store.ts';
import type { NewReport } from '../store.ts';
import type { Privacy } from '../websites/website.ts';

/** The data of a memory store: rows in insertion order, and the last id of each table. */
export interface MemoryTables {
  reports: readonly MemoryReport[];
  /** The reports of deleted websites. */
  hiddenReports: readonly MemoryReport[];
  websites: readonly MemoryWebsite[];
  apiKeys: readonly ApiKeyRow[];
  attempts: readonly AttemptRow[];
  sessions: readonly NewSession[];
  jobs: readonly JobRow[];
  /** The number of the last claim of a job, by owner. */
  readonly claims: Map<string, number>;
  /** Windows of guesses by key. */
  readonly guesses: Map<string, { readonly count: number; readonly endsAt: Date }>;
  readonly lastIds: { report: number; website: number; apiKey: number; job: number; claim: number };
}

/** A stored report. */
export type MemoryReport = NewReport & { readonly id: number; readonly websiteId: number };

/** A stored website. Its counters are computed from the reports. */
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

/** A stored API key. */
export type ApiKeyRow = ApiKey & { readonly digest: Uint8Array };

/** A stored attempt, with what it has made. */
export type AttemptRow = NewAttempt & { readonly made: MadeRecord | null };

/** A stored job. It has a lease while it is running. */
export type JobRow = Job & {
  readonly ownerId: string;
  readonly lease: { readonly token: string; readonly endsAt: Date } | null;
};

/** Tables without rows. */
export function emptyTables(): MemoryTables {
  return {
    reports: [],
    hiddenReports: [],
    websites: [],
    apiKeys: [],
    attempts: [],
    sessions: [],
    jobs: [],
    claims: new Map(),
    guesses: new Map(),
    lastIds: { report: 0, website: 0, apiKey: 0, job: 0, claim: 0 },
  };
}

/** Whether a row has this id and belongs to this owner. */
export function isOwned(ownerId: string, id: number) {
  return (row: { readonly ownerId: string; readonly id: number }): boolean =>
    row.ownerId === ownerId && row.id === id;
}

/** The API key of a row, without its digest. */
export function toApiKey({ digest: _, ...apiKey }: ApiKeyRow): ApiKey {
  return apiKey;
}

/** Whether two digests are the same. */
export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
