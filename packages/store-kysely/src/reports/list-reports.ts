import type { List, ReportSummary } from '@sitegrade/core';
import { reportListing } from '@sitegrade/core/internal';
import type { ReportListQuery } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, queryByShape } from '../fixed-query.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { summaryColumns, toReportSummary } from './report-row.ts';

/** A page of the owner's reports. */
export function* listReportRows(
  builder: QueryBuilder,
  ownerId: string,
  query: ReportListQuery,
): Work<List<ReportSummary>> {
  const { total, hasHidden } = yield* countedTotal(builder, ownerId, query);
  // Also if the website is deleted and its reports are hidden.
  if (total === 0) return { rows: [], total, totalRelation: 'eq' };
  const listing = tableListing<ReportSummary>(reportListing, ownerId, query, {
    hasSearchIndex: true,
    visible: hasHidden ? notHidden(builder, ownerId) : undefined,
    // biome-ignore lint/correctness/useYield: the total is known without a statement.
    countedTotal: function* () {
      return total;
    },
    rows: (ids) => rowsById(builder, ids),
  });
  return yield* listPage(builder, query, listing);
}

/**
 * From the counters of the website if there is that filter, otherwise from those of the owner, with whether
 * reports of deleted websites are among the owner's.
 */
function* countedTotal(
  builder: QueryBuilder,
  ownerId: string,
  { websiteId, result }: ReportListQuery,
): Work<{ readonly total: number; readonly hasHidden: boolean }> {
  const column = result === undefined ? 'reports_count' : (`${result}_count` as const);
  if (websiteId !== undefined) {
    const website = yield* firstOf(totalOfWebsite(builder, column, { ownerId, websiteId }));
    return { total: Number(website?.total ?? 0), hasHidden: false };
  }
  const owner = yield* firstOf(totalOfOwner(builder, column, { ownerId }));
  return { total: Number(owner?.total ?? 0), hasHidden: Boolean(owner?.has_hidden) };
}

type CounterColumn = 'reports_count' | `${NonNullable<ReportListQuery['result']>}_count`;

const totalOfWebsite = queryByShape(
  (column: CounterColumn) => column,
  (
    { db },
    column,
    { ownerId, websiteId }: { readonly ownerId: string; readonly websiteId: number },
  ) =>
    db
      .selectFrom('sitegrade_websites')
      .select(`${column} as total`)
      .where('id', '=', websiteId)
      .where('owner_id', '=', ownerId)
      .compile(),
);

const totalOfOwner = queryByShape(
  (column: CounterColumn) => column,
  ({ db }, column, { ownerId }: { readonly ownerId: string }) =>
    db
      .selectFrom('sitegrade_owner_totals')
      .select([
        `${column} as total`,
        ({ exists }) => exists(hiddenWebsites(db, ownerId)).as('has_hidden'),
      ])
      .where('owner_id', '=', ownerId)
      .compile(),
);

/** Only if it is needed: otherwise the indexes have all that is read. */
function notHidden({ db }: QueryBuilder, ownerId: string): RawBuilder<unknown> {
  return sql`website_id not in (${hiddenWebsites(db, ownerId)})`;
}

function hiddenWebsites(db: QueryBuilder['db'], ownerId: string) {
  return db
    .selectFrom('sitegrade_deleted_websites')
    .select('website_id')
    .where('owner_id', '=', ownerId);
}

/** The reports with these ids, unordered. */
export function* rowsById(
  builder: QueryBuilder,
  ids: readonly number[],
): Work<readonly ReportSummary[]> {
  return (yield* rowsOf(selectById(builder, { ids }))).map(toReportSummary);
}

const selectById = fixedQuery(({ db, dialect }, { ids }: { readonly ids: readonly number[] }) =>
  db
    .selectFrom('sitegrade_reports')
    .innerJoin('sitegrade_websites', 'sitegrade_websites.id', 'sitegrade_reports.website_id')
    .select(summaryColumns)
    .where('sitegrade_reports.id', 'in', dialect.idList(ids))
    .compile(),
);
