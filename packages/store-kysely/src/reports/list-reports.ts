import type { List, ReportListQuery, ReportSummary } from '@sitegrade/core';
import { reportListing } from '@sitegrade/core/internal';
import type { QueryBuilder } from '../dialect.ts';
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
  const listing = tableListing<ReportSummary>(reportListing, ownerId, query, {
    hasSearchIndex: true,
    countedTotal: () => countedTotal(builder, ownerId, query),
    rows: (ids) => rowsById(builder, ids),
  });
  return yield* listPage(builder, query, listing);
}

/** From the counters of the website if there is that filter, otherwise from those of the owner. */
function* countedTotal(
  { db }: QueryBuilder,
  ownerId: string,
  { websiteId, result }: ReportListQuery,
): Work<number> {
  const column = result === undefined ? 'reports_count' : (`${result}_count` as const);
  const row =
    websiteId === undefined
      ? yield* firstOf(
          db
            .selectFrom('sitegrade_owner_totals')
            .select(`${column} as total`)
            .where('owner_id', '=', ownerId)
            .compile(),
        )
      : yield* firstOf(
          db
            .selectFrom('sitegrade_websites')
            .select(`${column} as total`)
            .where('id', '=', websiteId)
            .where('owner_id', '=', ownerId)
            .compile(),
        );
  return Number(row?.total ?? 0);
}

/** The reports with these ids, unordered. */
export function* rowsById(
  { db, dialect }: QueryBuilder,
  ids: readonly number[],
): Work<readonly ReportSummary[]> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_reports')
      .innerJoin('sitegrade_websites', 'sitegrade_websites.id', 'sitegrade_reports.website_id')
      .select(summaryColumns)
      .where('sitegrade_reports.id', 'in', dialect.idList(ids))
      .compile(),
  );
  return rows.map(toReportSummary);
}
