import { sql } from 'kysely';
import { meanOfLatest } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows } from '../lock-rows.ts';
import { newestReportAt } from '../reports/latest-scores.ts';
import { rowsOf, type Work } from '../work.ts';

/**
 * Locks the websites of crawls, before the crawls, as every method does: ending a complete crawl, or deleting it,
 * changes the score of its website. A crawl that has no website yet gets one with `begin`, and is not complete then.
 */
export function* lockWebsitesOf(
  builder: QueryBuilder,
  crawlIds: readonly number[],
): Work<readonly number[]> {
  const { db, dialect } = builder;
  if (!dialect.locksRows || crawlIds.length === 0) return [];
  const websites = db
    .selectFrom('sitegrade_crawls')
    .select('website_id')
    .where('id', 'in', dialect.idList(crawlIds))
    .where('website_id', 'is not', null);
  return yield* lockRows(
    builder,
    db
      .selectFrom('sitegrade_websites')
      .select('id')
      .where('id', 'in', sql<number>`(${websites})`)
      .orderBy('id'),
  );
}

/** The last complete crawl of a website. */
interface CompleteCrawl {
  readonly website_id: number;
  readonly crawl_id: number | null;
  readonly score: number | null;
  readonly scored_pages: number | null;
  readonly ended_at: number | null;
}

/** Sets the last complete crawl of websites, and their scores by it: of their latest reports, if there is none. */
export function* rescoreWebsites(builder: QueryBuilder, ids: readonly number[]): Work<void> {
  if (ids.length === 0) return;
  const { db } = builder;
  for (const crawl of yield* lastCompleteCrawls(builder, ids)) {
    const mean = meanOfLatest(sql.ref('latest_sum'), sql.ref('latest_count'));
    yield db
      .updateTable('sitegrade_websites')
      .set({
        crawl_id: crawl.crawl_id,
        crawl_score: crawl.score,
        crawl_pages: crawl.scored_pages,
        score: crawl.score ?? mean,
        measured_at: crawl.ended_at ?? newestReportAt(builder),
      })
      .where('id', '=', crawl.website_id)
      .compile();
  }
}

/** The last complete crawl of each of these websites, in order of their ids. */
export function* lastCompleteCrawls(
  { db, dialect }: QueryBuilder,
  websiteIds: readonly number[],
): Work<readonly CompleteCrawl[]> {
  return yield* rowsOf(
    db
      .selectFrom('sitegrade_websites as website')
      .leftJoin('sitegrade_crawls as crawl', (join) =>
        join.on('crawl.id', '=', (query) =>
          query
            .selectFrom('sitegrade_crawls as complete')
            .select('complete.id')
            .whereRef('complete.owner_id', '=', 'website.owner_id')
            .whereRef('complete.website_id', '=', 'website.id')
            .where('complete.scored_pages', 'is not', null)
            .orderBy('complete.id', 'desc')
            .limit(1),
        ),
      )
      .select(['website.id as website_id', 'crawl.id as crawl_id', 'crawl.score'])
      .select(['crawl.scored_pages', 'crawl.ended_at'])
      .where('website.id', 'in', dialect.idList(websiteIds))
      .orderBy('website.id')
      .compile(),
  );
}
