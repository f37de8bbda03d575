import { newReport } from '@sitegrade/core/testing';
import { migrate, migrations, runWork, sqliteQueryBuilder } from '@sitegrade/store-kysely';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { statementCache } from '../src/statement-cache.ts';
import { expectExactTables } from './exact-tables.ts';
import { recordingDatabase } from './recording-database.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 50, sortBy: 'url', sort: 'desc' } as const;
const columns = `owner_id, website_id, url, url_search, final_url, title, score, result,
  http_status, ruleset_version, share_token, created_at`;

it('reports kept before there was a search index are found by it', async () => {
  const database = new Database(':memory:');
  runWork(migrate(sqliteQueryBuilder(), migrations.slice(0, 2)), statementCache(database));
  database.exec(`
    insert into sitegrade_websites (owner_id, domain, domain_search, privacy, reports_count,
      score_sum, good_count, average_tenths, created_at, updated_at)
      values ('owner-1', 'a.com', 'a.com', 'private', 1, 80, 1, 800, 5, 5);
    insert into sitegrade_owner_totals values ('owner-1', 1, 1, 1, 0, 0);
    insert into sitegrade_reports (${columns}) values ('owner-1', 1, 'https://a.com/old',
      'https://a.com/old', '', null, 80, 'good', 200, '1', 't', 5);
    insert into sitegrade_report_details values (1, x'7b7d')`);
  const store = sqliteStore({ database });
  await store.migrate();
  const found = await store.reports.list(ownerId, { ...query, search: 'COM/old' });
  expect(found).toMatchObject({ total: 1, rows: [{ url: 'https://a.com/old' }] });
  expectExactTables(database);
});

it('a rare needle is looked up and a common one met on the way, with any statistics', async () => {
  const host = new Database(':memory:');
  const { database, texts } = recordingDatabase(host);
  const store = sqliteStore({ database });
  await store.migrate();
  for (let made = 0; made < 400; made += 1) {
    await store.reports.create(newReport({ ownerId, url: `https://a.com/x${made}y` }));
  }
  const planOf = async (search: string): Promise<string> => {
    texts.clear();
    await sqliteStore({ database }).reports.list(ownerId, { ...query, search });
    const sql = [...texts].find((text) => text.includes('order by')) ?? '';
    if (sql === '') return '';
    const values = sql.match(/\?/g)?.map(() => 'abc') ?? [];
    const steps = host.prepare(`explain query plan ${sql}`).all(...values);
    return (steps as { detail: string }[]).map(({ detail }) => detail).join('\n');
  };
  for (const statistics of ['', 'analyze']) {
    host.exec(statistics);
    const rare = await planOf('/x123y');
    expect(rare).toMatch(/SCAN sitegrade_report_search VIRTUAL TABLE INDEX \S*M/);
    expect(rare).toContain('SEARCH sitegrade_reports USING INTEGER PRIMARY KEY (rowid=?)');
    for (const other of ['https', '~']) {
      const walked = await planOf(other);
      expect(walked === '' || walked.includes('sitegrade_reports_by_url')).toBe(true);
      expect(walked).not.toMatch(/sitegrade_report_search|TEMP B-TREE/);
    }
  }
});
