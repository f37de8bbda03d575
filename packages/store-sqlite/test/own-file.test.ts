import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase, withoutSync, withSettings } from '../src/open-database.ts';
import { sqliteStore } from '../src/sqlite-store.ts';
import { syncTransaction } from '../src/sync-transaction.ts';
import { temporaryFile } from './temporary-file.ts';

it('the store’s own file is in WAL mode for every process that opens it', async () => {
  const filename = temporaryFile();
  const store = sqliteStore({ filename });
  await store.migrate();
  const other = new Database(filename);
  expect(other.pragma('journal_mode', { simple: true })).toBe('wal');
  other.close();
  await store.close();
});

it('syncs at every commit, checks foreign keys, caches little and never waits inside SQLite', () => {
  const database = openDatabase(temporaryFile());
  // In WAL mode the driver's own default is NORMAL.
  database.pragma('journal_mode = wal');
  const transact = withSettings(database, syncTransaction(database));
  transact('immediate', function* () {
    return yield* [];
  });
  const setting = (name: string) => database.pragma(name, { simple: true });
  expect(setting('synchronous')).toBe(2);
  expect(setting('foreign_keys')).toBe(1);
  expect(setting('busy_timeout')).toBe(0);
  // Kilobytes.
  expect(setting('cache_size')).toBe(-4000);
  database.close();
});

it('syncs not at commits that may be undone, and at all others, also after an error', () => {
  const database = openDatabase(temporaryFile());
  database.pragma('journal_mode = wal');
  const transact = withSettings(database, syncTransaction(database));
  const transactUnsynced = withoutSync(database, transact);
  const level = () => database.pragma('synchronous', { simple: true });
  const levelInside = (transaction: typeof transact) =>
    transaction('immediate', function* () {
      yield* [];
      return level();
    });
  for (let round = 0; round < 3; round++) {
    // The first transaction of all makes the settings.
    if (round > 0) expect(levelInside(transactUnsynced)).toBe(1);
    expect(levelInside(transact)).toBe(2);
  }
  expect(() =>
    transactUnsynced('immediate', () => {
      throw new Error('It failed.');
    }),
  ).toThrow('It failed.');
  expect(level()).toBe(2);
  database.close();
});

it('another store reads what one has written', async () => {
  const filename = temporaryFile();
  const first = sqliteStore({ filename });
  await first.migrate();
  const report = await first.reports.create(newReport());
  await first.close();

  const second = sqliteStore({ filename });
  await second.migrate();
  expect(await second.reports.find('owner-1', report.id)).toEqual(report);
  await second.close();
});
