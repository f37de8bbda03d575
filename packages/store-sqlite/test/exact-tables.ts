import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import { noRowsOfCrawls, progressOfCrawls } from './exact-crawls.ts';
import { noRowsOfWebhooks } from './exact-webhooks.ts';

const progress = progressOfCrawls(
  (path) =>
    path === 'whole'
      ? `json_each(crawl.progress) as part where part.type = 'integer'`
      : `json_each(crawl.progress, '$.${path}') as part`,
  'part.value',
);

/** Expects that the file is intact and its counters are exact, with separate SQL. */
export function expectExactTables(database: Database.Database): void {
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  const rows = (sql: string): unknown[] => database.prepare(sql).all();

  expect(
    rows(`select w.id, w.reports_count, w.score_sum, w.good_count, w.decent_count, w.bad_count
      from sitegrade_websites w order by w.id`),
  ).toEqual(
    rows(`select w.id, count(r.id) as reports_count, ifnull(sum(r.score), 0) as score_sum,
        count(case r.result when 'good' then 1 end) as good_count,
        count(case r.result when 'decent' then 1 end) as decent_count,
        count(case r.result when 'bad' then 1 end) as bad_count
      from sitegrade_websites w left join sitegrade_reports r on r.website_id = w.id
      group by w.id order by w.id`),
  );
  expect(
    rows(`select owner_id, websites_count, reports_count, good_count, decent_count, bad_count
      from sitegrade_owner_totals
      where (websites_count, reports_count, good_count, decent_count, bad_count) <> (0, 0, 0, 0, 0)
      order by owner_id`),
  ).toEqual(
    rows(`select owner_id, count(*) as websites_count, sum(reports_count) as reports_count,
        sum(good_count) as good_count, sum(decent_count) as decent_count,
        sum(bad_count) as bad_count
      from sitegrade_websites group by owner_id order by owner_id`),
  );
  expect(
    rows(`select owner_id, website_id from sitegrade_reports
      except select owner_id, id from sitegrade_websites
      except select owner_id, website_id from sitegrade_deleted_websites`),
  ).toEqual([]);
  expect(
    rows(`select id from sitegrade_reports
      except select report_id from sitegrade_report_details`),
  ).toEqual([]);
  expect(
    rows(`select report_id from sitegrade_report_details
      except select id from sitegrade_reports`),
  ).toEqual([]);
  expect(
    rows(`select owner_id, queued, running from sitegrade_lanes
      where queued <> 0 or running <> 0 order by owner_id`),
  ).toEqual(
    rows(`select owner_id, count(case status when 'queued' then 1 end) as queued,
        count(case status when 'running' then 1 end) as running
      from sitegrade_jobs where status in ('queued', 'running') group by owner_id order by owner_id`),
  );
  // Details in columns are unreadable without the texts of their ruleset.
  for (const table of ['report_details', 'crawl_page_details']) {
    expect(
      rows(`select * from sitegrade_${table} where substr(details, 1, 1) = x'01'
        and substr(details, 2, 16) not in (select id from sitegrade_ruleset_texts)`),
    ).toEqual([]);
  }
  expect(rows(progress.stored)).toEqual(rows(progress.counted));
  for (const sql of [...noRowsOfCrawls, ...noRowsOfWebhooks]) expect(rows(sql), sql).toEqual([]);
  expectExactIndex(database);
}

/** Expects that the search index contains the trigrams of every URL, and nothing else. */
function expectExactIndex(database: Database.Database): void {
  database.exec(`create virtual table temp.found_parts
    using fts5vocab(main, sitegrade_report_search, 'instance')`);
  const found = database
    .prepare<[], { doc: number; term: string }>('select doc, term from temp.found_parts')
    .all()
    .map(({ doc, term }) => `${doc} ${term}`);
  database.exec('drop table temp.found_parts');
  const forms = database
    .prepare<[], { id: number; form: string }>(
      'select id, url_search as form from sitegrade_reports',
    )
    .all();
  const wanted = forms.flatMap(({ id, form }) => {
    const characters = [...form];
    return characters.slice(2).map((_, at) => `${id} ${characters.slice(at, at + 3).join('')}`);
  });
  expect(new Set(found)).toEqual(new Set(wanted));
}
