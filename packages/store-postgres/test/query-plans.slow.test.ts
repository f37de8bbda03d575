import type { Result } from '@sitegrade/core';
import type { ListStart, ReportListQuery } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledPool } from './describe-plans.ts';
import { explainStatements, type Plan, plansInFunctions } from './explain-statements.ts';
import { executed } from './rows-read.ts';

const ownerId = 'owner-1';
const reports = 20_000;
const starts: ListStart[] = [
  { page: 1 },
  { page: 19 },
  { after: { key: 50, id: 5 } },
  { before: { key: 50, id: 5 } },
];
const directions = ['asc', 'desc'] as const;
const filters: { websiteId?: number; result?: Result }[] = [
  {},
  { result: 'bad' },
  { websiteId: 1 },
  { websiteId: 1, result: 'bad' },
];

/** Many reports of the first thousand of 2,000 websites, of which the first has half. */
const tables = {
  names: ['reports', 'websites'],
  filled: `
    insert into sitegrade_websites (owner_id, domain, domain_search, privacy, share_token, created_at, updated_at,
        reports_count, bad_count, score_sum, average_tenths)
      select '${ownerId}', n || '.com', n || '.com', 'private', gen_random_uuid(), 0, 0, 500, 300, 0, 0
      from generate_series(0, 2000) n;
    insert into sitegrade_reports (owner_id, website_id, url, url_search, final_url, score, result,
        http_status, ruleset_version, share_token, created_at)
      select '${ownerId}', 1 + n % 2 * (n % 1000), 'https://' || n, 'https://' || n, '', n % 101,
        case when n % 4 = 0 then 'bad' else 'good' end, 200, '1', gen_random_uuid(), n
      from generate_series(1, ${reports}) n;
    insert into sitegrade_owner_totals (owner_id, websites_count, reports_count, good_count, decent_count, bad_count)
      values ('${ownerId}', 2001, ${reports}, ${reports} - 5000, 0, 5000)`,
};

describe.each([
  { name: 'for these values', mode: 'force_custom_plan', statistics: 'exact' },
  { name: 'for any values', mode: 'force_generic_plan', statistics: 'exact' },
  { name: 'without statistics', mode: 'force_custom_plan', statistics: 'none' },
])('query plans $name', ({ mode, statistics }) => {
  let pool: pg.Pool;
  let plansOf: ReturnType<typeof explainStatements>;
  beforeAll(async () => {
    pool = await filledPool(tables, mode, statistics);
    plansOf = explainStatements(pool);
  });
  afterAll(() => pool.end());

  it('of reports: ids in order from an index', async () => {
    for (const sortBy of ['id', 'url', 'score'] as const) {
      for (const filter of filters) {
        for (const sort of directions) {
          for (const start of starts) {
            const query = { start, sort, sortBy, perPage: 10, ...filter };
            const plans = await plansOf((store) => store.reports.list(ownerId, query));
            expectIndexed(plans);
            expectNoneReadPast(plans, query);
          }
        }
      }
    }
  });

  it('of the latest reports by URL: a seek for each URL', async () => {
    // The recursive part shows its subqueries only after it was executed.
    const query = { limit: 10, maxUrls: 1000 };
    const plans = await plansOf((store) => store.reports.latestByUrl(ownerId, 1, query), executed);
    const latest = plans.find(({ text }) => text.includes('recursive'));
    expect(latest?.plan).toMatch(
      /Index Only Scan Backward using sitegrade_reports_by_website_url .*\n *Index Cond: .*website_id = .*url < /,
    );
    expect(latest?.plan.split('Index Scan using sitegrade_reports_pkey')).toHaveLength(3);
    expect(latest?.plan.split('Sort Key')).toHaveLength(2);
    expect(latest?.plan).not.toMatch(/Seq Scan on sitegrade/);
  });

  it('of reports by URL and date: a range of an index', async () => {
    const url = ['https://7', 'http://7'] as const;
    const dates = { createdFrom: new Date(100), createdTo: new Date(120) };
    for (const sortBy of ['id', 'url', 'score'] as const) {
      for (const filter of filters) {
        for (const start of starts) {
          const query = { start, sort: 'desc', sortBy, perPage: 10, ...filter } as const;
          const byUrl = await plansOf((store) => store.reports.list(ownerId, { ...query, url }));
          expectRange(byUrl, /\(owner_id = .*\(url >= .*\(url <= /);
          const byDate = await plansOf((store) =>
            store.reports.list(ownerId, { ...query, ...dates }),
          );
          expectRange(byDate, /\(owner_id = .*\(created_at >= .*\(created_at <= /);
          const byBoth = { ...query, url, ...dates };
          const plans = await plansOf((store) => store.reports.list(ownerId, byBoth));
          expectRange(plans, /\(owner_id = .*\(url >= .*\(url <= /);
        }
      }
    }
  });

  it('of websites: ids in order from an index', async () => {
    for (const sortBy of ['id', 'domain', 'reportsAvgScore', 'score', 'reportsCount'] as const) {
      for (const sort of directions) {
        for (const start of starts) {
          const query = { start, sort, sortBy, perPage: 10 };
          expectIndexed(await plansOf((store) => store.websites.list(ownerId, query)));
        }
      }
    }
  });

  it('of the score of a website: seeks in indexes', async () => {
    const written = await plansOf(async (store) => {
      const { id } = await store.reports.create(
        newReport({ ownerId, domain: '1.com', url: 'https://50' }),
      );
      await store.reports.delete(ownerId, id);
    });
    // By itself, because the plans are those of the first transaction's settings.
    const read = await plansOf((store) => store.websites.trend(ownerId, 2, 5));
    const plans = [...written, ...read];
    const latest = plans.filter(({ text }) => text.includes('order by url desc'));
    // Of the deletion, and of the trend: the replaced reports, and the rulesets of the latest ones.
    expect(latest).toHaveLength(3);
    for (const { text, plan } of latest) {
      expect(plan, text).toMatch(
        /Index (Only )?Scan Backward using sitegrade_reports_by_(website_)?url/,
      );
      expect(plan, text).not.toMatch(/Seq Scan on sitegrade_(reports|websites)/);
    }
    const newest = plans.filter(({ text }) => text.includes('order by website_id desc'));
    expect(newest.length).toBeGreaterThan(0);
    for (const { text, plan } of newest) {
      expect(plan, text).toMatch(/Scan Backward using sitegrade_reports_by_website_id/);
    }
  });

  it('of the score before an insertion, which a function reads: a seek in an index', async () => {
    const call = `select sitegrade_latest_score('${ownerId}', 2, 'https://50')`;
    const [plan = '', ...others] = await plansInFunctions(pool, call);
    expect(others).toEqual([]);
    expect(plan).toMatch(/Index (Only )?Scan Backward using sitegrade_reports_by_(website_)?url/);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});

function expectIndexed(plans: readonly Plan[]): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const { text, plan } of plans) {
    // The store sorts the rows of the page, and no others are read.
    expect(plan, text).not.toMatch(/Seq Scan on (sitegrade_reports|sitegrade_websites)|Sort/);
    expect(text).not.toMatch(/count\(\*\)/);
  }
}

/** The index begins with all filters: no other row is read. */
function expectNoneReadPast(
  plans: readonly Plan[],
  { websiteId, result, sortBy }: Pick<ReportListQuery, 'websiteId' | 'result' | 'sortBy'>,
): void {
  const ids = plans.find(({ text }) => text.includes('order by'));
  const filters = `${websiteId ? 'website_' : ''}${result ? 'result_' : ''}`;
  expect(ids?.plan, ids?.text).toMatch(
    new RegExp(`Index Only Scan.* using sitegrade_reports_by_${filters}${sortBy} `),
  );
  expect(ids?.plan, ids?.text).not.toContain('Filter:');
}

/** All matches are read from this range. Only they are sorted. */
function expectRange(plans: readonly Plan[], range: RegExp): void {
  const found = plans.find(({ text }) => text.includes('found'));
  expect(found?.plan).not.toMatch(/Seq Scan on sitegrade_reports|sitegrade_reports_pkey/);
  const conditions = found?.plan.match(/Index Cond: .*/g) ?? [];
  expect(conditions.length).toBeGreaterThan(0);
  for (const condition of conditions) expect(condition, found?.text).toMatch(range);
}
