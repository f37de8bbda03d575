import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';
import { ownPool } from './own-pool.ts';
import { ownSchema } from './own-schema.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 50, sortBy: 'url', sort: 'desc' } as const;
/** Number of reads of the search index. */
async function scansOf(pool: pg.Pool, schema: string): Promise<number> {
  const { rows } = await pool.query<{ scans: string }>(
    `select pg_stat_get_numscans('${schema}.sitegrade_reports_search'::regclass) as scans`,
  );
  return Number(rows[0]?.scans);
}

const bigStores = new Map<string, ReturnType<typeof createBigStore>>();
const pools: pg.Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/** A store with 16,000 reports, some of the owner, and the statements of its searches. Tests only read it. */
function bigStore(reports: number, statistics: boolean) {
  const key = `${reports} ${statistics}`;
  const found = bigStores.get(key) ?? createBigStore(reports, statistics);
  bigStores.set(key, found);
  return found;
}

async function createBigStore(reports: number, statistics: boolean) {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString, max: 1, options: `-c search_path=${schema}` });
  pools.push(pool);
  await pool.query(`create schema ${schema}`);
  const store = postgresStore({ pool });
  await store.migrate();
  for (const owner of [ownerId, 'owner-2'])
    await store.reports.create(newReport({ ownerId: owner }));
  // Two thirds use http, which sorts first. Only we write statistics.
  await pool.query(`alter table sitegrade_reports set (autovacuum_enabled = off);
    insert into sitegrade_reports (owner_id, website_id, url, url_search,
      final_url, score, result, http_status, ruleset_version, share_token, created_at)
    select case when n <= ${reports} then 'owner-1' else 'owner-2' end,
      case when n <= ${reports} then 1 else 2 end, u, u, '', n % 101, 'good', 200, '1', gen_random_uuid(), 5
    from (select n, case when n % 3 = 0 then 'https' else 'http' end || '://a.com/x' || n || 'y' as u
      from generate_series(1, 16000) n) as urls;
    update sitegrade_owner_totals set reports_count = ${reports + 1}
      where owner_id = 'owner-1'`);
  if (statistics) await pool.query(`vacuum analyze sitegrade_reports`);
  const plansOf = explainStatements(pool);
  return async (search: string) => {
    const found = await store.reports.list(ownerId, { ...query, search });
    const plans = (await plansOf(({ reports }) => reports.list(ownerId, { ...query, search })))
      .filter(({ text }) => /^\s*(with found|select (\*|id))/.test(text))
      .map(({ plan }) => plan);
    return { total: found.total, urls: found.rows.map(({ url }) => url), plans };
  };
}

const lookedUp = 'Bitmap Index Scan on sitegrade_reports_search';
// Either one: for an owner with nearly all reports they cost the same.
const inRowOrder = /Index Scan using sitegrade_reports_(by_id|pkey)/;

describe.each([true, false])('with statistics: %s', (statistics) => {
  it('a rare needle uses the index, for an owner with most reports or with few', async () => {
    for (const reports of [16_000, 3_000]) {
      const { urls, plans, total } = await (await bigStore(reports, statistics))('/x2998y');
      expect([urls, total]).toEqual([['http://a.com/x2998y'], 1]);
      expect(plans).toHaveLength(1);
      expect(plans[0]).toContain(lookedUp);
    }
  });

  it('a common one is counted in storage order, and found by scanning the listing', async () => {
    const { urls, plans, total } = await (await bigStore(16_000, statistics))('.com/x');
    expect([urls.length, total]).toEqual([50, 10_000]);
    expect(plans).toHaveLength(2);
    expect(plans[0]).toMatch(inRowOrder);
    expect(plans[1]).toContain('Index Scan Backward using sitegrade_reports_by_url');
    expect(plans[1]).not.toContain('Sort');
  });

  it('a needle that the index does not support is searched in storage order', async () => {
    const { plans, total } = await (await bigStore(16_000, statistics))('~');
    expect(total).toBe(0);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(inRowOrder);
  });

  it('rare texts of two characters or without letters are looked up in the index of pairs', async () => {
    for (const reports of [16_000, 3_000]) {
      for (const needle of ['~~', '~?~', '://?', 'я'.repeat(70)]) {
        const { plans, total } = await (await bigStore(reports, statistics))(needle);
        expect(total).toBe(0);
        expect(plans).toHaveLength(1);
        expect(plans[0]).toContain('Bitmap Index Scan on sitegrade_reports_search_pairs');
      }
    }
    // A third of them, and the first report.
    const { total, plans } = await (await bigStore(16_000, statistics))('ps');
    expect([total, plans.length]).toEqual([5_334, 1]);
    expect(plans[0]).toMatch(inRowOrder);
  });

  it('a common one at the end of the listing is collected from the index', async () => {
    const { urls, plans } = await (await bigStore(16_000, statistics))('http://');
    expect(urls.slice(0, 2)).toEqual(['http://a.com/x9998y', 'http://a.com/x9997y']);
    expect(urls).toHaveLength(50);
    expect(plans).toHaveLength(3);
    expect(plans[2]).not.toContain('sitegrade_reports_by_url');
  });
});

it('similar reports in a row are sampled all over', async () => {
  const { pool, store, schema } = await ownPool();
  await store.reports.create(newReport({ ownerId }));
  await pool.query(`insert into ${schema}.sitegrade_reports (owner_id, website_id, url, url_search,
      final_url, score, result, http_status, ruleset_version, share_token, created_at)
    select 'owner-1', 1, u, u, '', 80, 'good', 200, '1', gen_random_uuid(), 5
    from (select 'https://a.com/' || case when n <= 200 then 'first' else 'later' end as u
      from generate_series(1, 16000) n) as urls;
    update ${schema}.sitegrade_owner_totals set reports_count = 16001`);
  await store.reports.list(ownerId, { ...query, search: 'first' });
  await expect.poll(() => scansOf(pool, schema)).toBeGreaterThan(0);
});

it('a long needle uses parts of it in the index, and compares all of it', async () => {
  const { pool, store, schema } = await ownPool();
  const numbers = Array.from({ length: 200 }, (_, index) => `/${index}`).join('');
  const url = `https://a.com${numbers}`;
  // In none of the parts, which are at both ends and at sevenths between.
  const other = url.replace('/30/', '/3x/');
  for (const stored of [url, other])
    await store.reports.create(newReport({ ownerId, url: stored }));
  await pool.query(`insert into ${schema}.sitegrade_reports (owner_id, website_id, url, url_search,
      final_url, score, result, http_status, ruleset_version, share_token, created_at)
    select 'owner-1', 1, u, u, '', 80, 'good', 200, '1', gen_random_uuid(), 5
    from (select 'https://a.com/x' || n || 'y' as u from generate_series(1, 4000) n) as urls;
    update ${schema}.sitegrade_owner_totals set reports_count = 4002`);
  const found = await store.reports.list(ownerId, { ...query, search: url });
  expect(found).toMatchObject({ total: 1, rows: [{ url }] });
  await expect.poll(() => scansOf(pool, schema)).toBeGreaterThan(0);
});

it('without the extension a search still finds everything', async () => {
  const { pool, store, schema } = await ownPool();
  await store.reports.create(newReport({ ownerId, url: 'https://a.com/one' }));
  await pool.query(`drop index ${schema}.sitegrade_reports_search`);
  const found = await store.reports.list(ownerId, { ...query, search: 'COM/one' });
  expect(found).toMatchObject({ total: 1, rows: [{ url: 'https://a.com/one' }] });
});

it('a user who may not create the extension can still migrate', async () => {
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
