import type { Attempt, IdempotencyStore } from '../idempotency/idempotency-store.ts';
import type { AttemptRow, MemoryTables } from './memory-tables.ts';

/** The idempotency keys of a memory store. */
export function memoryIdempotencyKeys(tables: MemoryTables): IdempotencyStore {
  return {
    async begin(attempt) {
      const other = tables.attempts.find(
        ({ ownerId, key }) => ownerId === attempt.ownerId && key === attempt.key,
      );
      if (other && other.expiresAt > attempt.begunAt) {
        return { outcome: 'taken', fingerprint: other.fingerprint, reportId: other.reportId };
      }
      const row = { ...attempt, reportId: null };
      tables.attempts = [...tables.attempts.filter((one) => one !== other), row];
      return { outcome: 'begun' };
    },
    async release(attempt) {
      tables.attempts = tables.attempts.filter((row) => !isUnderWay(attempt)(row));
    },
  };
}

/** Whether a row is the one of this attempt, and the attempt has not made its report yet. */
export function isUnderWay({ ownerId, key, token }: Attempt) {
  return (row: AttemptRow): boolean =>
    row.ownerId === ownerId && row.key === key && row.token === token && row.reportId === null;
}
