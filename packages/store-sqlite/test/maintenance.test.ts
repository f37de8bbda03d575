import { createContext, deleteOldReports } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { changeThreeWebsites, describeMaintenance } from './describe-maintenance.ts';
import { expectExactTables } from './exact-tables.ts';
import { memoryDatabase } from './memory-database.ts';
import { temporaryFile } from './temporary-file.ts';

describeMaintenance(memoryDatabase);

it('D06, D07: twenty workers on three websites leave the counters exact', async () => {
  const filename = temporaryFile();
  const store = sqliteStore({ filename });
  await store.migrate();
  const stores = [store, ...Array.from({ length: 3 }, () => sqliteStore({ filename }))];
  await changeThreeWebsites((worker) => stores[worker % stores.length] ?? store);
  for (const each of stores) await each.close();
  const database = new Database(filename);
  expectExactTables(database);
  database.close();
});

it('finds reports beyond the newest of a URL in any of many websites', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const add = async (domain: string, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await store.reports.create(newReport({ domain, url: `https://${domain}/${path}` }));
    }
  };
  // One part searches a hundred websites and looks at 10,000. These have enough reports, but not of one URL.
  for (let index = 0; index < 100; index += 1) await add(`${index}.com`, ['a', 'a', 'b', 'b']);
  await add('middle.com', ['a', 'a', 'a']);
  database.exec(`with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 10001
    ) insert into sitegrade_websites
        (owner_id, domain, domain_search, share_token, privacy, created_at, updated_at)
      select 'owner-1', n, n, n, 'private', 0, 0 from numbers`);
  await add('last.com', ['a', 'a', 'a']);
  const context = createContext({ store });
  expect(await deleteOldReports(context, { keepPerUrl: 3 })).toBe(0);
  expect(await deleteOldReports(context, { keepPerUrl: 2 })).toBe(2);
});
