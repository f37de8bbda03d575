import { runWork, type Work } from '@sitegrade/store-kysely';
import { HostTransactionOpen } from './database-errors.ts';
import type { HostDatabase } from './host-database.ts';
import { statementCache } from './statement-cache.ts';

/** How a transaction begins: `immediate` takes the write lock at once, `exclusive` keeps readers out too. */
export type TransactionMode = 'deferred' | 'immediate' | 'exclusive';

/** Runs work in a transaction, in one synchronous turn: nothing of the host's can get in between. */
export type TransactionTurn = <Result>(mode: TransactionMode, begin: () => Work<Result>) => Result;

/**
 * Transactions on a database, each one turn. A write while the host has a transaction of its own
 * open counts as busy: within it, an acknowledged report could still be rolled back.
 */
export function transactionTurn(database: HostDatabase): TransactionTurn {
  const execute = statementCache(database);
  const transaction = database.transaction((work: () => unknown) => work());
  return <Result>(mode: TransactionMode, begin: () => Work<Result>) => {
    if (mode !== 'deferred' && database.inTransaction) {
      throw new HostTransactionOpen('The host has a transaction open on the database.');
    }
    return transaction[mode](() => runWork(begin(), execute)) as Result;
  };
}

/**
 * The same on a connection that the host also uses: whatever the host lets SQLite wait for locks,
 * during a turn it is nothing, and afterwards as before.
 */
export function withoutWaiting(database: HostDatabase, turn: TransactionTurn): TransactionTurn {
  const execute = statementCache(database);
  const pragma = (sql: string): readonly unknown[] => execute({ sql, parameters: [] });
  return (mode, begin) => {
    const [before] = pragma('pragma busy_timeout') as readonly { readonly timeout: number }[];
    if (!before?.timeout) return turn(mode, begin);
    pragma('pragma busy_timeout = 0');
    try {
      return turn(mode, begin);
    } finally {
      pragma(`pragma busy_timeout = ${before.timeout}`);
    }
  };
}
