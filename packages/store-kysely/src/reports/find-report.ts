import type { Report } from '@sitegrade/core';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Work } from '../work.ts';
import { unpackDetails } from './report-details.ts';
import { summaryColumns, toReport } from './report-row.ts';

/** One whole report of the owner. */
export function* findReport(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Report | undefined> {
  const row = yield* firstOf(selectReport(builder, { ownerId, id }));
  return row && toReport(row, unpackDetails(row.details));
}

interface Values {
  readonly ownerId: string;
  readonly id: number;
}

const selectReport = fixedQuery(({ db }, { ownerId, id }: Values) =>
  db
    .selectFrom('sitegrade_reports')
    .innerJoin('sitegrade_websites', 'sitegrade_websites.id', 'sitegrade_reports.website_id')
    .innerJoin(
      'sitegrade_report_details',
      'sitegrade_report_details.report_id',
      'sitegrade_reports.id',
    )
    .select(summaryColumns)
    .select([
      'sitegrade_reports.ruleset_version',
      'sitegrade_reports.share_token',
      'sitegrade_report_details.details',
    ])
    .where('sitegrade_reports.id', '=', id)
    .where('sitegrade_reports.owner_id', '=', ownerId)
    .compile(),
);
