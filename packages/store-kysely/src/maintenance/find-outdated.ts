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
 * Where to look for outdated reports: first those with enough newer ones of their URL, then those that are too old.
 * In the other order, old ones would be missing when the newer ones are counted.
 */
export type OutdatedPosition =
  /** From this URL of an owner on; after it, if it was examined. Without one, the owner was examined. */
  | {
      readonly by: 'url';
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

/** Looks for outdated reports from a position on. */
export function* findOutdated(
  builder: QueryBuilder,
  query: OutdatedQuery,
  position: OutdatedPosition | undefined,
): Work<OutdatedReports> {
  const from = position ?? firstPosition(query);
  if (from.by === 'date') return yield* findByDate(builder, query, from);
  const { keepPerUrl = 1 } = query;
  const found = yield* findByUrl(builder, { ...query, keepPerUrl }, from);
  if (found.next !== undefined || query.createdBefore === undefined) return found;
  return { ...found, next: firstPosition({ ...query, keepPerUrl: undefined }) };
}

function firstPosition({
  ownerId,
  keepPerUrl,
}: {
  readonly ownerId?: string;
  readonly keepPerUrl?: number | undefined;
}): OutdatedPosition {
  if (keepPerUrl === undefined) return { by: 'date', ownerId: '', report: undefined };
  return ownerId === undefined
    ? { by: 'url', ownerId: '', url: null, isExamined: true }
    : { by: 'url', ownerId, url: '', isExamined: false };
}

type UrlPosition = Extract<OutdatedPosition, { by: 'url' }>;
type DatePosition = Extract<OutdatedPosition, { by: 'date' }>;

/**
 * Steps over as many reports in the order of URLs as are kept: if there is the same URL, it has more of them.
 * Otherwise the URL there is the next to look at. So most URLs are stepped over.
 */
function* findByUrl(
  builder: QueryBuilder,
  { ownerId, keepPerUrl, limit }: OutdatedQuery & { readonly keepPerUrl: number },
  from: UrlPosition,
): Work<OutdatedReports> {
  const { db, dialect } = builder;
  const { asText } = dialect;
  const reports = dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_url');
  const first =
    from.isExamined && from.url !== null
      ? sql`(select url from ${reports} where owner_id = ${from.ownerId} and url > ${from.url}
          order by url, id limit 1)`
      : sql`${from.url}`;
  const hasNext = ownerId === undefined ? sql`owner_id is not null` : sql`url is not null`;
  const steps = yield* rowsOf(
    plannedByValues(
      // A row that repeats the one before ends the steps.
      sql<{ readonly owner_id: string | null; readonly url: string | null }>`
        with recursive steps (owner_id, url) as (
          select ${asText(sql`${from.ownerId}`)}, ${asText(first)}
          union
          select case when url is null then ${ownerAfter(reports, 'steps')} else owner_id end,
            case when url is null then '' else (select url from ${reports}
              where owner_id = steps.owner_id and url >= steps.url
              order by url, id limit 1 offset ${keepPerUrl}) end
          from steps where ${hasNext}
        ) select owner_id, url from steps limit ${stepsAtOnce}`.compile(db),
    ),
  );
  const last = steps.at(-1);
  if (last === undefined || last.owner_id === null) return { reports: [], next: undefined };
  if (ownerId !== undefined && last.url === null) return { reports: [], next: undefined };
  const at = { by: 'url', ownerId: last.owner_id, url: last.url } as const;
  if (steps.length === stepsAtOnce) return { reports: [], next: { ...at, isExamined: false } };

  const outdated = yield* rowsOf(
    plannedByValues(
      sql<OutdatedReport>`select id, website_id from ${reports}
        where owner_id = ${at.ownerId} and url >= ${at.url} and url <= ${at.url}
          and website_id not in (${hiddenOf(builder, at.ownerId)})
        order by url desc, id desc limit ${limit} offset ${keepPerUrl}`.compile(db),
    ),
  );
  return { reports: outdated, next: { ...at, isExamined: outdated.length < limit } };
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
