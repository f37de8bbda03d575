import { continueDeletions, createContext } from '@sitegrade/core';
import { newCrawl, newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { describeDeletion } from './describe-deletion.ts';
import { expectExactTables } from './exact-tables.ts';
import { memoryDatabase } from './memory-database.ts';

async function openStore() {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const count = (sql: string): number =>
    database.prepare<[], { n: number }>(`select count(*) as n from ${sql}`).get()?.n ?? 0;
  return { database, store, count };
}

it('deleting a report deletes its picture', async () => {
  const { store, count } = await openStore();
  const report = await store.reports.create(newReport());
  await store.reports.keepScreenshot('owner-1', report.id, Uint8Array.of(1), 9);
  expect(count('sitegrade_screenshots')).toBe(1);
  await store.reports.delete('owner-1', report.id);
  expect(count('sitegrade_screenshots')).toBe(0);
});

describeDeletion(memoryDatabase);

it('no transaction deletes more than 25 crawls of a website', async () => {
  const { database, store, count } = await openStore();
  const { websiteId } = await store.reports.create(newReport());
  for (let made = 0; made < 60; made += 1) await store.crawls.create(newCrawl({ maxRunning: 60 }));
  database
    .prepare(
      "update sitegrade_crawls set website_id = ?, step = null, status = 'done', ended_at = 1",
    )
    .run(websiteId);
  await store.websites.delete('owner-1', websiteId);
  const left = [count('sitegrade_crawls')];
  while (left.at(-1) !== 0 && left.length < 10) {
    await store.maintenance.deleteHidden('owner-1');
    left.push(count('sitegrade_crawls'));
  }
  expect(left).toEqual([35, 10, 0]);
  expect(count('sitegrade_deleted_websites')).toBe(0);
});

it('no transaction deletes more than 25 reports', async () => {
  const { database, store, count } = await openStore();
  await store.reports.create(newReport({ domain: 'kept.com' }));
  let websiteId = 0;
  for (let made = 0; made < 60; made += 1) {
    ({ websiteId } = await store.reports.create(newReport()));
  }
  await store.websites.delete('owner-1', websiteId);
  const left = () => [count('sitegrade_reports'), count('sitegrade_report_details')];
  expect(left()).toEqual([36, 36]);
  expect(count('sitegrade_deleted_websites')).toBe(1);
  expect(await store.maintenance.deleteHidden(undefined)).toEqual({ deleted: 25, isDone: false });
  expect(left()).toEqual([11, 11]);
  expect(await store.maintenance.deleteHidden('owner-1')).toEqual({ deleted: 10, isDone: true });
  expect(left()).toEqual([1, 1]);
  expect(count('sitegrade_deleted_websites')).toBe(0);
  expectExactTables(database);
});

it('a website with few reports leaves nothing behind', async () => {
  const { store, count } = await openStore();
  const { websiteId } = await store.reports.create(newReport());
  await store.reports.create(newReport());
  await store.websites.delete('owner-1', websiteId);
  for (const table of ['reports', 'report_details', 'deleted_websites', 'websites']) {
    expect(count(`sitegrade_${table}`)).toBe(0);
  }
});

it('more websites than one part examines are deleted', async () => {
  const { database, store, count } = await openStore();
  for (let made = 0; made < 60; made += 1) {
    await store.reports.create(newReport({ domain: `${made}.com` }));
  }
  for (let isDone = false; !isDone; ) {
    ({ isDone } = await store.maintenance.deleteOwned('owner-1', 'websites'));
  }
  // One of them has lost its reports by other SQL.
  database.exec(`delete from sitegrade_report_details where report_id = 1;
    delete from sitegrade_reports where id = 1`);
  expect(count('sitegrade_deleted_websites')).toBe(60);
  expect(await continueDeletions(createContext({ store }))).toBe(59);
  expect(count('sitegrade_deleted_websites')).toBe(0);
  expect(count('sitegrade_reports')).toBe(0);
});
