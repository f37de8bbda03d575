import type { Store } from '@sitegrade/core';
import type { CrawlClaim } from '@sitegrade/core/store';
import { newCrawl } from '@sitegrade/testing';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

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
const step = { crawlId: 3, page: null, token: 'step' };
const later = (ms: number): CrawlClaim => ({ ...claim, now: new Date(now.getTime() + ms) });

// Two hundred crawls of ten pages, most of which have ended, and some leases.
const filled = `
  insert into sitegrade_crawls (owner_id, url, url_search, scope, max_pages, progress, created_at, host,
      status, ended_at, last_claim, admitted, step, lease_token, leased_until)
    select '${ownerId}', 'u', 'u', '{"include":[],"exclude":[],"source":"both"}', 10,
      '{"discovered":10,"queued":9,"running":1,"done":0,"redirected":0,"failed":0,"skipped":{},"results":{"good":0,"decent":0,"bad":0},"scoreSum":0}',
      n, 'h' || n, iif(n > 20, 'done', 'running'), iif(n > 20, n, null), n, 1,
      iif(n = 3, 'expand', null), iif(n = 3, 'step', null), iif(n = 3, 9e15, null) from numbers where n <= 200;
  insert into sitegrade_crawl_pages (crawl_id, number, url, kind, level, in_sitemap, state, due_at,
      lease_token, lease_host)
    select crawl.n, page.n, page.n, 'page', 0, 0, iif(page.n = 7, 'running', 'queued'),
      iif(page.n = 7, 9e15, 0), iif(page.n = 7, 't7', null), iif(page.n = 7, 'h' || crawl.n, null)
    from numbers as crawl, numbers as page where crawl.n <= 200 and page.n <= 10`;
/** The results of crawl 1 are those of crawl 150, as far as they are the same. */
const previous = `
  insert into sitegrade_websites (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
    values (9, '${ownerId}', 'a.test', 'a.test', 'private', 't', 1, 1);
  update sitegrade_crawls set website_id = 9, origin = 'https://a.test', basis = 'b';
  update sitegrade_crawls set previous_id = 150 where id = 1;
  update sitegrade_crawl_pages set state = 'done', due_at = null, lease_token = null, lease_host = null,
    score = 1, result = 'bad', http_status = 200 where crawl_id > 20;
  insert into sitegrade_crawl_page_details (crawl_id, number, url_hash, reading, details, outline)
    select crawl_id, number, number, 'r', cast('{}' as blob), x'00' from sitegrade_crawl_pages where crawl_id > 20`;
const hostsAreBusy = 'insert into sitegrade_crawl_hosts select host, 9e15 from sitegrade_crawls';
const stepIsLeased = `update sitegrade_crawls set due_at = 9e15 where ended_at is null and id <> 3;
  update sitegrade_crawl_pages set state = 'queued', due_at = 0, lease_token = null, lease_host = null
    where crawl_id = 3 and state = 'running'`;
const renewStep = async ({ crawls }: Store) =>
  expect(await crawls.renew(step, 60_000, now)).toBe(true);

const tables = { about: /./, allowed: /^SCAN (json_each|found)|B-TREE/, filled };
// Crawls are read in the order of their turns, of which each statement needs the first.
const turns =
  /^SCAN (json_each|found|(waited|next|free|CONSTANT ROW)$|(other|crawl) USING INDEX sitegrade_crawls_ready$)/;

describePlans(
  { ...tables, allowed: turns },
  {
    'a claim: the first crawl that may have work, and seeks in partial indexes for it': {
      run: (store) => store.crawls.claim(claim),
      // The page is not looked for past those that have ended.
      plans: {
        sitegrade_crawl_pages_due: [
          'SEARCH sitegrade_crawl_pages USING INDEX sitegrade_crawl_pages_due (crawl_id=?)',
        ],
      },
      also(plans) {
        const [look, next, work] = plans.map(({ plan }) => plan.join('\n'));
        expect(look).toContain('SCAN other USING INDEX sitegrade_crawls_ready');
        expect(look).toContain('SEARCH other USING INDEX sitegrade_crawls_due (due_at>?)');
        expect(look).toContain('INDEX sitegrade_crawls_waiting_for_host (host>?)');
        expect(look).toContain('INDEX sitegrade_crawls_waiting_for_host (host=?)');
        expect(next).toBe('SCAN crawl USING INDEX sitegrade_crawls_ready');
        expect(work).toContain('SEARCH crawl USING INTEGER PRIMARY KEY (rowid=?)');
        expect(work).toContain('INDEX sitegrade_crawl_pages_due (crawl_id=?)');
        expect(work).toContain('INDEX sitegrade_crawl_pages_leased (lease_host=? AND due_at>?)');
      },
    },
    'a claim that finds nothing: one statement, which seeks the first row of each index': {
      // Many more wait until others have ended, at the hosts of those that are admitted.
      given: `update sitegrade_crawls set due_at = iif(id % 2 = 0, 9e15, -1) where ended_at is null;
        ${hostsAreBusy};
        insert into sitegrade_crawls (owner_id, url, url_search, scope, max_pages, progress, created_at, host, step)
          select 'waiting-' || one.n || '-' || other.n, 'u', 'u', '{}', 10, '{}', 1, 'h' || other.n, 'start'
          from numbers as one, numbers as other where one.n <= 15 and other.n <= 200`,
      run: async ({ crawls }) => expect(await crawls.claim(claim)).toBeUndefined(),
      statements: 1,
      also([look]) {
        const steps = look?.plan.filter((one) => one.includes(' other ')) ?? [];
        expect(steps.length).toBeGreaterThan(4);
        // All of these have only crawls that are admitted and have not ended.
        const ofAdmitted = /INDEX sitegrade_crawls_(ready|due|waiting|starting|at_pages)/;
        for (const one of steps) expect(one).toMatch(ofAdmitted);
      },
    },
    'a claim while a step is leased, also when it was renewed: one statement': {
      given: stepIsLeased,
      after: renewStep,
      run: async ({ crawls }) => expect(await crawls.claim(later(59_000))).toBeUndefined(),
      statements: 1,
    },
    // So the claim before has found nothing because of the lease.
    'a claim of a step whose lease has ended': {
      given: stepIsLeased,
      after: renewStep,
      run: async ({ crawls }) =>
        expect(await crawls.claim(later(61_000))).toMatchObject({ work: { step: 'expand' } }),
      allowed: /./,
    },
    'a crawl without work: it is put off': {
      given: hostsAreBusy,
      async run({ crawls }) {
        expect(await crawls.claim(claim)).toBeUndefined();
        expect(await crawls.claim(claim)).toBeUndefined();
      },
      also: (plans) => expect(plans.some(({ sql }) => sql.includes('coalesce'))).toBe(true),
    },
  },
);

describePlans(tables, {
  'changes: rows by their keys': {
    async run({ crawls }) {
      const page = { crawlId: 1, page: 7, token: 't7' };
      expect(await crawls.endPage(page, { kind: 'put_back', delayMs: 0 }, now)).toEqual({
        isEnded: true,
      });
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
    },
    least: 26,
    // Of an admission: counts, of partial indexes.
    allowed:
      /^SCAN (json_each|found|CONSTANT ROW$|(sitegrade_crawls|crawl) USING INDEX sitegrade_crawls_(by_turn|unadmitted|unended_by_owner)$)|B-TREE/,
    plans: {
      crawl_pages_leased: [
        'SEARCH sitegrade_crawl_pages USING INDEX sitegrade_crawl_pages_leased (lease_host=?)',
      ],
    },
    also(plans) {
      const links = plans.find(({ sql }) => sql.includes('"inlinks" ='));
      // The given rows first.
      expect(links?.plan.at(-1)).toContain('PRIMARY KEY (crawl_id=? AND number=?)');
    },
  },
  'the crawl before: rows by their keys, and pages by the hash of their URLs': {
    rows: previous,
    async run({ crawls }) {
      await crawls.findPredecessor(1, { domain: 'a.test', origin: 'https://a.test' });
      await crawls.findEarlier(1, { id: 7, url: '7' });
      const unchanged = { kind: 'unchanged', earlierId: 7, reading: 'r' } as const;
      const page = { crawlId: 1, page: 7, token: 't7' };
      expect(await crawls.endPage(page, { ...unchanged, rulesetVersion: '1' }, now)).toEqual({
        isEnded: true,
      });
      const [url] = await crawls.readUrls(1, { after: 6, limit: 1, outlines: false });
      expect(url).toMatchObject({ state: 'done', score: 1 });
    },
    also(plans) {
      const [predecessor, reading] = plans.map(({ plan }) => plan.join('\n'));
      expect(predecessor).toMatch(
        /SEARCH other USING INDEX sitegrade_crawls_by_website_(status_)?id/,
      );
      expect(reading).toContain(
        'SEARCH detail USING INDEX sitegrade_crawl_page_details_by_url (crawl_id=? AND url_hash=?)',
      );
    },
  },
  'changed details: pages by their numbers': {
    rows: `${previous}; update sitegrade_crawl_pages set is_unchanged = 1`,
    run({ crawls }) {
      const pages = Array.from({ length: 10 }, (_, index) => ({ from: index + 1, to: 10 - index }));
      return crawls.readChangedDetails(149, 150, pages);
    },
    allowed: /^SCAN (json_each|CONSTANT ROW$)|B-TREE/,
    also([details]) {
      const seeks = details?.plan.filter((one) => /^SEARCH (earlier|later|page)/.test(one)) ?? [];
      expect(seeks).toHaveLength(3);
      for (const seek of seeks) expect(seek).toContain('(crawl_id=? AND number=?)');
    },
  },
  'outlines: seeks in the index of the URLs of the website': {
    run: ({ reports }) => reports.readOutlines(ownerId, 1, { after: '', limit: 3 }),
    also([outlines]) {
      const seeks = outlines?.plan.filter((one) => one.includes('reports_by_website_url')) ?? [];
      expect(seeks).toHaveLength(3);
      for (const seek of seeks) expect(seek).toMatch(/website_id=\? AND url[>=]/);
    },
  },
});
