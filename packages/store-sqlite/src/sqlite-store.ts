import type { Store } from '@sitegrade/core/store';
import { type Runner, sqliteQueryBuilder, storeMethods, type Work } from '@sitegrade/store-kysely';
import type { Database } from 'better-sqlite3';
import { isRefusal, toStoreError, wrongDatabase } from './database-errors.ts';
import type { HostDatabase } from './host-database.ts';
import { migrateDatabase, useWriteAheadLog } from './migrate-database.ts';
import { openDatabase, refuseReplacedFile, withoutSync, withSettings } from './open-database.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { type SqliteStoreOptions, validateSqliteStoreOptions } from './sqlite-store-options.ts';
import {
  type SqliteTransactionMode,
  type SyncTransaction,
  syncTransaction,
  withoutBusyTimeout,
} from './sync-transaction.ts';

/** How long a method waits for a busy database, in milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * A store on SQLite, through better-sqlite3. Call `migrate()` once before the first request.
 *
 * A method runs all its statements in one synchronous transaction, so that a host's statements on
 * the same `database` are never part of it. While another process holds the lock, a method retries for
 * up to five seconds without blocking the event loop, and then throws `overloaded`.
 *
 * The settings of a `database` of the host are not changed, and `close()` leaves it open. A write
 * waits while the host has its own transaction open there.
 *
 * @throws TypeError if an option is missing or invalid; SitegradeError `internal` if the file
 * cannot be opened. So does `migrate()`, if it is not a database or cannot be written.
 * @example
 * ```ts
 * const store = sqliteStore({ filename: 'reports.sqlite' });
 * await store.migrate();
 * ```
 */
export function sqliteStore(options: SqliteStoreOptions): Store {
  validateSqliteStoreOptions(options);
  const { database, transact, opened } = connect(options);
  // Not on a database of the host, whose settings stay as they are.
  const transactUnsynced = opened ? withoutSync(opened, transact) : transact;
  const builder = sqliteQueryBuilder();
  const run = <Result>(mode: SqliteTransactionMode, begin: () => Work<Result>): Promise<Result> =>
    withStoreErrors(retryWhileBusy(() => transact(mode, begin), { busyTimeoutMs }));
  const read: Runner['read'] = (begin) => run('deferred', begin);
  const write: Runner['write'] = (begin) => run('immediate', begin);
  const writeUnsynced: Runner['writeUnsynced'] = (begin) =>
    withStoreErrors(retryWhileBusy(() => transactUnsynced('immediate', begin), { busyTimeoutMs }));
  const readStatement: Runner['readStatement'] = (begin) => run('statement', begin);
  const runner: Runner = { read, write, writeUnsynced, readStatement, writeStatement: write };

  return {
    ...storeMethods(builder, runner, isRefusal),
    async migrate() {
      try {
        if (opened) await useWriteAheadLog(opened);
        await migrateDatabase(database, transact, builder);
      } catch (error) {
        throw (
          wrongDatabase(opened ? `"${opened.name}"` : 'of the host', error) ?? toStoreError(error)
        );
      }
    },
    async close() {
      opened?.close();
    },
  };
}

function connect({ filename, database }: SqliteStoreOptions): {
  readonly database: HostDatabase;
  readonly transact: SyncTransaction;
  /** The database if the store opened it, so that it configures and closes it. */
  readonly opened?: Database;
} {
  if (database)
    return { database, transact: withoutBusyTimeout(database, syncTransaction(database)) };
  const opened = openDatabase(filename);
  const transact = refuseReplacedFile(filename, withSettings(opened, syncTransaction(opened)));
  return { database: opened, transact, opened };
}

async function withStoreErrors<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw toStoreError(error);
  }
}
