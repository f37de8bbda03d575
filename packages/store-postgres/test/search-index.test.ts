import { newReport } from '@sitegrade/core/testing';
import { migrate, migrations, postgresQueryBuilder, runWorkAsync } from '@sitegrade/store-kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { ownPool } from './own-pool.ts';
import { ownSchema } from './own-schema.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 50, sortBy: 'url', sort: 'desc' } as const;
const reports = (schema: string) => `insert into ${schema}.sitegrade_reports (owner_id, website_id,
    url, url_search, final_url, score, result, http_status, ruleset_version, share_token, created_at)
  select 'owner-1', 1, u, u, '', 80, 'good', 200, '1', 't', 5
  from (select 'https://a.com/x' || n || 'y' as u from generate_series(1, 4000) n) as urls`;

it('reports kept before there was a search index are found by it', async () => {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  onTestFinished(() => pool.end());
  await pool.query(`create schema ${schema}`);
  await runWorkAsync(
    migrate(postgresQueryBuilder(schema), migrations.slice(0, 2)),
    async ({ sql, parameters }) => (await pool.query(sql, [...parameters])).rows,
  );
  await pool.query(`
    insert into ${schema}.sitegrade_websites (owner_id, domain, domain_search, privacy,
      reports_count, score_sum, good_count, average_tenths, created_at, updated_at)
      values ('owner-1', 'a.com', 'a.com', 'private', 1, 80, 1, 800, 5, 5);
    insert into ${schema}.sitegrade_owner_totals values ('owner-1', 1, 4000, 4000, 0, 0);
    ${reports(schema)}`);
  const store = postgresStore({ pool, schema });
  await store.migrate();
  const found = await store.reports.list(ownerId, { ...query, search: '/X123Y' });
  expect(found).toMatchObject({ total: 1, rows: [{ url: 'https://a.com/x123y' }] });
  const entered = async (): Promise<number> => {
    const { rows } = await pool.query<{ scans: string }>(
      `select pg_stat_get_numscans('${schema}.sitegrade_reports_search'::regclass) as scans`,
    );
    return Number(rows[0]?.scans);
  };
  await expect.poll(entered, { timeout: 10_000 }).toBeGreaterThan(0);
});

it.each([true, false])('a rare needle is looked up, with statistics: %s', async (statistics) => {
  const { pool, store, schema } = await ownPool({ max: 1 });
  await store.reports.create(newReport({ ownerId }));
  await pool.query(`${reports(schema)}; update ${schema}.sitegrade_owner_totals
    set reports_count = 4001, good_count = 4001`);
  if (statistics) await pool.query(`analyze ${schema}.sitegrade_reports`);
  const texts: string[] = [];
  const recorded = postgresStore({
    schema,
    pool: {
      on() {},
      async connect() {
        const client = await pool.connect();
        return {
          on() {},
          release: (destroy) => client.release(destroy),
          query(asked) {
            const values = [...(asked.values ?? [])];
            const literals = values.map((value) => pg.escapeLiteral(String(value)));
            const at = (_: string, place: string) => literals[Number(place) - 1] ?? '';
            if (asked.types) texts.push(asked.text.replaceAll(/\$(\d+)/g, at));
            return client.query({ ...asked, values });
          },
        };
      },
    },
  });
  const planOf = async (search: string): Promise<string> => {
    texts.length = 0;
    await recorded.reports.list(ownerId, { ...query, search });
    const text = texts.find((one) => one.includes('order by')) ?? '';
    await pool.query('begin; set local enable_sort = off; set local enable_seqscan = off');
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`);
    await pool.query('rollback');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf('/x123y')).toContain('Bitmap Index Scan on sitegrade_reports_search');
  for (const other of ['https', '://']) {
    expect(await planOf(other)).toMatch(/Index Scan Backward using sitegrade_reports_by_url/);
  }
});

it('without the extension a search still finds everything', async () => {
  const { pool, store, schema } = await ownPool();
  await store.reports.create(newReport({ ownerId, url: 'https://a.com/one' }));
  await pool.query(`drop index ${schema}.sitegrade_reports_search`);
  const found = await store.reports.list(ownerId, { ...query, search: 'COM/one' });
  expect(found).toMatchObject({ total: 1, rows: [{ url: 'https://a.com/one' }] });
});

it('who may not make the extension still migrates', async () => {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  onTestFinished(() => pool.end());
  await pool.query(`create role ${schema} login password 'password'`);
  await pool.query(`create database ${schema} owner ${schema}`);
  await pool.query(`revoke create on database ${schema} from ${schema}`);
  const url = new URL(connectionString);
  url.pathname = `/${schema}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create schema mine authorization ${schema}`);
  await admin.end();
  url.username = schema;
  const store = postgresStore({ connectionString: url.href, schema: 'mine' });
  onTestFinished(() => store.close());
  await store.migrate();
  await store.reports.create(newReport({ ownerId, url: 'https://a.com/one' }));
  expect(await store.reports.list(ownerId, { ...query, search: 'one' })).toMatchObject({
    total: 1,
  });
});
