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

/** The shape of a crawl of the owner, packed; `null` if it has none. */
export function* readShape(
  builder: QueryBuilder,
  ownerId: string,
  crawlId: number,
): Work<Uint8Array | null | undefined> {
  if ((yield* findCrawlRow(builder, ownerId, crawlId)) === undefined) return undefined;
  const row = yield* firstOf(
    builder.db
      .selectFrom('sitegrade_crawl_shapes')
      .select('shape')
      .where('crawl_id', '=', crawlId)
      .compile(),
  );
  return row?.shape ?? null;
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
