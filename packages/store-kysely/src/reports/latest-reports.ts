import type { List, ReportSummary } from '@sitegrade/core';
import type { LatestByUrlQuery } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { rowsById } from './list-reports.ts';
import { websiteReports } from './website-reports.ts';

/** The latest report of each URL of the owner's website, lowest score first, or newest first. */
export function* latestReportRows(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  { limit, maxUrls, sortBy = 'score' }: LatestByUrlQuery,
): Work<List<ReportSummary>> {
  const query = selectLatest(builder, ownerId, websiteId, maxUrls);
  const order = sortBy === 'id' ? sql`id desc` : sql`score, id desc`;
  const latest = yield* rowsOf(
    sql<LatestRow>`${query} order by ${order} limit ${limit}`.compile(builder.db),
  );
  const ids = latest.map(({ id }) => Number(id));
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const rows = yield* rowsById(builder, ids);
  const urls = Number(latest[0]?.found ?? 0);
  return {
    rows: rows.toSorted((a, b) => (indexes.get(a.id) ?? 0) - (indexes.get(b.id) ?? 0)),
    total: Math.min(urls, maxUrls),
    totalRelation: urls > maxUrls ? 'gte' : 'eq',
  };
}

interface LatestRow {
  readonly id: number;
  /** Number of URLs, up to one more than the limit. */
  readonly found: number;
}

/**
 * Goes from the latest report of one URL to that of the next in the index, which skips all other reports:
 * grouping would read every report of the website.
 */
function selectLatest(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  maxUrls: number,
): RawBuilder<LatestRow> {
  return sql`with recursive ${latestOfEachUrl(builder, ownerId, websiteId, maxUrls)},
    scored as materialized (
      select id, ${ofLatest(builder, 'score')} as score
        from latest where id is not null and position <= ${maxUrls}
    )
    select id, (select count(*) from latest where id is not null) as found from scored`;
}

/** How many of the latest reports of a website's URLs have each ruleset. */
export function selectRulesets(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  maxUrls: number,
): CompiledQuery<{ readonly ruleset: string; readonly reports: number | string }> {
  return sql<{
    readonly ruleset: string;
    readonly reports: number;
  }>`with recursive ${latestOfEachUrl(builder, ownerId, websiteId, maxUrls)},
    checked as materialized (
      select ${ofLatest(builder, 'ruleset_version')} as ruleset
        from latest where id is not null and position <= ${maxUrls}
    )
    select ruleset, count(*) as reports from checked group by ruleset`.compile(builder.db);
}

const ofLatest = ({ db }: QueryBuilder, column: 'url' | 'score' | 'ruleset_version') =>
  db
    .selectFrom('sitegrade_reports')
    .select(column)
    .where('sitegrade_reports.id', '=', sql.ref<number>('latest.id'));

/** The table `latest` of a query, of the latest reports by URL: at most one more than `maxUrls`, then an id `null`. */
function latestOfEachUrl(
  builder: QueryBuilder,
  ownerId: string,
  websiteId: number,
  maxUrls: number,
): RawBuilder<unknown> {
  const { ofWebsite, website } = websiteReports(builder, ownerId, websiteId);
  // Ordered by the columns of the index, and not `max(id)` of a URL, for which Postgres may read the
  // primary key backwards.
  const last = sql`order by url desc, id desc limit 1`;
  return sql`latest(id, position) as materialized (
      select (select id from ${ofWebsite} ${last}), 1 from ${website}
      union all
      select (select id from ${ofWebsite} and url < ${ofLatest(builder, 'url')} ${last}), position + 1
        from latest where id is not null and position <= ${maxUrls}
    )`;
}
