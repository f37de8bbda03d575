import type { ReportListQuery } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';

const ownerId = 'owner-1';
const reports = 100_000;
const columns = `owner_id, website_id, url, url_search, final_url, title, score, result,
  http_status, ruleset_version, share_token, created_at`;

/**
 * A report a second: six of ten of website 1, later ones of website 2, a few of website 3. The first half has
 * the result `bad`. A third has one URL.
 */
async function filledStore() {
  const host = new Database(':memory:');
  const store = sqliteStore({ database: host });
  await store.migrate();
  for (const domain of ['1.com', '2.com', '3.com']) {
    await store.reports.create(newReport({ ownerId, domain, createdAt: new Date(0) }));
  }
  host.exec(`with recursive numbers (n) as
      (select 1 union all select n + 1 from numbers where n < ${reports}),
      urls as (select n, iif(n % 3 = 0, 'https://a.com/', 'https://a.com/x' || n) as url from numbers)
    insert into sitegrade_reports (${columns})
      select '${ownerId}', iif(n <= 60000, 1, iif(n % 1000 = 0, 3, 2)), url, url, '', null, n % 101,
        iif(n <= 50000, 'bad', 'good'), 200, '1', hex(randomblob(16)), n * 1000 from urls;
    update sitegrade_owner_totals set reports_count = 100003, bad_count = 50000, good_count = 50003;
    update sitegrade_websites set reports_count = case id when 1 then 60001 when 2 then 39961 else 41 end,
      score_sum = 0, average_tenths = 0`);
  const plansOf = explainStatements(host);
  return async (query: ReportListQuery) => {
    const plans = await plansOf(({ reports }) => reports.list(ownerId, query));
    const reads = plans
      .filter(({ sql }) => sql.includes('found'))
      .flatMap(({ plan }) => plan.filter((step) => step.includes('sitegrade_reports')));
    return { ...(await store.reports.list(ownerId, query)), plans, reads };
  };
}

const at = (second: number) => new Date(second * 1000);
const rareUrl = ['https://a.com/x1', 'http://a.com/x1'] as const;
const commonUrl = ['https://a.com/', 'http://a.com/'] as const;
const minute = { createdFrom: at(50_000), createdTo: at(50_060) };
const byDate = 'reports_by_created_at (owner_id=? AND created_at>?';
const byUrl = 'reports_by_url (owner_id=? AND url>? AND url<?)';

describe.each(['id', 'url', 'score'] as const)('of 100,000 reports, by %s', async (sortBy) => {
  const plansOf = await filledStore();
  const list = (filter: Partial<ReportListQuery>) =>
    plansOf({ start: { page: 1 }, perPage: 50, sort: 'desc', sortBy, ...filter });

  it.each([
    ['a rare URL', { url: rareUrl }, byUrl, 1],
    ['a URL without a report', { url: ['https://b.com/'] }, byUrl, 0],
    ['a minute', minute, byDate, 61],
    ['the future', { createdFrom: at(200_000) }, byDate, 0],
    ['a rare URL since ever', { url: rareUrl, createdFrom: at(1) }, byUrl, 1],
    ['a common URL in a minute', { url: commonUrl, ...minute }, byDate, 20],
    [
      'a common URL of a small website since ever',
      { url: commonUrl, websiteId: 3, createdFrom: at(1) },
      'reports_by_website_url (owner_id=? AND website_id=? AND url>? AND url<?)',
      13,
    ],
    ['a large website in a minute', { websiteId: 1, ...minute }, byDate, 61],
    [
      'a small website since ever',
      { websiteId: 3, createdFrom: at(1) },
      'COVERING INDEX sitegrade_reports_by_website_id (owner_id=? AND website_id=?)',
      40,
    ],
    // Both filters match many; the index has all columns.
    [
      'a common result, later',
      { result: 'bad', createdFrom: at(50_001) },
      `COVERING INDEX sitegrade_${byDate}`,
      0,
    ],
  ] as const)('%s is read from the narrowest index', async (_, filter, index, total) => {
    const found = await list(filter);
    expect([found.total, found.totalRelation]).toEqual([total, 'eq']);
    expect(found.reads.length).toBeGreaterThan(0);
    // No index of dates or websites has the URL, and that of websites has no score.
    const isCovered = sortBy !== 'url' && !(sortBy === 'score' && index.includes('by_website_id'));
    const expected = isCovered ? index : index.replace('COVERING ', '');
    for (const step of found.reads) expect(step).toContain(expected);
  });

  it.each([
    ['a common URL', { url: commonUrl }],
    ['the first half', { createdTo: at(50_000) }],
    ['all since ever', { createdFrom: at(1) }],
    ['a common URL of the later half', { url: commonUrl, createdFrom: at(50_000) }],
  ] as const)('%s is counted up to 10,000', async (_, filter) => {
    const { plans, total, totalRelation } = await list(filter);
    expect([total, totalRelation]).toEqual([10_000, 'gte']);
    const scans = plans.flatMap(({ plan }) => plan.filter((step) => /SCAN sitegrade/.test(step)));
    expect(scans).toEqual([]);
  });
});
