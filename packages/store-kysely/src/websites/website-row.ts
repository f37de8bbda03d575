import type { Privacy, Result, Website } from '@sitegrade/core';
import { toWebsiteScore } from '@sitegrade/core/internal';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Time } from '../schema.ts';
import { firstOf, valuesOf, type Work } from '../work.ts';

/** A website with its latest report: the values of {@link selectAllWebsites}. */
export type WebsiteValues = readonly [
  id: number,
  domain: string,
  privacy: Privacy,
  hasPassword: number | boolean,
  shareToken: string,
  reportsCount: number,
  averageTenths: number,
  latestCount: number,
  crawlId: number | null,
  crawlPages: number | null,
  score: number,
  measuredAt: Time | null,
  unreachableSince: Time | null,
  createdAt: Time,
  updatedAt: Time,
  nextRunAt: Time | null,
  latestId: number | null,
  latestScore: number | null,
  latestResult: Result | null,
  latestCreatedAt: Time | null,
];

/**
 * Reads the owner's websites with these ids, unordered. The latest report is one seek in an index; a column
 * would have to be updated whenever a report is deleted.
 */
export const selectWebsites = fixedQuery(
  (
    builder: QueryBuilder,
    { ownerId, ids }: { readonly ownerId: string; readonly ids: readonly number[] },
  ): CompiledQuery => selectWebsitesIn(builder, ownerId, builder.dialect.idList(ids)).compile(),
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

/** The website of its values. */
export function toWebsite([
  id,
  domain,
  privacy,
  hasPassword,
  shareToken,
  reportsCount,
  averageTenths,
  latestCount,
  crawlId,
  crawlPages,
  score,
  measuredAt,
  unreachableSince,
  createdAt,
  updatedAt,
  nextRunAt,
  latestId,
  latestScore,
  latestResult,
  latestCreatedAt,
]: WebsiteValues): Website {
  const scored = toWebsiteScore(score < 0 ? null : score, {
    kind: crawlId === null ? 'reports' : 'crawl',
    crawlId: toNumber(crawlId),
    pages: crawlId === null ? Number(latestCount) : (crawlPages ?? 0),
    measuredAt: new Date(measuredAt ?? 0),
  });
  const hasLatest =
    latestId !== null && latestScore !== null && latestResult !== null && latestCreatedAt !== null;
  return {
    id: Number(id),
    domain,
    privacy,
    hasPassword: Boolean(hasPassword),
    shareToken,
    reportsCount: Number(reportsCount),
    reportsAvgScore: averageTenths < 0 ? null : averageTenths / 10,
    // Not spread, which would take as long as the rest of a list.
    score: scored.score,
    result: scored.result,
    scoreSource: scored.scoreSource,
    latestReport: hasLatest
      ? {
          id: Number(latestId),
          score: latestScore,
          result: latestResult,
          createdAt: new Date(latestCreatedAt),
        }
      : null,
    nextRunAt: toDate(nextRunAt),
    unreachableSince: toDate(unreachableSince),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

function toNumber(value: number | null): number | null {
  return value === null ? null : Number(value);
}

function toDate(time: Time | null): Date | null {
  return time === null ? null : new Date(time);
}

/** One website of the owner. */
export function* findWebsite(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Website | undefined> {
  const [values] = yield* valuesOf<WebsiteValues>(selectWebsite(builder, { ownerId, id }));
  return values && toWebsite(values);
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
  type Shared = readonly [...WebsiteValues, ownerId: string];
  const [values] = yield* valuesOf<Shared>(selectShared(builder, { token }));
  if (values === undefined) return undefined;
  const ownerId = values[values.length - 1] as string;
  return { ownerId, website: toWebsite(values.slice(0, -1) as unknown as WebsiteValues) };
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
