import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { backUpSqlite, sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { temporaryFile } from './temporary-file.ts';

/** A store on a file of some megabytes, so that copying takes many parts. */
async function filledFile() {
  const filename = temporaryFile();
  const store = sqliteStore({ filename });
  onTestFinished(() => store.close());
  await store.migrate();
  for (let index = 0; index < 50; index += 1) {
    await store.reports.create(newReport({ domain: `${index % 7}.com`, score: index }));
  }
  const other = new Database(filename, { timeout: 0 });
  onTestFinished(() => void other.close());
  other.exec('create table filling (bytes blob); insert into filling values (zeroblob(8e6))');
  return { filename, store, other, to: `${filename}.copy` };
}

/** Writes in every iteration of the event loop until copying ends; returns how often. */
async function whileWriting(copying: Promise<void>, write: () => unknown): Promise<number> {
  let isDone = false;
  const done = copying.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  let writes = 0;
  while (!isDone && writes < 3_000) {
    await write();
    writes += 1;
    await yieldToEvents();
  }
  await done;
  return writes;
}

it('copies a database completely while reports are written', async () => {
  const { filename, store, to } = await filledFile();
  const writes = await whileWriting(backUpSqlite({ filename, to }), () =>
    store.reports.create(newReport({ domain: 'new.com' })),
  );
  expect(writes).toBeGreaterThan(1);

  const copy = new Database(to);
  expectExactTables(copy);
  copy.close();
  const restored = sqliteStore({ filename: to });
  await restored.migrate();
  const query = { start: { page: 1 }, perPage: 1, sortBy: 'id', sort: 'asc' } as const;
  const { rows, total } = await restored.reports.list('owner-1', query);
  expect(total).toBe(50);
  const id = rows[0]?.id ?? 0;
  expect(await restored.reports.find('owner-1', id)).toEqual(
    await store.reports.find('owner-1', id),
  );
  await restored.close();
});

it('ends with a snapshot of the start, however often another connection writes', async () => {
  const { filename, other, to } = await filledFile();
  other.exec('create table ticks (id integer primary key)');
  const tick = other.prepare('insert into ticks default values');
  const writes = await whileWriting(backUpSqlite({ filename, to }), () => tick.run());
  expect(writes).toBeLessThan(3_000);
  const copy = new Database(to);
  const ticks = copy.prepare('select count(*) as count from ticks').get();
  expect((ticks as { count: number }).count).toBeLessThanOrEqual(1);
  copy.close();
});

it('does not block writers if the database has no write-ahead log', async () => {
  const { filename, store, other, to } = await filledFile();
  await store.close();
  expect(other.pragma('journal_mode = delete', { simple: true })).toBe('delete');
  other.exec('create table ticks (id integer primary key)');
  const tick = other.prepare('insert into ticks default values');
  let writes = 0;
  await whileWriting(backUpSqlite({ filename, to }), () => {
    // The writer stops, otherwise the backup would start again forever.
    if (writes < 5) tick.run();
    writes += 1;
  });
  expect(writes).toBeGreaterThan(1);
  const copy = new Database(to);
  expectExactTables(copy);
  expect(copy.prepare('select count(*) as count from ticks').get()).toEqual({ count: 5 });
  copy.close();
});

it('waits for a database with an exclusive lock', async () => {
  const { filename, other, store, to } = await filledFile();
  await store.close();
  other.pragma('journal_mode = delete');
  other.exec('begin exclusive');
  const backingUp = backUpSqlite({ filename, to });
  await yieldToEvents();
  other.exec('commit');
  await backingUp;
  expect(existsSync(to)).toBe(true);
});

it('does not change an existing file', async () => {
  const { filename, to } = await filledFile();
  writeFileSync(to, 'an older copy');
  await expect(backUpSqlite({ filename, to })).rejects.toThrow('already');
  expect(readFileSync(to, 'utf8')).toBe('an older copy');
  await expect(backUpSqlite({ filename, to: filename })).rejects.toThrow('already');
});

it('overwrites the partial file of an earlier attempt, and leaves only the copy', async () => {
  const { filename, to } = await filledFile();
  writeFileSync(`${to}.partial`, 'not a database, and rather long for one'.repeat(100));
  await backUpSqlite({ filename, to });
  const names = readdirSync(dirname(to)).filter((name) => name.includes('.copy'));
  expect(names).toEqual(['reports.sqlite.copy']);
});

it('leaves no file if it fails', async () => {
  const { filename, to } = await filledFile();
  const missing = `${filename}.missing`;
  await expect(backUpSqlite({ filename: missing, to })).rejects.toThrow('open');
  expect(existsSync(missing)).toBe(false);
  writeFileSync(missing, 'not a database, and rather long for one'.repeat(100));
  await expect(backUpSqlite({ filename: missing, to })).rejects.toThrow('not a database');
  expect(readdirSync(dirname(to)).filter((name) => name.includes('.copy'))).toEqual([]);
});
