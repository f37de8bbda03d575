import { newReport } from '@sitegrade/core/testing';
import { migrate, migrations, postgresQueryBuilder, runWorkAsync } from '@sitegrade/store-kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownSchema } from './own-schema.ts';

it('reports kept before details were compressed stay, in their old format', async () => {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  onTestFinished(() => pool.end());
  await pool.query(`create schema ${schema}`);
  const old = migrate(postgresQueryBuilder(schema), migrations.slice(0, 1));
  await runWorkAsync(old, async ({ sql, parameters }) => {
    return (await pool.query(sql, [...parameters])).rows;
  });
  const { categories, gates, coverage, partial, fixFirst, checks, page } = newReport();
  const notes = ['Überschrift 日本語 \u{1F600}'];
  const details = { categories, gates, coverage, partial, fixFirst, checks, page };
  const json = JSON.stringify({ ...details, page: { ...page, notes } });
  await pool.query(`
    insert into ${schema}.sitegrade_websites (owner_id, domain, domain_search, privacy,
      reports_count, score_sum, good_count, average_tenths, created_at, updated_at)
      values ('owner-1', 'a.com', 'a.com', 'private', 1, 80, 1, 800, 5, 5);
    insert into ${schema}.sitegrade_owner_totals values ('owner-1', 1, 1, 1, 0, 0);
    insert into ${schema}.sitegrade_reports (owner_id, website_id, url, url_search, final_url, score,
      result, http_status, ruleset_version, share_token, created_at)
      values ('owner-1', 1, 'https://a.com/', 'a.com/', 'https://a.com/', 80, 'good', 200, '1', 't', 5)`);
  await pool.query(`insert into ${schema}.sitegrade_report_details values (1, $1)`, [json]);

  const store = postgresStore({ pool, schema });
  await store.migrate();
  const found = await store.reports.find('owner-1', 1);
  expect(found).toMatchObject({ score: 80, checks, page: { ...page, notes } });
  const created = await store.reports.create(newReport({ domain: 'a.com' }));
  expect(await store.reports.find('owner-1', created.id)).toEqual(created);
  await expectExactTables(pool, schema);
  // Details still refer to their reports.
  const deletion = pool.query(`delete from ${schema}.sitegrade_reports`);
  await expect(deletion).rejects.toThrow('foreign key');
});
