import type { Store } from '@sitegrade/core';
import {
  postgresQueryBuilder,
  type Runner,
  storeMethods,
  type Work,
} from '@sitegrade/store-kysely';
import type { Pool } from 'pg';
import { connectionsOf } from './connections.ts';
import { toStoreError } from './database-errors.ts';
import type { HostPool } from './host-pool.ts';
import { migrateDatabase } from './migrate-database.ts';
import { openPool } from './open-pool.ts';
import {
  type PostgresStoreOptions,
  validatePostgresStoreOptions,
} from './postgres-store-options.ts';
import { runStatements } from './run-statement.ts';
import { runTransactions, type TransactionMode } from './run-transaction.ts';

/** How long a method may take in all, in milliseconds: tries, waits and statements. */
const patienceMs = 5_000;

/** How long `migrate` waits for a connection and for another process that migrates. */
const migrationPatienceMs = 30_000;

/**
 * A store on PostgreSQL, through pg. Call `migrate()` once before the first request.
 *
 * A method is one transaction. It is tried again where another transaction got in its way, or where
 * no connection could be had; after five seconds in all it throws `overloaded`.
 *
 * A `pool` that the host hands in stays open at `close()`. The store listens to its errors and to
 * those of its connections, without which a lost connection would end the process.
 *
 * @throws TypeError where an option is missing or wrong.
 * @example
 * ```ts
 * const store = postgresStore({ connectionString: 'postgres://localhost/app', schema: 'seo' });
 * await store.migrate();
 * ```
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  validatePostgresStoreOptions(options);
  const { schema, preparedStatements = true } = options;
  const { pool, own } = connect(options);
  const builder = postgresQueryBuilder(schema);
  const runTransaction = runTransactions({
    connections: connectionsOf(pool),
    runStatement: runStatements(preparedStatements),
  });
  const run = async <Result>(
    mode: TransactionMode,
    begin: () => Work<Result>,
    withinMs = patienceMs,
  ): Promise<Result> => {
    try {
      return await runTransaction(mode, begin, withinMs);
    } catch (error) {
      throw toStoreError(error);
    }
  };
  const once: Runner['readOnce'] = (begin) => run('once', begin);
  const runner: Runner = {
    read: (begin) => run('read', begin),
    write: (begin) => run('write', begin),
    readOnce: once,
    writeOnce: once,
  };
  let closing: Promise<void> | undefined;

  return {
    ...storeMethods(builder, runner),
    migrate: () => run('migrate', () => migrateDatabase(builder, schema), migrationPatienceMs),
    async close() {
      closing ??= own?.end();
      await closing;
    },
  };
}

function connect({ pool, connectionString, maxConnections }: PostgresStoreOptions): {
  readonly pool: HostPool;
  /** The pool where it was made here, and so is to be ended here. */
  readonly own?: Pool;
} {
  if (pool) return { pool };
  const own = openPool(connectionString, maxConnections);
  return { pool: own, own };
}
