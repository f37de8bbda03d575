import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { explainStatements } from './explain-statements.ts';

const ownerId = 'owner-1';
const query = { start: { page: 1 }, perPage: 50, sortBy: 'url', sort: 'desc' } as const;
const columns = `owner_id, website_id, url, url_search, final_url, title, score, result,
  http_status, ruleset_version, share_token, created_at`;

it('is rebuilt with the statements of the README', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  await store.reports.create(newReport({ ownerId, url: 'https://a.com/one' }));
  database.exec(
    `insert into sitegrade_report_search (rowid, form) values (7, 'https://b.com/none')`,
  );
  expect(() => expectExactTables(database)).toThrow();
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const lines = readme.match(/`insert into sitegrade_report_search[^`]+`/g) ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) database.exec(line.slice(1, -1));
  expectExactTables(database);
});

/** A store with 16,000 reports, some of the owner, and the statements of its searches. */
async function bigStore(reports: number, statistics: string) {
  const host = new Database(':memory:');
  const store = sqliteStore({ database: host });
  await store.migrate();
  for (const owner of [ownerId, 'owner-2']) {
    await store.reports.create(newReport({ ownerId: owner, url: 'https://a.com/first' }));
  }
  // Two thirds use http, which sorts first.
  host.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 16000),
      urls as (select n, iif(n % 3 = 0, 'https', 'http') || '://a.com/x' || n || 'y' as url from numbers)
    insert into sitegrade_reports (${columns})
      select iif(n <= ${reports}, 'owner-1', 'owner-2'), iif(n <= ${reports}, 1, 2), url, url, '', null,
        n % 101, 'good', 200, '1', hex(randomblob(16)), 5 from urls;
    update sitegrade_owner_totals set reports_count = ${reports + 1} where owner_id = 'owner-1';
    ${statistics}`);
  const plansOf = explainStatements(host);
  return async (search: string) => {
    const found = await store.reports.list(ownerId, { ...query, search });
    const plans = (await plansOf(({ reports }) => reports.list(ownerId, { ...query, search })))
      .filter(({ sql }) => sql.includes('order by') && !/json_each|is_faster/.test(sql))
      .map(({ plan }) => plan.join('\n'));
    return { ...found, urls: found.rows.map(({ url }) => url), plans };
  };
}

const lookedUp = /SCAN sitegrade_report_search VIRTUAL TABLE INDEX \S*M/;
const byRow = 'SEARCH sitegrade_reports USING INTEGER PRIMARY KEY (rowid=?)';
const inRowOrder = 'SEARCH sitegrade_reports USING INDEX sitegrade_reports_by_id (owner_id=?)';

describe.each(['', 'analyze'])('with statistics by "%s"', (statistics) => {
  it('a rare needle uses the index, for an owner with most reports or with few', async () => {
    for (const reports of [16_000, 3_000]) {
      const { urls, plans, total } = await (await bigStore(reports, statistics))('/x2998y');
      expect([urls, total]).toEqual([['http://a.com/x2998y'], 1]);
      expect(plans).toHaveLength(1);
      expect(plans[0]).toMatch(lookedUp);
      expect(plans[0]).toContain(byRow);
    }
  });

  it('a common one is counted in the index, and found by scanning the listing', async () => {
    const { urls, plans, total } = await (await bigStore(16_000, statistics))('.com/x');
    expect([urls.length, total]).toEqual([50, 10_000]);
    expect(plans).toHaveLength(2);
    expect(plans[0]).toMatch(lookedUp);
    expect(plans[1]).toContain('USING INDEX sitegrade_reports_by_url (owner_id=?)');
    expect(plans[1]).not.toContain('TEMP B-TREE');
  });

  it('a common one of an owner with few reports does not use the index of all owners', async () => {
    const { plans, total } = await (await bigStore(3_000, statistics))('.com/x');
    expect(total).toBe(3_000);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain(inRowOrder);
  });

  it('a needle that the index does not support is searched in storage order', async () => {
    const { plans, total } = await (await bigStore(16_000, statistics))('\0');
    expect(total).toBe(0);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain(inRowOrder);
  });

  it('one or two characters that are rare are looked up by the trigrams that begin with them', async () => {
    for (const reports of [16_000, 3_000]) {
      const search = await bigStore(reports, statistics);
      // The last two are at the end of a URL.
      for (const [needle, found] of [
        ['~', 0],
        ['"', 0],
        ['f', 1],
        ['t', reports + 1],
        ['fi', 1],
        ['st', 1],
      ] as const) {
        const { plans, total } = await search(needle);
        expect(total, needle).toBe(Math.min(found, 10_000));
        if (found > 1) expect(plans[0], needle).toContain(inRowOrder);
        else expect(plans[0], needle).toMatch(lookedUp);
      }
    }
  });

  it.each([
    [500, 'char(19968 + id)', true],
    [501, 'char(19968 + id)', false],
    // An eighth of the 16,001 are few.
    [2_000, "'a'", true],
    [2_002, "'a'", false],
  ])(
    'one in %i rows that are not new, followed by %s, is looked up: %s',
    async (count, then, isLookedUp) => {
      const urls = `update sitegrade_reports set url_search = 'https://a.com/~' || ${then} where id <= ${count}`;
      const { plans, total } = await (await bigStore(16_000, `${urls}; ${statistics}`))('~');
      // One is of the other owner.
      expect([total, plans.length]).toEqual([count - 1, 1]);
      expect(lookedUp.test(plans[0] ?? '')).toBe(isLookedUp);
    },
  );

  it('a common one at the end of the listing is collected from the index', async () => {
    const { urls, plans } = await (await bigStore(16_000, statistics))('http://');
    expect(urls.slice(0, 2)).toEqual(['http://a.com/x9998y', 'http://a.com/x9997y']);
    expect(urls).toHaveLength(50);
    expect(plans).toHaveLength(3);
    expect(plans[2]).toMatch(lookedUp);
  });
});
