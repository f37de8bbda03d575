import type { CrawlClaim } from '@sitegrade/core/store';
import { newCrawl } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';

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

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
])('query plans of crawls $name', ({ sql }) => {
  it('of a claim: the unended crawls in turn, with seeks in partial indexes for each', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.crawls.claim(claim));
    const [next = { sql: '', plan: [] }] = plans;
    expect(next.plan[0]).toBe('SCAN crawl USING INDEX sitegrade_crawls_by_turn');
    expect(next.plan.join('\n')).toContain('INDEX sitegrade_crawl_pages_due (crawl_id=?)');
    expect(next.plan.join('\n')).toContain(
      'INDEX sitegrade_crawl_pages_leased (lease_host=? AND due_at>?)',
    );
    expectNoScan(plans, ['SCAN crawl USING INDEX sitegrade_crawls_by_turn']);
    expect(plans.flatMap(({ plan }) => plan).filter((step) => step.includes('B-TREE'))).toEqual([]);
  });

  it('of the next page: not past those that have ended', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.crawls.claim(claim));
    const page = plans.find(({ sql: text }) => text.includes('sitegrade_crawl_pages_due'));
    expect(page?.plan).toEqual([
      'SEARCH sitegrade_crawl_pages USING INDEX sitegrade_crawl_pages_due (crawl_id=?)',
    ]);
  });

  it('of changes: rows by their keys', async () => {
    const plansOf = await filledStore(sql);
    const step = { crawlId: 3, page: null, token: 'step' };
    const plans = await plansOf(async ({ crawls }) => {
      const page = { crawlId: 1, page: 7, token: 't7' };
      expect(await crawls.endPage(page, { kind: 'put_back', delayMs: 0 }, now)).toBe(true);
      expect(await crawls.setLinks(step, [{ id: 1, depth: 1, inlinks: 2 }])).toBe(true);
      expect(await crawls.addUrls(step, [])).toBe(true);
      expect(await crawls.refill(step, [{ id: 1, skipReason: null }])).toBe(true);
      expect(await crawls.renew(step, 1_000, now)).toBe(true);
      expect(await crawls.endStep(step, 'pages', now)).toBe(true);
      const other = { crawlId: 2, page: 7, token: 't7' };
      expect(await crawls.stop(other, 'refused', now)).toBe(true);
      expect(await crawls.admit(1_000)).toBe(0);
      await crawls.cancel(ownerId, 1, now);
      await crawls.create(newCrawl({ createdAt: now }));
      await crawls.delete(ownerId, 2);
      await crawls.deleteHidden(undefined);
      await crawls.find(ownerId, 4);
      await crawls.findPrevious(ownerId, { id: 4, websiteId: 9 });
      await crawls.findPage(ownerId, 4, 5);
      await crawls.readUrls(4, { after: 3, limit: 4, outlines: true });
    });
    expect(plans.length).toBeGreaterThan(25);
    expectNoScan(plans, [
      // Of an admission: counts, of partial indexes.
      'SCAN CONSTANT ROW',
      'SCAN sitegrade_crawls USING INDEX sitegrade_crawls_by_turn',
      'SCAN sitegrade_crawls USING INDEX sitegrade_crawls_unadmitted',
      'SCAN crawl USING INDEX sitegrade_crawls_unadmitted',
      'SCAN crawl USING INDEX sitegrade_crawls_unended_by_owner',
    ]);
    const links = plans.find(({ sql: text }) => text.includes('"inlinks" ='));
    // The given rows first.
    expect(links?.plan.at(-1)).toContain('PRIMARY KEY (crawl_id=? AND number=?)');
    const leases = plans.find(({ sql: text }) => text.includes('crawl_pages_leased'));
    expect(leases?.plan).toEqual([
      'SEARCH sitegrade_crawl_pages USING INDEX sitegrade_crawl_pages_leased (lease_host=?)',
    ]);
  });

  it('of outlines: seeks in the index of the URLs of the website', async () => {
    const plansOf = await filledStore(sql);
    const query = { after: '', limit: 3 };
    const plans = await plansOf((store) => store.reports.readOutlines(ownerId, 1, query));
    const seeks = plans[0]?.plan.filter((step) => step.includes('reports_by_website_url'));
    expect(seeks).toHaveLength(3);
    for (const seek of seeks ?? []) expect(seek).toMatch(/website_id=\? AND url[>=]/);
    expectNoScan(plans, ['SCAN found']);
  });
});

function expectNoScan(plans: readonly Plan[], allowed: readonly string[] = []): void {
  for (const { sql, plan } of plans) {
    const scans = plan.filter((step) => /^SCAN (?!json_each|found)/.test(step));
    expect(
      scans.filter((step) => !allowed.includes(step)),
      sql,
    ).toEqual([]);
  }
}

/** Two hundred crawls of ten pages, most of which have ended, and some leases. */
async function filledStore(afterwards: string) {
  const host = new Database(':memory:');
  await sqliteStore({ database: host }).migrate();
  host.exec(`
    create temp table numbers as with recursive counted (n) as
      (select 1 union all select n + 1 from counted where n < 200) select n from counted;
    insert into sitegrade_crawls (owner_id, url, url_search, scope, max_pages, progress, created_at, host,
        status, ended_at, last_claim, admitted, step, lease_token, leased_until)
      select '${ownerId}', 'u', 'u', '{"include":[],"exclude":[],"source":"both"}', 10,
        '{"discovered":10,"queued":9,"running":1,"done":0,"redirected":0,"failed":0,"skipped":{},"results":{"good":0,"decent":0,"bad":0},"scoreSum":0}',
        n, 'h' || n, iif(n > 20, 'done', 'running'), iif(n > 20, n, null), n, 1,
        iif(n = 3, 'expand', null), iif(n = 3, 'step', null), iif(n = 3, 9e15, null) from numbers;
    insert into sitegrade_crawl_pages (crawl_id, number, url, kind, level, in_sitemap, state, due_at,
        lease_token, lease_host)
      select crawl.n, page.n, page.n, 'page', 0, 0, iif(page.n = 7, 'running', 'queued'),
        iif(page.n = 7, 9e15, 0), iif(page.n = 7, 't7', null), iif(page.n = 7, 'h' || crawl.n, null)
      from numbers as crawl, numbers as page where page.n <= 10;
    ${afterwards}`);
  return explainStatements(host);
}
