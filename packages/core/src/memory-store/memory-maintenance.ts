import type { MaintenanceStore, OutdatedQuery, ReconciledPart, ReconcileQuery } from '../store.ts';
import type { MemoryTables, ReportRow } from './memory-tables.ts';

/** The maintenance of a memory store. It has no counters that could drift. */
export function memoryMaintenance(tables: MemoryTables): MaintenanceStore {
  return {
    async deleteOutdated(query) {
      const looked = tables.reports
        .filter(({ id, ownerId }) => id > query.after && ownerId === (query.ownerId ?? ownerId))
        .slice(0, query.limit);
      const outdated = looked.filter((row) => isOutdated(tables, row, query));
      tables.reports = tables.reports.filter((row) => !outdated.includes(row));
      return { deleted: outdated.length, last: looked.at(-1)?.id };
    },
    async deleteExpiredIdempotencyKeys({ expiredAt, limit }) {
      const expired = tables.attempts.filter((row) => row.expiresAt <= expiredAt).slice(0, limit);
      tables.attempts = tables.attempts.filter((row) => !expired.includes(row));
      return expired.length;
    },
    reconcileWebsites: async (query) =>
      nothingOf(
        tables.websites.map(({ id }) => id),
        query,
      ),
    reconcileOwners: async (query) =>
      nothingOf([...new Set(tables.websites.map(({ ownerId }) => ownerId))].sort(), query),
  };
}

function isOutdated(
  { reports }: MemoryTables,
  row: ReportRow,
  { createdBefore, keepPerUrl }: OutdatedQuery,
): boolean {
  if (createdBefore !== undefined && row.createdAt < createdBefore) return true;
  const newer = reports.filter(
    ({ id, ownerId, url }) => id > row.id && ownerId === row.ownerId && url === row.url,
  );
  return keepPerUrl !== undefined && newer.length >= keepPerUrl;
}

function nothingOf<Key>(
  all: readonly Key[],
  { after, limit }: ReconcileQuery<Key>,
): ReconciledPart<Key> {
  const some = all.filter((key) => key > after).slice(0, limit);
  return { checked: some.length, drifts: [], last: some.at(-1) };
}
