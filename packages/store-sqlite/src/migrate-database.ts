import { SitegradeError } from '@sitegrade/core';
import { migrate, type QueryBuilder } from '@sitegrade/store-kysely';
import type { HostDatabase } from './host-database.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { SyncTransaction } from './sync-transaction.ts';

/** How long to wait for another process that migrates. */
const busyTimeoutMs = 30_000;

/**
 * Brings the tables up to date, under SQLite's exclusive lock: of many processes that start at once,
 * one makes the tables and the others find them made.
 */
export async function migrateDatabase(
  database: HostDatabase,
  transact: SyncTransaction,
  builder: QueryBuilder,
): Promise<void> {
  await retryWhileBusy(
    () => {
      requireUtf8(database);
      transact('exclusive', () => migrate(builder));
    },
    { busyTimeoutMs },
  );
}

/** Readers and the one writer do not wait for each other then. Kept by the file. */
export async function useWriteAheadLog(database: HostDatabase): Promise<void> {
  await retryWhileBusy(() => database.prepare('pragma journal_mode = wal').all(), {
    busyTimeoutMs,
  });
}

/** SQLite compares texts by their bytes, and only those of UTF-8 are in the order of code points. */
function requireUtf8(database: HostDatabase): void {
  const [row] = database.prepare('pragma encoding').all() as { readonly encoding: string }[];
  if (row?.encoding === 'UTF-8') return;
  throw new SitegradeError(
    'internal',
    `The SQLite database must be in UTF-8 and is in ${row?.encoding}.`,
  );
}
