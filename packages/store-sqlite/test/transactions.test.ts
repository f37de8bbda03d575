import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { HostDatabase, HostTransaction } from '../src/host-database.ts';
import { sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { cutOff, driftsOf, everyNowAndThen, runTwentyWorkers } from './twenty-workers.ts';

/** A database whose statements sometimes fail, with or without transactions. */
function unreliable(host: Database.Database, hasTransactions: boolean): HostDatabase {
  const isCutOff = everyNowAndThen();
  const unlessCutOff = <Result>(run: () => Result): Result => {
    if (isCutOff()) throw cutOff;
    return run();
  };
  return {
    get inTransaction() {
      return host.inTransaction;
    },
    prepare(source) {
      const statement = host.prepare(source);
      return {
        reader: statement.reader,
        all: (...parameters) => unlessCutOff(() => statement.all(...parameters)),
        run: (...parameters) => unlessCutOff(() => statement.run(...parameters)),
        safeIntegers: (toggle) => statement.safeIntegers(toggle),
      };
    },
    transaction(work) {
      if (hasTransactions) return host.transaction(work);
      const run = work as HostTransaction['deferred'];
      return { deferred: run, immediate: run, exclusive: run };
    },
  };
}

async function storeAfterwards(hasTransactions: boolean) {
  const host = new Database(':memory:');
  const store = sqliteStore({ database: host });
  await store.migrate();
  const database = unreliable(host, hasTransactions);
  const { succeeded, endedPages } = await runTwentyWorkers(sqliteStore({ database }));
  expect(succeeded).toBeGreaterThan(100);
  return { host, endedPages, drifts: await driftsOf(store) };
}

it('twenty workers on three websites, interrupted at any statement, leave no drift', async () => {
  const { host, endedPages, drifts } = await storeAfterwards(true);
  expect(endedPages).toBeGreaterThan(5);
  expect(drifts).toEqual([]);
  expectExactTables(host);
});

it('without transactions there is drift', async () => {
  expect((await storeAfterwards(false)).drifts).not.toEqual([]);
});
