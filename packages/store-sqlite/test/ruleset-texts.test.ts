import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { temporaryFile } from './temporary-file.ts';

const countTexts = 'select count(*) as count from sitegrade_ruleset_texts';

async function storesOfAFile() {
  const filename = temporaryFile();
  const database = new Database(filename);
  const stores = [1, 2].map(() => sqliteStore({ filename })) as [
    ReturnType<typeof sqliteStore>,
    ReturnType<typeof sqliteStore>,
  ];
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    database.close();
  });
  await stores[0].migrate();
  return { database, stores };
}

it('are stored once by several stores, which read what another one wrote', async () => {
  const { database, stores } = await storesOfAFile();
  const given = newReport();
  const made = await Promise.all(
    [...stores, ...stores].map((store) => store.reports.create(newReport())),
  );
  expect(database.prepare(countTexts).get()).toEqual({ count: 1 });
  for (const [index, { id }] of made.entries()) {
    const other = stores[index === 0 ? 1 : 0];
    expect((await other.reports.find('owner-1', id))?.checks).toEqual(given.checks);
  }
  expectExactTables(database);
});

it('are rolled back with the first report, and stored with the next one', async () => {
  const { database, stores } = await storesOfAFile();
  const [store] = stores;
  database.exec(`create trigger refuse after insert on sitegrade_ruleset_texts
    begin select raise(abort, 'refused'); end`);
  await expect(store.reports.create(newReport())).rejects.toThrow('refused');
  expectExactTables(database);
  expect(database.prepare('select id from sitegrade_reports').all()).toEqual([]);
  database.exec('drop trigger refuse');
  const { id } = await store.reports.create(newReport());
  expect(await stores[1].reports.find('owner-1', id)).toMatchObject({ id });
  expect(database.prepare(countTexts).get()).toEqual({ count: 1 });
});

it('are stored again after someone has emptied the tables', async () => {
  const { database, stores } = await storesOfAFile();
  const [store] = stores;
  await store.reports.create(newReport());
  database.exec('delete from sitegrade_report_details; delete from sitegrade_reports');
  database.exec('delete from sitegrade_ruleset_texts');
  const { id } = await store.reports.create(newReport());
  expect(await stores[1].reports.find('owner-1', id)).toMatchObject({ id });
});

it('that are missing or damaged are a clear error, and do not affect lists and deletion', async () => {
  const { database, stores } = await storesOfAFile();
  const [store] = stores;
  const { id } = await store.reports.create(newReport());
  const query = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'asc' } as const;
  for (const damage of [
    `update sitegrade_ruleset_texts set texts = x'78'`,
    'delete from sitegrade_ruleset_texts',
    `update sitegrade_report_details set details = x'01'`,
  ]) {
    database.exec(damage);
    await expect(stores[1].reports.find('owner-1', id)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^The stored (texts|details) /),
    });
    expect((await store.reports.list('owner-1', query)).rows).toHaveLength(1);
  }
  expect(await store.reports.delete('owner-1', id)).toBe(true);
});
