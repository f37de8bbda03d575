import type { Privacy, Result, Website } from '@sitegrade/core';
import { toWebsiteScore } from '@sitegrade/core/internal';
import type { WebsiteScore } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Time } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';

/** A website with its latest report. */
export interface WebsiteRow {
  readonly id: number;
  readonly domain: string;
  readonly privacy: Privacy;
  readonly has_password: number | boolean;
  readonly share_token: string;
  readonly reports_count: number;
  readonly average_tenths: number;
  readonly latest_count: number;
  readonly crawl_id: number | null;
  readonly crawl_pages: number | null;
  readonly score: number;
  readonly measured_at: Time | null;
  readonly unreachable_since: Time | null;
  readonly created_at: Time;
  readonly updated_at: Time;
  readonly next_run_at: Time | null;
  readonly latest_id: number | null;
  readonly latest_score: number | null;
  readonly latest_result: Result | null;
  readonly latest_created_at: Time | null;
}

/**
 * Reads the owner's websites with these ids, unordered. The latest report is one seek in an index; a column
 * would have to be updated whenever a report is deleted.
 */
export const selectWebsites = fixedQuery(
  (
    builder: QueryBuilder,
    { ownerId, ids }: { readonly ownerId: string; readonly ids: readonly number[] },
  ): CompiledQuery<WebsiteRow> =>
    selectWebsitesIn(builder, ownerId, builder.dialect.idList(ids)).compile(),
);

/** The same for ids of a query. */
export function selectWebsitesIn(builder: QueryBuilder, ownerId: string, ids: RawBuilder<number>) {
  return selectAllWebsites(builder)
    .where('website.owner_id', '=', ownerId)
    .where('website.id', 'in', ids);
}

function selectAllWebsites({ db }: QueryBuilder) {
  return db
    .selectFrom('sitegrade_websites as website')
    .leftJoin('sitegrade_reports as latest', (join) =>
      join.on('latest.id', '=', (query) =>
        query
          .selectFrom('sitegrade_reports as report')
          .select('report.id')
          .whereRef('report.owner_id', '=', 'website.owner_id')
          .whereRef('report.website_id', '=', 'website.id')
          .orderBy('report.id', 'desc')
          .limit(1),
      ),
    )
    .leftJoin('sitegrade_schedules as schedule', 'schedule.website_id', 'website.id')
    .select([
      'website.id',
      'website.domain',
      'website.privacy',
      sql<number | boolean>`website.password_hash is not null`.as('has_password'),
      'website.share_token',
      'website.reports_count',
      'website.average_tenths',
      'website.latest_count',
      'website.crawl_id',
      'website.crawl_pages',
      'website.score',
      'website.measured_at',
      sql<Time | null>`case when website.is_unreachable = 1 then website.failing_since end`.as(
        'unreachable_since',
      ),
      'website.created_at',
      'website.updated_at',
      'schedule.next_run_at',
      'latest.id as latest_id',
      'latest.score as latest_score',
      'latest.result as latest_result',
      'latest.created_at as latest_created_at',
    ]);
}

/** The website of a row. */
export function toWebsite(row: WebsiteRow): Website {
  return {
    id: Number(row.id),
    domain: row.domain,
    privacy: row.privacy,
    hasPassword: Boolean(row.has_password),
    shareToken: row.share_token,
    reportsCount: Number(row.reports_count),
    reportsAvgScore: row.average_tenths < 0 ? null : row.average_tenths / 10,
    ...scoreOf(row),
    latestReport: toLatestReport(row),
    nextRunAt: row.next_run_at === null ? null : new Date(Number(row.next_run_at)),
    unreachableSince: row.unreachable_since === null ? null : new Date(row.unreachable_since),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

function scoreOf(row: WebsiteRow): WebsiteScore {
  const measuredAt = new Date(row.measured_at ?? 0);
  return toWebsiteScore(
    row.score < 0 ? null : row.score,
    row.crawl_id === null
      ? { kind: 'reports', crawlId: null, pages: Number(row.latest_count), measuredAt }
      : { kind: 'crawl', crawlId: Number(row.crawl_id), pages: row.crawl_pages ?? 0, measuredAt },
  );
}

function toLatestReport(row: WebsiteRow): Website['latestReport'] {
  const { latest_id, latest_score, latest_result, latest_created_at } = row;
  if (latest_id === null || latest_score === null) return null;
  if (latest_result === null || latest_created_at === null) return null;
  return {
    id: Number(latest_id),
    score: latest_score,
    result: latest_result,
    createdAt: new Date(latest_created_at),
  };
}

/** One website of the owner. */
export function* findWebsite(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Website | undefined> {
  const row = yield* firstOf(selectWebsite(builder, { ownerId, id }));
  return row && toWebsite(row);
}

const selectWebsite = fixedQuery(
  (builder: QueryBuilder, { ownerId, id }: { readonly ownerId: string; readonly id: number }) =>
    selectAllWebsites(builder)
      .where('website.owner_id', '=', ownerId)
      .where('website.id', '=', id)
      .compile(),
);

/** The website with this share token, of any owner. */
export function* findSharedWebsite(
  builder: QueryBuilder,
  token: string,
): Work<{ readonly ownerId: string; readonly website: Website } | undefined> {
  const row = yield* firstOf(selectShared(builder, { token }));
  return row && { ownerId: row.owner_id, website: toWebsite(row) };
}

const selectShared = fixedQuery((builder: QueryBuilder, { token }: { readonly token: string }) =>
  selectAllWebsites(builder)
    .select('website.owner_id')
    .where('website.share_token', '=', token)
    .compile(),
);

/** The hash of the website's password, if it has one. */
export function* findPasswordHash(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
): Work<string | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_websites')
      .select('password_hash')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .compile(),
  );
  return row?.password_hash ?? undefined;
}
