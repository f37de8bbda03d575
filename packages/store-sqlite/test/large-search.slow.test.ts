import { maxExactTotal } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';

it('a search counts up to ten thousand, and has pages beyond that', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const { id, ownerId } = { ...(await store.reports.create(newReport())), ownerId: 'owner-1' };
  const columns = `owner_id, website_id, url, url_search, final_url, title, score, result,
    http_status, ruleset_version, share_token, created_at`;
  const copy = database.prepare(`insert into sitegrade_reports (${columns})
    select ${columns.replace('share_token', 'hex(randomblob(16))')} from sitegrade_reports, json_each(?) where sitegrade_reports.id = ?`);
  const grow = (more: number) => copy.run(JSON.stringify(Array.from({ length: more })), id);
  const search = (page: number) =>
    store.reports.list(ownerId, {
      start: { page },
      perPage: 100,
      sortBy: 'id',
      sort: 'asc',
      search: 'EXAMPLE',
    });

  grow(maxExactTotal - 1);
  expect(await search(100)).toMatchObject({ total: 10_000, totalRelation: 'eq' });
  expect((await search(101)).rows).toEqual([]);
  grow(1);
  expect(await search(1)).toMatchObject({ total: 10_000, totalRelation: 'gte' });
  expect((await search(101)).rows).toHaveLength(1);
  expect((await search(102)).rows).toEqual([]);
});
