import type { Store } from '@sitegrade/core';
import { type Runner, sqliteQueryBuilder, storeMethods, type Work } from '@sitegrade/store-kysely';
import type { Database } from 'better-sqlite3';
import { toStoreError } from './database-errors.ts';
import type { HostDatabase } from './host-database.ts';
import { migrateDatabase, useWriteAheadLog } from './migrate-database.ts';
import { openDatabase, withSettings } from './open-database.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { onSameFile } from './same-file.ts';
import { type SqliteStoreOptions, validateSqliteStoreOptions } from './sqlite-store-options.ts';
import {
  type TransactionMode,
  type TransactionTurn,
  transactionTurn,
  withoutWaiting,
} from './transaction-turn.ts';

/** How long a method waits for a busy database, in milliseconds. */
const patienceMs = 5_000;

/**
 * A store on SQLite, through better-sqlite3. Call `migrate()` once before the first request.
 *
 * A method runs all its statements in one synchronous transaction, so that a host's statements on
 * the same `database` never end up in it. While another process holds the lock, a method tries
 * again for up to five seconds, without stopping the event loop, and then throws `overloaded`.
 *
 * Of a `database` the host hands in, no setting is changed and `close()` leaves it open. A write
 * waits while the host has a transaction of its own open there.
 *
 * @throws TypeError where an option is missing or wrong; SitegradeError `overloaded` where the file
 * cannot be opened.
 * @example
 * ```ts
 * const store = sqliteStore({ filename: 'reports.sqlite' });
 * await store.migrate();
 * ```
 */
export function sqliteStore(options: SqliteStoreOptions): Store {
  validateSqliteStoreOptions(options);
  const { database, turn, own } = connect(options);
  const builder = sqliteQueryBuilder();
  const run = <Result>(mode: TransactionMode, begin: () => Work<Result>): Promise<Result> =>
    withStoreErrors(retryWhileBusy(() => turn(mode, begin), { patienceMs }));
  const read: Runner['read'] = (begin) => run('deferred', begin);
  const write: Runner['write'] = (begin) => run('immediate', begin);
  const runner: Runner = { read, write, readOnce: read, writeOnce: write };

  return {
    ...storeMethods(builder, runner),
    async migrate() {
      if (own) await withStoreErrors(useWriteAheadLog(own));
      await withStoreErrors(migrateDatabase(database, turn, builder));
    },
    async close() {
      own?.close();
    },
  };
}

function connect({ filename, database }: SqliteStoreOptions): {
  readonly database: HostDatabase;
  readonly turn: TransactionTurn;
  /** The database where it was opened here, and so is to be configured and closed here. */
  readonly own?: Database;
} {
  if (database) return { database, turn: withoutWaiting(database, transactionTurn(database)) };
  const own = openDatabase(filename);
  const turn = onSameFile(filename, withSettings(own, transactionTurn(own)));
  return { database: own, turn, own };
}

async function withStoreErrors<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw toStoreError(error);
  }
}
