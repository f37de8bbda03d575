import type { List, ReportSummary } from '@sitegrade/core';
import { reportListing } from '@sitegrade/core/internal';
import type { ReportListQuery } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, queryByShape } from '../fixed-query.ts';
import { type FirstPageParts, firstPage } from '../listing/first-page.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { firstOf, valuesOf, type Work } from '../work.ts';
import { type SummaryValues, summaryColumns, summaryRow, toReportSummary } from './report-row.ts';

/** A page of the owner's reports. */
export function* listReportRows(
  builder: QueryBuilder,
  ownerId: string,
  query: ReportListQuery,
): Work<List<ReportSummary>> {
  const listing = tableListing<ReportSummary>(reportListing, ownerId, query, {
    hasSearchIndex: true,
    *countedTotal() {
      return (yield* countedTotal(builder, ownerId, query)).total;
    },
    rows: (ids) => rowsById(builder, ids),
  });
  const first = yield* firstPage(builder, query, reportListing, listing, firstPageParts(query));
  if (first) return first;
  const { total, hasHidden } = yield* countedTotal(builder, ownerId, query);
  // Also if the website is deleted and its reports are hidden.
  if (total === 0) return { rows: [], total, totalRelation: 'eq' };
  return yield* listPage(builder, query, {
    ...listing,
    ...(hasHidden && { visible: notHidden(builder, ownerId) }),
    // biome-ignore lint/correctness/useYield: the total is known without a statement.
    *countedTotal() {
      return total;
    },
  });
}

function firstPageParts(query: ReportListQuery): FirstPageParts<ReportSummary, SummaryValues> {
  const column = counterColumn(query);
  const common = { key: column, select: selectReports, toRow: toSummary };
  if (query.websiteId !== undefined) {
    const total: FirstPageParts<never>['total'] = ({ db }, filters) =>
      countersOfWebsite(db, {
        ownerId: filters.owner_id as string,
        websiteId: filters.website_id as number,
      }).select(column);
    return { ...common, total };
  }
  return {
    ...common,
    total: ({ db }, filters) => countersOfOwner(db, filters.owner_id as string).select(column),
    hasHidden: ({ db }, filters) => hiddenWebsites(db, filters.owner_id as string),
  };
}

/**
 * From the counters of the website if there is that filter, otherwise from those of the owner, with whether
 * reports of deleted websites are among the owner's.
 */
function* countedTotal(
  builder: QueryBuilder,
  ownerId: string,
  query: ReportListQuery,
): Work<{ readonly total: number; readonly hasHidden: boolean }> {
  const { websiteId } = query;
  const column = counterColumn(query);
  if (websiteId !== undefined) {
    const website = yield* firstOf(totalOfWebsite(builder, column, { ownerId, websiteId }));
    return { total: Number(website?.total ?? 0), hasHidden: false };
  }
  const owner = yield* firstOf(totalOfOwner(builder, column, { ownerId }));
  return { total: Number(owner?.total ?? 0), hasHidden: Boolean(owner?.has_hidden) };
}

type CounterColumn = 'reports_count' | `${NonNullable<ReportListQuery['result']>}_count`;

function counterColumn({ result }: ReportListQuery): CounterColumn {
  return result === undefined ? 'reports_count' : `${result}_count`;
}

interface WebsiteOfOwner {
  readonly ownerId: string;
  readonly websiteId: number;
}

const totalOfWebsite = queryByShape(
  (column: CounterColumn) => column,
  ({ db }, column, website: WebsiteOfOwner) =>
    countersOfWebsite(db, website).select(`${column} as total`).compile(),
);

function countersOfWebsite(db: QueryBuilder['db'], { ownerId, websiteId }: WebsiteOfOwner) {
  return db
    .selectFrom('sitegrade_websites')
    .where('id', '=', websiteId)
    .where('owner_id', '=', ownerId);
}

const totalOfOwner = queryByShape(
  (column: CounterColumn) => column,
  ({ db }, column, { ownerId }: { readonly ownerId: string }) =>
    countersOfOwner(db, ownerId)
      .select([
        `${column} as total`,
        ({ exists }) => exists(hiddenWebsites(db, ownerId)).as('has_hidden'),
      ])
      .compile(),
);

function countersOfOwner(db: QueryBuilder['db'], ownerId: string) {
  return db.selectFrom('sitegrade_owner_totals').where('owner_id', '=', ownerId);
}

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
  return (yield* valuesOf<SummaryValues>(selectById(builder, { ids }))).map(toSummary);
}

const selectById = fixedQuery((builder, { ids }: { readonly ids: readonly number[] }) =>
  selectReports(builder, builder.dialect.idList(ids)).compile(),
);

function toSummary(values: SummaryValues): ReportSummary {
  return toReportSummary(summaryRow(values));
}

function selectReports({ db }: QueryBuilder, ids: RawBuilder<number>) {
  return db
    .selectFrom('sitegrade_reports')
    .innerJoin('sitegrade_websites', 'sitegrade_websites.id', 'sitegrade_reports.website_id')
    .select(summaryColumns)
    .where('sitegrade_reports.id', 'in', ids);
}
