import type { ReportListQuery } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed } from './rows-read.ts';

const ownerId = 'owner-1';
const columns = `owner_id, website_id, url, url_search, final_url, score, result, http_status,
  ruleset_version, share_token, created_at`;

/**
 * A report a second: six of ten of website 1, later ones of website 2, a few of website 3. The first half has
 * the result `bad`. A third has one URL. Another owner has as many reports after them, of one URL.
 */
async function filledStore() {
  const { connectionString, schema } = await ownDatabase();
  const pool = new pg.Pool({ connectionString, max: 1, options: `-c search_path=${schema}` });
  await pool.query(`create schema ${schema}`);
  const store = postgresStore({ pool });
  await store.migrate();
  for (const domain of ['1.com', '2.com', '3.com']) {
    await store.reports.create(newReport({ ownerId, domain, createdAt: new Date(0) }));
  }
  await store.reports.create(newReport({ ownerId: 'owner-2', createdAt: new Date(0) }));
  await pool.query(`
    insert into sitegrade_reports (${columns})
      select '${ownerId}', case when n <= 60000 then 1 when n % 1000 = 0 then 3 else 2 end, url, url, '',
          n % 101, case when n <= 50000 then 'bad' else 'good' end, 200, '1', gen_random_uuid(), n * 1000
        from (select n, 'https://a.com/' || case when n % 3 = 0 then '' else 'x' || n end as url
          from generate_series(1::bigint, 100000) n) as urls;
    insert into sitegrade_reports (${columns})
      select 'owner-2', 4, 'https://b.com/', 'https://b.com/', '', n % 101, 'good', 200, '1',
        gen_random_uuid(), n * 1000 from generate_series(100001::bigint, 200000) n;
    update sitegrade_owner_totals set reports_count = 100003, bad_count = 50000, good_count = 50003
      where owner_id = '${ownerId}';
    update sitegrade_websites set average_tenths = 0, score_sum = 0, reports_count
      = case id when 1 then 60001 when 2 then 39961 when 3 then 41 else 100001 end`);
  await pool.query('vacuum (freeze, analyze) sitegrade_reports, sitegrade_websites');

  const plansOf = explainStatements(pool);
  return {
    end: () => pool.end(),
    create: (createdAt: Date) =>
      store.reports.create(newReport({ ownerId, domain: '1.com', createdAt })),
    remove: (id: number) => store.reports.delete(ownerId, id),
    /** A page, and the steps that read reports for it, with the number of rows. */
    list: async (query: ReportListQuery) => {
      const plans = await plansOf(({ reports }) => reports.list(ownerId, query), executed);
      const reads = plans
        .filter(({ text }) => text.includes('found'))
        .flatMap(({ plan }) => readsIn(plan.split('\n')));
      return { ...(await store.reports.list(ownerId, query)), reads };
    },
  };
}

/** The scans of reports in a plan, with the rows that they returned or removed. */
function readsIn(lines: readonly string[]) {
  return lines.flatMap((line, index) => {
    const [, step = '', returned] =
      /-> +(.+ on sitegrade_reports.*) \(actual rows=(\d+)/.exec(line) ?? [];
    if (returned === undefined) return [];
    const next = lines.slice(index + 1).findIndex((other) => other.includes('->'));
    const facts = lines.slice(index + 1, next === -1 ? undefined : index + 1 + next).join();
    const removed = /Removed by Filter: (\d+)/.exec(facts)?.[1] ?? 0;
    return [{ step, rows: Number(returned) + Number(removed) }];
  });
}

const at = (second: number) => new Date(second * 1000);
const rareUrl = ['https://a.com/x1', 'http://a.com/x1'] as const;
const commonUrl = ['https://a.com/', 'http://a.com/'] as const;
const minute = { createdFrom: at(50_000), createdTo: at(50_060) };

describe('of 100,000 reports', async () => {
  const { list, create, remove, end } = await filledStore();
  afterAll(end);

  describe.each(['id', 'url', 'score'] as const)('by %s', (sortBy) => {
    const page = { start: { page: 1 }, perPage: 50, sort: 'desc', sortBy } as const;

    it.each([
      ['a rare URL', { url: rareUrl }, 1, 1],
      ['a URL of another owner only', { url: ['https://b.com/', 'http://b.com/'] }, 0, 0],
      ['a minute', minute, 61, 61],
      ['a time when only another owner has reports', { createdFrom: at(100_001) }, 0, 0],
      ['a rare URL since ever', { url: rareUrl, createdFrom: at(1) }, 1, 1],
      ['a common URL in a minute', { url: commonUrl, ...minute }, 20, 61],
      [
        'a common URL of a small website since ever',
        { url: commonUrl, websiteId: 3, createdFrom: at(1) },
        13,
        13,
      ],
      ['a large website in a minute', { websiteId: 1, ...minute }, 61, 61],
      ['a small website since ever', { websiteId: 3, createdFrom: at(1) }, 40, 41],
    ] as const)('%s: no other rows are read', async (_, filter, total, atMost) => {
      const found = await list({ ...page, ...filter });
      expect([found.total, found.totalRelation]).toEqual([total, 'eq']);
      expect(found.reads.length).toBeGreaterThan(0);
      for (const { rows, step } of found.reads) {
        expect(rows, step).toBeLessThanOrEqual(atMost);
        expect(step).toContain('Index');
      }
    });

    it.each([
      ['a common URL', { url: commonUrl }],
      ['the first half', { createdTo: at(50_000) }],
      ['all since ever', { createdFrom: at(1) }],
      ['a common URL of the later half', { url: commonUrl, createdFrom: at(50_000) }],
    ] as const)('%s is counted up to 10,000', async (_, filter) => {
      const { total, totalRelation } = await list({ ...page, ...filter });
      expect([total, totalRelation]).toEqual([10_000, 'gte']);
    });
  });

  it('the end of a range in the order of ids reads a part of the range', async () => {
    const page = { start: { page: 1 }, perPage: 50, sortBy: 'id' } as const;
    for (const [sort, filter] of [
      ['desc', { createdTo: at(50_000) }],
      ['asc', { createdFrom: at(50_000) }],
      ['desc', { createdTo: at(50_000), result: 'bad' }],
    ] as const) {
      const { reads, rows } = await list({ ...page, sort, ...filter });
      expect(rows.map(({ createdAt }) => createdAt.getTime())).toEqual(
        Array.from(
          { length: 50 },
          (_, index) => (50_000 + (sort === 'asc' ? index : -index)) * 1000,
        ),
      );
      // Those that are counted, and those at the end.
      for (const read of reads) expect(read.rows, read.step).toBeLessThanOrEqual(10_001);
    }
  });

  it('reports that were created out of order are in their place', async () => {
    const page = { start: { page: 1 }, perPage: 3, sortBy: 'id', sort: 'desc' } as const;
    const { id } = await create(new Date(5_500));
    const { rows } = await list({ ...page, createdTo: at(50_000) });
    expect(rows.map((row) => row.id)).toEqual([id, 50_004, 50_003]);
    await remove(id);
  });
});
