/** Two statements that must have the same rows. */
export interface SameRows {
  readonly stored: string;
  readonly counted: string;
}

/**
 * Statements of both databases about the crawls of all owners.
 *
 * @param parts - The name and number of each integer in the progress of `crawl`, in a `from` clause.
 * @param number - Such a number.
 */
export function progressOfCrawls(
  parts: (path: 'whole' | 'skipped' | 'results') => string,
  number: string,
): SameRows {
  const numbers = (path: 'whole' | 'skipped' | 'results') =>
    `select crawl.id as crawl, ${path === 'whole' ? '' : `'${path} ' || `}part.key as name,
      ${number} as pages from sitegrade_crawls as crawl, ${parts(path)}`;
  return {
    stored: `select * from (${numbers('whole')} union all ${numbers('skipped')}
      union all ${numbers('results')}) as stored where pages <> 0 order by crawl, name`,
    counted: `with page as (select crawl.id, page.score, page.result, case
          when page.state = 'queued' and (crawl.step = 'finish' or crawl.ended_at is not null)
            then 'skipped ended'
          when page.state = 'skipped' then 'skipped ' || skip_reason
          else page.state end as name
        from sitegrade_crawl_pages as page join sitegrade_crawls as crawl on crawl.id = crawl_id
        where kind = 'page')
      select id as crawl, name, count(*) as pages from (
        select id, name from page union all select id, 'discovered' from page
        union all select id, 'results ' || result from page where result is not null
      ) as counted group by id, name
      union all select id, 'scoreSum', sum(score) from page group by id having sum(score) > 0
      order by crawl, name`,
  };
}

const hasDetails = `select crawl_id, number from sitegrade_crawl_pages
  where score is not null`;
const details = 'select crawl_id, number from sitegrade_crawl_page_details';

/** Statements of both databases that must have no rows. */
export const noRowsOfCrawls: readonly string[] = [
  `${hasDetails} except ${details}`,
  `${details} except ${hasDetails}`,
  // Only the rows of deleted crawls may be without a crawl.
  ...['pages', 'page_details', 'sites', 'issues'].map(
    (table) => `select crawl_id from sitegrade_crawl_${table}
      except select id from sitegrade_crawls except select crawl_id from sitegrade_deleted_crawls`,
  ),
  `select crawl_id from sitegrade_deleted_crawls
    where crawl_id in (select id from sitegrade_crawls)`,
  `select number from sitegrade_crawl_pages where lease_token is not null
    and crawl_id not in (select id from sitegrade_crawls where ended_at is null)`,
];
