import { type NewReport, type Report, type ReportDetails, searchForm } from '@sitegrade/core';
import type { CompiledQuery } from 'kysely';
import {
  type Counters,
  countersOfReport,
  moveOwnerTotals,
  moveWebsiteCounters,
} from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import type { PackedDetails } from './report-details.ts';
import { toReport } from './report-row.ts';

/** Finds or makes the website, moves the counters and inserts the report. */
export function* createReport(
  builder: QueryBuilder,
  report: NewReport,
  details: PackedDetails,
): Work<Report> {
  const change = countersOfReport(report.result, 1);
  const website = yield* countInWebsite(builder, report, change);
  const websites_count = website.isNew ? 1 : 0;
  yield moveOwnerTotals(builder, report.ownerId, { ...change, websites_count });
  return yield* insertReport(builder, report, { websiteId: website.id, details });
}

function* countInWebsite(
  builder: QueryBuilder,
  report: NewReport,
  change: Counters,
): Work<{ readonly id: number; readonly isNew: boolean }> {
  for (;;) {
    const made = yield* firstOf(makeWebsite(builder, report));
    const counted = yield* firstOf(
      moveWebsiteCounters(builder, { ...change, score_sum: report.score })
        .where('owner_id', '=', report.ownerId)
        .where('domain', '=', report.domain)
        .returning('id')
        .compile(),
    );
    if (counted) return { id: counted.id, isNew: made !== undefined };
    // Where writers do not wait for each other, the website may be deleted in between: once more.
  }
}

function makeWebsite(
  { db }: QueryBuilder,
  { ownerId, domain, defaultPrivacy, createdAt }: NewReport,
): CompiledQuery<{ readonly id: number }> {
  return db
    .insertInto('sitegrade_websites')
    .values({
      owner_id: ownerId,
      domain,
      domain_search: searchForm(domain),
      privacy: defaultPrivacy,
      created_at: createdAt.getTime(),
      updated_at: createdAt.getTime(),
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'domain']).doNothing())
    .returning('id')
    .compile();
}

function* insertReport(
  { db }: QueryBuilder,
  report: NewReport,
  { websiteId, details }: { readonly websiteId: number; readonly details: PackedDetails },
): Work<Report> {
  const row = {
    website_id: websiteId,
    url: report.url,
    final_url: report.finalUrl,
    title: report.title,
    score: report.score,
    result: report.result,
    http_status: report.httpStatus,
    ruleset_version: report.rulesetVersion,
    share_token: report.shareToken,
    created_at: report.createdAt.getTime(),
  };
  const inserted = yield* firstOf(
    db
      .insertInto('sitegrade_reports')
      .values({ ...row, owner_id: report.ownerId, url_search: searchForm(report.url) })
      .returning('id')
      .compile(),
  );
  if (inserted === undefined) throw new Error('The report was inserted without an id.');

  const { id } = inserted;
  yield db
    .insertInto('sitegrade_report_details')
    .values({ report_id: id, details: details.bytes })
    .compile();
  return toReport({ ...row, id, domain: report.domain }, JSON.parse(details.text) as ReportDetails);
}
