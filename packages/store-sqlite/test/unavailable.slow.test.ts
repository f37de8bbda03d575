import { randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  authenticate,
  createContext,
  createCrawl,
  issueApiKey,
  listReports,
} from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { countTransactions } from './count-transactions.ts';
import { expectExactTables } from './exact-tables.ts';
import { temporaryFile } from './temporary-file.ts';

const readOnly = {
  name: 'SitegradeError',
  code: 'overloaded',
  reason: 'read_only',
  retryAfterSeconds: 30,
};
const overloaded = { name: 'SitegradeError', code: 'overloaded', retryAfterSeconds: 5 };

describe('a database that is not available', () => {
  it('locked by another: the store waits without blocking the event loop', async () => {
    const filename = temporaryFile();
    const transactions = countTransactions();
    const store = sqliteStore({ filename });
    await store.migrate();
    const other = new Database(filename);
    other.exec('begin immediate');

    const before = transactions();
    const creating = Promise.all(
      Array.from({ length: 3 }, () => store.reports.create(newReport())),
    );
    creating.catch(() => {});
    await expect.poll(transactions, { interval: 1 }).toBeGreaterThan(before);
    // A store that waited inside SQLite would have waited for as long as a method may, and be overloaded.
    other.exec('commit');
    other.close();
    expect(await creating).toHaveLength(3);
    await store.close();
  });

  it('locked by another: reads with an API key succeed immediately', async () => {
    const filename = temporaryFile();
    const store = sqliteStore({ filename });
    await store.migrate();
    const context = createContext({ store });
    const { key } = await issueApiKey(context, 'owner-1');
    const other = new Database(filename);
    other.exec('begin immediate');

    expect(await authenticate(context, key)).toMatchObject({ ownerId: 'owner-1' });
    expect(await listReports(context, 'owner-1')).toMatchObject({ rows: [] });
    // Recording its use is still pending: it ends silently with the store.
    await store.close();
    await sleep(60);
    other.close();
  });

  it('locked while the store opens and migrates: it waits too', async () => {
    const filename = temporaryFile();
    const other = new Database(filename);
    other.exec('create table x (y); begin exclusive');
    const store = sqliteStore({ filename });
    const migrating = store.migrate();
    await sleep(30);
    other.exec('commit');
    await migrating;
    await store.reports.create(newReport());
    other.close();
    await store.close();
  });

  it('closed: overloaded, with the cause', async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    await store.close();
    const error = await store.reports.create(newReport()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ ...overloaded, cause: expect.any(TypeError) });
    await expect(store.reports.find('owner-1', 1)).rejects.toMatchObject(overloaded);
  });

  it('full: read-only, nothing partial, and recovery with more space', async () => {
    const database = new Database(':memory:');
    const store = sqliteStore({ database });
    await store.migrate();
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 20}`);
    const create = async () => {
      for (let made = 0; made < 200; made += 1) {
        await store.reports.create(newReport({ title: 'x'.repeat(2000) }));
      }
    };
    expect(await store.isWritable()).toBe(true);
    await expect(create()).rejects.toMatchObject({
      ...readOnly,
      cause: expect.objectContaining({ code: 'SQLITE_FULL' }),
    });
    expectExactTables(database);
    expect(await store.isWritable()).toBe(false);
    expect(await store.reports.find('owner-1', 1)).toMatchObject({ id: 1 });
    database.pragma('max_page_count = 1000000');
    await expect.poll(() => store.isWritable(), { interval: 100 }).toBe(true);
    await create();
    expectExactTables(database);
    const trials = database.prepare('select count(*) from sitegrade_ruleset_texts').pluck();
    expect(trials.get()).toBe(1);
  });

  it('nearly full: the room for a crawl is not available to reports', async () => {
    const database = new Database(':memory:');
    const store = sqliteStore({ database });
    await store.migrate();
    const pages = () => Number(database.pragma('page_count', { simple: true }));
    await store.reports.create(newReport());
    database.pragma(`max_page_count = ${pages() + 20}`);
    const large = newReport({ title: randomBytes(100_000).toString('hex') });
    await expect(store.reports.create(large)).rejects.toMatchObject(readOnly);
    const context = createContext({ store });
    await issueApiKey(context, 'owner-1');
    await expect(createCrawl(context, 'owner-1', { url: 'https://example.com/' })).rejects.toThrow(
      'Nothing can be stored right now',
    );
  });

  it('read-only: writes are refused, reads succeed', async () => {
    const filename = temporaryFile();
    const writing = sqliteStore({ filename });
    await writing.migrate();
    const { id } = await writing.reports.create(newReport());
    const store = sqliteStore({ database: new Database(filename, { readonly: true }) });
    await expect(store.reports.create(newReport())).rejects.toMatchObject(readOnly);
    expect(await store.isWritable()).toBe(false);
    expect(await store.reports.find('owner-1', id)).toMatchObject({ id });
    await writing.close();
  });

  it('D05: damaged in the middle: overloaded, without invented results', async () => {
    const filename = temporaryFile();
    const first = sqliteStore({ filename });
    await first.migrate();
    const title = 'x'.repeat(2_000);
    for (let made = 0; made < 50; made += 1) await first.reports.create(newReport({ title }));
    await first.close();
    const file = openSync(filename, 'r+');
    const { size } = statSync(filename);
    writeSync(file, Buffer.alloc(size - 8_192, 0xa5), 0, size - 8_192, 8_192);
    closeSync(file);

    const store = sqliteStore({ filename });
    const damaged = { ...overloaded, cause: expect.objectContaining({ code: 'SQLITE_CORRUPT' }) };
    await expect(store.reports.create(newReport())).rejects.toMatchObject(damaged);
    await expect(store.reports.find('owner-1', 1)).rejects.toMatchObject(damaged);
    await store.close();
  });

  it('D05: locked for longer than a method waits: overloaded in time, and recovery', async () => {
    const filename = temporaryFile();
    const store = sqliteStore({ filename });
    await store.migrate();
    const other = new Database(filename);
    other.exec('begin immediate');
    await expect(store.reports.create(newReport())).rejects.toMatchObject({
      ...overloaded,
      cause: expect.objectContaining({ code: 'SQLITE_BUSY' }),
    });
    other.exec('rollback');
    other.close();
    expect(await store.reports.create(newReport())).toMatchObject({ id: 1 });
    await store.close();
  });

  it('deleted or replaced while open: writes are refused until it is back', async () => {
    const filename = temporaryFile();
    const store = sqliteStore({ filename });
    await store.migrate();
    renameSync(filename, `${filename}.away`);
    await expect(store.reports.create(newReport())).rejects.toMatchObject(readOnly);
    writeFileSync(filename, '');
    const error = await store.reports.create(newReport()).catch((thrown: unknown) => thrown);
    expect(await store.isWritable()).toBe(false);
    expect(error).toMatchObject({
      ...readOnly,
      cause: { message: expect.stringContaining(`"${filename}" was deleted or replaced`) },
    });
    renameSync(`${filename}.away`, filename);
    expect(await store.reports.create(newReport())).toMatchObject({ id: 1 });
    await store.close();
  });

  it('in a missing folder: an error that names the file', () => {
    const filename = `${dirname(temporaryFile())}/missing/reports.sqlite`;
    expect(() => sqliteStore({ filename })).toThrow(filename);
  });

  it('not migrated: an error that names migrate()', async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await expect(store.reports.create(newReport())).rejects.toThrow('store.migrate()');
    const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
    await expect(store.reports.list('owner-1', query)).rejects.toThrow('store.migrate()');
  });

  it('of a newer version that this one does not work with: refused without changes', async () => {
    const database = new Database(':memory:');
    await sqliteStore({ database }).migrate();
    database.exec(`insert into sitegrade_migrations (name, works_with, indexes_built)
      values ('9999-newer', '9999-newer', 1)`);
    const before = database.serialize();
    await expect(sqliteStore({ database }).migrate()).rejects.toThrow('9999-newer');
    expect(database.serialize().equals(before)).toBe(true);
  });
});
