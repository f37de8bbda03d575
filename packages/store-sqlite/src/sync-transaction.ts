import { runWork, type Work } from '@sitegrade/store-kysely';
import { HostTransactionOpen } from './database-errors.ts';
import type { HostDatabase } from './host-database.ts';
import { statementCache } from './statement-cache.ts';

/**
 * How a transaction begins: `immediate` takes the write lock at once, `exclusive` also blocks readers. `statement` is for
 * reading by single statements without a transaction, each of which sees one state of the database.
 */
export type SqliteTransactionMode = 'statement' | 'deferred' | 'immediate' | 'exclusive';

/** Runs work in one synchronous transaction: no statement of the host can run in between. */
export type SyncTransaction = <Result>(
  mode: SqliteTransactionMode,
  begin: () => Work<Result>,
) => Result;

/**
 * Synchronous transactions on a database. A write while the host has an open transaction counts as
 * busy: inside it, an acknowledged report could still be rolled back.
 */
export function syncTransaction(database: HostDatabase): SyncTransaction {
  const execute = statementCache(database);
  const transaction = database.transaction((work: () => unknown) => work());
  return <Result>(mode: SqliteTransactionMode, begin: () => Work<Result>) => {
    if (mode === 'statement') return runWork(begin(), execute);
    if (mode !== 'deferred' && database.inTransaction) {
      throw new HostTransactionOpen('The host has a transaction open on the database.');
    }
    return transaction[mode](() => runWork(begin(), execute)) as Result;
  };
}

/**
 * The same on a connection that the host also uses: its busy timeout is 0 during a transaction, so
 * that SQLite does not block the event loop, and is restored afterwards.
 */
export function withoutBusyTimeout(
  database: HostDatabase,
  transact: SyncTransaction,
): SyncTransaction {
  const execute = statementCache(database);
  const pragma = (sql: string): readonly unknown[] => execute({ sql, parameters: [] });
  return (mode, begin) => {
    const [before] = pragma('pragma busy_timeout') as readonly { readonly timeout: number }[];
    if (!before?.timeout) return transact(mode, begin);
    pragma('pragma busy_timeout = 0');
    try {
      return transact(mode, begin);
    } finally {
      pragma(`pragma busy_timeout = ${before.timeout}`);
    }
  };
}
