import { migrate, migrations, postgresQueryBuilder, runWorkAsync } from '@sitegrade/store-kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { ownSchema } from './own-schema.ts';

/** A schema with the first few migrations. */
async function schemaOf(applied: number): Promise<{ pool: pg.Pool; schema: string }> {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  onTestFinished(() => pool.end());
  await pool.query(`create schema ${schema}`);
  await runWorkAsync(
    migrate(postgresQueryBuilder(schema), migrations.slice(0, applied)),
    async ({ sql, parameters }) => (await pool.query(sql, [...parameters])).rows,
  );
  return { pool, schema };
}

/** Columns, indexes and constraints, as they were made. */
async function partsOf({ pool, schema }: { pool: pg.Pool; schema: string }): Promise<unknown> {
  const { rows } = await pool.query<{ part: string }>(
    `select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable as part
        from information_schema.columns where table_schema = $1
      union all select indexdef from pg_indexes where schemaname = $1
      union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = $1::regnamespace
      order by part`,
    [schema],
  );
  return rows.map(({ part }) => part.replaceAll(schema, 'schema'));
}

const all = migrations.length;

it.each(migrations.map(({ name }, place) => ({ name, applied: place + 1 })))(
  'a database as $name left it is brought up to date with its rows',
  async ({ applied }) => {
    const { pool, schema } = await schemaOf(applied);
    await pool.query(`
      insert into ${schema}.sitegrade_websites (owner_id, domain, domain_search, privacy,
        reports_count, score_sum, good_count, bad_count, average_tenths, created_at, updated_at)
        values ('owner-1', 'a.com', 'a.com', 'private', 3, 110, 1, 2, 367, 5, 5);
      insert into ${schema}.sitegrade_owner_totals values ('owner-1', 1, 3, 1, 0, 2);
      insert into ${schema}.sitegrade_reports (owner_id, website_id, url, url_search, final_url,
        score, result, http_status, ruleset_version, share_token, created_at)
        select 'owner-1', 1, 'https://a.com/' || n, 'https://a.com/' || n, '', n,
          case when n = 80 then 'good' else 'bad' end, 200, '1', 't', 5
        from unnest(array[10, 80, 20]) as n;
      insert into ${schema}.sitegrade_report_details
        select id, ${applied === 1 ? "'{}'" : "'\\x7b7d'"} from ${schema}.sitegrade_reports`);

    const store = postgresStore({ pool, schema });
    await store.migrate();
    expect(await partsOf({ pool, schema })).toEqual(await partsOf(await schemaOf(all)));
    const query = { start: { page: 1 }, perPage: 10, sortBy: 'score', sort: 'desc' } as const;
    const bad = await store.reports.list('owner-1', { ...query, websiteId: 1, result: 'bad' });
    expect(bad.rows.map(({ score }) => score)).toEqual([20, 10]);
    const found = await store.reports.list('owner-1', { ...query, search: 'A.com/8' });
    expect(found.rows.map(({ score }) => score)).toEqual([80]);
    await expectExactTables(pool, schema);
  },
);
