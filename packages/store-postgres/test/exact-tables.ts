import type pg from 'pg';
import { expect } from 'vitest';
import { noRowsOfCrawls, progressOfCrawls } from '../../store-sqlite/test/exact-crawls.ts';
import { noRowsOfWebhooks } from '../../store-sqlite/test/exact-webhooks.ts';

const progress = progressOfCrawls(
  (path) =>
    path === 'whole'
      ? `json_each_text(crawl.progress::json) as part where part.key not in ('skipped', 'results')`
      : `json_each_text(crawl.progress::json -> '${path}') as part`,
  'part.value::bigint',
);

/** Expects that the counters equal the rows, with separate SQL. */
export async function expectExactTables(pool: pg.Pool, schema: string): Promise<void> {
  const rows = async (sql: string): Promise<unknown[]> => {
    const text = sql.replaceAll(/sitegrade_\w+/g, (table) => `"${schema}".${table}`);
    return (await pool.query(text)).rows;
  };
  expect(
    await rows(`select id, reports_count, score_sum, good_count, decent_count, bad_count
      from sitegrade_websites order by id`),
  ).toEqual(
    await rows(`select w.id, count(r.id) as reports_count, coalesce(sum(r.score), 0) as score_sum,
        count(case r.result when 'good' then 1 end) as good_count,
        count(case r.result when 'decent' then 1 end) as decent_count,
        count(case r.result when 'bad' then 1 end) as bad_count
      from sitegrade_websites w left join sitegrade_reports r on r.website_id = w.id
      group by w.id order by w.id`),
  );
  expect(
    await rows(`select owner_id, websites_count, reports_count, good_count, decent_count, bad_count
      from sitegrade_owner_totals
      where (websites_count, reports_count, good_count, decent_count, bad_count) <> (0, 0, 0, 0, 0)
      order by owner_id`),
  ).toEqual(
    await rows(`select owner_id, count(*) as websites_count, sum(reports_count) as reports_count,
        sum(good_count) as good_count, sum(decent_count) as decent_count,
        sum(bad_count) as bad_count
      from sitegrade_websites group by owner_id order by owner_id`),
  );
  expect(
    await rows(`select owner_id, queued, running from sitegrade_lanes
      where queued <> 0 or running <> 0 order by owner_id`),
  ).toEqual(
    await rows(`select owner_id, count(case status when 'queued' then 1 end) as queued,
        count(case status when 'running' then 1 end) as running
      from sitegrade_jobs where status in ('queued', 'running') group by owner_id order by owner_id`),
  );
  expect(
    await rows(`select owner_id, website_id from sitegrade_reports
      except select owner_id, id from sitegrade_websites
      except select owner_id, website_id from sitegrade_deleted_websites`),
  ).toEqual([]);
  for (const [ids, otherIds] of [
    ['select id from sitegrade_reports', 'select report_id from sitegrade_report_details'],
    ['select report_id from sitegrade_report_details', 'select id from sitegrade_reports'],
  ]) {
    expect(await rows(`${ids} except ${otherIds}`)).toEqual([]);
  }
  // Details in columns are unreadable without the texts of their ruleset.
  for (const table of ['report_details', 'crawl_page_details']) {
    expect(
      await rows(`select * from sitegrade_${table} where get_byte(details, 0) = 1
        and substring(details from 2 for 16) not in (select id from sitegrade_ruleset_texts)`),
    ).toEqual([]);
  }
  expect(await rows(progress.stored)).toEqual(await rows(progress.counted));
  for (const sql of [...noRowsOfCrawls, ...noRowsOfWebhooks]) {
    expect(await rows(sql), sql).toEqual([]);
  }
}
