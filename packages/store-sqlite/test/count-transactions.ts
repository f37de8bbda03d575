import Database from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';

/**
 * Counts the transactions that stores begin, or fail to begin, from now on. Call it before a store is created.
 *
 * @returns the number until now.
 */
export function countTransactions(): () => number {
  let count = 0;
  const { transaction } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'transaction').mockImplementation(function (
    this: Database.Database,
    work,
  ) {
    return new Proxy(transaction.call(this, work), {
      get: (made, mode) => {
        count += 1;
        return Reflect.get(made, mode);
      },
    }) as never;
  });
  onTestFinished(() => spy.mockRestore());
  return () => count;
}
