import type { Store } from '@sitegrade/core/store';
import {
  postgresQueryBuilder,
  type Runner,
  storeMethods,
  type Work,
} from '@sitegrade/store-kysely';
import pg from 'pg';
import { countWaits } from './connection-waits.ts';
import { acquireFrom } from './connections.ts';
import { isRefusal, toStoreError } from './database-errors.ts';
import type { HostPool } from './host-pool.ts';
import { migrateDatabase } from './migrate-database.ts';
import {
  type PostgresStoreOptions,
  validatePostgresStoreOptions,
} from './postgres-store-options.ts';
import { runAloneOn } from './run-alone.ts';
import { runStatements } from './run-statement.ts';
import { offByIndexes, type PostgresTransactionMode, runTransactions } from './run-transaction.ts';
import { runWithSettings } from './run-with-settings.ts';

/**
 * A store on PostgreSQL, through pg. Call `migrate()` once before the first request.
 *
 * A method is one transaction. It is retried after a conflict with another transaction, and while no
 * connection is available; after five seconds in total it throws `overloaded`.
 *
 * A `pool` of the host stays open at `close()`. The store listens to its errors and to
 * those of its connections, because without a listener a lost connection would end the process.
 *
 * @throws TypeError if an option is missing or invalid.
 * @example
 * ```ts
 * const store = postgresStore({ connectionString: 'postgres://localhost/app', schema: 'seo' });
 * await store.migrate();
 * ```
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  return openPostgresStore(options, 5_000);
}

/**
 * The store whose methods have another time limit: what happens within it must be the same on a machine that takes
 * ten times as long.
 *
 * @param methodTimeoutMs - Time limit of a method in milliseconds, including retries, waits and statements.
 */
export function openPostgresStore(options: PostgresStoreOptions, methodTimeoutMs: number): Store {
  validatePostgresStoreOptions(options);
  const { schema, preparedStatements = true } = options;
  const { pool, opened } = connect(options);
  const builder = postgresQueryBuilder(schema);
  const { acquire, waits } = countWaits(acquireFrom(pool));
  const runTransaction = runTransactions({
    acquire,
    runStatement: runStatements(preparedStatements),
    ...(preparedStatements && { readAlone: runWithSettings(offByIndexes) }),
  });
  const run = <Result>(mode: PostgresTransactionMode, begin: () => Work<Result>) =>
    withStoreErrors(runTransaction(mode, begin, methodTimeoutMs));
  const single: Runner['readStatement'] = (begin) => run('statement', begin);
  const runner: Runner = {
    read: (begin) => run('read', begin),
    write: (begin) => run('write', begin),
    // Commits share their syncs, and do not block this process.
    writeUnsynced: (begin) => run('write', begin),
    readStatement: single,
    writeStatement: single,
  };
  const methods = storeMethods(builder, runner, isRefusal);
  let closing: Promise<void> | undefined;

  return {
    ...methods,
    stats: () => ({ ...methods.stats(), connections: waits() }),
    migrate: () => {
      // Without prepared statements, the connection may be one of a pooler, which gives each statement another.
      const runAlone = runAloneOn(acquire, { keepsSession: preparedStatements });
      return withStoreErrors(migrateDatabase({ builder, schema, runTransaction, runAlone }));
    },
    async close() {
      closing ??= opened?.end();
      await closing;
    },
  };
}

async function withStoreErrors<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw toStoreError(error);
  }
}

function connect({ pool, connectionString, maxConnections }: PostgresStoreOptions): {
  readonly pool: HostPool;
  /** The pool if the store opened it, so that it must end it. */
  readonly opened?: pg.Pool;
} {
  if (pool) return { pool };
  const opened = openPool(connectionString, maxConnections);
  return { pool: opened, opened };
}

/** Opens the store's own connections, not before the first statement. */
function openPool(connectionString: string, maxConnections = 10): pg.Pool {
  return new pg.Pool({
    connectionString,
    max: maxConnections,
    // pg has no limit by default. The store has its own, also for a host's pool; this one ends the attempt.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Idle connections must not keep the process alive.
    allowExitOnIdle: true,
  });
}
