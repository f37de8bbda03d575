import {
  acceptFindings,
  continueDeletions,
  createContext,
  createRecipient,
  deleteOwner,
  issueApiKey,
  type Store,
  setSchedule,
  startSession,
} from '@sitegrade/core';
import { newCrawl, newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { furnishWebhooks } from './exact-webhooks.ts';

const at = new Date('2026-01-02T00:00:00Z');
const later = new Date('2026-01-03T00:00:00Z');

const alerts = { consoleUrl: 'https://seo.example.com', sendMail: async () => {} };

async function openStore() {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const tables = database
    .prepare<[], { name: string }>(
      `select m.name from sqlite_master as m, pragma_table_info(m.name) as c
        where m.type = 'table' and c.name = 'owner_id' order by m.name`,
    )
    .all()
    .map(({ name }) => name);
  const count = (sql: string): number =>
    database.prepare<[], { n: number }>(`select count(*) as n from ${sql}`).get()?.n ?? 0;
  return { database, store, tables, count };
}

/** Gives an owner a row in every table. */
async function furnish(store: Store, ownerId: string): Promise<void> {
  const context = createContext({ store, now: () => at });
  await furnishWebhooks(store, ownerId);
  await store.reports.create(newReport({ ownerId, domain: 'gone.com' }));
  await store.maintenance.deleteOwned(ownerId, 'websites');
  const deleted = await store.crawls.create(newCrawl({ ownerId }));
  if (deleted.outcome === 'created') await store.crawls.delete(ownerId, deleted.crawl.id);
  await store.crawls.create(newCrawl({ ownerId }));
  const { id, websiteId } = await store.reports.create(newReport({ ownerId }));
  await store.reports.keepScreenshot(ownerId, id, Uint8Array.of(1), 9);
  const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
  await setSchedule(context, ownerId, websiteId, { ...time, task: 'reports' });
  await acceptFindings(context, ownerId, websiteId, { check: 'h1', path: '/', reason: 'x' });
  const mailing = createContext({ store, alerts });
  const address = `${ownerId}@example.com`;
  await createRecipient(mailing, ownerId, websiteId, { address });
  const { key } = await issueApiKey(context, ownerId, { name: 'key' });
  await startSession(context, key);
  const attempt = { ownerId, key: 'key', token: 'token', fingerprint: 'f' };
  await store.idempotencyKeys.begin({ ...attempt, begunAt: at, expiresAt: later });
  const urls = ['https://example.com/'];
  await store.jobs.create({ ownerId, urls, isBatch: false, createdAt: at, maxQueued: 1 });
}

it('deleting a report deletes its picture', async () => {
  const { store, count } = await openStore();
  const report = await store.reports.create(newReport());
  await store.reports.keepScreenshot('owner-1', report.id, Uint8Array.of(1), 9);
  expect(count('sitegrade_screenshots')).toBe(1);
  await store.reports.delete('owner-1', report.id);
  expect(count('sitegrade_screenshots')).toBe(0);
});

it('deleting an owner leaves no row of the owner in any table, and all of others', async () => {
  const { database, store, tables, count } = await openStore();
  await furnish(store, 'ann');
  await furnish(store, 'ben');
  const rowsOf = (ownerId: string) =>
    tables.map((table) => `${table} ${count(`${table} where owner_id = '${ownerId}'`)}`);
  // A new table needs a row here, and to be deleted with the owner.
  expect(tables.length).toBeGreaterThan(7);
  const before = rowsOf('ben');
  for (const rows of [...rowsOf('ann'), ...before]) expect(rows).not.toMatch(/ 0$/);
  expect(count('sitegrade_sessions')).toBe(2);
  expect(count('sitegrade_report_details')).toBe(4);

  await deleteOwner(createContext({ store }), 'ann');
  expect(rowsOf('ann')).toEqual(tables.map((table) => `${table} 0`));
  expect(rowsOf('ben')).toEqual(before);
  expect(count('sitegrade_sessions')).toBe(1);
  expect(count('sitegrade_report_details')).toBe(2);
  expect(count('sitegrade_api_keys')).toBe(1);
  expectExactTables(database);
});

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
