import { newReport } from '@sitegrade/core/testing';
import { migrate, migrations, runWork, sqliteQueryBuilder } from '@sitegrade/store-kysely';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { statementCache } from '../src/statement-cache.ts';
import { expectExactTables } from './exact-tables.ts';

it('reports kept before details were compressed stay, in their old format', async () => {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = on');
  const old = migrate(sqliteQueryBuilder(), migrations.slice(0, 1));
  runWork(old, statementCache(database));
  const { categories, gates, coverage, partial, fixFirst, checks, page } = newReport();
  const notes = ['Überschrift 日本語 \u{1F600}'];
  const details = { categories, gates, coverage, partial, fixFirst, checks, page };
  const json = JSON.stringify({ ...details, page: { ...page, notes } });
  database.exec(`
    insert into sitegrade_websites (owner_id, domain, domain_search, privacy, reports_count,
      score_sum, good_count, average_tenths, created_at, updated_at)
      values ('owner-1', 'a.com', 'a.com', 'private', 1, 80, 1, 800, 5, 5);
    insert into sitegrade_owner_totals values ('owner-1', 1, 1, 1, 0, 0);
    insert into sitegrade_reports (owner_id, website_id, url, url_search, final_url, score, result,
      http_status, ruleset_version, share_token, created_at)
      values ('owner-1', 1, 'https://a.com/', 'a.com/', 'https://a.com/', 80, 'good', 200, '1', 't', 5)`);
  database.prepare('insert into sitegrade_report_details values (1, ?)').run(json);

  const store = sqliteStore({ database });
  await store.migrate();
  const found = await store.reports.find('owner-1', 1);
  expect(found).toMatchObject({ score: 80, checks, page: { ...page, notes } });
  const created = await store.reports.create(newReport({ domain: 'a.com' }));
  expect(await store.reports.find('owner-1', created.id)).toEqual(created);
  expectExactTables(database);
  // Details still refer to their reports.
  expect(() => database.exec('delete from sitegrade_reports')).toThrow('FOREIGN KEY');
});
