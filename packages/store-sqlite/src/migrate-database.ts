import { SitegradeError } from '@sitegrade/core';
import { migrate, type QueryBuilder, type Work } from '@sitegrade/store-kysely';
import type { HostDatabase } from './host-database.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import type { SyncTransaction } from './sync-transaction.ts';

/** How long to wait for another process that migrates. */
const busyTimeoutMs = 30_000;

/**
 * Migrates the tables under SQLite's exclusive lock: if many processes start at the same time, one creates
 * the tables.
 */
export async function migrateDatabase(
  database: HostDatabase,
  transact: SyncTransaction,
  builder: QueryBuilder,
): Promise<void> {
  await retryWhileBusy(
    () => {
      requireUtf8(database);
      transact('exclusive', () => migrateWritable(builder));
    },
    { busyTimeoutMs },
  );
}

/** SQLite refuses a statement that writes on a database that is read-only, even where it changes no row. */
function* migrateWritable(builder: QueryBuilder): Work<void> {
  yield* migrate(builder);
  yield { sql: 'delete from sitegrade_migrations where false', parameters: [] };
}

/** In WAL mode readers and the writer do not wait for each other. The file stores the mode. */
export async function useWriteAheadLog(database: HostDatabase): Promise<void> {
  await retryWhileBusy(() => database.prepare('pragma journal_mode = wal').all(), {
    busyTimeoutMs,
  });
}

/** SQLite compares strings by bytes, which are in the order of code points only in UTF-8. */
function requireUtf8(database: HostDatabase): void {
  const [row] = database.prepare('pragma encoding').all() as { readonly encoding: string }[];
  if (row?.encoding === 'UTF-8') return;
  throw new SitegradeError(
    'internal',
    `The SQLite database must be in UTF-8 and is in ${row?.encoding}.`,
  );
}
