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

/** The crawl that the score of a website is from. */
interface ScoringCrawl {
  readonly website_id: number;
  readonly crawl_id: number | null;
  readonly score: number | null;
  readonly scored_pages: number | null;
  readonly ended_at: number | null;
}

/** Sets the crawls that the scores of websites are from, and their scores: of their latest reports, if there is none. */
export function* rescoreWebsites(builder: QueryBuilder, ids: readonly number[]): Work<void> {
  if (ids.length === 0) return;
  const { db } = builder;
  for (const crawl of yield* scoringCrawls(builder, ids)) {
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

/**
 * The last one of `countedCrawls` of each of these websites, in order of their ids: of the complete crawls from the
 * last one on that found every page, that with most pages.
 */
export function* scoringCrawls(
  { db, dialect }: QueryBuilder,
  websiteIds: readonly number[],
): Work<readonly ScoringCrawl[]> {
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
            .where(
              sql<boolean>`complete.id >= coalesce((${db
                .selectFrom('sitegrade_crawls as whole')
                .select('whole.id')
                .where(sql<boolean>`whole.owner_id = website.owner_id`)
                .where(sql<boolean>`whole.website_id = website.id`)
                .where('whole.scored_pages', 'is not', null)
                .where('whole.end_reason', '=', 'complete')
                .orderBy('whole.id', 'desc')
                .limit(1)}), 0)`,
            )
            .orderBy('complete.scored_pages', 'desc')
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
