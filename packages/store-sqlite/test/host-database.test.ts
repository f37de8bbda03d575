import { setTimeout as sleep } from 'node:timers/promises';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { countTransactions } from './count-transactions.ts';
import { expectExactTables } from './exact-tables.ts';
import { openOddDatabase } from './odd-database.ts';
import { temporaryFile } from './temporary-file.ts';

const ownerId = 'owner-1';

describe('a database of the host', () => {
  async function hostWithStore() {
    const database = new Database(':memory:');
    database.exec('create table orders (id integer primary key, note text)');
    const store = sqliteStore({ database });
    await store.migrate();
    return { database, store };
  }

  it('keeps its settings', async () => {
    const names = ['busy_timeout', 'foreign_keys', 'journal_mode', 'synchronous', 'cache_size'];
    const database = new Database(':memory:', { timeout: 4321 });
    const settings = () => names.map((name) => database.pragma(name, { simple: true }));
    const before = settings();
    const store = sqliteStore({ database });
    await store.migrate();
    await store.reports.create(newReport());
    await expect(store.apiKeys.insert({} as never)).rejects.toThrow();
    expect(settings()).toEqual(before);
  });

  // host-settings.soak.test.ts has the whole contract.
  it('may have settings that change what SQLite does', async () => {
    const database = openOddDatabase();
    const store = sqliteStore({ database });
    await store.migrate();
    const created = await store.reports.create(newReport({ url: 'https://example.com/Prices' }));
    expect(await store.reports.find(ownerId, created.id)).toEqual(created);
    const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
    const found = await store.reports.list(ownerId, { ...query, search: 'pRICES' });
    expect(found).toMatchObject({ total: 1, rows: [{ id: created.id }] });
    expect(await store.websites.delete(ownerId, created.websiteId)).toBeTruthy();
    database.defaultSafeIntegers(false);
    expectExactTables(database);
    expect(database.prepare('select count(*) from sitegrade_report_details').pluck().get()).toBe(0);
  });

  it('does not block inside SQLite, regardless of the busy timeout of the host', async () => {
    const filename = temporaryFile();
    // A method that waited as long inside SQLite would have no time left to try again.
    const database = new Database(filename, { timeout: 6_000 });
    const transactions = countTransactions();
    const store = sqliteStore({ database });
    await store.migrate();
    const other = new Database(filename);
    other.exec('begin exclusive');
    const before = transactions();
    const creating = store.reports.create(newReport());
    creating.catch(() => {});
    await expect.poll(transactions, { interval: 1 }).toBeGreaterThan(before);
    other.exec('commit');
    await creating;
    other.close();
    database.close();
  });

  it('stays open when the store is closed', async () => {
    const { database, store } = await hostWithStore();
    await store.close();
    expect(database.open).toBe(true);
  });

  it('can be written to while the store writes: neither rolls the other back', async () => {
    const { database, store } = await hostWithStore();
    const insert = database.prepare('insert into orders (note) values (?)');
    const failing = database.transaction(() => {
      insert.run('rolled back');
      throw new Error('The host rolls back.');
    });
    const work: Promise<unknown>[] = [];
    for (let made = 0; made < 50; made += 1) {
      work.push(store.reports.create(newReport({ domain: `${made % 3}.com` })));
      insert.run(`kept ${made}`);
      work.push(sleep(made % 3).then(() => insert.run('kept later')));
      expect(failing).toThrow('The host rolls back.');
    }
    await Promise.all(work);
    expect(database.prepare('select count(*) from orders').pluck().get()).toBe(100);
    expect(
      database.prepare("select count(*) from orders where note = 'rolled back'").pluck().get(),
    ).toBe(0);
    expect(database.prepare('select count(*) from sitegrade_reports').pluck().get()).toBe(50);
    expectExactTables(database);
  });

  it('has no transaction open when a method has been called, or is waiting', async () => {
    const { database, store } = await hostWithStore();
    const creating = store.reports.create(newReport());
    expect(database.inTransaction).toBe(false);
    await creating;
    const listing = store.reports.list(ownerId, {
      start: { page: 1 },
      perPage: 10,
      sortBy: 'id',
      sort: 'asc',
    });
    expect(database.inTransaction).toBe(false);
    await listing;
  });

  it('makes a write wait for an open transaction of the host, and survive its rollback', async () => {
    const { database, store } = await hostWithStore();
    database.exec('begin');
    database.exec("insert into orders (note) values ('the host’s own')");
    const creating = store.reports.create(newReport());
    await sleep(30);
    expect(database.prepare('select count(*) from sitegrade_reports').pluck().get()).toBe(0);
    database.exec('rollback');
    const { id } = await creating;
    expect(await store.reports.find(ownerId, id)).toBeDefined();
    expect(database.prepare('select count(*) from orders').pluck().get()).toBe(0);
  });

  it('makes a write wait while the host iterates over rows', async () => {
    const { database, store } = await hostWithStore();
    const rows = database.prepare('select 1 union select 2').iterate();
    rows.next();
    const creating = store.reports.create(newReport());
    await sleep(20);
    rows.return?.();
    expect(await creating).toMatchObject({ domain: 'example.com' });
  });

  it('stores nothing of a report whose last statement fails', async () => {
    const { database, store } = await hostWithStore();
    await store.reports.create(newReport());
    database.exec(`create trigger refuse before insert on sitegrade_report_details
      begin select raise(abort, 'refused'); end`);
    const refused = newReport({ domain: 'refused.com' });
    await expect(store.reports.create(refused)).rejects.toThrow('refused');
    await expect(store.reports.create(newReport())).rejects.toThrow('refused');
    expect(database.inTransaction).toBe(false);
    expect(database.prepare('select domain from sitegrade_websites').pluck().all()).toEqual([
      'example.com',
    ]);
    expectExactTables(database);
  });

  it('keeps a report and its counters whose deletion fails', async () => {
    const { database, store } = await hostWithStore();
    const { id, websiteId } = await store.reports.create(newReport());
    database.exec(`create trigger refuse before update on sitegrade_owner_totals
      begin select raise(abort, 'refused'); end`);
    database.exec(`create trigger refuse_too before insert on sitegrade_owner_totals
      begin select raise(abort, 'refused'); end`);
    await expect(store.reports.delete(ownerId, id)).rejects.toThrow('refused');
    await expect(store.websites.delete(ownerId, websiteId)).rejects.toThrow('refused');
    expect(await store.reports.find(ownerId, id)).toBeDefined();
    expectExactTables(database);
  });

  it('must be in UTF-8, otherwise strings would sort differently', async () => {
    const database = new Database(':memory:');
    database.pragma("encoding = 'UTF-16'");
    await expect(sqliteStore({ database }).migrate()).rejects.toThrow('UTF-8');
  });
});
