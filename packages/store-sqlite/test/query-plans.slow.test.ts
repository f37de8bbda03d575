import { createContext, deleteOldReports, type Result } from '@sitegrade/core';
import type { ListStart } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';

const ownerId = 'owner-1';
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

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
  // The statistics claim that one website and one result have nearly all rows.
  {
    name: 'with stale statistics',
    sql: `analyze; update sitegrade_reports set result = 'bad'; update sitegrade_reports
      set website_id = 1, score = 50`,
  },
])('query plans $name', ({ sql }) => {
  it('of reports: ids in order from a covering index', async () => {
    const plansOf = await filledStore(sql);
    for (const sortBy of ['id', 'url', 'score'] as const) {
      for (const filter of filters) {
        for (const sort of directions) {
          for (const start of starts) {
            const query = { start, sort, sortBy, perPage: 10, ...filter };
            const plans = await plansOf((store) => store.reports.list(ownerId, query));
            expectIndexed(plans, 'after' in start || 'before' in start);
            expectNoneReadPast(plans, filter);
          }
        }
      }
    }
  });

  it('of reports by URL and date: a range of an index', async () => {
    const plansOf = await filledStore(sql);
    const url = ['https://example.com/x', 'http://example.com/x'] as const;
    const dates = { createdFrom: new Date(1), createdTo: new Date(2) };
    for (const sortBy of ['id', 'url', 'score'] as const) {
      for (const filter of filters) {
        for (const start of starts) {
          const query = { start, sort: 'desc', sortBy, perPage: 10, ...filter } as const;
          const byUrl = await plansOf((store) => store.reports.list(ownerId, { ...query, url }));
          expectRange(byUrl, `(owner_id=?${conditionsOf(filter)} AND url>? AND url<?)`);
          const byDate = await plansOf((store) =>
            store.reports.list(ownerId, { ...query, ...dates }),
          );
          expectRange(byDate, '(owner_id=? AND created_at>? AND created_at<?)');
          const byBoth = { ...query, url, ...dates };
          const plans = await plansOf((store) => store.reports.list(ownerId, byBoth));
          expectRange(plans, `(owner_id=?${conditionsOf(filter)} AND url>? AND url<?)`);
        }
      }
    }
  });

  it('of websites: ids in order from a covering index', async () => {
    const plansOf = await filledStore(sql);
    for (const sortBy of ['id', 'domain', 'reportsAvgScore', 'score', 'reportsCount'] as const) {
      for (const sort of directions) {
        for (const start of starts) {
          const query = { start, sort, sortBy, perPage: 10 };
          const plans = await plansOf((store) => store.websites.list(ownerId, query));
          expectIndexed(plans, 'after' in start || 'before' in start);
        }
      }
    }
  });

  it('of all other statements: no full table scan', async () => {
    const plansOf = await filledStore(sql);
    const now = new Date(0);
    const plans = await plansOf(async (store) => {
      const { id, websiteId } = await store.reports.create(newReport({ ownerId, domain: 'x.com' }));
      await store.reports.find(ownerId, id);
      await store.reports.findByShareToken('token');
      await store.reports.renewShareToken(ownerId, id, 'new');
      await store.websites.findByShareToken('token');
      await store.websites.findPasswordHash(ownerId, websiteId);
      await store.websites.renewShareToken(ownerId, websiteId, 'new');
      await store.reports.findPrevious(ownerId, { id, url: 'https://example.com/' });
      await store.reports.delete(ownerId, id);
      const change = { privacy: 'public', updatedAt: now } as const;
      await store.websites.update(ownerId, websiteId, change, () => true);
      await store.websites.trend(ownerId, websiteId, 5);
      await store.websites.delete(ownerId, websiteId, () => true);
      const attempt = { ownerId, key: 'k', token: 't', expiresAt: now };
      const beginning = { ...attempt, fingerprint: 'f', begunAt: now };
      await store.idempotencyKeys.begin(beginning);
      await store.idempotencyKeys.begin({ ...beginning, begunAt: new Date(-1) });
      await store.reports.createOnce(newReport({ ownerId, domain: 'x.com' }), attempt);
      await store.idempotencyKeys.release(attempt);
      await store.maintenance.deleteExpiredIdempotencyKeys({ expiredAt: now, limit: 10 });
      const some = { after: 0, limit: 10, repair: true };
      await deleteOldReports(createContext({ store }), {
        keepPerUrl: 5,
        createdBefore: new Date(1),
      });
      await deleteOldReports(createContext({ store }), { keepPerUrl: 5, ownerId });
      await store.maintenance.reconcileWebsites(some);
      await store.reports.create(newReport({ ownerId: 'gone' }));
      await store.maintenance.deleteOwned('gone', 'websites');
      await deleteOldReports(createContext({ store }), { keepPerUrl: 5 });
      await store.maintenance.deleteHidden('gone');
      await store.maintenance.deleteHidden(undefined);
      for (const kind of ['apiKeys', 'jobs', 'idempotencyKeys', 'totals'] as const) {
        await store.maintenance.deleteOwned('gone', kind);
      }
      const limits = [
        { key: 'a', limit: 1 },
        { key: 'b', limit: 1 },
      ];
      await store.guesses.count(limits, now, 1000);
      await store.guesses.count(limits, now, 1000);
      const digest = new Uint8Array(32);
      const key = { ownerId, name: '', prefix: '', createdAt: now, expiresAt: null, digest };
      const { id: apiKeyId } = await store.apiKeys.insert(key);
      await store.sessions.insert({ digest, apiKeyId, createdAt: now, expiresAt: now });
      await store.sessions.findByDigest(digest);
      await store.sessions.delete(digest);
      await store.apiKeys.findByDigest(new Uint8Array(32));
      await store.apiKeys.list(ownerId);
      await store.apiKeys.recordUse(1, now);
      await store.apiKeys.revoke(ownerId, 1, now);
    });
    expect(plans.length).toBeGreaterThan(10);
    const isOfRulesets = (plan: Plan) => plan.sql.includes('group by ruleset');
    const isOfCrawls = (plan: Plan) => plan.sql.includes('as "complete"');
    for (const { sql, plan } of plans.filter((one) => !isOfRulesets(one) && !isOfCrawls(one))) {
      expectNoScanAndNoSort(sql, plan);
    }
    // Only the complete crawls of a website from the last whole one on are sorted, by their pages.
    const ofCrawls = plans.find(isOfCrawls)?.plan ?? [];
    expect(ofCrawls.join('\n')).toMatch(
      /COVERING INDEX sitegrade_crawls_complete \(owner_id=\? AND website_id=\? AND id>\?\)/,
    );
    expect(ofCrawls.filter((step) => /SCAN sitegrade|SCAN (?:complete|whole)/.test(step))).toEqual(
      [],
    );
    // Only its own rows, one for each URL, are scanned and grouped.
    const ofRulesets = plans.find(isOfRulesets)?.plan.join('\n') ?? '';
    expect(ofRulesets).toContain('USING COVERING INDEX sitegrade_reports_by_website_url');
    expect(ofRulesets).not.toMatch(/SCAN sitegrade/);
    const steps = plans.find(({ sql }) => sql.includes('with recursive looked'))?.plan;
    const byUrl = 'SEARCH sitegrade_reports USING COVERING INDEX sitegrade_reports_by_website_url';
    expect(steps).toContain(`${byUrl} (owner_id=? AND website_id=? AND url>?)`);
    expect(steps).toContain('SEARCH sitegrade_websites USING INTEGER PRIMARY KEY (rowid>?)');
    const previous = plans.find(({ sql }) => sql.includes('select max(id)'));
    expect(previous?.plan.join()).toContain('reports_by_url (owner_id=? AND url=? AND id<?)');
  });

  it('of the latest reports by URL: a seek for each URL', async () => {
    const plansOf = await filledStore(sql);
    const query = { limit: 10, maxUrls: 1000 };
    const plans = await plansOf((store) => store.reports.latestByUrl(ownerId, 1, query));
    const steps = plans.find((statement) => statement.sql.includes('recursive'))?.plan.join('\n');
    const index = 'USING COVERING INDEX sitegrade_reports_by_website_url';
    expect(steps).toContain(`${index} (owner_id=? AND website_id=?)`);
    expect(steps).toContain(`${index} (owner_id=? AND website_id=? AND url<?)`);
    expect(steps).not.toContain('SCAN sitegrade_reports');
    // Only the result is sorted.
    expect(steps?.split('TEMP B-TREE')).toHaveLength(2);
  });

  it('of owners: a range of an index of each table that has them', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.maintenance.listOwners({ after: 'a', limit: 10 }));
    const steps = plans.flatMap(({ plan }) => plan);
    for (const table of ['owner_totals', 'api_keys', 'lanes', 'crawl_days']) {
      const range = new RegExp(`SEARCH sitegrade_${table} .*\\(owner_id>\\?\\)`);
      expect(
        steps.filter((step) => range.test(step)),
        table,
      ).toHaveLength(1);
    }
    // Only the four short lists are scanned.
    expect(steps.filter((step) => /SCAN (?:sitegrade|job|crawl)/.test(step))).toEqual([]);
  });

  it('of a history: a covering index', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.websites.history(ownerId, 1, 10));
    const days = plans.find((statement) => statement.sql.includes('group by'));
    expect(days?.plan.join()).toContain(
      'USING COVERING INDEX sitegrade_reports_by_website_url (owner_id=? AND website_id=?)',
    );
  });
});

function expectIndexed(plans: readonly Plan[], byPosition: boolean): void {
  const ids = plans.find(({ sql }) => sql.includes('indexed by'));
  expect(ids?.plan.join('\n') ?? '').toContain('USING COVERING INDEX');
  // Reading starts at the position, and does not check every row before it: among equal sort keys at an
  // id.
  if (byPosition) expect(ids?.plan.join('\n') ?? '').toMatch(/[^(]id[<>]\?\)/);
  for (const { sql, plan } of plans) {
    expect(sql).not.toMatch(/count\(\*\)/);
    expectNoScanAndNoSort(sql, plan);
  }
}

/** All filters limit the range of the index: no other row is read. */
function expectNoneReadPast(plans: readonly Plan[], filter: (typeof filters)[number]): void {
  const ids = plans.find(({ sql }) => sql.includes('indexed by'))?.plan.join('\n');
  expect(ids).toContain(`(owner_id=?${conditionsOf(filter)}`);
}

function conditionsOf({ websiteId, result }: (typeof filters)[number]): string {
  const website = websiteId === undefined ? '' : ' AND website_id=?';
  return `${website}${result === undefined ? '' : ' AND result=?'}`;
}

/** All matches are read from this range. Only they are sorted. */
function expectRange(plans: readonly Plan[], range: string): void {
  const found = plans.find(({ sql }) => sql.includes('found'));
  const reads = found?.plan.filter((step) => step.includes('sitegrade_reports')) ?? [];
  expect(reads.length).toBeGreaterThan(0);
  for (const step of reads) expect(step).toContain(range);
}

function expectNoScanAndNoSort(sql: string, plan: readonly string[]): void {
  // `report` is a subquery with a limit.
  const isScan = (step: string) =>
    /^SCAN (?!json_each|report$|ended$|CONSTANT ROW$|steps$|owners$|looked$|searched$)/.test(step);
  const bad = plan.filter((step) => step.includes('TEMP B-TREE') || isScan(step));
  expect(bad, sql).toEqual([]);
}

/** A store with a thousand reports and two hundred websites, whose statements can be explained. */
async function filledStore(afterwards: string) {
  filled ??= filledFile();
  const host = new Database(await filled);
  await sqliteStore({ database: host }).migrate();
  host.exec(afterwards);
  return explainStatements(host);
}

let filled: Promise<Buffer> | undefined;

/** The bytes of that database, of which each test gets a copy. */
async function filledFile(): Promise<Buffer> {
  const host = new Database(':memory:');
  const store = sqliteStore({ database: host });
  await store.migrate();
  for (let made = 0; made < 1000; made += 1) {
    const result = made % 4 === 0 ? 'bad' : 'good';
    const domain = made % 2 === 0 ? 'most.com' : `${made % 400}.com`;
    await store.reports.create(newReport({ ownerId, domain, score: made % 101, result }));
  }
  return host.serialize();
}
