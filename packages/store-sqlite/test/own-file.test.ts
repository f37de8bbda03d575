import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

it.each([
  ['its own', (filename: string) => ({ filename }), (filename: string) => `"${filename}"`],
  [
    'one of the host',
    (filename: string) => ({ database: new Database(filename) }),
    () => 'of the host',
  ],
])('a file that is not a database is reported by migrate(): %s', async (_whose, options, name) => {
  const filename = temporaryFile();
  const contents = 'Not a database, '.repeat(1000);
  writeFileSync(filename, contents);
  await expect(sqliteStore(options(filename)).migrate()).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining(`The SQLite database ${name(filename)} is not one: the file`),
    cause: expect.objectContaining({ code: 'SQLITE_NOTADB' }),
  });
  expect(readFileSync(filename, 'utf8')).toBe(contents);
});

it.each([
  ['a handle', (filename: string) => new Database(filename, { readonly: true })],
  [
    'a connection',
    (filename: string) => {
      const database = new Database(filename);
      database.pragma('query_only = on');
      return database;
    },
  ],
])('%s that is read-only is reported by migrate(), also with all tables', async (_what, open) => {
  const filename = temporaryFile();
  new Database(filename).exec('create table of_the_host (id integer)').close();
  const refused = {
    code: 'internal',
    message: expect.stringContaining('The SQLite database of the host cannot be written: '),
  };
  await expect(sqliteStore({ database: open(filename) }).migrate()).rejects.toMatchObject(refused);
  const store = sqliteStore({ filename });
  await store.migrate();
  await store.close();
  await expect(sqliteStore({ database: open(filename) }).migrate()).rejects.toMatchObject(refused);
});

it.each([
  ['a file', 0o444, 0o777, 'cannot be written: '],
  ['a folder', 0o666, 0o555, 'cannot be written: '],
  ['a file that may not be read', 0o000, 0o777, 'could not be opened: '],
])(
  '%s without the right to write is reported at the start',
  async (_what, file, folder, message) => {
    const filename = temporaryFile();
    const made = sqliteStore({ filename });
    await made.migrate();
    await made.close();
    chmodSync(filename, file);
    chmodSync(dirname(filename), folder);
    const open = async () => sqliteStore({ filename }).migrate();
    await expect(withoutRights(open)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining(`The SQLite database "${filename}" ${message}`),
    });
  },
);

/** Root may read and write everything. */
async function withoutRights<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(65_534);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
