import type { Report } from '@sitegrade/core';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import { unpackDetails } from './report-details.ts';
import { type ReportRow, summaryColumns, toReport } from './report-row.ts';
import type { ReadTexts } from './ruleset-texts.ts';

/** One whole report of the owner. */
export function* findReport(
  builder: QueryBuilder,
  readTexts: ReadTexts,
  ownerId: string,
  id: number,
): Work<Report | undefined> {
  const row = yield* firstOf(selectReport(builder, { ownerId, id }));
  return row && (yield* wholeReport(row, readTexts));
}

/** The owner's report of the same URL with the next lower id. */
export function* findPreviousReport(
  builder: QueryBuilder,
  readTexts: ReadTexts,
  ownerId: string,
  { id, url }: Pick<Report, 'id' | 'url'>,
): Work<Report | undefined> {
  const row = yield* firstOf(selectPrevious(builder, { ownerId, id, url }));
  return row && (yield* wholeReport(row, readTexts));
}

/** The report with this share token, of any owner. */
export function* findSharedReport(
  builder: QueryBuilder,
  readTexts: ReadTexts,
  token: string,
): Work<{ readonly ownerId: string; readonly report: Report } | undefined> {
  const row = yield* firstOf(selectShared(builder, { token }));
  return row && { ownerId: row.owner_id, report: yield* wholeReport(row, readTexts) };
}

function* wholeReport(
  row: ReportRow & { readonly details: Uint8Array },
  readTexts: ReadTexts,
): Work<Report> {
  return toReport(row, yield* unpackDetails(row.details, readTexts));
}

interface Values {
  readonly ownerId: string;
  readonly id: number;
}

const selectReport = fixedQuery((builder: QueryBuilder, { ownerId, id }: Values) =>
  selectReports(builder)
    .where('sitegrade_reports.id', '=', id)
    .where('sitegrade_reports.owner_id', '=', ownerId)
    .compile(),
);

const selectShared = fixedQuery((builder: QueryBuilder, { token }: { readonly token: string }) =>
  selectReports(builder)
    .select('sitegrade_reports.owner_id')
    .where('sitegrade_reports.share_token', '=', token)
    .compile(),
);

// A subquery over one index: SQLite could also read all lower ids and compare their URLs. The condition of the
// website is a separate subquery, and not a join, which Postgres could begin with the websites.
const selectPrevious = fixedQuery(
  (builder: QueryBuilder, { ownerId, id, url }: Values & { readonly url: string }) => {
    const rows = builder.dialect.readByIndex('sitegrade_reports', 'sitegrade_reports_by_url');
    const previous = sql<number>`(select max(id) from ${rows}
      where owner_id = ${ownerId} and url = ${url} and id < ${id} and (${ofWebsite(builder)}))`;
    return selectReports(builder).where('sitegrade_reports.id', '=', previous).compile();
  },
);

/** Whether a report of the table has a website, and is not hidden. */
function ofWebsite({ db }: QueryBuilder) {
  return db
    .selectFrom('sitegrade_websites')
    .select(sql<boolean>`true`.as('is_visible'))
    .whereRef('sitegrade_websites.id', '=', 'website_id' as never);
}

function selectReports({ db }: QueryBuilder) {
  return db
    .selectFrom('sitegrade_reports')
    .innerJoin('sitegrade_websites', 'sitegrade_websites.id', 'sitegrade_reports.website_id')
    .innerJoin(
      'sitegrade_report_details',
      'sitegrade_report_details.report_id',
      'sitegrade_reports.id',
    )
    .select(summaryColumns)
    .select(['sitegrade_reports.ruleset_version', 'sitegrade_report_details.details']);
}
