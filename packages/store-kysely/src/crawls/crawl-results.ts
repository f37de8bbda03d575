import type { QueryBuilder } from '../dialect.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { findCrawlRow } from './crawl-row.ts';

/** The issues of a crawl of the owner, packed, in order. */
export function* readIssues(
  builder: QueryBuilder,
  ownerId: string,
  crawlId: number,
): Work<readonly Uint8Array[] | undefined> {
  if ((yield* findCrawlRow(builder, ownerId, crawlId)) === undefined) return undefined;
  const rows = yield* rowsOf(
    builder.db
      .selectFrom('sitegrade_crawl_issues')
      .select('issue')
      .where('crawl_id', '=', crawlId)
      .orderBy('position')
      .compile(),
  );
  return rows.map(({ issue }) => issue);
}

/** What is known of the site of a crawl that is not deleted. */
export function* readSite({ db }: QueryBuilder, crawlId: number): Work<Uint8Array | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_crawl_sites as site')
      .innerJoin('sitegrade_crawls as crawl', 'crawl.id', 'site.crawl_id')
      .select('site.site')
      .where('site.crawl_id', '=', crawlId)
      .compile(),
  );
  return row?.site;
}
