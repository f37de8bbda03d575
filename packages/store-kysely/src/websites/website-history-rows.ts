import type { CrawlScope } from '@sitegrade/core';
import { meanScore } from '@sitegrade/core/internal';
import type { MeasuredScore, MeasuredScores } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { newestReportsOf } from '../reports/delete-report-rows.ts';
import { latestBefore } from '../reports/latest-scores.ts';
import { websiteReports } from '../reports/website-reports.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

const dayMs = 86_400_000;

/** The parts of a website's score. */
interface ScoredWebsite {
  readonly crawl_id: number | null;
  readonly latest_count: number;
  readonly latest_sum: number;
}

/** The scores that the owner's website had: after its latest crawls, or on its latest days with reports. */
export function* websiteHistoryRows(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  maxRows: number,
): Work<MeasuredScores | undefined> {
  const website = yield* findScored(builder, ownerId, id);
  if (website === undefined) return undefined;
  if (website.crawl_id !== null) return yield* crawlRows(builder, ownerId, id, maxRows);
  return { source: 'reports', rows: yield* dayRows(builder, ownerId, id, maxRows) };
}

/** The scores that the owner's website had after its latest crawls or reports. */
export function* websiteTrendRows(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  maxRows: number,
): Work<MeasuredScores | undefined> {
  const website = yield* findScored(builder, ownerId, id);
  if (website === undefined) return undefined;
  if (website.crawl_id !== null) return yield* crawlRows(builder, ownerId, id, maxRows);
  const { db, dialect } = builder;
  const newest = yield* rowsOf(newestReportsOf(builder, ownerId, id, maxRows));
  const ids = newest.map((row) => Number(row.id));
  const reports = yield* rowsOf(
    db
      .selectFrom('sitegrade_reports as report')
      .select(['report.id', 'report.score', 'report.created_at', 'report.ruleset_version'])
      .select(sql<number | null>`(${latestBefore(builder, ownerId, id)})`.as('replaced'))
      .where('report.id', 'in', dialect.idList(ids))
      .compile(),
  );
  return { source: 'reports', rows: backwards(website, reports) };
}

function* findScored(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
): Work<ScoredWebsite | undefined> {
  return yield* firstOf(
    db
      .selectFrom('sitegrade_websites')
      .select(['crawl_id', 'latest_count', 'latest_sum'])
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .compile(),
  );
}

function* crawlRows(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
  maxRows: number,
): Work<MeasuredScores> {
  const crawls = yield* rowsOf(
    db
      .selectFrom('sitegrade_crawls')
      .select(['score', 'scored_pages', 'ended_at', 'ruleset_version'])
      .select(['scope', 'max_pages', 'end_reason'])
      .where('owner_id', '=', ownerId)
      .where('website_id', '=', id)
      .where('scored_pages', 'is not', null)
      .orderBy('id', 'desc')
      .limit(maxRows)
      .compile(),
  );
  const rows = crawls.map(
    (crawl): MeasuredScore => ({
      day: Math.floor(Number(crawl.ended_at) / dayMs),
      score: crawl.score ?? 0,
      pages: crawl.scored_pages ?? 0,
      count: 1,
      rulesetVersion: crawl.ruleset_version,
      crawled: {
        ...(JSON.parse(crawl.scope) as Omit<CrawlScope, 'maxPages'>),
        maxPages: crawl.max_pages,
        isWhole: crawl.end_reason === 'complete',
      },
    }),
  );
  return { source: 'crawl', rows: rows.reverse() };
}

/** Reads all reports of the website in the order of its index of URLs, each after the one that it replaced. */
function* dayRows(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  maxRows: number,
): Work<readonly MeasuredScore[]> {
  const { db, dialect } = builder;
  const { ofWebsite } = websiteReports(builder, ownerId, id);
  const rows = yield* rowsOf(
    sql<DayRow>`with report as (
        select id, created_at / 86400000 as day, score,
          lag(score) over (partition by url order by id) as replaced
          from ${ofWebsite}
      ), changed as (
        select day, count(*) as reports, max(id) as last_id,
          sum(score - coalesce(replaced, 0)) as sum_change,
          sum(case when replaced is null then 1 else 0 end) as count_change
          from report group by day
      )
      select day, reports, last_id,
        cast(sum(sum_change) over (order by day) as bigint) as score_sum,
        cast(sum(count_change) over (order by day) as bigint) as pages
        from changed order by day desc limit ${maxRows}`.compile(db),
  );
  const lastOnes = yield* rowsOf(
    db
      .selectFrom('sitegrade_reports')
      .select(['id', 'ruleset_version'])
      .where('id', 'in', dialect.idList(rows.map(({ last_id }) => Number(last_id))))
      .compile(),
  );
  const rulesets = new Map(lastOnes.map((row) => [Number(row.id), row.ruleset_version]));
  return rows.toReversed().map((row) => ({
    day: Number(row.day),
    score: meanScore(Number(row.score_sum), Number(row.pages)) ?? 0,
    pages: Number(row.pages),
    count: Number(row.reports),
    rulesetVersion: rulesets.get(Number(row.last_id)) ?? null,
    crawled: null,
  }));
}

/** One day. Postgres returns large integers as strings, unless the host has set parsers. */
interface DayRow {
  readonly day: number | string;
  readonly reports: number | string;
  readonly last_id: number | string;
  readonly score_sum: number | string;
  readonly pages: number | string;
}

/** The scores after the last reports, back from the current one: before each, the one that it replaced counted. */
function backwards(
  { latest_sum, latest_count }: ScoredWebsite,
  reports: readonly {
    readonly id: number;
    readonly score: number;
    readonly created_at: number;
    readonly ruleset_version: string;
    readonly replaced: number | null;
  }[],
): readonly MeasuredScore[] {
  let sum = Number(latest_sum);
  let pages = Number(latest_count);
  const rows: MeasuredScore[] = [];
  for (const report of reports.toSorted((a, b) => Number(b.id) - Number(a.id))) {
    rows.push({
      day: Math.floor(Number(report.created_at) / dayMs),
      score: meanScore(sum, pages) ?? 0,
      pages,
      count: 1,
      rulesetVersion: report.ruleset_version,
      crawled: null,
    });
    sum += (report.replaced ?? 0) - report.score;
    pages -= report.replaced === null ? 1 : 0;
  }
  return rows.reverse();
}
