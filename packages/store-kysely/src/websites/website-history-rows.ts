import type { CrawlScope } from '@sitegrade/core';
import { meanScore } from '@sitegrade/core/internal';
import type { MeasuredScore, MeasuredScores } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { newestReportsOf } from '../reports/delete-report-rows.ts';
import { selectRulesets } from '../reports/latest-reports.ts';
import { latestBefore } from '../reports/latest-scores.ts';
import { websiteReports } from '../reports/website-reports.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { addRuleset, rulesetsOf, selectRulesetChanges } from './ruleset-changes.ts';

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
  const replaced = <Value>(column: 'score' | 'ruleset_version') =>
    latestBefore<Value>(builder, column, { ownerId, websiteId: id });
  const reports = yield* rowsOf(
    db
      .selectFrom('sitegrade_reports as report')
      .select(['report.id', 'report.score', 'report.created_at', 'report.ruleset_version'])
      .select(sql<number | null>`(${replaced<number>('score')})`.as('replaced'))
      .select(sql<string | null>`(${replaced<string>('ruleset_version')})`.as('replaced_ruleset'))
      .where('report.id', 'in', dialect.idList(ids))
      .compile(),
  );
  const pages = Number(website.latest_count);
  const rulesets = yield* rowsOf(selectRulesets(builder, ownerId, id, pages));
  return { source: 'reports', rows: backwards(website, rulesets, reports) };
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
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  maxRows: number,
): Work<MeasuredScores> {
  const crawls = yield* rowsOf(
    builder.db
      .selectFrom('sitegrade_crawls')
      .select(['score', 'scored_pages', 'ended_at', 'ruleset_version'])
      .select(['scope', 'max_pages', 'end_reason'])
      .where('id', 'in', sql<number>`(${selectCounted(builder, ownerId, id, maxRows)})`)
      .orderBy('id', 'desc')
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

/**
 * The last ones of `countedCrawls`. Each crawl that found every page begins a part, in which those count that have as
 * many pages as any until then.
 */
function selectCounted(
  { db }: QueryBuilder,
  ownerId: string,
  websiteId: number,
  limit: number,
): RawBuilder<unknown> {
  const complete = db
    .selectFrom('sitegrade_crawls')
    .select(['id', 'scored_pages'])
    .select(
      sql`sum(case when end_reason = 'complete' then 1 else 0 end) over (order by id)`.as('part'),
    )
    .where('owner_id', '=', ownerId)
    .where('website_id', '=', websiteId)
    .where('scored_pages', 'is not', null);
  return sql`select id from (
      select id, scored_pages, max(scored_pages) over (partition by part order by id) as most
        from ${complete} as complete
    ) as compared
    where scored_pages = most order by id desc limit ${limit}`;
}

/** Reads all reports of the website in the order of its index of URLs, each after the one that it replaced. */
function* dayRows(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  maxRows: number,
): Work<readonly MeasuredScore[]> {
  const { db } = builder;
  const { ofWebsite } = websiteReports(builder, ownerId, id);
  const rows = yield* rowsOf(
    sql<DayRow>`with report as (
        select created_at / 86400000 as day, score,
          lag(score) over (partition by url order by id) as replaced
          from ${ofWebsite}
      ), changed as (
        select day, count(*) as reports,
          sum(score - coalesce(replaced, 0)) as sum_change,
          sum(case when replaced is null then 1 else 0 end) as count_change
          from report group by day
      )
      select day, reports,
        cast(sum(sum_change) over (order by day) as bigint) as score_sum,
        cast(sum(count_change) over (order by day) as bigint) as pages
        from changed order by day desc limit ${maxRows}`.compile(db),
  );
  const days = rows.toReversed();
  const [first] = days;
  if (first === undefined) return [];
  const changes = yield* rowsOf(selectRulesetChanges(builder, ownerId, id, Number(first.day)));
  const rulesets = new Map<string, number>();
  let next = 0;
  return days.map((row) => ({
    day: Number(row.day),
    score: meanScore(Number(row.score_sum), Number(row.pages)) ?? 0,
    pages: Number(row.pages),
    count: Number(row.reports),
    rulesetVersion: rulesetsUntil(Number(row.day)),
    crawled: null,
  }));

  function rulesetsUntil(day: number): string | null {
    for (; next < changes.length && Number(changes[next]?.day) <= day; next += 1) {
      const { ruleset = '', reports = 0 } = changes[next] ?? {};
      addRuleset(rulesets, ruleset, Number(reports));
    }
    return rulesetsOf(rulesets);
  }
}

/** One day. Postgres returns large integers as strings, unless the host has set parsers. */
interface DayRow {
  readonly day: number | string;
  readonly reports: number | string;
  readonly score_sum: number | string;
  readonly pages: number | string;
}

/** The scores after the last reports, back from the current one: before each, the one that it replaced counted. */
function backwards(
  { latest_sum, latest_count }: ScoredWebsite,
  rulesets: readonly { readonly ruleset: string; readonly reports: number | string }[],
  reports: readonly {
    readonly id: number;
    readonly score: number;
    readonly created_at: number;
    readonly ruleset_version: string;
    readonly replaced: number | null;
    readonly replaced_ruleset: string | null;
  }[],
): readonly MeasuredScore[] {
  const counts = new Map(rulesets.map((row) => [row.ruleset, Number(row.reports)]));
  let sum = Number(latest_sum);
  let pages = Number(latest_count);
  const rows: MeasuredScore[] = [];
  for (const report of reports.toSorted((a, b) => Number(b.id) - Number(a.id))) {
    rows.push({
      day: Math.floor(Number(report.created_at) / dayMs),
      score: meanScore(sum, pages) ?? 0,
      pages,
      count: 1,
      rulesetVersion: rulesetsOf(counts),
      crawled: null,
    });
    sum += (report.replaced ?? 0) - report.score;
    pages -= report.replaced === null ? 1 : 0;
    addRuleset(counts, report.ruleset_version, -1);
    if (report.replaced_ruleset !== null) addRuleset(counts, report.replaced_ruleset, 1);
  }
  return rows.reverse();
}
