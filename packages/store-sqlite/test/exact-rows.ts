import { noRowsOfCrawls, progressOfCrawls, type SameRows } from './exact-crawls.ts';
import { noRowsOfWebhooks } from './exact-webhooks.ts';

/** How a database reads JSON and bytes. */
interface Dialect {
  /** The name and number of each integer in the progress of `crawl`, in a `from` clause. */
  readonly progressParts: (path: 'whole' | 'skipped' | 'results') => string;
  /** Such a number. */
  readonly progressNumber: string;
  /** Whether `details` are in columns. */
  readonly isInColumns: string;
}

/** Statements whose rows show whether counters equal the rows, and whether anything is without what it belongs to. */
export function exactRows({ progressParts, progressNumber, isInColumns }: Dialect): {
  readonly same: readonly SameRows[];
  readonly none: readonly string[];
} {
  const same = [
    {
      stored: `select id, reports_count, score_sum, good_count, decent_count, bad_count
        from sitegrade_websites order by id`,
      counted: `select w.id, count(r.id) as reports_count, coalesce(sum(r.score), 0) as score_sum,
          count(case r.result when 'good' then 1 end) as good_count,
          count(case r.result when 'decent' then 1 end) as decent_count,
          count(case r.result when 'bad' then 1 end) as bad_count
        from sitegrade_websites w left join sitegrade_reports r on r.website_id = w.id
        group by w.id order by w.id`,
    },
    {
      stored: `select owner_id, websites_count, reports_count, good_count, decent_count, bad_count
        from sitegrade_owner_totals
        where (websites_count, reports_count, good_count, decent_count, bad_count) <> (0, 0, 0, 0, 0)
        order by owner_id`,
      counted: `select owner_id, count(*) as websites_count, sum(reports_count) as reports_count,
          sum(good_count) as good_count, sum(decent_count) as decent_count,
          sum(bad_count) as bad_count
        from sitegrade_websites group by owner_id order by owner_id`,
    },
    {
      stored: `select owner_id, queued, running from sitegrade_lanes
        where queued <> 0 or running <> 0 order by owner_id`,
      counted: `select owner_id, count(case status when 'queued' then 1 end) as queued,
          count(case status when 'running' then 1 end) as running
        from sitegrade_jobs where status in ('queued', 'running') group by owner_id order by owner_id`,
    },
    progressOfCrawls(progressParts, progressNumber),
  ];
  const none = [
    `select owner_id, website_id from sitegrade_reports
      except select owner_id, id from sitegrade_websites
      except select owner_id, website_id from sitegrade_deleted_websites`,
    'select id from sitegrade_reports except select report_id from sitegrade_report_details',
    'select report_id from sitegrade_report_details except select id from sitegrade_reports',
    // Details in columns are unreadable without the texts of their ruleset.
    ...['report_details', 'crawl_page_details'].map(
      (table) => `select * from sitegrade_${table} where ${isInColumns}
        and substr(details, 2, 16) not in (select id from sitegrade_ruleset_texts)`,
    ),
    ...noRowsOfCrawls,
    ...noRowsOfWebhooks,
  ];
  return { same, none };
}
