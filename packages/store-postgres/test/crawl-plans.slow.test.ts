import { deflateSync } from 'node:zlib';
import type { Store } from '@sitegrade/core';
import type { CrawlClaim, CrawlPageListQuery } from '@sitegrade/core/store';
import { newCrawl } from '@sitegrade/testing';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';
import type { Plan } from './explain-statements.ts';

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

const columns = `owner_id, website_id, url, url_search, scope, max_pages, progress, created_at, host,
  status, ended_at, last_claim, admitted, step, lease_token, leased_until`;
const scope = '{"include":[],"exclude":[],"source":"both"}';
const progress = `{"discovered":5000,"queued":4999,"running":1,"done":0,"redirected":0,"failed":0,
  "skipped":{},"results":{"good":0,"decent":0,"bad":0},"scoreSum":0}`;
/** Details of a page, as they are stored. */
const hexOf = (details: string) => `'\\x${deflateSync(details).toString('hex')}'::bytea`;

const filters: readonly { websiteId?: number; status?: 'done' }[] = [
  {},
  { status: 'done' },
  { websiteId: 9 },
  { websiteId: 9, status: 'done' },
];
// What the progress of a crawl does not count may read each of its 5,000 pages to count it, and some to sort.
const listsOfPages = [
  ['all', {}, 100],
  ['queued', { state: 'queued' }, 100],
  ['at a depth', { depth: 1 }, 6_000],
  ['with a search', { search: '7' }, 6_000],
] as const;

describePlans(
  {
    names: ['crawls', 'crawl_pages', 'crawl_hosts'],
    counted: crawlTables,
    // 5,000 ended crawls, and 20 under way with 5,000 pages each, one of them leased, of as many hosts.
    filled: `
    insert into sitegrade_crawls (${columns})
      select '${ownerId}', n % 20, 'u', 'u', '${scope}', 10, '${progress}', n, 'h' || n,
        'done', n, n, 1, null, null, null from generate_series(1, 5000) n`,
    // Stale statistics claim that no crawl is under way, and that no page is queued.
    more: `
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
      from generate_series(5006, 5007) crawl, generate_series(1, 5000) n`,
  },
  {
    'a claim: few of 100,000 pages and 5,000 ended crawls': {
      run: ({ crawls }) => crawls.claim(claim),
      rows: { [crawlTables]: 200, [pageTables]: 200 },
      also: (plans) => expect(plans.map(({ text }) => text.split(' ')[0])).toContain('update'),
    },
    'the last page of the oldest crawl: by an index of those that are running': {
      run: (store) => store.delays(now),
      rows: 1,
      statements: 1,
      plan: /using sitegrade_crawls_running on sitegrade_crawls/,
    },
    'changes: few rows': {
      async run({ crawls }) {
        const page = { crawlId: 5_001, page: 7, token: 't7' };
        const step = { crawlId: 5_003, page: null, token: 'step' };
        expect(await crawls.endPage(page, { kind: 'put_back', delayMs: 0 }, now)).toEqual({
          isEnded: true,
        });
        expect(await crawls.setLinks(step, [{ id: 1, depth: 1, inlinks: 2 }])).toBe(true);
        expect(await crawls.addUrls(step, [])).toBe(true);
        expect(await crawls.refill(step, [{ id: 1, skipReason: null }])).toBe(true);
        expect(await crawls.renew(step, 1_000, now)).toBe(true);
        expect(await crawls.endStep(step, 'pages', now)).toBe(true);
        const other = { crawlId: 5_002, page: 7, token: 't7' };
        expect(await crawls.stop(other, 'refused', now)).toBe(true);
        expect(await crawls.admit(1_000)).toBe(0);
        expect(await crawls.cancel(ownerId, 5_004, now)).toMatchObject({ isNew: true });
        const created = await crawls.create(newCrawl({ createdAt: now }));
        expect(created).toMatchObject({ outcome: 'created' });
        expect(await crawls.delete(ownerId, 5_005)).toBe(true);
        expect(await crawls.find(ownerId, 5_006)).toBeDefined();
        expect(await crawls.findPage(ownerId, 5_006, 5)).toBeDefined();
        const urls = await crawls.readUrls(5_006, { after: 3, limit: 4, outlines: true });
        expect(urls).toHaveLength(4);
        await crawls.findPrevious(ownerId, { id: 4_000, websiteId: 9 });
      },
      of: 'sitegrade_crawl(s|_pages|_page_details)\\b',
      least: 26,
    },
    'changed details: the pages that are given': {
      run({ crawls }) {
        const pages = Array.from({ length: 10 }, (_, index) => ({
          from: index + 1,
          to: 10 - index,
        }));
        return crawls.readChangedDetails(5_006, 5_007, pages);
      },
      rows: { 'sitegrade_crawl_page_details|earlier|later': 20 },
      never: /Seq Scan on sitegrade_crawl(s|_page_details)\b/,
    },
    ...Object.fromEntries(
      filters.map((filter) => {
        const index = `by_${filter.websiteId ? 'website_' : ''}${filter.status ? 'status_' : ''}id`;
        return [
          `lists of crawls ${index}: ids in order from an index, which begins with the filters`,
          {
            async run({ crawls }: Store) {
              for (const start of [
                { page: 1 },
                { page: 19 },
                { after: { key: 500, id: 500 } },
              ] as const) {
                for (const sort of ['asc', 'desc'] as const) {
                  await crawls.list(ownerId, { start, sort, sortBy: 'id', perPage: 10, ...filter });
                }
              }
            },
            of: 'sitegrade_crawls',
            never: /Sort|Filter:/,
            also(plans: readonly Plan[]) {
              const ids = plans.filter(({ text }) => text.includes('order by'));
              expect(ids).not.toEqual([]);
              for (const { text, plan } of ids) {
                expect(plan, text).toMatch(
                  new RegExp(`Index Only Scan.* using sitegrade_crawls_${index} `),
                );
              }
            },
          },
        ];
      }),
    ),
    ...Object.fromEntries(
      (['id', 'url', 'score'] as const).flatMap((sortBy) =>
        listsOfPages.map(([name, filter, rows]) => {
          const query: CrawlPageListQuery = {
            start: { page: 1 },
            sort: 'asc',
            sortBy,
            perPage: 10,
            ...filter,
          };
          return [
            `a list of pages by ${sortBy}, ${name}: those of the crawl`,
            {
              run: ({ crawls }: Store) => crawls.listPages(ownerId, 5_006, query),
              rows: { [pageTables]: rows },
            },
          ];
        }),
      ),
    ),
    'outdated crawls: one pass, without their pages': {
      run: ({ crawls }) =>
        crawls.deleteOutdated({ keepPerWebsite: 1_000, createdBefore: new Date(10), limit: 100 }),
      rows: { 'sitegrade_crawls(?! newer)': 5_100 },
      never: /on sitegrade_crawl_pages/,
    },
    'an admission: few of 5,000 crawls that wait, of as many owners': {
      given: `insert into sitegrade_crawls
          (owner_id, url, url_search, scope, max_pages, progress, created_at, host, step)
        select 'waiting-' || n, 'u', 'u', '${scope}', 10, '${progress}', n, 'w' || n, 'start'
        from generate_series(1, 5000) n`,
      run: async ({ crawls }) => expect(await crawls.admit(23)).toBeGreaterThan(1),
      rows: 300,
    },
    'a claim beside those that wait: few rows': {
      run: ({ crawls }) => crawls.claim(claim),
      rows: 200,
    },
    // The last one: it adds crawls.
    'a claim that finds nothing: one statement, few of 3,000 crawls that wait for hosts or time, and none of 5,000 that are not admitted':
      {
        given: `update sitegrade_crawls set due_at = 9e15::bigint where ended_at is null;
          insert into sitegrade_crawls (owner_id, url, url_search, scope, max_pages, progress, created_at, host, status,
              last_claim, due_at, step, admitted)
            select '${ownerId}', 'u', 'u', '{}', 10, '{}', n, 'waits-' || n % 2, 'running', n,
              case when n % 3 = 0 then -1 else 9e15::bigint end, 'start', 1 from generate_series(1, 3000) n;
          insert into sitegrade_crawl_hosts select 'waits-' || n, 9e15::bigint from generate_series(0, 1) n`,
        run: async ({ crawls }) =>
          expect(await crawls.claim({ ...claim, token: 'x' })).toBeUndefined(),
        rows: 40,
        // With stale statistics all indexes of crawls under way look empty, so Postgres may take any: up to four passes.
        staleRows: 4 * 3_020,
        statements: 1,
      },
  },
);
