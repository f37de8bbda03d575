import { deflateSync } from 'node:zlib';
import type { CrawlClaim, CrawlPageListQuery } from '@sitegrade/core/store';
import { newCrawl } from '@sitegrade/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows } from './rows-read.ts';

const ownerId = 'owner-1';
const now = new Date();
const claim: CrawlClaim = {
  token: 'new',
  pageLeaseMs: 1000,
  stepLeaseMs: 1000,
  perHost: 2,
  maxAttempts: 3,
  now,
};
const crawlTables = 'sitegrade_crawls|crawl|others?|newer';
const pageTables = 'sitegrade_crawl_pages|page';

const modes = [
  { name: 'for these values', mode: 'force_custom_plan', statistics: 'exact' },
  { name: 'for any values', mode: 'force_generic_plan', statistics: 'exact' },
  { name: 'without statistics', mode: 'force_custom_plan', statistics: 'none' },
  // The statistics claim that no crawl is under way, and that no page is queued.
  { name: 'with stale statistics', mode: 'force_custom_plan', statistics: 'stale' },
];

describe.each(modes)('query plans of crawls $name', ({ mode, statistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, statistics);
  });
  afterAll(() => filled.end());
  const plansOf: ReturnType<typeof explainStatements> = (run, options) =>
    filled.plansOf(run, options);

  it('a claim reads few of 100,000 pages and 5,000 ended crawls', async () => {
    const plans = await plansOf((store) => store.crawls.claim(claim), executed);
    expect(plans.map(({ text }) => text.split(' ')[0])).toContain('update');
    expectFewRows(plans, 200, crawlTables);
    expectFewRows(plans, 200, pageTables);
  });

  it('the last page of the oldest crawl is read by an index of those that are running', async () => {
    const plans = await plansOf((store) => store.delays(now), executed);
    expect(plans).toHaveLength(1);
    expect(plans[0]?.plan).toMatch(/using sitegrade_crawls_running on sitegrade_crawls/);
    expectFewRows(plans, 1, crawlTables);
  });

  it('changes read few rows', async () => {
    const page = { crawlId: 5_001, page: 7, token: 't7' };
    const step = { crawlId: 5_003, page: null, token: 'step' };
    const plans = await plansOf(async ({ crawls }) => {
      expect(await crawls.endPage(page, { kind: 'put_back', delayMs: 0 }, now)).toBe(true);
      expect(await crawls.setLinks(step, [{ id: 1, depth: 1, inlinks: 2 }])).toBe(true);
      expect(await crawls.addUrls(step, [])).toBe(true);
      expect(await crawls.refill(step, [{ id: 1, skipReason: null }])).toBe(true);
      expect(await crawls.renew(step, 1_000, now)).toBe(true);
      expect(await crawls.endStep(step, 'pages', now)).toBe(true);
      const other = { crawlId: 5_002, page: 7, token: 't7' };
      expect(await crawls.stop(other, 'refused', now)).toBe(true);
      expect(await crawls.admit(1_000)).toBe(0);
      expect(await crawls.cancel(ownerId, 5_004, now)).toMatchObject({ isNew: true });
      expect(await crawls.create(newCrawl({ createdAt: now }))).toMatchObject({
        outcome: 'created',
      });
      expect(await crawls.delete(ownerId, 5_005)).toBe(true);
      expect(await crawls.find(ownerId, 5_006)).toBeDefined();
      expect(await crawls.findPage(ownerId, 5_006, 5)).toBeDefined();
      expect(await crawls.readUrls(5_006, { after: 3, limit: 4, outlines: true })).toHaveLength(4);
      await crawls.findPrevious(ownerId, { id: 4_000, websiteId: 9 });
    });
    expect(plans.length).toBeGreaterThan(25);
    for (const { text, plan } of plans) {
      expect(plan, text).not.toMatch(/Seq Scan on sitegrade_crawl(s|_pages|_page_details)\b/);
    }
  });

  it('changed details read the pages that are given', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => ({ from: index + 1, to: 10 - index }));
    const plans = await plansOf(
      (store) => store.crawls.readChangedDetails(5_006, 5_007, pages),
      executed,
    );
    expect(plans).not.toEqual([]);
    expectFewRows(plans, 20, 'sitegrade_crawl_page_details|earlier|later');
    for (const { text, plan } of plans) {
      expect(plan, text).not.toMatch(/Seq Scan on sitegrade_crawl(s|_page_details)\b/);
    }
  });

  it('lists of crawls are ids in order from an index, which begins with the filters', async () => {
    const filters = [{}, { status: 'done' }, { websiteId: 9 }, { websiteId: 9, status: 'done' }];
    for (const filter of filters as readonly { websiteId?: number; status?: 'done' }[]) {
      for (const start of [{ page: 1 }, { page: 19 }, { after: { key: 500, id: 500 } }] as const) {
        for (const sort of ['asc', 'desc'] as const) {
          const query = { start, sort, sortBy: 'id', perPage: 10, ...filter } as const;
          const plans = await plansOf((store) => store.crawls.list(ownerId, query));
          const ids = plans.find(({ text }) => text.includes('order by'));
          const names = `${filter.websiteId ? 'website_' : ''}${filter.status ? 'status_' : ''}`;
          if (ids !== undefined) {
            expect(ids.plan, ids.text).toMatch(
              new RegExp(`Index Only Scan.* using sitegrade_crawls_by_${names}id `),
            );
          }
          expectNoScan(plans);
        }
      }
    }
  });

  it('lists of pages read the pages of their crawl', async () => {
    for (const sortBy of ['id', 'url', 'score'] as const) {
      // What the progress of a crawl does not count may read each of its 5,000 pages to count it, and some to sort.
      for (const [filter, rows] of [
        [{}, 100],
        [{ state: 'queued' }, 100],
        [{ depth: 1 }, 6_000],
        [{ search: '7' }, 6_000],
      ] as const) {
        const query: CrawlPageListQuery = {
          ...{ start: { page: 1 }, sort: 'asc', sortBy, perPage: 10 },
          ...filter,
        };
        const list = await plansOf(
          (store) => store.crawls.listPages(ownerId, 5_006, query),
          executed,
        );
        expectFewRows(list, rows, pageTables);
      }
    }
  });

  it('outdated crawls are found in one pass, without their pages', async () => {
    const query = { keepPerWebsite: 1_000, createdBefore: new Date(10), limit: 100 };
    const plans = await plansOf((store) => store.crawls.deleteOutdated(query), executed);
    for (const { text, plan } of plans) expect(plan, text).not.toMatch(/on sitegrade_crawl_pages/);
    expectFewRows(plans, 5_100, 'sitegrade_crawls(?! newer)');
  });

  it('an admission reads few of 5,000 crawls that wait, and so does a claim', async () => {
    await filled.addWaiting(5_000);
    const admission = await plansOf(async ({ crawls }) => {
      expect(await crawls.admit(23)).toBeGreaterThan(1);
    }, executed);
    expectFewRows(admission, 300, crawlTables);
    const claims = await plansOf((store) => store.crawls.claim(claim), executed);
    expectFewRows(claims, 200, crawlTables);
  });

  // The last one: it adds crawls.
  it('a claim that finds nothing is one statement, and reads few of 3,000 crawls that wait for hosts or time, and none of 5,000 that are not admitted', async () => {
    const { pool } = filled;
    await pool.query(`update sitegrade_crawls set due_at = 9e15::bigint where ended_at is null;
      insert into sitegrade_crawls (owner_id, url, url_search, scope, max_pages, progress, created_at, host, status,
          last_claim, due_at, step, admitted)
        select '${ownerId}', 'u', 'u', '{}', 10, '{}', n, 'waits-' || n % 2, 'running', n,
          case when n % 3 = 0 then -1 else 9e15::bigint end, 'start', 1 from generate_series(1, 3000) n;
      insert into sitegrade_crawl_hosts select 'waits-' || n, 9e15::bigint from generate_series(0, 1) n`);
    const plans = await plansOf(
      async (store) => expect(await store.crawls.claim({ ...claim, token: 'x' })).toBeUndefined(),
      executed,
    );
    expect(plans).toHaveLength(1);
    // With stale statistics all indexes of crawls under way look empty, so Postgres may take any: up to four passes.
    expectFewRows(plans, statistics === 'stale' ? 4 * 3_020 : 40, crawlTables);
  });
});

function expectNoScan(plans: readonly Plan[]): void {
  for (const { text, plan } of plans) {
    expect(plan, text).not.toMatch(/Seq Scan on sitegrade_crawls|Sort|Filter:/);
  }
}

/** 5,000 ended crawls, and 20 under way with 5,000 pages each, one of them leased, of as many hosts. */
async function filledStore(mode: string, statistics: string) {
  const { connectionString, schema } = await ownDatabase();
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    options: `-c search_path=${schema} -c plan_cache_mode=${mode}`,
  });
  await pool.query(`create schema ${schema}`);
  await postgresStore({ pool }).migrate();
  const analyze =
    'vacuum (freeze, analyze) sitegrade_crawls, sitegrade_crawl_pages, sitegrade_crawl_hosts';
  const columns = `owner_id, website_id, url, url_search, scope, max_pages, progress, created_at, host,
    status, ended_at, last_claim, admitted, step, lease_token, leased_until`;
  const scope = '{"include":[],"exclude":[],"source":"both"}';
  const progress = `{"discovered":5000,"queued":4999,"running":1,"done":0,"redirected":0,"failed":0,
    "skipped":{},"results":{"good":0,"decent":0,"bad":0},"scoreSum":0}`;
  await pool.query(`
    alter table sitegrade_crawls set (autovacuum_enabled = off);
    alter table sitegrade_crawl_pages set (autovacuum_enabled = off);
    insert into sitegrade_crawls (${columns})
      select '${ownerId}', n % 20, 'u', 'u', '${scope}', 10, '${progress}', n, 'h' || n,
        'done', n, n, 1, null, null, null from generate_series(1, 5000) n`);
  if (statistics === 'stale') await pool.query(analyze);
  await pool.query(`
    insert into sitegrade_crawls (${columns})
      select '${ownerId}', null, 'u', 'u', '${scope}', 10, '${progress}', n, 'h' || n,
        'running', null, n, 1, case when n = 5003 then 'expand' end,
        case when n = 5003 then 'step' end, case when n = 5003 then 9e15::bigint end
      from generate_series(5001, 5020) n;
    insert into sitegrade_crawl_pages (crawl_id, number, url, kind, level, depth, in_sitemap, state,
        due_at, lease_token, lease_host)
      select crawl, n, n, 'page', 0, n % 50, 0, case when n = 7 then 'running' else 'queued' end,
        case when n = 7 then 9e15::bigint else 0 end, case when n = 7 then 't7' end,
        case when n = 7 then 'h' || crawl end
      from generate_series(5001, 5020) crawl, generate_series(1, 5000) n;
    insert into sitegrade_crawl_page_details (crawl_id, number, details, outline)
      select crawl, n, case when crawl = 5006 then ${hexOf('{}')} else ${hexOf('[]')} end, ${hexOf('{}')}
      from generate_series(5006, 5007) crawl, generate_series(1, 5000) n`);
  if (statistics === 'exact') await pool.query(analyze);
  /** Adds crawls that wait, of as many owners. */
  const addWaiting = (count: number) =>
    pool.query(`insert into sitegrade_crawls
        (owner_id, url, url_search, scope, max_pages, progress, created_at, host, step)
      select 'waiting-' || n, 'u', 'u', '${scope}', 10, '${progress}', n, 'w' || n, 'start'
      from generate_series(1, ${count}) n`);
  return { pool, plansOf: explainStatements(pool), addWaiting, end: () => pool.end() };
}

/** Details of a page, as they are stored. */
function hexOf(details: string): string {
  return `'\\x${deflateSync(details).toString('hex')}'::bytea`;
}
