import type { OutdatedQuery } from '@sitegrade/core/store';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { plannedByValues, rowsOf, type Work } from '../work.ts';

/** A report that is outdated. */
interface OutdatedReport {
  readonly id: number;
  readonly website_id: number;
}

/** Some outdated reports, and where to look for more: `undefined` if there are none. */
export interface OutdatedReports {
  readonly reports: readonly OutdatedReport[];
  readonly next: OutdatedPosition | undefined;
}

/**
 * Where to look for outdated reports: first those with enough newer ones of their URL in the website, then those that are
 * too old.
 * In the other order, old ones would be missing when the newer ones are counted.
 */
export type OutdatedPosition =
  /** From this URL of a website on; after it, if it was examined. Without one, the website was examined. */
  | {
      readonly by: 'url';
      readonly websiteId: number;
      readonly ownerId: string;
      readonly url: string | null;
      readonly isExamined: boolean;
    }
  /** After the owner or, if there is a report, after that one of the owner's. */
  | {
      readonly by: 'date';
      readonly ownerId: string;
      readonly report: { readonly createdAt: number; readonly id: number } | undefined;
    };

/** How many steps through an index one part makes, to find the next URL or owner with outdated reports. */
const stepsAtOnce = 500;

/** How many websites one part looks at, by their counters. On SQLite that blocks the event loop, for 3 ms. */
const websitesAtOnce = 10_000;

/** In how many websites one part looks for URLs, at most. */
const searchedAtOnce = 100;

/** Looks for outdated reports from a position on. */
export function* findOutdated(
  builder: QueryBuilder,
  query: OutdatedQuery,
  position: OutdatedPosition | undefined,
): Work<OutdatedReports> {
  const from = position ?? (query.keepPerUrl === undefined ? firstByDate : firstByUrl);
  if (from.by === 'date') return yield* findByDate(builder, query, from);
  const { keepPerUrl = 1 } = query;
  const found = yield* findByUrl(builder, { ...query, keepPerUrl }, from);
  if (found.next !== undefined || query.createdBefore === undefined) return found;
  return { ...found, next: firstByDate };
}

const firstByUrl: UrlPosition = {
  by: 'url',
  websiteId: 0,
  ownerId: '',
  url: null,
  isExamined: true,
};
const firstByDate = { by: 'date', ownerId: '', report: undefined } as const;

type UrlPosition = Extract<OutdatedPosition, { by: 'url' }>;
type DatePosition = Extract<OutdatedPosition, { by: 'date' }>;
type QueryByUrl = OutdatedQuery & { readonly keepPerUrl: number };

/**
 * Steps over as many reports of a website in the order of URLs as are kept: if there is the same URL, it has more of
 * them. Otherwise the URL there is the next to look at. So most URLs are stepped over, and so are websites whose counters
 * say that they have too few reports beside one of each URL.
 */
function* findByUrl(
  builder: QueryBuilder,
  { ownerId, keepPerUrl, limit }: QueryByUrl,
  from: UrlPosition,
): Work<OutdatedReports> {
  const { db, dialect } = builder;
  const { asText } = dialect;
  const table = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_website_url');
  const following = db
    .selectFrom('sitegrade_websites')
    .select(['id', 'owner_id'])
    .select(sql<SqlBool>`reports_count - latest_count >= ${keepPerUrl}`.as('is_searched'))
    .where('id', '>', from.websiteId)
    .orderBy('id')
    .limit(sql.lit(websitesAtOnce));
  const looked = ownerId === undefined ? following : following.where('owner_id', '=', ownerId);
  const first =
    from.isExamined && from.url !== null
      ? sql`(select url from ${table} where owner_id = ${from.ownerId}
          and website_id = ${from.websiteId} and url > ${from.url} order by url, id limit 1)`
      : sql`${from.url}`;
  const next = sql`from searched where id > steps.website_id order by id limit 1`;
  const steps = yield* rowsOf(
    plannedByValues(
      // A row that repeats the one before ends the steps.
      sql<UrlStep>`with recursive looked as materialized ${looked},
        searched as materialized (
          select id, owner_id from looked where is_searched order by id limit ${sql.lit(searchedAtOnce)}
        ),
        steps (website_id, owner_id, url) as (
          select cast(${from.websiteId} as bigint), ${asText(sql`${from.ownerId}`)}, ${asText(first)}
          union
          select case when url is null then (select id ${next}) else website_id end,
            case when url is null then (select owner_id ${next}) else owner_id end,
            case when url is null then '' else (select url from ${table}
              where owner_id = steps.owner_id and website_id = steps.website_id
                and url >= steps.url
              order by url, id limit 1 offset ${keepPerUrl}) end
          from steps where website_id is not null
        ) select website_id, owner_id, url,
            case when (select count(*) from searched) = ${sql.lit(searchedAtOnce)}
              then (select max(id) from searched) else (select max(id) from looked) end as last
          from steps limit ${sql.lit(stepsAtOnce)}`.compile(db),
    ),
  );
  const step = steps.at(-1);
  if (step === undefined || step.website_id === null) {
    const last = step?.last ?? undefined;
    const next = last === undefined ? last : { ...firstByUrl, websiteId: Number(last) };
    return { reports: [], next };
  }
  const { owner_id, url } = step;
  const at = { by: 'url', websiteId: Number(step.website_id), ownerId: owner_id, url } as const;
  if (steps.length === stepsAtOnce) {
    return { reports: [], next: { ...at, isExamined: url === null } };
  }
  const outdated = yield* rowsOf(
    plannedByValues(
      sql<OutdatedReport>`select id, website_id from ${table}
        where owner_id = ${at.ownerId} and website_id = ${at.websiteId}
          and url >= ${at.url} and url <= ${at.url}
        order by url desc, id desc limit ${limit} offset ${keepPerUrl}`.compile(db),
    ),
  );
  return { reports: outdated, next: { ...at, isExamined: outdated.length < limit } };
}

/** A URL of a website, and after which websites to look for more when those of the statement are searched. */
interface UrlStep {
  readonly website_id: number | null;
  readonly owner_id: string;
  readonly url: string | null;
  readonly last: number | null;
}

/** Looks for owners with old reports, and then reads those of the first one. */
function* findByDate(
  builder: QueryBuilder,
  { ownerId, createdBefore = new Date(0), limit }: OutdatedQuery,
  from: DatePosition,
): Work<OutdatedReports> {
  const { db, dialect } = builder;
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_created_at');
  const before = createdBefore.getTime();
  if (from.report === undefined && ownerId === undefined) {
    const owners = yield* rowsOf(
      plannedByValues(
        sql<{ readonly owner_id: string | null; readonly is_found: SqlBool }>`
          with recursive owners (owner_id) as (
            select ${dialect.asText(sql`${from.ownerId}`)}
            union all
            select ${ownerAfter(reports, 'owners')} from owners where owner_id is not null
          ) select owner_id, exists (select 1 from ${reports}
              where owner_id = owners.owner_id and created_at < ${before}) as is_found
            from owners limit ${stepsAtOnce}`.compile(db),
      ),
    );
    // The first is the one before.
    const found = owners.slice(1).find(({ is_found }) => is_found);
    const owner = (found ?? owners.at(-1))?.owner_id ?? undefined;
    if (owner === undefined) return { reports: [], next: undefined };
    const report = found ? { createdAt: Number.MIN_SAFE_INTEGER, id: 0 } : undefined;
    return { reports: [], next: { by: 'date', ownerId: owner, report } };
  }

  const owner = ownerId ?? from.ownerId;
  const { createdAt, id } = from.report ?? { createdAt: Number.MIN_SAFE_INTEGER, id: 0 };
  const outdated = yield* rowsOf(
    plannedByValues(
      sql<OutdatedReport & { readonly created_at: number }>`
        select id, website_id, created_at from ${reports}
        where owner_id = ${owner} and created_at < ${before} and created_at >= ${createdAt}
          and (created_at > ${createdAt} or id > ${id})
          and website_id not in (${hiddenOf(builder, owner)})
        order by created_at, id limit ${limit}`.compile(db),
    ),
  );
  const last = outdated.at(-1);
  if (last !== undefined && outdated.length === limit) {
    const report = { createdAt: last.created_at, id: last.id };
    return { reports: outdated, next: { by: 'date', ownerId: owner, report } };
  }
  const next = { by: 'date', ownerId: owner, report: undefined } as const;
  return { reports: outdated, next: ownerId === undefined ? next : undefined };
}

/** The next owner who has reports after that of a row. */
function ownerAfter(reports: RawBuilder<unknown>, row: string): RawBuilder<unknown> {
  return sql`(select owner_id from ${reports}
    where owner_id > ${sql.ref(`${row}.owner_id`)} order by owner_id limit 1)`;
}

/** Reports of deleted websites are deleted with them, and are not counted. */
function hiddenOf({ db }: QueryBuilder, ownerId: string) {
  return db
    .selectFrom('sitegrade_deleted_websites')
    .select('website_id')
    .where('owner_id', '=', ownerId);
}
