import { type RawBuilder, sql } from 'kysely';
import type { LatestScores } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import type { DeletedReport } from './delete-report-rows.ts';

/** How the latest reports of a website's URLs change. */
type LatestChange = { readonly [Name in keyof LatestScores]: number };

/** No change. */
export const noLatest: LatestChange = { latest_count: 0, latest_sum: 0 };

/** The sum of both changes. */
function addLatest(a: LatestChange, b: LatestChange): LatestChange {
  return {
    latest_count: a.latest_count + b.latest_count,
    latest_sum: a.latest_sum + b.latest_sum,
  };
}

/** The change for a new report whose URL has this score in its latest report so far; `null` if there is none. */
export function latestOfInsertion(score: number, replaced: number | null): LatestChange {
  return { latest_count: replaced === null ? 1 : 0, latest_sum: score - (replaced ?? 0) };
}

/**
 * Selects a column of the latest report of a URL. The URL is a range of one: with an equality the order would be that
 * by id, and Postgres might read the primary key backwards, past the reports of all others.
 */
export function latestOfUrl(
  { dialect }: QueryBuilder,
  column: 'id' | 'score',
  { ownerId, websiteId, url }: Readonly<Record<'ownerId' | 'websiteId' | 'url', unknown>>,
): RawBuilder<number> {
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_url');
  return sql<number>`select ${sql.ref(column)} from ${reports}
    where owner_id = ${ownerId} and website_id = ${websiteId} and url >= ${url} and url <= ${url}
    order by url desc, id desc limit 1`;
}

/** Selects a column of the report before `report` of the same URL of a website. */
export function latestBefore<Value>(
  { dialect }: QueryBuilder,
  column: 'score' | 'ruleset_version',
  { ownerId, websiteId }: { readonly ownerId: string; readonly websiteId: number },
): RawBuilder<Value> {
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_url');
  return sql<Value>`select ${sql.ref(column)} from ${reports}
    where owner_id = ${ownerId} and website_id = ${websiteId}
      and url >= report.url and (url, id) < (report.url, report.id)
    order by url desc, id desc limit 1`;
}

/** When the newest report of the website that is being updated was created; `null` if it has none. */
export function newestReportAt({ dialect }: QueryBuilder): RawBuilder<number | null> {
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_id');
  return sql<number | null>`(select created_at from ${reports}
    where owner_id = sitegrade_websites.owner_id
      and website_id >= sitegrade_websites.id and website_id <= sitegrade_websites.id
    order by website_id desc, id desc limit 1)`;
}

/** The changes for reports that were deleted, by website: a deleted report may have been the latest of its URL. */
export function* latestAfterDeletion(
  builder: QueryBuilder,
  deleted: readonly DeletedReport[],
): Work<ReadonlyMap<number, LatestChange>> {
  const lasts = new Map<string, DeletedReport>();
  for (const report of deleted) {
    const key = `${report.website_id} ${report.url}`;
    if ((lasts.get(key)?.id ?? 0) < report.id) lasts.set(key, report);
  }
  const candidates = [...lasts.values()];
  const changes = new Map<number, LatestChange>();
  if (candidates.length === 0) return changes;
  for (const { position, id, score } of yield* rowsOf(leftOf(builder, candidates))) {
    const last = candidates[Number(position)];
    if (last === undefined || Number(id ?? 0) > last.id) continue;
    const change = {
      latest_count: score === null ? -1 : 0,
      latest_sum: (score ?? 0) - last.score,
    };
    changes.set(last.website_id, addLatest(changes.get(last.website_id) ?? noLatest, change));
  }
  return changes;
}

/** The latest report that is left of the URL of each of these reports, by their position. */
function leftOf(builder: QueryBuilder, reports: readonly DeletedReport[]) {
  const given = builder.dialect.textRows(
    ['position', 'owner', 'website', 'page'],
    reports.map(({ owner_id, website_id, url }, position) => [
      String(position),
      owner_id,
      String(website_id),
      url,
    ]),
  );
  const id = latestOfUrl(builder, 'id', {
    ownerId: sql.ref('given.owner'),
    websiteId: sql`cast(given.website as bigint)`,
    url: sql.ref('given.page'),
  });
  const score = builder.db
    .selectFrom('sitegrade_reports as report')
    .select('report.score')
    .where('report.id', '=', sql.ref<number>('latest.id'));
  return sql<{
    readonly position: string;
    readonly id: number | null;
    readonly score: number | null;
  }>`select position, id, ${score} as score
    from (select given.position, (${id}) as id from ${given}) as latest`.compile(builder.db);
}
