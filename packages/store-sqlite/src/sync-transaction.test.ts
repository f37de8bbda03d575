import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type SyncTransaction, syncTransaction, withoutBusyTimeout } from './sync-transaction.ts';

it.each(['ends', 'fails'])('a transaction that %s never blocks inside SQLite', (end) => {
  const database = new Database(':memory:', { timeout: 3_000 });
  const busyTimeout = () => database.pragma('busy_timeout', { simple: true });
  const atBegin: unknown[] = [];
  const transact: SyncTransaction = (mode, begin) => {
    atBegin.push(busyTimeout());
    return syncTransaction(database)(mode, begin);
  };
  const run = () =>
    // biome-ignore lint/correctness/useYield: it runs no statement.
    withoutBusyTimeout(database, transact)('immediate', function* () {
      if (end === 'fails') throw new Error('of the method');
      return 'result';
    });
  if (end === 'fails') expect(run).toThrow('of the method');
  else expect(run()).toBe('result');
  expect([atBegin, busyTimeout()]).toEqual([[0], 3_000]);
  database.close();
});

it('reads single statements without a transaction, also while the host has one open', () => {
  const database = new Database(':memory:');
  const transact = syncTransaction(database);
  const isInTransaction = () =>
    transact('statement', function* () {
      yield { sql: 'select 1', parameters: [] };
      return database.inTransaction;
    });
  expect(isInTransaction()).toBe(false);
  database.exec('begin');
  expect(isInTransaction()).toBe(true);
});
