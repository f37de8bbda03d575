import type { Attempt, DoneAttempt, IdempotencyStore, MadeRecord } from '@sitegrade/core/store';
import type { AttemptRow, MemoryTables } from './memory-tables.ts';

/** The idempotency keys of a memory store. */
export function memoryIdempotencyKeys(tables: MemoryTables): IdempotencyStore {
  return {
    async begin(attempt) {
      const other = tables.attempts.find(
        ({ ownerId, key }) => ownerId === attempt.ownerId && key === attempt.key,
      );
      if (other && other.expiresAt > attempt.begunAt) {
        return { outcome: 'taken', fingerprint: other.fingerprint, made: other.made };
      }
      const row = { ...attempt, made: null };
      tables.attempts = [...tables.attempts.filter((stored) => stored !== other), row];
      return { outcome: 'begun' };
    },
    async release(attempt) {
      tables.attempts = tables.attempts.filter((row) => !isInProgress(attempt)(row));
    },
  };
}

/** Whether a row belongs to this attempt, and the attempt is still in progress. */
export function isInProgress({ ownerId, key, token }: Attempt) {
  return (row: AttemptRow): boolean =>
    row.ownerId === ownerId && row.key === key && row.token === token && row.made === null;
}

/** Records what an attempt in progress has made. */
export function completeAttempt(
  tables: MemoryTables,
  attempt: DoneAttempt,
  made: MadeRecord,
): void {
  const isThis = isInProgress(attempt);
  tables.attempts = tables.attempts.map((row) =>
    isThis(row) ? { ...row, expiresAt: attempt.expiresAt, made } : row,
  );
}
