import { migrate, migrations, runWork, sqliteQueryBuilder } from '@sitegrade/store-kysely';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { statementCache } from '../src/statement-cache.ts';
import { expectExactTables } from './exact-tables.ts';

/** A database with the first few migrations. */
function databaseOf(applied: number): Database.Database {
  const database = new Database(':memory:');
  const some = migrate(sqliteQueryBuilder(), migrations.slice(0, applied));
  runWork(some, statementCache(database));
  return database;
}

/** Tables, indexes and triggers by name, as they were made. */
function schemaOf(database: Database.Database): unknown[] {
  return database
    .prepare('select type, name, tbl_name, sql from sqlite_master order by type, name')
    .all();
}

const all = migrations.length;

it.each(migrations.map(({ name }, place) => ({ name, applied: place + 1 })))(
  'a database as $name left it is brought up to date with its rows',
  async ({ applied }) => {
    const database = databaseOf(applied);
    database.exec(`
      insert into sitegrade_websites (owner_id, domain, domain_search, privacy, reports_count,
        score_sum, good_count, bad_count, average_tenths, created_at, updated_at)
        values ('owner-1', 'a.com', 'a.com', 'private', 3, 110, 1, 2, 367, 5, 5);
      insert into sitegrade_owner_totals values ('owner-1', 1, 3, 1, 0, 2);
      insert into sitegrade_reports (owner_id, website_id, url, url_search, final_url, score, result,
        http_status, ruleset_version, share_token, created_at)
        select 'owner-1', 1, 'https://a.com/' || value, 'https://a.com/' || value, '', value,
          case when value = 80 then 'good' else 'bad' end, 200, '1', 't', 5
        from json_each('[10, 80, 20]');
      insert into sitegrade_report_details
        select id, ${applied === 1 ? "'{}'" : "x'7b7d'"} from sitegrade_reports`);

    const store = sqliteStore({ database });
    await store.migrate();
    expect(schemaOf(database)).toEqual(schemaOf(databaseOf(all)));
    const query = { start: { page: 1 }, perPage: 10, sortBy: 'score', sort: 'desc' } as const;
    const bad = await store.reports.list('owner-1', { ...query, websiteId: 1, result: 'bad' });
    expect(bad.rows.map(({ score }) => score)).toEqual([20, 10]);
    const found = await store.reports.list('owner-1', { ...query, search: 'A.com/8' });
    expect(found.rows.map(({ score }) => score)).toEqual([80]);
    expectExactTables(database);
  },
);
